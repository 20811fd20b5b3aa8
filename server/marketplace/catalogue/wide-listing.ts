import { sql } from 'kysely';
import { decodeIds } from '../catalogue-file/leaf-format.js';
import { idList } from '../files/node-sqlite.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import { fittingOf, fittingProducts } from './fitting.js';
import type { Hit } from './hit-columns.js';
import { sortedBy } from './product-order.js';
import type { Selection } from './selection.js';

/**
 * Returns the products of several leaves, most popular first. A group lists universal goods for every vehicle; a
 * brand's list for a vehicle omits them.
 */
export async function wideHits(generation: Generation, { context, category, brandId }: Selection): Promise<Hit[]> {
  const leaves = (category ?? generation.categories).leaves.filter(
    (leaf) => category !== null || context.type === null || leaf.is_universal === 0,
  );
  const bound = leaves.filter((leaf) => leaf.is_universal === 0).map(({ id }) => id);
  const fits = await fittingProducts(generation, bound, fittingOf(context));
  return hitsOf(generation, leaves, fits, brandId === null ? null : await productsOf(generation, brandId));
}

/**
 * Returns the products of leaves, most popular first.
 * @param fits products that fit the vehicle; universal goods are listed for every vehicle
 * @param isOfBrand products of the brand
 */
export async function hitsOf(
  generation: Generation,
  leaves: readonly Category[],
  fits: ReadonlySet<number> | null,
  isOfBrand: ReadonlySet<number> | null = null,
): Promise<Hit[]> {
  const leafOf = new Uint32Array(generation.popularity.length);
  const ids: number[] = [];
  for (const { leaf, products } of await readIds(generation, leaves)) {
    const isBound = fits !== null && leaf.is_universal === 0;
    for (const id of products) {
      if ((isBound && !fits.has(id)) || (isOfBrand && !isOfBrand.has(id))) continue;
      ids.push(id);
      leafOf[id] = leaf.id;
    }
  }
  const found = Uint32Array.from(ids);
  const rarity = found.map((id) => 0xffff_ffff - (generation.popularity[id] as number));
  return Array.from(sortedBy(rarity, found), (id) => ({ id, category_id: leafOf[id] as number }));
}

async function productsOf({ db }: Generation, brandId: number): Promise<ReadonlySet<number>> {
  // Reading one JSON text is faster than reading many rows.
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(id) as ids from product where brand_id = ${brandId}`.execute(db);
  return new Set(JSON.parse(rows[0]?.ids ?? '[]') as number[]);
}

async function readIds(
  { db }: Generation,
  leaves: readonly Category[],
): Promise<{ leaf: Category; products: Float64Array }[]> {
  const byId = new Map(leaves.map((leaf) => [leaf.id, leaf]));
  const rows = await db
    .selectFrom('leaf_column')
    .select(['category_id', 'data'])
    .where('category_id', 'in', idList([...byId.keys()]))
    .where('key', '=', 'id')
    .execute();
  return rows.flatMap(({ category_id, data }) => {
    const leaf = byId.get(category_id);
    return leaf ? [{ leaf, products: decodeIds(data) }] : [];
  });
}
