import type { z } from 'zod';
import type { category, Language, Locale } from '../../api/contract.js';
import type { Category } from '../catalogue/category-index.js';
import type { VehicleContext } from '../catalogue/context.js';
import { resultCounts } from '../catalogue/result-counts.js';
import { languageOf } from '../catalogue/texts.js';
import type { Generation } from '../store/generation.js';
import { numberedProducts } from './part-number.js';
import { searchProducts } from './product-search.js';
import { type AskedWord, numberOf } from './words.js';

type CategoryWire = z.input<typeof category>;
/** Categories of one group that are shown (spec 5). */
const mostCategories = 5;

/** Found categories as the search box and its pages group them. */
export interface CategoryGroups {
  vehicleSpecific: CategoryWire[];
  universal: CategoryWire[];
  specific: CategoryWire[];
}

/**
 * Categories with products in the context in which every word of the term is found. Words that name a brand narrow them
 * to those with parts of it.
 */
export async function findCategories(
  generation: Generation,
  asked: readonly AskedWord[],
  context: VehicleContext,
  locale: Locale,
): Promise<CategoryGroups> {
  const language = languageOf(locale);
  const counts = await resultCounts(generation, context);
  const found = asked.length === 0 ? [] : await categoriesOf(generation, asked, locale);
  const title = (category: Category) => category.texts[language].title;
  /** A group that is called like one of its leaves is left to that leaf. */
  const isDouble = (category: Category) =>
    category.children.some((child) => counts.has(child.id) && title(child) === title(category));
  const top = (isWanted: (category: Category) => boolean) =>
    found
      .filter((category) => counts.has(category.id) && isWanted(category) && !isDouble(category))
      .slice(0, mostCategories)
      .map((category) => generation.categories.wire(category, language));
  const isSpecific = (category: Category) => category.is_universal === 0;
  return {
    vehicleSpecific: context.type === null ? [] : top(isSpecific),
    universal: top((category) => category.is_universal === 1),
    specific: context.type === null ? top(isSpecific) : [],
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

/** What products are looked for. */
interface ProductQuery {
  term: string;
  asked: readonly AskedWord[];
  context: VehicleContext;
  language: Language;
  isUniversal: boolean;
  limit: number;
}

/** Ids of parts with that number first, then of those with the words. */
export async function findProducts(generation: Generation, query: ProductQuery): Promise<number[]> {
  const { term, asked, context, language, isUniversal, limit } = query;
  const number = numberOf(term);
  const numbered = number === null ? [] : await numberedProducts(generation, number);
  const isWanted = (categoryId: number) =>
    (generation.categories.all.get(categoryId)?.is_universal === 1) === isUniversal;
  const worded =
    asked.length === 0 ? [] : await searchProducts(generation, asked, language, { isUniversal, context, limit });
  const ids = new Set([...numbered.filter((row) => isWanted(row.category_id)).map((row) => row.id), ...worded]);
  return [...ids].slice(0, limit);
}
