import type { DatabaseSync } from 'node:sqlite';
import type { Rate } from '../shipping/shipping.js';
import { openNamed } from '../store/state-store.js';
import { offersFile } from './offer-file.js';
import { type ShopTariffs, tariffsOf } from './offer-summary.js';
import type { RateRow, ShopRow } from './offer-tables.js';
import type { Trader } from './withheld.js';

/** What a trader has to say about itself before it may sell (Regulation (EU) 2022/2065, Art. 30). */
const identity = ['name', 'street', 'postcode', 'city', 'phone', 'email', 'register'] as const;

/** A rate as a parcel's price needs it. */
export const rateOf = (row: RateRow): Rate => ({
  tariff: row.tariff,
  freeFrom: row.free_from,
  daysMin: row.days_min,
  daysMax: row.days_max,
});

/** All that feeds and the operator's file may call a shop: id, name, slug. @throws where the offers cannot be read */
export function namesOfShop(dataDir: string, id: number): string[] {
  const database = openNamed(offersFile(dataDir), { readOnly: true });
  try {
    const shop = database.prepare('select name, slug from shop where id = ?').get(id);
    return [String(id), ...(shop ? [String(shop.name), String(shop.slug)] : [])];
  } finally {
    database.close();
  }
}

/** Shops and their tariffs of one moment, as a writer needs them. */
export class StoredShops {
  readonly all: ReadonlyMap<number, ShopTariffs>;
  readonly #traders: ReadonlyMap<number, Trader>;

  constructor(database: DatabaseSync) {
    const rates = database.prepare('select * from shop_rate').all() as unknown as RateRow[];
    const byShop = Map.groupBy(rates, (row) => row.shop_id);
    const shops = database
      .prepare(`select id, rating, country, ${identity.join(', ')} from shop`)
      .all() as unknown as Pick<ShopRow, 'id' | 'rating' | 'country' | (typeof identity)[number]>[];
    this.all = new Map(
      shops.map(({ id, rating }) => [
        id,
        tariffsOf(rating, new Map((byShop.get(id) ?? []).map((row) => [row.country, rateOf(row)]))),
      ]),
    );
    this.#traders = new Map(
      shops.map((shop) => [
        shop.id,
        { country: shop.country, isKnown: identity.every((name) => shop[name].trim() !== '') },
      ]),
    );
  }

  traderOf(shopId: number): Trader {
    const trader = this.#traders.get(shopId);
    if (!trader) throw new RangeError(`there is no shop ${shopId}`);
    return trader;
  }
}
