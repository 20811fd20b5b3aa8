import { type CodeColumn, decodeColumn, decodeIds } from '../catalogue-file/leaf-format.js';
import type { Generation } from '../generation/generation.js';
import { type Amount, emptyPrices, type PriceColumns, pricesOf, reachKey, reachOf } from './offer-columns.js';

/** A leaf's products as columns, most popular first; money and days are for the country that was asked for. */
export interface Leaf {
  readonly ids: Float64Array;
  /** In the order in which they are offered as filters. */
  readonly columns: ReadonlyMap<string, CodeColumn>;
  readonly prices: PriceColumns;
  /** What prices are for. */
  readonly amount: Amount;
  /** Of delivery. */
  readonly country: string;
}

/** Delivery country of a list. */
export interface LeafQuery {
  country: string;
  /** Takes the place of `country` where somebody ships there. */
  filtered: string | undefined;
}

function deliveryOf(reach: CodeColumn | undefined, { country, filtered }: LeafQuery): string {
  const isReached = reach?.values.some(([set]) => set.split(',').includes(filtered ?? ''));
  return filtered !== undefined && isReached ? filtered : country;
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
  return withOffers(generation, { ids: decodeIds(ids.data), columns }, query, 'usual');
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
export async function withOffers(
  generation: Pick<Generation, 'offers' | 'usualPacks'>,
  { ids, columns }: { ids: Float64Array; columns: Iterable<readonly [key: string, column: CodeColumn]> },
  query: LeafQuery,
  amount: Amount,
): Promise<Leaf> {
  const reach = reachOf(generation.offers, ids);
  const country = deliveryOf(reach, query);
  const all = new Map(columns);
  if (reach) all.set(reachKey, reach);
  return { ids, columns: all, prices: await pricesOf(generation, ids, country, amount), amount, country };
}

export const emptyLeaf = (country: string): Leaf => ({
  ids: new Float64Array(0),
  columns: new Map(),
  prices: emptyPrices(0),
  amount: 'pack',
  country,
});
