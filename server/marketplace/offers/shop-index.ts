import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { shop } from '../../contract/offers.js';
import type { Rate } from '../shipping/shipping.js';
import type { CatalogueTables } from '../store/catalogue-tables.js';
import { ownedRow, rowsOf } from '../store/node-sqlite.js';
import { forEachInChunks, type Yield } from '../store/yield-to-event-loop.js';

export type Shop = Omit<CatalogueTables['shop'], 'terms' | 'policy'>;

/** Shops of one generation with their shipping rates, read once; their long texts stay in the file. */
export class ShopIndex {
  readonly all: ReadonlyMap<number, Shop>;
  /** By the slug of the shop's address, in lower case. */
  readonly bySlug: ReadonlyMap<string, Shop>;
  readonly #rates: ReadonlyMap<string, Rate>;
  readonly #countries: ReadonlyMap<number, readonly string[]>;

  private constructor(shops: Shop[], rates: CatalogueTables['shop_rate'][]) {
    this.all = new Map(shops.map((row) => [row.id, row]));
    this.bySlug = new Map(shops.map((row) => [row.slug.toLowerCase(), row]));
    this.#countries = new Map(
      [...Map.groupBy(rates, (row) => row.shop_id)].map(([id, rows]) => [id, rows.map((row) => row.country)]),
    );
    this.#rates = new Map(
      rates.map((row) => [
        `${row.shop_id}${row.country}`,
        { tariff: row.tariff, freeFrom: row.free_from, daysMin: row.days_min, daysMax: row.days_max },
      ]),
    );
  }

  static async load(db: Kysely<CatalogueTables>, pause: Yield): Promise<ShopIndex> {
    const columns = [
      'id',
      'name',
      'slug',
      'rating',
      'rating_count',
      'country',
      'city',
      'street',
      'postcode',
      'phone',
      'email',
      'register',
      'vat_id',
      'language',
      'return_days',
      'return_cost',
    ] as const;
    const shops = await db.selectFrom('shop').select(columns).execute();
    const rates: CatalogueTables['shop_rate'][] = [];
    await forEachInChunks(rowsOf(db, 'shop_rate'), (row) => rates.push(ownedRow(row)), pause);
    return new ShopIndex(shops.map(ownedRow), rates);
  }

  /** What a shop charges for a parcel to a country; undefined = it does not ship there. */
  rate(shopId: number, country: string): Rate | undefined {
    return this.#rates.get(`${shopId}${country}`);
  }

  /** Countries that a shop ships to, each with what it charges. */
  ratesOf(shopId: number): { country: string; rate: Rate }[] {
    const countries = this.#countries.get(shopId) ?? [];
    return countries.flatMap((country) => {
      const rate = this.rate(shopId, country);
      return rate ? [{ country, rate }] : [];
    });
  }
}

export function shopWire(row: Shop): z.input<typeof shop> {
  return {
    id: String(row.id),
    name: row.name,
    slug: row.slug,
    rating: row.rating,
    ratingCount: row.rating_count,
    country: row.country,
    city: row.city,
  };
}
