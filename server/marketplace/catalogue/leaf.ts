import { type CodeColumn, decodeColumn, decodeIds } from '../catalogue-file/leaf-format.js';
import type { Generation } from '../generation/generation.js';
import { type Amount, emptyPrices, type PriceColumns, pricesOf, reachKey, reachOf } from './offer-columns.js';

/** A leaf's products as columns, most popular first; money and days are for one country. */
export interface Leaf {
  readonly ids: Float64Array;
  /** Columns of attributes in the order of the filters on the page. */
  readonly columns: ReadonlyMap<string, CodeColumn>;
  readonly prices: PriceColumns;
  readonly amount: Amount;
  /** The country of delivery. */
  readonly country: string;
}

export interface LeafQuery {
  country: string;
  /** Replaces `country` if any product ships there. */
  filtered: string | undefined;
}

function deliveryOf(reach: CodeColumn | undefined, { country, filtered }: LeafQuery): string {
  const isReached = reach?.values.some(([set]) => set.split(',').includes(filtered ?? ''));
  return filtered !== undefined && isReached ? filtered : country;
}

export async function readLeaf(generation: Generation, categoryId: number, query: LeafQuery): Promise<Leaf> {
  const read = await readColumns(generation, categoryId, null);
  return read.ids.length > 0 ? withOffers(generation, read, query, 'usual') : emptyLeaf(query.country);
}

/** Reads the products of a leaf, most popular first, and some of its columns. @param keys null = all columns */
export async function readColumns(
  { db }: Generation,
  categoryId: number,
  keys: readonly string[] | null,
): Promise<{ ids: Float64Array; columns: [key: string, column: CodeColumn][] }> {
  const rows = await db
    .selectFrom('leaf_column')
    .select(['key', 'data'])
    .where('category_id', '=', categoryId)
    .$if(keys !== null, (query) => query.where('key', 'in', ['id', ...(keys ?? [])]))
    .orderBy('position')
    .execute();
  const ids = rows.find(({ key }) => key === 'id');
  return {
    ids: ids ? decodeIds(ids.data) : new Float64Array(0),
    columns: rows.filter((row) => row !== ids).map(({ key, data }) => [key, decodeColumn(data)]),
  };
}

/** Adds the current best offers to products. */
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
