import type { z } from 'zod';
import type { merchantOffers } from '../../contract/merchants.js';
import { normaliseNumber } from '../../contract/search.js';
import type { Generation } from '../generation/generation.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { statedHandling, statedStock } from '../offer-store/unknown-facts.js';
import { withheldBits } from '../offer-store/withheld.js';

/** Most offers of a response. */
const page = 50;
/** Sorts after every text with the same beginning. */
const last = '\u{10ffff}';

export interface Wanted {
  readonly key: string;
  /** True selects the offer with this key; false also those whose key begins with it, or of this article number. */
  readonly isExact: boolean;
  readonly after?: string | undefined;
}

/** Returns offers of a shop in the order of their keys, including those that are not sold. */
export async function ownOffers(
  { db, offers, brands }: Generation,
  shopId: number,
  { key, isExact, after }: Wanted,
): Promise<z.input<typeof merchantOffers>> {
  const keys = offers.db
    .selectFrom('offer_key')
    .select(['id', 'key', 'product_id'])
    .where('shop_id', '=', shopId)
    .where('product_id', '!=', 0);
  const named = isExact ? keys.where('key', '=', key) : keys.where('key', '>=', key).where('key', '<', `${key}${last}`);
  const found = await (after === undefined ? named : named.where('key', '>', after))
    .orderBy('key')
    .limit(page + 1)
    .execute();
  if (found.length === 0 && !isExact && after === undefined) found.push(...(await byNumber()));
  const shown = found.slice(0, page);
  const products = shown.map(({ product_id: id }) => id);
  const rows = await offers.db.selectFrom('offer').selectAll().where('product_id', 'in', products).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const articles = await db
    .selectFrom('product')
    .select(['id', 'brand_id', 'article_number'])
    .where('id', 'in', products)
    .execute();
  const articleOf = new Map(articles.map((row) => [row.id, row]));
  return {
    offers: shown.flatMap(({ id }) => {
      const row = byId.get(id);
      if (!row) return [];
      const article = articleOf.get(row.product_id);
      return [wireOf(row, brands.get(article?.brand_id ?? 0)?.name ?? null, article?.article_number ?? null)];
    }),
    next: found.length > page ? (shown.at(-1)?.key ?? null) : null,
  };

  /** Finds offers of articles with that manufacturer's number. */
  async function byNumber() {
    const number = normaliseNumber(key);
    if (number === '') return [];
    const same = await db
      .selectFrom('product')
      .select('id')
      .where('brand_id', 'in', db.selectFrom('brand').select('id'))
      .where('norm_number', '=', number)
      .limit(page)
      .execute();
    const ids = same.map(({ id }) => id);
    return offers.db
      .selectFrom('offer')
      .select(['id', 'key', 'product_id'])
      .where('product_id', 'in', ids)
      .where('shop_id', '=', shopId)
      .orderBy('key')
      .limit(page)
      .execute();
  }
}

const wireOf = (row: OfferRow, brand: string | null, number: string | null) => ({
  key: row.key,
  brand,
  number,
  price: row.price / 100,
  stock: statedStock(row.stock),
  condition: row.condition,
  handling: statedHandling(row.handling_min, row.handling_max),
  surcharge: row.surcharge / 100,
  deposit: row.refund / 100,
  lowest30: row.lowest30 === null ? null : row.lowest30 / 100,
  withheld: Object.entries(withheldBits)
    .filter(([, bit]) => (row.withheld & bit) !== 0)
    .map(([reason]) => reason),
});
