import type { DatabaseSync } from 'node:sqlite';
import type { ShopChoice } from '../program/shop-choice.js';
import type { Rate } from '../shipping/shipping.js';
import { openNamed } from '../state/state-store.js';
import { KnownShops } from './known-shops.js';
import { offersFile } from './offer-file.js';
import { type ShopTariffs, tariffsOf } from './offer-summary.js';
import type { RateRow, ShopRow } from './offer-tables.js';
import type { Trader } from './withheld.js';

/** Required data of a trader (Regulation (EU) 2022/2065, Art. 30). */
const identity = ['name', 'street', 'postcode', 'city', 'phone', 'email', 'register'] as const;

export const rateOf = (row: RateRow): Rate => ({
  tariff: row.tariff,
  freeFrom: row.free_from,
  daysMin: row.days_min,
  daysMax: row.days_max,
});

/**
 * Returns the names of a shop in feeds and the operator's file: id, name, slug.
 * @throws StateFileError if the offers are damaged
 */
export function namesOfShop(dataDir: string, id: number): string[] {
  using database = openNamed(offersFile(dataDir), { readOnly: true });
  const shop = database.prepare('select name, slug from shop where id = ?').get(id);
  return [String(id), ...(shop ? [String(shop.name), String(shop.slug)] : [])];
}

/**
 * Returns where a shop gets mails; null = the shop is unknown.
 * @throws StateFileError if the offers are damaged
 */
export function contactOfShop(
  dataDir: string,
  choice: ShopChoice,
): Pick<ShopRow, 'id' | 'name' | 'country' | 'email'> | null {
  using database = openNamed(offersFile(dataDir), { readOnly: true });
  const id = 'id' in choice ? choice.id : (new KnownShops(database).called(choice.name)[0]?.id ?? null);
  const row = database.prepare('select id, name, country, email from shop where id = ?').get(id);
  return (row as Pick<ShopRow, 'id' | 'name' | 'country' | 'email'> | undefined) ?? null;
}

/** Shops and tariffs of one snapshot, for writers. */
export class StoredShops {
  readonly all: ReadonlyMap<number, ShopTariffs>;
  readonly #traders: ReadonlyMap<number, Trader>;

  constructor(database: DatabaseSync) {
    const rates = database.prepare('select * from shop_rate').all() as unknown as RateRow[];
    const byShop = Map.groupBy(rates, (row) => row.shop_id);
    const shops = database
      .prepare(`select id, rating, country, return_payer, ${identity.join(', ')} from shop`)
      .all() as unknown as Pick<ShopRow, 'id' | 'rating' | 'country' | 'return_payer' | (typeof identity)[number]>[];
    this.all = new Map(
      shops.map(({ id, rating }) => [
        id,
        tariffsOf(rating, new Map((byShop.get(id) ?? []).map((row) => [row.country, rateOf(row)]))),
      ]),
    );
    this.#traders = new Map(
      shops.map((shop) => [
        shop.id,
        {
          country: shop.country,
          isKnown: identity.every((name) => shop[name].trim() !== ''),
          saysReturns: shop.return_payer !== '',
        },
      ]),
    );
  }

  traderOf(shopId: number): Trader {
    const trader = this.#traders.get(shopId);
    if (!trader) throw new RangeError(`there is no shop ${shopId}`);
    return trader;
  }
}

/** Key in `meta`, followed by an id: the name of a deleted shop, which gets its id back if it returns. */
const mark = 'removed shop ';

/** Call it before shops are deleted. @param condition on the columns of `shop` */
export function keepShopIds(database: DatabaseSync, condition: string): void {
  database.exec(`insert or replace into meta (key, value) select '${mark}' || id, name from shop where ${condition}`);
}

/** Returns ids by the names of all present and deleted shops. */
export function knownShops(database: DatabaseSync): Map<string, number> {
  const rows = database
    .prepare(
      `select cast(substr(key, ?) as integer) as id, value as name from meta where key glob '${mark}*'
       union all select id, name from shop`,
    )
    .all(mark.length + 1);
  return new Map(rows.map(({ id, name }) => [String(name), Number(id)]));
}

/** Copies the ids of shops that only the other offers know. */
export function keepShopIdsOf(others: DatabaseSync, database: DatabaseSync): void {
  const ids = new Set(knownShops(database).values());
  const put = database.prepare('insert into meta (key, value) values (?, ?)');
  for (const [name, id] of knownShops(others)) if (!ids.has(id)) put.run(mark + id, name);
}
