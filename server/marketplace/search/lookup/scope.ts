import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '../../../contract/locales.js';
import { type Fitting, fittingOf, fittingProducts } from '../../catalogue/fitting.js';
import type { Generation } from '../../generation/generation.js';
import { modelsOf, type VehicleContext } from '../../vehicles/context.js';

/** The cars of a search: a context, or cars narrower than any context. */
export interface Scope {
  readonly context: VehicleContext;
  /** Possible series pages of a family; empty = as in the context. */
  readonly pages: readonly number[];
  /** Possible models of the context or the pages; empty = all. */
  readonly models: readonly number[];
}

export const scopeOf = (context: VehicleContext): Scope => ({ context, pages: [], models: [] });

/** Returns the numbers of the models that may be meant; empty = any. */
export const modelsIn = ({ context, models }: Scope): readonly number[] =>
  context.type === 3 ? modelsOf(context) : models;

/** Returns the fitment of the scope; null = every car. */
export function fittingTable({ context, pages, models }: Scope): Fitting | null {
  if (context.type !== 3 && models.length > 0) return ['fitment', 'model_number', models];
  if (context.type !== 3 && pages.length > 0) return ['fitment_series_page', 'series_page_id', pages];
  return fittingOf(context);
}

/** Returns the fit as a condition on `product`. */
export function fits(scope: Scope): RawBuilder<unknown> {
  const fitting = fittingTable(scope);
  if (!fitting) return sql`true`;
  const [table, column, ids] = fitting;
  return sql`exists (select 1 from ${sql.table(table)} fitting
    where ${sql.ref(`fitting.${column}`)} in (select value from json_each(${JSON.stringify(ids)}))
    and fitting.category_id = product.category_id and fitting.product_id = product.id)`;
}

/** Returns the products of leaves that fit; null = all. */
export const fittingIn = (
  generation: Generation,
  leaves: readonly number[],
  scope: Scope,
): Promise<ReadonlySet<number> | null> => fittingProducts(generation, leaves, fittingTable(scope));

/** The words of a search, the visitor's car and edition, and the wanted number of hits. */
export interface SearchQuery {
  term: string;
  context: VehicleContext;
  locale: Locale;
  mostProducts: number;
  mostUniversal: number;
  /** Returns all products of the wanted categories, to be filtered, sorted and paged. */
  isWhole?: boolean;
  /** Disables the correction of spelling. */
  isAsTyped?: boolean;
}
