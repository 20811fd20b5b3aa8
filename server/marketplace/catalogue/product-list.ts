import type { Language } from '../../contract/languages.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import { type DependsOn, showsCategories } from '../http/handler.js';
import { type BestQuoted, bestOffers, onePack } from '../prices/quote.js';
import { optionalModel } from '../vehicles/context.js';
import { fitsOf } from './fit.js';
import { type ProductWire, productWire } from './product-wire.js';

/** The readers of product data. */
export interface Audience {
  language: Language;
  country: string;
  /** Model for the verdicts; null for a list without verdicts. */
  model: Model | null;
}

/** Reads products in the order of the ids, without unknown ids. */
export async function readProducts(generation: Generation, ids: readonly number[]): Promise<ProductTable[]> {
  if (ids.length === 0) return [];
  const rows = await generation.db.selectFrom('product').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Describes products, with a few reads for all of them.
 * @param best prices; omitted = the best offers of one pack (D74)
 */
export async function productList(
  generation: Generation,
  rows: readonly ProductTable[],
  { language, country, model }: Audience,
  dependsOn: DependsOn,
  best?: ReadonlyMap<number, BestQuoted>,
): Promise<ProductWire[]> {
  const ids = rows.map((row) => row.id);
  const categoryIds = rows.map((row) => row.category_id);
  showsCategories(dependsOn, categoryIds);
  const prices = best ?? (await bestOffers(generation, ids, country, onePack));
  const verdictOf = await fitsOf(generation, rows, model, language);
  return rows.map((row) => productWire(generation, row, prices.get(row.id) ?? null, verdictOf(row), language));
}

/**
 * Judges products for one model, in the order of their ids, without unknown ids (D73).
 * @throws ProblemError `not_found` for an unknown model
 */
export async function judgeFits(generation: Generation, request: Request<'fits'>): Promise<Wire<'fits'>> {
  const model = optionalModel(generation, request.modelId);
  if (!model) throw new ProblemError('not_found', 'unknown model');
  const products = await readProducts(generation, request.ids.split(',').map(Number));
  const verdictOf = await fitsOf(generation, products, model, languageOf(request.locale));
  return products.map((product) => ({ id: String(product.id), fit: verdictOf(product) }));
}
