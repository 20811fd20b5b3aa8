import { sql } from 'kysely';
import type { Generation } from '../store/generation.js';
import type { VehicleContext } from './context.js';

type Counts = ReadonlyMap<number, number>;
interface CountRow {
  category_id: number;
  count: number;
}

function contextKey(context: VehicleContext): string {
  if (context.type === 1) return `1-${context.manufacturer.id}`;
  if (context.type === 2) return `2-${context.page.id}`;
  if (context.type === 3) return `3-${context.model.number}`;
  return '';
}

/** Number of products per leaf that fit the vehicle; each table lies in the order of its vehicle's rows. */
async function leafCounts({ db }: Generation, context: VehicleContext): Promise<CountRow[]> {
  const count = sql<number>`count(*)`.as('count');
  if (context.type === 1)
    return db
      .selectFrom('fitment_manufacturer')
      .select(['category_id', count])
      .where('manufacturer_id', '=', context.manufacturer.id)
      .groupBy('category_id')
      .execute();
  if (context.type === 2)
    return db
      .selectFrom('fitment_series_page')
      .select(['category_id', count])
      .where('series_page_id', '=', context.page.id)
      .groupBy('category_id')
      .execute();
  if (context.type === 3)
    return db
      .selectFrom('fitment')
      .select(['category_id', count])
      .where('model_number', '=', context.model.number)
      .groupBy('category_id')
      .execute();
  return [];
}

/**
 * How many products each category has for a vehicle, parents as the sum of their leaves. Universal leaves count for
 * every car, so they count whole in each context. Categories without products are missing.
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
