import { sql } from 'kysely';
import type { Generation } from '../generation/generation.js';
import type { VehicleContext } from '../vehicles/context.js';
import { fittingOf } from './fitting.js';

type Counts = ReadonlyMap<number, number>;
interface CountRow {
  category_id: number;
  count: number;
}

/** Identifies the vehicle of a context; empty without a vehicle. */
export function contextKey(context: VehicleContext): string {
  const fitting = fittingOf(context);
  return fitting ? `${context.type}-${fitting[2]}` : '';
}

/** Counts the fitting products of each leaf. Each table is sorted by vehicle. */
async function leafCounts({ db }: Generation, context: VehicleContext): Promise<readonly CountRow[]> {
  const fitting = fittingOf(context);
  if (!fitting) return [];
  const [table, column, [id]] = fitting;
  const { rows } = await sql<CountRow>`select category_id, count(*) as count from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} group by category_id`.execute(db);
  return rows;
}

/**
 * Counts the products of each category for a vehicle; parents are the sum of their leaves. Universal leaves count in
 * full for every car. Categories without products are missing.
 */
export async function resultCounts(generation: Generation, context: VehicleContext): Promise<Counts> {
  const key = contextKey(context);
  const known = generation.counts.get(key);
  if (known) return known;
  const fitting = new Map((await leafCounts(generation, context)).map((row) => [row.category_id, row.count]));
  const counts = new Map<number, number>();
  for (const leaf of generation.categories.leaves) {
    const isWhole = context.type === null || leaf.is_universal === 1;
    const count = isWhole ? leaf.product_count : (fitting.get(leaf.id) ?? 0);
    if (count === 0) continue;
    for (let entry: typeof leaf | null = leaf; entry; entry = entry.parent) {
      counts.set(entry.id, (counts.get(entry.id) ?? 0) + count);
    }
  }
  generation.counts.set(key, counts);
  return counts;
}
