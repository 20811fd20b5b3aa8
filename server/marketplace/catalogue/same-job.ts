import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import { storedAttributes } from './drawing-attributes.js';

/** These leaves have the same numbers and ids in every catalogue (D50, specification 2.7). */
export const lampLeaf = 452;
const oilLeaf = 463;
const oilFilterCategory = 243;

const most = 4;

/**
 * Returns the leaves whose parts the same job needs, best-selling first. Neighbours of the same kind are alternatives,
 * and universal neighbours are unrelated goods.
 */
export function leavesOfJob(all: ReadonlyMap<number, Category>, category: Category): Category[] {
  const leaves = [...all.values()].filter((each) => each.is_leaf && each !== category);
  const isNeeded = (leaf: Category): boolean => {
    if (category.leaf_number === oilLeaf) return leaf.id === oilFilterCategory;
    if (category.kind === 'tyre') return leaf.kind === 'valve' && leaf.is_universal === 1;
    return category.is_universal === 0 && leaf.parent === category.parent && leaf.kind !== category.kind;
  };
  return leaves.filter(isNeeded).sort((a, b) => b.popularity - a.popularity || a.id - b.id);
}

/** Returns other lamps of the leaf with the same socket, best-selling first. */
export async function sameSocket({ db }: Pick<Generation, 'db'>, row: ProductTable): Promise<ProductTable[]> {
  const socketOf = (product: Pick<ProductTable, 'attributes'>) =>
    storedAttributes(product).find(([key]) => key === 'socket')?.[1];
  const socket = socketOf(row);
  if (socket === undefined) return [];
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('category_id', '=', row.category_id)
    .where('attributes', 'like', `%${socket}%`)
    .where('id', '<>', row.id)
    .orderBy('popularity', 'desc')
    .limit(most * 4)
    .execute();
  return rows.filter((other) => socketOf(other) === socket).slice(0, most);
}
