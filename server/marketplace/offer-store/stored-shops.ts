import type { DatabaseSync } from 'node:sqlite';
import type { Rate } from '../shipping/shipping.js';
import { openNamed } from '../state/state-store.js';
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
  using database = openNamed(offersFile(dataDir), { readOnly: true });
  const shop = database.prepare('select name, slug from shop where id = ?').get(id);
  return [String(id), ...(shop ? [String(shop.name), String(shop.slug)] : [])];
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

/** In `meta`, followed by the id: the name of a shop that is not there any more, so that it has its id when back. */
const mark = 'removed shop ';

/** To be called before shops are taken off. @param condition which, on the columns of `shop` */
export function keepShopIds(database: DatabaseSync, condition: string): void {
  database.exec(`insert or replace into meta (key, value) select '${mark}' || id, name from shop where ${condition}`);
}

/** Ids by the names of all shops that there are, and that there were. */
export function knownShops(database: DatabaseSync): Map<string, number> {
  const rows = database
    .prepare(
      `select cast(substr(key, ?) as integer) as id, value as name from meta where key glob '${mark}*'
       union all select id, name from shop`,
    )
    .all(mark.length + 1);
  return new Map(rows.map(({ id, name }) => [String(name), Number(id)]));
}

/** Takes over the ids of shops that only other offers know. */
export function keepShopIdsOf(others: DatabaseSync, database: DatabaseSync): void {
  const ids = new Set(knownShops(database).values());
  const put = database.prepare('insert into meta (key, value) values (?, ?)');
  for (const [name, id] of knownShops(others)) if (!ids.has(id)) put.run(mark + id, name);
}
