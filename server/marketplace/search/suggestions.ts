import type { z } from 'zod';
import type { productSuggestion, Request, Wire } from '../../api/contract.js';
import { contextVehicle, type VehicleContext } from '../catalogue/context.js';
import { readProducts } from '../catalogue/product-list.js';
import { productImage, productTitle } from '../catalogue/product-wire.js';
import { languageOf } from '../catalogue/texts.js';
import type { ProductTable } from '../store/catalogue-tables.js';
import type { Generation } from '../store/generation.js';
import { findCategories, findProducts } from './find.js';
import { askedWords } from './words.js';

const mostProducts = 6;
const mostUniversal = 4;

/** Categories and products for what stands in the search box (D22); nothing found is an answer of empty lists. */
export async function suggest(generation: Generation, request: Request<'suggestions'>): Promise<Wire<'suggestions'>> {
  const { query, locale } = request;
  const language = languageOf(locale);
  const context = readSuggestionContext(generation, request);
  const asked = askedWords(query);
  const groups = await findCategories(generation, asked, context, locale);
  const found = async (isUniversal: boolean, limit: number) => {
    const ids = await findProducts(generation, { term: query, asked, context, language, isUniversal, limit });
    const rows = await readProducts(generation, ids);
    return rows.map((row) => suggestionWire(generation, row, language));
  };
  const products = await found(false, mostProducts);
  const universalProducts = await found(true, mostUniversal);
  const lists = [...Object.values(groups), products, universalProducts];
  return {
    results: lists.reduce((sum, list) => sum + list.length, 0),
    ...groups,
    products,
    universalProducts,
    vehicle: contextVehicle(generation, context, locale),
    vehicles: [],
  };
}

/** The narrowest vehicle that the catalogue knows (D48). */
function readSuggestionContext(
  { vehicles }: Generation,
  { vehicleModelId, vehicleSeriesGroupId, vehicleManufacturerId }: Request<'suggestions'>,
): VehicleContext {
  const model = vehicleModelId === undefined ? undefined : vehicles.modelsById.get(vehicleModelId);
  if (model) return { type: 3, model };
  const page = vehicles.pages.get(Number(vehicleSeriesGroupId));
  if (page) return { type: 2, page };
  const manufacturer = vehicles.manufacturers.get(Number(vehicleManufacturerId));
  return manufacturer ? { type: 1, manufacturer } : { type: null };
}

function suggestionWire(
  generation: Generation,
  row: ProductTable,
  language: ReturnType<typeof languageOf>,
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
    image: productImage(row, title, true),
  };
}
