import type { OfferChange } from '../offer-store/offer-tables.js';
import { RowError, SkippedRow } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { parseTime, time } from './reading/times.js';
import { money } from './values.js';

/** The first price of an offer in cents, and its scheduled changes in their order. */
export interface TimedPrice {
  readonly price: number;
  readonly changes: readonly OfferChange[];
}

/** Last moment of a field; null = the field is empty. @throws SkippedRow if it has passed */
export function untilEnd(fields: Fields, field: string, reason: string, now: number): number | null {
  const end = time(fields, field, true);
  if (end !== null && end < now) throw new SkippedRow(field, fields[field] ?? '', reason);
  return end;
}

/** @throws SkippedRow if the time in the field has not come yet */
export function sinceStart(fields: Fields, field: string, reason: string, now: number): void {
  const start = time(fields, field);
  if (start !== null && start > now) throw new SkippedRow(field, fields[field] ?? '', reason);
}

/** First and last moment of a reduced price; null = not limited. */
function saleSpan(fields: Fields): { from: number; to: number } | null {
  const span = fields.sale_price_effective_date?.trim() ?? '';
  const [first, last, ...more] = span.split('/');
  const from = span === '' ? time(fields, 'sale_price_from') : parseTime(first ?? '');
  const to = span === '' ? time(fields, 'sale_price_to', true) : parseTime(last ?? '', true);
  if (span !== '' && (from === null || to === null || more.length > 0))
    throw new RowError('sale_price_effective_date', span, 'is not two dates with / between them');
  if (from === null && to === null) return null;
  const [begin, end] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY];
  if (end >= begin) return { from: begin, to: end };
  throw span === ''
    ? new RowError('sale_price_to', fields.sale_price_to ?? '', 'ends before it begins')
    : new RowError('sale_price_effective_date', span, 'ends before it begins');
}

/**
 * Computes the price at a time, and the changes after it.
 * @param reduced null = the price is never reduced
 * @param ends last moments of the offer and of its price; null = open
 * @param at milliseconds since 1970
 */
function priceInTime(
  fields: Fields,
  { usual, reduced, ends }: { usual: number; reduced: number | null; ends: readonly (number | null)[] },
  at: number,
): TimedPrice {
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
 * Reads the price of a row.
 * @param end last moment of the offer; null = open
 * @param now milliseconds since 1970
 * @param at when the price begins, in the same unit
 * @throws SkippedRow if the price has ended
 */
export function priceOf({ fields }: FeedRecord, end: number | null, now: number, at = now): TimedPrice {
  const ends = [end, untilEnd(fields, 'price_to', 'is when the price ceased to be good', now)];
  const usual = money(fields, 'price');
  if (usual === null) throw new RowError('price', '', 'is missing');
  const reduced = money(fields, 'sale_price');
  const timed = priceInTime(fields, { usual, reduced, ends }, at);
  if ([timed, ...timed.changes].some(({ price }) => price === 0))
    throw new RowError('price', fields.price ?? '', 'is zero');
  return timed;
}
