import type { ShopInfo } from '../offer-store/known-shops.js';
import { unknownDays, unknownStock } from '../offer-store/unknown-facts.js';
import type { GivenValues } from './pending-offers.js';
import { IncompleteRow, RowError, SkippedRow } from './reading/import-errors.js';
import { moneyColumns } from './reading/name-columns.js';
import { type FeedRecord, type Fields, noFields } from './reading/records.js';
import { condition, days, isAvailable, money, parseMoney, whole } from './values.js';

/** Largest factor by which a price without its quantity may exceed the current price. */
const steepest = 5;

/** Whether a row removes its offer, whatever its other columns say. @throws RowError for an unknown `mode` */
export function isDeletion({ fields }: FeedRecord): boolean {
  const mode = fields.mode?.trim().toLowerCase() ?? '';
  if (!['', 'new', 'update', 'delete'].includes(mode))
    throw new RowError('mode', fields.mode ?? '', 'is not one of new, update, delete');
  return mode === 'delete';
}

/** Refuses a price that is probably not for one piece. @param before current price in cents */
export function refuseSteep({ fields }: FeedRecord, before: number): void {
  if ((money(fields, 'price') ?? 0) > before * steepest)
    throw new RowError('price', fields.price ?? '', `is more than ${steepest} times that of now; is it for one piece?`);
}

/** Pieces in stock, {@link unknownStock} if the row does not count them. @throws SkippedRow if the offer is not for sale now */
export function stockOf({ fields }: FeedRecord): number {
  if (isAvailable(fields) === false)
    throw new SkippedRow('availability', fields.availability ?? '', 'is not for sale now');
  const stock = countOf(fields) ?? unknownStock;
  if (stock === 0) throw new SkippedRow('stock', '0', 'is out of stock');
  return stock;
}

/**
 * Working days from order to dispatch, fewest and most; {@link unknownDays} if the row names none.
 * @param lacks gets words without days; left out = they reject the row
 */
export function handlingOf({ fields }: FeedRecord, lacks?: RowError[]): readonly [number, number] {
  const text = fields.handling ?? '';
  if (lacks && text.trim() !== '' && !/\d/.test(text)) {
    lacks.push(new IncompleteRow('handling', text, 'names no days; the delivery time stays unknown'));
    return [unknownDays, unknownDays];
  }
  const range = days(fields, 'handling');
  if (range) return range;
  const low = whole(fields, 'min_handling_time', 0, 60);
  const high = whole(fields, 'max_handling_time', 0, 60) ?? low;
  if (low === null && high === null) return [unknownDays, unknownDays];
  return [Math.min(low ?? high ?? 0, high ?? 0), high ?? 0];
}

/** Cents by which shipping at home exceeds the shop's tariff, for bulky goods (D62). */
export function surchargeOf({ fields }: FeedRecord, { country, tariff }: ShopInfo): number {
  if (fields.shipping === undefined || tariff === null) return 0;
  for (const entry of fields.shipping.split(/,(?=[A-Z]{2}:)/)) {
    const parts = entry.trim().split(':');
    if (parts.length > 1 && parts[0]?.toUpperCase() !== country) continue;
    const cost = parseMoney(parts.at(-1) ?? '');
    if (typeof cost === 'string') throw new RowError('shipping', entry, cost);
    return Math.max(0, cost - tariff);
  }
  return 0;
}

/**
 * Returns the values of a row in one spelling, such as `1234.50` for `1.234,5 €`. A value that cannot be read stays as it
 * is written.
 */
export function spelledOut(fields: Fields): Fields {
  const values = Object.assign(noFields(), fields);
  const readers: Readonly<Record<string, () => string | undefined>> = {
    stock: () => countOf(fields)?.toString(),
    condition: () => condition(fields) ?? undefined,
    handling: () => days(fields, 'handling')?.join('–'),
  };
  for (const name of moneyColumns) {
    const cents = parseMoney(fields[name] ?? '');
    if (typeof cents === 'number') values[name] = (cents / 100).toFixed(2);
  }
  for (const [name, read] of Object.entries(readers))
    try {
      values[name] = read() ?? fields[name] ?? '';
      if (values[name] === '') delete values[name];
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
    }
  return values;
}

/** Clears a value; an empty cell keeps it. */
const emptied = '#EMPTY';

/** Values in a row of a partial feed, except the price. */
export function partialOf(record: FeedRecord): Partial<GivenValues> {
  const { fields } = record;
  const isNamed = (field: string): boolean => (fields[field]?.trim() ?? '') !== '';
  const amount = (field: string): number | null => (fields[field]?.trim() === emptied ? null : money(fields, field));
  const part: { -readonly [Name in keyof GivenValues]?: GivenValues[Name] } = {};
  if (isNamed('deposit')) part.refund = amount('deposit') ?? 0;
  if (isNamed('surcharge')) part.surcharge = amount('surcharge') ?? 0;
  if (isNamed('lowest30')) part.lowest30 = amount('lowest30');
  if (isNamed('stock') || isNamed('availability')) part.stock = piecesOf(record);
  if (isNamed('condition')) part.condition = condition(fields) ?? 'new';
  if (['handling', 'min_handling_time', 'max_handling_time'].some(isNamed))
    [part.handling_min, part.handling_max] = handlingOf(record);
  return part;
}

/** With 0 pieces the offer stays known, so that the next delivery puts it on sale again. */
const piecesOf = ({ fields }: FeedRecord): number =>
  isAvailable(fields) === false ? 0 : (countOf(fields) ?? unknownStock);

/** Three zeros that may be decimals or thousands. */
const ambiguousCount = /^[1-9]\d{0,2}[.,]000$/;

/** Returns null if the row does not count the pieces, as with `ja`, or nobody can know how many it means. */
function countOf(fields: Fields): number | null {
  const text = fields.stock?.trim() ?? '';
  if (text === emptied || ambiguousCount.test(text)) return null;
  if (/^\p{L}/u.test(text)) return isAvailable(fields, 'stock') ? null : 0;
  // Programs count below zero the pieces that are sold before they arrive.
  const stock = text.replace(/^[>≥]|\+$/g, '').replace(/^-\d+([.,]\d+)?$/, '0');
  return whole({ stock }, 'stock', 0, 1_000_000);
}
