import { sql } from 'kysely';
import { idList } from '../files/node-sqlite.js';
import type { Generation } from '../generation/generation.js';
import type { VehicleContext } from '../vehicles/context.js';

/** A fitment table, its column of vehicles, and vehicles of which a part must fit one. */
export type Fitting = readonly [table: string, column: string, ids: readonly number[]];

/** Returns the fitment of a context; null without a vehicle. */
export function fittingOf(context: VehicleContext): Fitting | null {
  if (context.type === 1) return ['fitment_manufacturer', 'manufacturer_id', [context.manufacturer.id]];
  if (context.type === 2) return ['fitment_series_page', 'series_page_id', [context.page.id]];
  return context.type === 3 ? ['fitment', 'model_number', [context.model.number]] : null;
}

/** Returns the products of leaves that fit; null = all. */
export async function fittingProducts(
  { db }: Generation,
  leaves: readonly number[],
  fitting: Fitting | null,
): Promise<ReadonlySet<number> | null> {
  if (!fitting) return null;
  const [table, column, ids] = fitting;
  // Reading one JSON text is faster than reading thousands of rows.
  const { rows } = await sql<{ ids: string }>`select json_group_array(product_id) as ids from ${sql.table(table)}
    where ${sql.ref(column)} in ${idList(ids)} and category_id in ${idList(leaves)}`.execute(db);
  return new Set(JSON.parse(rows[0]?.ids ?? '[]') as number[]);
}
