import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { cents, toEuros } from '../../contract/money.js';
import type { returnPolicy, shop } from '../../contract/offers.js';
import { ownedRow } from '../files/node-sqlite.js';
import type { Rate } from '../shipping/shipping.js';
import type { RateRow, ShopRow } from './offer-tables.js';
import { rateOf } from './stored-shops.js';
import type { TextOverrides } from './text-overrides.js';
import { statedRating } from './unknown-facts.js';

/** `imported_name` is the name in feeds; `name` may be replaced. */
export type Shop = Omit<ShopRow, 'terms' | 'policy' | 'offers'> & { readonly imported_name: string };

/** Shops and tariffs as of a commit; long texts stay in the file. */
export class ShopIndex {
  readonly all: ReadonlyMap<number, Shop>;
  /** Shops by slug in lower case. */
  readonly bySlug: ReadonlyMap<string, Shop>;
  /** Ratings in hundredths, by shop id. */
  readonly ratings: Uint16Array;
  readonly #rates: ReadonlyMap<string, Rate>;
  readonly #byShop: ReadonlyMap<number, readonly RateRow[]>;

  private constructor(shops: Shop[], rates: RateRow[]) {
    this.all = new Map(shops.map((row) => [row.id, row]));
    this.bySlug = new Map(shops.map((row) => [row.slug.toLowerCase(), row]));
    this.ratings = new Uint16Array(1 + shops.reduce((last, { id }) => Math.max(last, id), 0));
    for (const { id, rating } of shops) this.ratings[id] = Math.round(rating * 100);
    this.#byShop = Map.groupBy(rates, (row) => row.shop_id);
    this.#rates = new Map(rates.map((row) => [`${row.shop_id}${row.country}`, rateOf(row)]));
  }

  static read(database: DatabaseSync, textOverrides: Pick<TextOverrides, 'of'>): ShopIndex {
    const shops = database
      .prepare(
        `select id, name, slug, rating, rating_count, country, city, street, postcode, phone, email, register, vat_id,
           language, return_days, return_payer, return_cost from shop`,
      )
      .all() as unknown as Omit<Shop, 'imported_name'>[];
    const rates = database.prepare('select * from shop_rate').all() as unknown as RateRow[];
    const named = shops.map(ownedRow).map((shop) => ({
      ...shop,
      imported_name: shop.name,
      name: textOverrides.of('shop', shop.id, 'name', '') ?? shop.name,
    }));
    return new ShopIndex(named, rates);
  }

  /** Returns the tariff to a country; undefined = the shop does not ship there. */
  rate(shopId: number, country: string): Rate | undefined {
    return this.#rates.get(`${shopId}${country}`);
  }

  ratesOf(shopId: number): { country: string; rate: Rate }[] {
    return (this.#byShop.get(shopId) ?? []).map((row) => ({ country: row.country, rate: rateOf(row) }));
  }
}

/** Returns the return terms of a shop. @throws RangeError if it does not say who pays, so that its offers are not sold */
export function returnPolicyOf({ id, return_payer, return_cost, return_days }: Shop): z.input<typeof returnPolicy> {
  if (return_payer === '') throw new RangeError(`shop ${id} does not say who pays for a return`);
  const cost = return_cost === null ? null : toEuros(cents(return_cost));
  return { paidBy: return_payer, cost, days: return_days };
}

export function shopWire(row: Shop): z.input<typeof shop> {
  return {
    id: String(row.id),
    name: row.name,
    slug: row.slug,
    rating: statedRating(row.rating),
    ratingCount: row.rating_count,
    country: row.country,
    city: row.city,
  };
}
