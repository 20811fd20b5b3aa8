import type { DatabaseSync } from 'node:sqlite';
import { RowError, SkippedRow } from './import-errors.js';
import { nameKey } from './known-brands.js';
import type { FeedRecord } from './reading/records.js';
import { days, isAvailable, money, parseMoney, whole } from './values.js';

/** Stock of an offer that a feed calls available without a number. */
const unsaidStock = 10;
/** From ordering to the parcel's leaving where a feed does not say, in working days. */
const unsaidHandling: readonly [number, number] = [1, 2];

/** How many times the price of now a price that comes alone may be: it does not say again how many pieces it is for. */
const steepest = 5;

/** A shop as offers need it. */
export interface ShopFacts {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  /** What a parcel within its own country costs, cents; null where it ships abroad only. */
  readonly tariff: number | null;
}

/** Shops by their ids, names and slugs, spelled as `nameKey` does. @param database `offers.db` */
export function readShops(database: DatabaseSync): Map<string, ShopFacts> {
  const shops = new Map<string, ShopFacts>();
  const rows = database
    .prepare(
      'select s.id, s.name, s.slug, s.country, r.tariff from shop s left join shop_rate r on r.shop_id = s.id and r.country = s.country',
    )
    .all();
  const byId = new Map<string, ShopFacts>();
  for (const row of rows) {
    const tariff = row.tariff === null ? null : Number(row.tariff);
    const shop = { id: Number(row.id), name: String(row.name), country: String(row.country), tariff };
    for (const name of [shop.name, String(row.slug)]) shops.set(nameKey(name), shop);
    byId.set(String(shop.id), shop);
  }
  // No name takes an id from its shop, since a merchant's token leads to an id.
  return new Map([...shops, ...byId]);
}

/** Whether a row asks for its offer to be taken off, whatever else it says. @throws RowError for what is no `mode` */
export function isDeletion({ fields }: FeedRecord): boolean {
  const mode = fields.mode?.trim().toLowerCase() ?? '';
  if (!['', 'new', 'update', 'delete'].includes(mode))
    throw new RowError('mode', fields.mode ?? '', 'is none of new, update, delete');
  return mode === 'delete';
}

/** @param before price of now in cents. @throws RowError for a price alone that is hardly meant for one piece */
export function refuseSteep({ fields }: FeedRecord, before: number): void {
  if ((money(fields, 'price') ?? 0) > before * steepest)
    throw new RowError('price', fields.price ?? '', `is more than ${steepest} times that of now; is it for one piece?`);
}

/** Pieces in stock. @throws SkippedRow for what is not for sale now, RowError for what is no number */
export function stockOf({ fields }: FeedRecord): number {
  const available = isAvailable(fields);
  if (available === false) throw new SkippedRow('availability', fields.availability ?? '', 'is not for sale now');
  const stock = whole(fields, 'stock', 0, 1_000_000) ?? unsaidStock;
  if (stock === 0) throw new SkippedRow('stock', '0', 'is out of stock');
  return stock;
}

/** From ordering to the parcel's leaving, shortest and longest, in working days. @throws RowError */
export function handlingOf({ fields }: FeedRecord): readonly [number, number] {
  const said = days(fields, 'handling');
  if (said) return said;
  const low = whole(fields, 'min_handling_time', 0, 60);
  const high = whole(fields, 'max_handling_time', 0, 60) ?? low;
  if (low === null && high === null) return unsaidHandling;
  return [Math.min(low ?? high ?? 0, high ?? 0), high ?? 0];
}

/** What shipping this piece at home costs above the shop's tariff, in cents: bulky goods (D62). @throws RowError */
export function surchargeOf({ fields }: FeedRecord, { country, tariff }: ShopFacts): number {
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
