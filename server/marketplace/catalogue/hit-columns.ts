import { type CodeColumn, ValueCodes } from '../catalogue-file/leaf-format.js';
import type { Generation } from '../generation/generation.js';
import type { ChosenFilters } from './filters.js';
import { emptyLeaf, type Leaf, type LeafQuery, readColumns, withOffers } from './leaf.js';

/** A product in a list of several leaves: of a group of categories, of a brand, or found by a search. */
export interface Hit {
  readonly id: number;
  readonly category_id: number;
}

const categoryKey = 'category';

export interface GatheredHits {
  /** Leaves that were chosen; empty = all leaves with hits. */
  readonly within: ReadonlySet<number>;
  readonly chosen: ChosenFilters;
}

/**
 * Merges the columns of hits from several leaves, so that they can be filtered like one leaf. It offers the filters
 * that all leaves have, and the chosen ones. A chosen filter excludes the products of leaves without it.
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
    category.add({ values: [[String(categoryId), null]], codes: new Uint8Array(indexes.length).fill(1) }, indexes);
    for (const [key, column] of read.columns) columns.get(key)?.add(column, indexes, places);
  }
  const ids = Float64Array.from(hits, ({ id }) => id);
  return withOffers(generation, { ids, columns: [[categoryKey, category], ...columns] }, query, 'pack');
}

/**
 * Returns the columns that all leaves have, in the order of the first, then chosen ones of any leaf. So a choice always
 * narrows the list and can be undone.
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

/** Merges the codes of several leaves into one column. */
class ColumnMerger implements CodeColumn {
  readonly #values = new ValueCodes();
  readonly values = this.#values.all;
  readonly codes: Uint32Array;

  constructor(count: number) {
    this.codes = new Uint32Array(count);
  }

  /** @param places of the hits in the column; omitted = one entry per hit */
  add({ values, codes }: CodeColumn, hits: readonly number[], places?: readonly number[]): void {
    const own = [0, ...values.map(([value, unit]) => this.#values.codeOf(value, unit))];
    for (const [at, hit] of hits.entries()) this.codes[hit] = own[codes[places?.[at] ?? at] as number] as number;
  }
}
