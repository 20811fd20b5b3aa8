import { RowFault, RowLeftOut } from './faults.js';
import type { FeedRecord } from './reading/records.js';
import { parseTime, time } from './times.js';

type Fields = FeedRecord['fields'];

/** @throws RowLeftOut where the time in the field is over, RowFault where it is none */
export function untilEnd(fields: Fields, field: string, reason: string): void {
  const end = time(fields, field, true);
  if (end !== null && end < Date.now()) throw new RowLeftOut(field, fields[field] ?? '', reason);
}

/** @throws RowLeftOut where the time in the field is still to come, RowFault where it is none */
export function sinceStart(fields: Fields, field: string, reason: string): void {
  const start = time(fields, field);
  if (start !== null && start > Date.now()) throw new RowLeftOut(field, fields[field] ?? '', reason);
}

/** Whether a reduced price counts now: always where no time is given. @throws RowFault for what is no two times */
export function isOnSale(fields: Fields): boolean {
  const span = fields.sale_price_effective_date?.trim();
  if (span === undefined || span === '') return true;
  const [first = '', last = '', ...more] = span.split('/');
  const [from, to] = [parseTime(first), parseTime(last, true)];
  if (from === null || to === null || more.length > 0)
    throw new RowFault('sale_price_effective_date', span, 'is not two dates with / between them');
  const now = Date.now();
  return from <= now && now <= to;
}
