import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { lowestPrices } from '../prices/quote.js';
import { optionalModel } from '../vehicles/context.js';
import { modelVehicle } from '../vehicles/vehicle-wire.js';
import { packSizeOf, packsFor, usualPieces } from './amount.js';
import { fitsOf } from './fit.js';
import { readProducts } from './product-list.js';
import { productWire } from './product-wire.js';
import { showsCategories } from './shown-categories.js';

/**
 * Products in the order of their ids, each for the pieces that the job needs on the car asked about (D74). An unknown
 * car is ignored (D48).
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
  const piecesOf = (row: ProductTable): number => usualPieces(categoryOf(row), model);
  const packs = new Map(rows.map((row) => [row.id, packsFor(piecesOf(row), packSizeOf(row))]));
  // A number for this car may be another than the one that best offers are kept for.
  dependsOn('product', known);
  showsCategories(
    dependsOn,
    rows.map((row) => row.category_id),
  );
  const lowest = await lowestPrices(generation, known, country, (id) => packs.get(id) ?? 1);
  const verdictOf = await fitsOf(generation, rows, model, language);
  const [first] = rows;
  return {
    products: rows.map((row) => ({
      ...productWire(generation, row, lowest.get(row.id) ?? null, verdictOf(row), language),
      usualPieces: piecesOf(row),
    })),
    category: first ? generation.categories.wire(categoryOf(first), language) : null,
    vehicle: model && modelVehicle(generation.vehicles, model, locale),
  };
}
