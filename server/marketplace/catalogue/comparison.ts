import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { bestOffers } from '../prices/quote.js';
import { optionalModel } from '../vehicles/context.js';
import { modelVehicle } from '../vehicles/vehicle-wire.js';
import { defaultPieces, packSizeOf, packsFor } from './amount.js';
import { productList, readProducts } from './product-list.js';

/**
 * Returns products in the order of their ids, priced for the pieces that the job needs on the car (D74). Ignores an
 * unknown car (D48).
 */
export async function compareProducts(
  generation: Generation,
  { ids, modelId, locale, country }: Request<'comparison'>,
  dependsOn: DependsOn,
): Promise<Wire<'comparison'>> {
  const rows = await readProducts(generation, [...new Set(ids.split(',').map(Number))]);
  const known = idsOf(rows);
  const language = languageOf(locale);
  const model = optionalModel(generation, modelId);
  const categoryOf = (row: ProductTable): Category => generation.categories.all.get(row.category_id) as Category;
  const piecesOf = (row: ProductTable): number => defaultPieces(categoryOf(row), model);
  const packs = new Map(rows.map((row) => [row.id, packsFor(piecesOf(row), packSizeOf(row))]));
  // A car can need other quantities than those of the stored best offers.
  dependsOn('product', known);
  const best = await bestOffers(generation, known, country, (id) => packs.get(id) ?? 1);
  const products = await productList(generation, rows, { language, country, model }, dependsOn, best);
  const [first] = rows;
  return {
    products: products.map((product, at) => ({ ...product, usualPieces: piecesOf(rows[at] as ProductTable) })),
    category: first ? generation.categories.wire(categoryOf(first), language) : null,
    vehicle: model && modelVehicle(generation.vehicles, model, locale),
  };
}
