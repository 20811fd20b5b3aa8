import { isPrecomputed } from '../offers/quote.js';
import type { Generation } from '../store/generation.js';
import {
  type CodeColumn,
  decodeColumn,
  decodeIds,
  decodePrices,
  emptyPrices,
  type PriceColumns,
} from '../store/leaf-format.js';

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

/**
 * Reads a leaf; one without products is empty.
 * @param country of delivery; `filtered` takes its place where somebody ships there, and where there are no prices for
 *   it, those kept for `otherwise` are read
 */
export async function readLeaf(
  { db }: Generation,
  categoryId: number,
  { country: usual, filtered, otherwise }: { country: string; filtered: string | undefined; otherwise: string },
): Promise<Leaf> {
  const rows = await db
    .selectFrom('leaf_column')
    .select(['key', 'data'])
    .where('category_id', '=', categoryId)
    .orderBy('position')
    .execute();
  const ids = rows.find(({ key }) => key === 'id');
  if (!ids)
    return { ids: new Float64Array(0), columns: new Map(), prices: emptyPrices(0), country: usual, isToDoor: true };
  const columns = new Map(rows.filter((row) => row !== ids).map(({ key, data }) => [key, decodeColumn(data)]));
  const reached = columns.get('delivery_country')?.values.some(([set]) => set.split(',').includes(filtered ?? ''));
  const country = filtered !== undefined && reached ? filtered : usual;
  const isToDoor = isPrecomputed(country);
  const price = await db
    .selectFrom('leaf_price')
    .select('data')
    .where('category_id', '=', categoryId)
    .where('country', '=', isToDoor ? country : otherwise)
    .executeTakeFirstOrThrow();
  return {
    ids: decodeIds(ids.data),
    columns,
    prices: decodePrices(price.data),
    country,
    isToDoor,
  };
}

/** Best offers of a leaf's products to every country that they are kept for. */
export async function readPricesByCountry({ db }: Generation, categoryId: number): Promise<Map<string, PriceColumns>> {
  const rows = await db
    .selectFrom('leaf_price')
    .select(['country', 'data'])
    .where('category_id', '=', categoryId)
    .execute();
  return new Map(
    rows.filter(({ country }) => isPrecomputed(country)).map((row) => [row.country, decodePrices(row.data)]),
  );
}
