import { type CodeColumn, decodeColumn, decodeIds } from '../catalogue-file/leaf-format.js';
import type { Generation } from '../generation/generation.js';
import type { ChosenFilters } from './filters.js';
import { emptyLeaf, type Leaf, type LeafQuery, withOffers } from './leaf.js';

/** A product of a list that several leaves are in: of a group of categories, of a brand, or found by a search. */
export interface Hit {
  readonly id: number;
  readonly category_id: number;
}

/** The column that tells which leaf a hit is in. */
const categoryKey = 'category';

/** The leaf categories that a list is restricted to. */
export interface GatheredHits {
  /** Leaves; empty = all that have hits. */
  readonly within: ReadonlySet<number>;
  readonly chosen: ChosenFilters;
}

/**
 * Collects hits from the columns of their leaf categories, so that they can be filtered like a leaf. Offered are
 * the filters that all of these leaves have, and the chosen ones; products of leaves without a chosen filter are
 * excluded by it.
 */
export async function collectHits(
  generation: Generation,
  hits: readonly Hit[],
  narrowed: GatheredHits,
  query: LeafQuery,
): Promise<Leaf> {
  if (hits.length === 0) return emptyLeaf(query.country);
  const byLeaf = Map.groupBy(hits.keys(), (index) => (hits[index] as Hit).category_id);
  const keys = await offeredKeys(generation, [...byLeaf.keys()], narrowed);
  const columns = new Map(keys.map((key) => [key, new ColumnMerger(hits.length)]));
  const category = new ColumnMerger(hits.length);
  for (const [categoryId, indexes] of byLeaf) {
    const read = await readColumns(generation, categoryId, keys);
    const places = placesOf(read.ids, indexes, hits);
    category.take({ values: [[String(categoryId), null]], codes: new Uint8Array(indexes.length).fill(1) }, indexes);
    for (const [key, column] of read.columns) columns.get(key)?.take(column, indexes, places);
  }
  const ids = Float64Array.from(hits, ({ id }) => id);
  return withOffers(generation, { ids, columns: [[categoryKey, category], ...columns] }, query, 'pack');
}

/**
 * Columns that all of the leaves have, in the order of the first. After them what is chosen and any leaf with hits has,
 * so that a choice narrows and can be undone whatever it stands beside.
 */
async function offeredKeys(
  { db }: Generation,
  categoryIds: readonly number[],
  { within, chosen }: GatheredHits,
): Promise<string[]> {
  const rows = await db
    .selectFrom('leaf_column')
    .select(['category_id', 'key'])
    .where('category_id', 'in', categoryIds)
    .where('key', '!=', 'id')
    .orderBy('category_id')
    .orderBy('position')
    .execute();
  const narrowed = categoryIds.filter((id) => within.has(id));
  const terms = new Set(narrowed.length > 0 ? narrowed : categoryIds);
  const leavesOf = Map.groupBy(
    rows.filter((row) => terms.has(row.category_id)),
    ({ key }) => key,
  );
  const common = [...leavesOf].filter(([, leaves]) => leaves.length === terms.size);
  const kept = rows.filter(({ key }) => chosen.has(key));
  return [...new Set([...common.map(([key]) => key), ...kept.map(({ key }) => key)])];
}

/** Some columns of a leaf, and its products, popular first. @throws Error where it has none */
export async function readColumns(
  { db }: Generation,
  categoryId: number,
  keys: readonly string[],
): Promise<{ ids: Float64Array; columns: [key: string, column: CodeColumn][] }> {
  const rows = await db
    .selectFrom('leaf_column')
    .select(['key', 'data'])
    .where('category_id', '=', categoryId)
    .where('key', 'in', ['id', ...keys])
    .execute();
  const ids = rows.find(({ key }) => key === 'id');
  if (!ids) throw new Error(`leaf ${categoryId} has hits and no products`);
  return {
    ids: decodeIds(ids.data),
    columns: rows.filter((row) => row !== ids).map(({ key, data }) => [key, decodeColumn(data)]),
  };
}

function placesOf(ids: Float64Array, indexes: readonly number[], hits: readonly Hit[]): number[] {
  const wanted = new Map(indexes.map((index, at) => [(hits[index] as Hit).id, at]));
  const places: number[] = [];
  for (let place = 0, left = wanted.size; left > 0 && place < ids.length; place++) {
    const at = wanted.get(ids[place] as number);
    if (at === undefined) continue;
    places[at] = place;
    left--;
  }
  return places;
}

/** One column for the hits of several leaves, each of which counts its values in its own way. */
class ColumnMerger implements CodeColumn {
  readonly values: [value: string, unit: string | null][] = [];
  readonly codes: Uint32Array;
  readonly #known = new Map<string, number>();

  constructor(count: number) {
    this.codes = new Uint32Array(count);
  }

  /** @param places of the hits in the column; left out where it has one entry per hit */
  take({ values, codes }: CodeColumn, hits: readonly number[], places?: readonly number[]): void {
    const own = [0, ...values.map(([value, unit]) => this.#code(value, unit))];
    for (const [at, hit] of hits.entries()) this.codes[hit] = own[codes[places?.[at] ?? at] as number] as number;
  }

  #code(value: string, unit: string | null): number {
    const key = `${unit}|${value}`;
    const code = this.#known.get(key) ?? this.values.push([value, unit]);
    this.#known.set(key, code);
    return code;
  }
}
