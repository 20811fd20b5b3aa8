import { type Locale, ProblemError, type Request, type Wire } from '../../api/contract.js';
import type { Category } from '../catalogue/category-index.js';
import { readContext, type VehicleContext } from '../catalogue/context.js';
import { productList, readProducts } from '../catalogue/product-list.js';
import type { ProductWire } from '../catalogue/product-wire.js';
import { resultCounts } from '../catalogue/result-counts.js';
import { languageOf } from '../catalogue/texts.js';
import type { Generation } from '../store/generation.js';
import { numberedProducts } from './part-number.js';
import { searchProducts } from './product-search.js';
import { type AskedWord, askedWords, numberOf } from './words.js';

const longestCategories = 5;
const longestProducts = 20;
const longestUniversal = 8;

/**
 * Categories and products in which every word of the term is found, and parts whose number begins with it (D8). Words
 * that name a brand narrow the categories to those with parts of it.
 * @throws ProblemError `not_found` for an unknown vehicle
 */
export async function findFullText(generation: Generation, request: Request<'fullText'>): Promise<Wire<'fullText'>> {
  if ((request.type === undefined) !== (request.id === undefined))
    throw new ProblemError('invalid', 'type and id go together');
  const language = languageOf(request.locale);
  const type = request.type ? (Number(request.type) as 1 | 2 | 3) : null;
  const context = readContext(generation, type, request.id ?? null);
  const asked = askedWords(request.term);
  const counts = await resultCounts(generation, context);
  const found = asked.length === 0 ? [] : await categoriesOf(generation, asked, request.locale);
  const title = (category: Category) => category.texts[language].title;
  /** A group that is called like one of its leaves is left to that leaf. */
  const isDouble = (category: Category) =>
    category.children.some((child) => counts.has(child.id) && title(child) === title(category));
  const top = (isWanted: (category: Category) => boolean) =>
    found
      .filter((category) => counts.has(category.id) && isWanted(category) && !isDouble(category))
      .slice(0, longestCategories)
      .map((category) => generation.categories.wire(category, language));
  const isSpecific = (category: Category) => category.is_universal === 0;
  const products = await productsOf(generation, asked, context, request, false);
  const universalProducts = await productsOf(generation, asked, context, request, true);
  const vehicleSpecific = context.type === null ? [] : top(isSpecific);
  const specific = context.type === null ? top(isSpecific) : [];
  const universal = top((category) => category.is_universal === 1);
  const lists = [vehicleSpecific, specific, universal, products, universalProducts];
  return {
    results: lists.reduce((sum, list) => sum + list.length, 0),
    vehicleSpecific,
    universal,
    specific,
    products,
    universalProducts,
  };
}

/** Categories in which the words are found; where a brand is among them, in what it makes. */
async function categoriesOf(generation: Generation, asked: readonly AskedWord[], locale: Locale): Promise<Category[]> {
  const { names, db } = generation;
  const language = languageOf(locale);
  const plain = names.categories(asked, language).map(({ category }) => category);
  if (plain.length > 0) return plain;
  for (const brand of names.brands(asked)) {
    const others = asked.filter((word) => !brand.words.has(word));
    if (others.length === 0) continue;
    const rows = await db
      .selectFrom('product')
      .select('category_id')
      .distinct()
      .where('brand_id', '=', brand.id)
      .execute();
    const made = new Set(rows.map((row) => row.category_id));
    const found = names.categories(others, language).map(({ category }) => category);
    const own = found.filter((category) => category.leaves.some((leaf) => made.has(leaf.id)));
    if (own.length > 0) return own;
  }
  return [];
}

/** Parts with that number first, then those with the words. */
async function productsOf(
  generation: Generation,
  asked: readonly AskedWord[],
  context: VehicleContext,
  { term, locale, country }: Request<'fullText'>,
  isUniversal: boolean,
): Promise<ProductWire[]> {
  const language = languageOf(locale);
  const limit = isUniversal ? longestUniversal : longestProducts;
  const number = numberOf(term);
  const numbered = number === null ? [] : await numberedProducts(generation, number);
  const isWanted = (categoryId: number) =>
    (generation.categories.all.get(categoryId)?.is_universal === 1) === isUniversal;
  const worded =
    asked.length === 0 ? [] : await searchProducts(generation, asked, language, { isUniversal, context, limit });
  const ids = new Set([...numbered.filter((row) => isWanted(row.category_id)).map((row) => row.id), ...worded]);
  const rows = await readProducts(generation, [...ids].slice(0, limit));
  return productList(generation, rows, { language, country, model: context.type === 3 ? context.model : null });
}
