import { RowError } from './import-errors.js';
import { handlingOf } from './offer-fields.js';
import { said, type ToldOffer } from './pending-offers.js';
import type { FeedRecord } from './reading/records.js';
import { condition, isAvailable, money, whole } from './values.js';

/** The word by which a row empties a value; a blank cell leaves it as it is. */
const emptied = '#EMPTY';

/** What a row of a partial feed names, besides the price. @throws RowError */
export function partialOf(record: FeedRecord): { says: number; told: Partial<ToldOffer> } {
  const { fields } = record;
  const told: { -readonly [Name in keyof ToldOffer]?: ToldOffer[Name] } = {};
  let says = 0;
  const isNamed = (field: string): boolean => (fields[field]?.trim() ?? '') !== '';
  const amount = (field: string): number | null =>
    fields[field]?.trim() === emptied ? null : (money(fields, field) ?? null);
  if (isNamed('deposit')) {
    told.refund = amount('deposit') ?? 0;
    says |= said.refund;
  }
  if (isNamed('surcharge')) {
    told.surcharge = amount('surcharge') ?? 0;
    says |= said.surcharge;
  }
  if (isNamed('lowest30')) {
    told.lowest30 = amount('lowest30');
    says |= said.lowest30;
  }
  if (isNamed('stock') || isNamed('availability')) {
    told.stock = stockOf(record);
    says |= said.stock;
  }
  if (isNamed('condition')) {
    told.condition = condition(fields) ?? 'new';
    says |= said.condition;
  }
  if (['handling', 'min_handling_time', 'max_handling_time'].some(isNamed)) {
    [told.handlingMin, told.handlingMax] = handlingOf(record);
    says |= said.handling;
  }
  return { says, told };
}

/** Pieces, of which there may be none: the offer stays known and is sold again with the next that come. */
function stockOf({ fields }: FeedRecord): number {
  if (isAvailable(fields) === false) return 0;
  const stock = whole(fields, 'stock', 0, 1_000_000);
  if (stock === null) throw new RowError('stock', '', 'is missing: how many pieces are available?');
  return stock;
}
