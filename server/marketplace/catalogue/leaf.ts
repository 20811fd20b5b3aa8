import { isPrecomputed } from '../offers/quote.js';
import type { Generation } from '../store/generation.js';
import { type CodeColumn, decodeColumn, decodeIds } from '../store/leaf-format.js';
import { emptyPrices, type PriceColumns, pricesOf, reachKey, reachOf } from './offer-columns.js';

/** A leaf's products as columns, most popular first; money and days are for the country that was asked for. */
export interface Leaf {
  readonly ids: Float64Array;
  /** In the order in which they are offered as filters. */
  readonly columns: ReadonlyMap<string, CodeColumn>;
  readonly prices: PriceColumns;
  /** Of delivery. */
  readonly country: string;
  /** False where `prices` are not those to the door of `country` (D62). */
  readonly isToDoor: boolean;
}

/** Delivery country of a list, and where prices are read that are not kept for it. */
export interface LeafQuery {
  country: string;
  /** Takes the place of `country` where somebody ships there. */
  filtered: string | undefined;
  /** Country whose prices are read where there are none for the one of delivery; empty = those of the goods (D62). */
  otherwise: string;
}

/** The country that a list is delivered to, whether prices to its door are kept, and for which country they are read. */
function deliveryOf(
  reach: CodeColumn | undefined,
  { country: usual, filtered, otherwise }: LeafQuery,
): { country: string; isToDoor: boolean; priced: string } {
  const isReached = reach?.values.some(([set]) => set.split(',').includes(filtered ?? ''));
  const country = filtered !== undefined && isReached ? filtered : usual;
  const isToDoor = isPrecomputed(country);
  return { country, isToDoor, priced: isToDoor ? country : otherwise };
}

/** Reads a leaf; one without products is empty. */
export async function readLeaf(generation: Generation, categoryId: number, query: LeafQuery): Promise<Leaf> {
  const rows = await generation.db
    .selectFrom('leaf_column')
    .select(['key', 'data'])
    .where('category_id', '=', categoryId)
    .orderBy('position')
    .execute();
  const ids = rows.find(({ key }) => key === 'id');
  if (!ids) return emptyLeaf(query.country);
  const columns = rows.filter((row) => row !== ids).map(({ key, data }) => [key, decodeColumn(data)] as const);
  return withOffers(generation, { ids: decodeIds(ids.data), columns }, query);
}

/** The products of a leaf, most popular first. */
export async function readLeafIds({ db }: Generation, categoryId: number): Promise<Float64Array> {
  const row = await db
    .selectFrom('leaf_column')
    .select('data')
    .where('category_id', '=', categoryId)
    .where('key', '=', 'id')
    .executeTakeFirst();
  return row ? decodeIds(row.data) : new Float64Array(0);
}

/** Products together with their best offers of now. */
export function withOffers(
  { offers }: Pick<Generation, 'offers'>,
  { ids, columns }: { ids: Float64Array; columns: Iterable<readonly [key: string, column: CodeColumn]> },
  query: LeafQuery,
): Leaf {
  const reach = reachOf(offers, ids);
  const { country, isToDoor, priced } = deliveryOf(reach, query);
  const all = new Map(columns);
  if (reach) all.set(reachKey, reach);
  return { ids, columns: all, prices: pricesOf(offers, ids, priced), country, isToDoor };
}

/** A list of nothing. */
export const emptyLeaf = (country: string): Leaf => ({
  ids: new Float64Array(0),
  columns: new Map(),
  prices: emptyPrices(0),
  country,
  isToDoor: true,
});
