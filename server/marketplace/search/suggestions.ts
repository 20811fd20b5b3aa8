import type { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { productSuggestion } from '../../contract/search.js';
import { readProducts } from '../catalogue/product-list.js';
import { productImages, productTitle } from '../catalogue/product-wire.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import { type DependsOn, showsCategories } from '../http/handler.js';
import { contextVehicle, modelContext, type VehicleContext } from '../vehicles/context.js';
import { categoriesIn, search } from './find.js';
import { reportReading } from './report.js';

const mostProducts = 6;
const mostUniversal = 4;

/** Returns categories, products and cars for the text in the search box (D22); lists may be empty. */
export async function suggest(
  generation: Generation,
  request: Request<'suggestions'>,
  dependsOn: DependsOn,
): Promise<Wire<'suggestions'>> {
  const { query: term, locale } = request;
  const language = languageOf(locale);
  const context = readSuggestionContext(generation, request);
  const found = await search(generation, { term, context, locale, mostProducts, mostUniversal });
  const wires = async (hits: readonly { id: number }[]) => {
    const ids = hits.map(({ id }) => id);
    const rows = await readProducts(generation, ids);
    dependsOn('name', ids);
    const categoryIds = rows.map((row) => row.category_id);
    showsCategories(dependsOn, categoryIds);
    return rows.map((row) => suggestionWire(generation, row, language));
  };
  showsCategories(dependsOn, categoriesIn(found.groups));
  const products = await wires(found.products);
  const universalProducts = await wires(found.universalProducts);
  const vehicles = found.reading.vehicles.flatMap((each) => contextVehicle(generation, each, locale) ?? []);
  const lists = [...Object.values(found.groups), products, universalProducts, vehicles];
  return {
    results: lists.reduce((sum, list) => sum + list.length, 0),
    ...found.groups,
    products,
    universalProducts,
    vehicle: contextVehicle(generation, found.context, locale),
    vehicles,
    f: reportReading(found, locale).f,
  };
}

/** Returns the narrowest known vehicle of a request (D48). */
function readSuggestionContext(generation: Generation, asked: Request<'suggestions'>): VehicleContext {
  const context = modelContext(generation, asked.vehicleModelId ?? asked.modelId);
  const page = generation.vehicles.pages.get(Number(asked.vehicleSeriesGroupId));
  const manufacturer = generation.vehicles.manufacturers.get(Number(asked.vehicleManufacturerId));
  if (context.type !== null) return context;
  return page ? { type: 2, page } : manufacturer ? { type: 1, manufacturer } : context;
}

function suggestionWire(
  generation: Generation,
  row: ProductTable,
  language: Language,
): z.input<typeof productSuggestion> {
  const brand = generation.brands.get(row.brand_id);
  if (!brand) throw new Error(`product ${row.id} has no brand ${row.brand_id}`);
  const title = productTitle(generation, row, language);
  return {
    id: String(row.id),
    title,
    normNumber: row.norm_number,
    articleNumber: row.article_number,
    brand: { id: String(brand.id), name: brand.name, seoName: brand.seo_name },
    image: productImages(row, title, true)[0],
  };
}
