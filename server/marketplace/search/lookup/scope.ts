import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '../../../contract/locales.js';
import { type Fitting, fittingOf, fittingProducts } from '../../catalogue/fitting.js';
import type { Generation } from '../../generation/generation.js';
import type { VehicleContext } from '../../vehicles/context.js';

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

/** What fits a car of the scope; null for every car. */
export function fittingTable({ context, pages, models }: Scope): Fitting | null {
  if (context.type !== 3 && models.length > 0) return ['fitment', 'model_number', models];
  if (context.type !== 3 && pages.length > 0) return ['fitment_series_page', 'series_page_id', pages];
  return fittingOf(context);
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
export const fittingIn = (
  generation: Generation,
  leaves: readonly number[],
  scope: Scope,
): Promise<ReadonlySet<number> | null> => fittingProducts(generation, leaves, fittingTable(scope));

/** A search: its words, the visitor's car and edition, and how many hits it needs. */
export interface SearchQuery {
  term: string;
  context: VehicleContext;
  locale: Locale;
  mostProducts: number;
  mostUniversal: number;
  /** All products of the categories that are meant are wanted, to be filtered, ordered and paged through. */
  isWhole?: boolean;
  /** Mistakes are left as they are. */
  isAsTyped?: boolean;
}
