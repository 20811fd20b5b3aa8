import type { CodeColumn } from '../catalogue-file/leaf-format.js';
import type { Leaf } from './leaf.js';

/** Filters that everybody looks for under their own names, however they split the products. */
const named = new Set(['brand', 'place', 'category', 'condition', 'approval', 'delivery_country']);

/** Whether two columns put the same products together: each value of one goes with one value of the other. */
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
 * Keys of filters that split the products of a listing exactly as one that stays: choosing by either is the same
 * choice.
 *
 * @param isWithin 1 per product that belongs to the listing at all; null = all
 * @param kept keys that stay in any case: those that decide, and what is chosen
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
