import type { DatabaseSync } from 'node:sqlite';
import type { Rate } from '../shipping/shipping.js';

/** What a shop charges to each country that it ships to, and how customers rate it. */
export interface ShopRates {
  readonly rating: number;
  /** By the code of the country. */
  readonly rates: ReadonlyMap<string, Rate>;
}

/** All shops of a catalogue by id. */
export function readShopRates(database: DatabaseSync): Map<number, ShopRates> {
  const shops = new Map<number, { rating: number; rates: Map<string, Rate> }>();
  for (const row of database.prepare('select id, rating from shop').all())
    shops.set(Number(row.id), { rating: Number(row.rating), rates: new Map() });
  for (const row of database.prepare('select * from shop_rate').all()) {
    shops.get(Number(row.shop_id))?.rates.set(String(row.country), {
      tariff: Number(row.tariff),
      freeFrom: row.free_from === null ? null : Number(row.free_from),
      daysMin: Number(row.days_min),
      daysMax: Number(row.days_max),
    });
  }
  return shops;
}
