import type { CodeColumn } from '../catalogue-file/leaf-format.js';
import type { Leaf } from './leaf.js';

/** Filters that readers look for by name, even if another filter splits the products the same way. */
const named = new Set(['brand', 'place', 'category', 'condition', 'approval', 'delivery_country']);

/** Returns whether two columns split the products the same way. */
function isAlike(rows: readonly number[], a: CodeColumn, b: CodeColumn): boolean {
  const there = new Map<number, number>();
  const back = new Map<number, number>();
  for (const row of rows) {
    const [one, other] = [a.codes[row] as number, b.codes[row] as number];
    if ((there.get(one) ?? other) !== other || (back.get(other) ?? one) !== one) return false;
    there.set(one, other);
    back.set(other, one);
  }
  return true;
}

/**
 * Returns the filters that split a listing exactly as another one does: both offer the same choice.
 * @param isWithin 1 per product of the listing; null = all
 * @param kept filters that must stay: deciding ones and chosen ones
 */
export function alikeFacets(
  leaf: Pick<Leaf, 'ids' | 'columns'>,
  isWithin: Uint8Array | null,
  kept: ReadonlySet<string>,
): ReadonlySet<string> {
  const rows = Array.from(leaf.ids.keys()).filter((row) => !isWithin || isWithin[row] === 1);
  const left: CodeColumn[] = [];
  const dropped = new Set<string>();
  const columns = [...leaf.columns].filter(([key]) => !named.has(key));
  for (const [key, column] of columns) if (kept.has(key)) left.push(column);
  for (const [key, column] of columns) {
    if (kept.has(key)) continue;
    if (left.some((other) => isAlike(rows, column, other))) dropped.add(key);
    else left.push(column);
  }
  return dropped;
}
