import { type RawBuilder, sql } from 'kysely';
import type { VehicleContext } from '../catalogue/context.js';
import type { Generation } from '../store/generation.js';
import { idList } from '../store/node-sqlite.js';

/** Cars that parts are sought for: those of a context, or narrower than any that has a page of its own. */
export interface Scope {
  readonly context: VehicleContext;
  /** Series pages of a family, any of which may be meant; empty = as the context says. */
  readonly pages: readonly number[];
  /** Models of the context or the pages that may be meant; empty = all. */
  readonly models: readonly number[];
}

/** Cars of a context and no narrower. */
export const scopeOf = (context: VehicleContext): Scope => ({ context, pages: [], models: [] });

/** The table that says what fits, its column, and ids of which one must be in it; null for every car. */
export function fittingTable({
  context,
  pages,
  models,
}: Scope): [table: string, column: string, ids: readonly number[]] | null {
  if (context.type === 3) return ['fitment', 'model_number', [context.model.number]];
  if (models.length > 0) return ['fitment', 'model_number', models];
  if (pages.length > 0) return ['fitment_series_page', 'series_page_id', pages];
  if (context.type === 2) return ['fitment_series_page', 'series_page_id', [context.page.id]];
  return context.type === 1 ? ['fitment_manufacturer', 'manufacturer_id', [context.manufacturer.id]] : null;
}

/** As a condition on `product`. */
export function fits(scope: Scope): RawBuilder<unknown> {
  const fitting = fittingTable(scope);
  if (!fitting) return sql`true`;
  const [table, column, ids] = fitting;
  return sql`exists (select 1 from ${sql.table(table)} fitting
    where ${sql.ref(`fitting.${column}`)} in (select value from json_each(${JSON.stringify(ids)}))
    and fitting.category_id = product.category_id and fitting.product_id = product.id)`;
}

/** Products of leaves that fit; null where all do. */
export async function fittingIn(
  { db }: Generation,
  leaves: readonly number[],
  scope: Scope,
): Promise<ReadonlySet<number> | null> {
  const fitting = fittingTable(scope);
  if (!fitting) return null;
  const [table, column, ids] = fitting;
  // One text instead of thousands of rows: rows are what costs.
  const { rows } = await sql<{ ids: string }>`select json_group_array(product_id) as ids from ${sql.table(table)}
    where ${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)})) and category_id in ${idList(leaves)}`.execute(
    db,
  );
  return new Set(JSON.parse(rows[0]?.ids ?? '[]') as number[]);
}
