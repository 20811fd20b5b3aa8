import type { OfferChange } from '../offer-store/offer-tables.js';
import { RowError, SkippedRow } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { parseTime, time } from './reading/times.js';
import { money } from './values.js';

type Fields = FeedRecord['fields'];

/** What an offer costs at first, in cents, and how that will change; the next change first. */
export interface PriceInTime {
  readonly price: number;
  readonly changes: readonly OfferChange[];
}

/**
 * @returns the last moment of the field, null where it is empty
 * @throws SkippedRow where the time in the field is over, RowError where it is no time
 */
export function untilEnd(fields: Fields, field: string, reason: string, now: number): number | null {
  const end = time(fields, field, true);
  if (end !== null && end < now) throw new SkippedRow(field, fields[field] ?? '', reason);
  return end;
}

/** @throws SkippedRow where the time in the field is still to come, RowError where it is no time */
export function sinceStart(fields: Fields, field: string, reason: string, now: number): void {
  const start = time(fields, field);
  if (start !== null && start > now) throw new SkippedRow(field, fields[field] ?? '', reason);
}

/**
 * First and last moment of a reduced price; null where none is given.
 * @throws RowError for what is no two times in their order
 */
function saleSpan(fields: Fields): { from: number; to: number } | null {
  const span = fields.sale_price_effective_date?.trim();
  if (span === undefined || span === '') return null;
  const [first = '', last = '', ...more] = span.split('/');
  const [from, to] = [parseTime(first), parseTime(last, true)];
  if (from === null || to === null || more.length > 0)
    throw new RowError('sale_price_effective_date', span, 'is not two dates with / between them');
  if (to < from) throw new RowError('sale_price_effective_date', span, 'ends before it begins');
  return { from, to };
}

/**
 * The price of a time and those to come, of a usual price and one that is reduced for a time, or for good.
 * @param reduced null = none
 * @param ends last moments of the offer and of its price; null = open
 * @param at from when on, in milliseconds since 1970
 */
function priceInTime(
  fields: Fields,
  { usual, reduced, ends }: { usual: number; reduced: number | null; ends: readonly (number | null)[] },
  at: number,
): PriceInTime {
  const span = reduced === null ? null : saleSpan(fields);
  const changes: OfferChange[] = [];
  let price = usual;
  if (reduced !== null && span === null) price = reduced;
  else if (reduced !== null && span !== null && at <= span.to) {
    if (span.from <= at) price = reduced;
    else changes.push({ at: span.from, price: reduced });
    changes.push({ at: span.to + 1, price: usual });
  }
  const end = Math.min(...ends.map((each) => each ?? Number.POSITIVE_INFINITY)) + 1;
  const before = changes.filter((change) => change.at < end);
  return { price, changes: Number.isFinite(end) ? [...before, { at: end, price: null }] : before };
}

/**
 * What a row says that its offer costs.
 * @param end last moment of the offer; null = open
 * @param now and from when on, in milliseconds since 1970
 * @throws SkippedRow where the price has ended, RowError where it is no price
 */
export function priceOf({ fields }: FeedRecord, end: number | null, now: number, at = now): PriceInTime {
  const ends = [end, untilEnd(fields, 'price_to', 'is when the price ceased to be good', now)];
  const usual = money(fields, 'price');
  if (usual === null) throw new RowError('price', '', 'is missing');
  const reduced = money(fields, 'sale_price');
  const timed = priceInTime(fields, { usual, reduced, ends }, at);
  if ([timed, ...timed.changes].some(({ price }) => price === 0))
    throw new RowError('price', fields.price ?? '', 'is zero');
  return timed;
}
