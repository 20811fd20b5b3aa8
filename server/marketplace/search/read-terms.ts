import type { Language } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';
import type { Category } from '../catalogue/category-index.js';
import type { VehicleContext } from '../catalogue/context.js';
import { resultCounts } from '../catalogue/result-counts.js';
import { languageOf } from '../catalogue/texts.js';
import type { Generation } from '../store/generation.js';
import { type Expanded, type FoundCategory, searchCategories } from './category-search.js';
import { type Corrections, correctAll } from './corrections.js';
import { expandTerms } from './expand-terms.js';
import { numberedProducts } from './part-number.js';
import { type FoundProduct, searchProducts } from './product-search.js';
import { numbersIn, type SearchTerm, wholeOf } from './search-terms.js';
import { findVehicles, type NamedVehicles } from './vehicle-search.js';

/** Categories that are told where a car is all that was named. */
const mostPopular = 5;
/** Products that tell which categories are meant where no name does. */
const maxSignificant = 60;

/** What is searched for, by whom. */
export interface SearchQuery {
  term: string;
  context: VehicleContext;
  locale: Locale;
  mostProducts: number;
  mostUniversal: number;
  /** Mistakes are left as they are. */
  isAsTyped?: boolean;
}

/** What one way of reading the words has found, before it is cut to what is shown. */
export interface Reading {
  categories: Category[];
  /** Every word was found in the names of the categories; not so where numbers, brands or measures led to them. */
  isNamed: boolean;
  /** Of those, the ones that say no more than the words. */
  exact: readonly Category[];
  context: VehicleContext;
  vehicles: NamedVehicles['vehicles'];
  /** Found by their own words or number; null where they are simply those of the categories. */
  products: FoundProduct[] | null;
  /** More products may have the words or begin with the number than were read. */
  isCut: boolean;
  /** Words that were searched for in the place of others. */
  corrections: Corrections;
}

const none: Corrections = new Map();
const nothing: Omit<Reading, 'context'> = {
  categories: [],
  isNamed: false,
  exact: [],
  vehicles: [],
  products: [],
  isCut: false,
  corrections: none,
};

/**
 * Reads words in the order of how sure the reading is: a part number; names of categories; a car and names of
 * categories; words of products; the same with mistakes corrected; as many of the words as there are.
 */
export async function readTerm(
  generation: Generation,
  query: SearchQuery,
  terms: readonly SearchTerm[],
): Promise<Reading> {
  const { term, context, locale } = query;
  if (terms.length === 0) return { ...nothing, context };
  const language = languageOf(locale);
  const numbered = await readNumber(generation, term, context);
  if (numbered?.isWhole) return numbered;
  const words = await expandTerms(generation, terms, language);
  const plain = await readTerms(generation, words, query);
  if (plain) return plain;
  if (numbered) return numbered;
  const corrected = query.isAsTyped ? null : await correctAll(generation, words, query);
  const mended = corrected && (await readTerms(generation, corrected.words, query));
  if (mended) return { ...mended, corrections: corrected.corrections };
  const likely = corrected?.isGuess ? null : corrected;
  const some = await readSome(generation, likely?.words ?? words, query);
  return some ? { ...some, corrections: likely?.corrections ?? none } : { ...nothing, context };
}

/** A term that is a part number, or has one in it; not `isWhole` where longer numbers merely begin so. */
async function readNumber(
  generation: Generation,
  term: string,
  context: VehicleContext,
): Promise<(Reading & { isWhole: boolean }) | null> {
  for (const number of numbersIn(term)) {
    const { whole, starting, isCut } = await numberedProducts(generation, number);
    const products = whole.length > 0 ? whole : starting;
    if (products.length === 0) continue;
    const categories = significantCategories(generation, products);
    return { ...nothing, context, products, isCut, categories, isWhole: whole.length > 0 };
  }
  return null;
}

/** Names of categories, then cars and names of categories, then words of products. */
async function readTerms(
  generation: Generation,
  words: readonly Expanded[],
  query: SearchQuery,
): Promise<Reading | null> {
  const { context, locale } = query;
  const language = languageOf(locale);
  const named = await readNames(generation, words, context, language);
  if (named) return named;
  const cars = await findVehicles(
    generation,
    words.map(({ word }) => word),
    context,
    locale,
  );
  if (cars) {
    const kept = new Set(cars.others);
    const others = words.filter(({ word }) => kept.has(word));
    const about = { context: cars.context, vehicles: cars.vehicles };
    if (others.every(({ word }) => word.isOptional))
      return { ...nothing, ...about, categories: await popularCategories(generation, cars.context), products: null };
    const found =
      (await readNames(generation, others, cars.context, language)) ??
      (await readProducts(generation, others, cars.context, query));
    if (found) return { ...found, ...about };
  }
  return readProducts(generation, words, context, query);
}

async function readNames(
  generation: Generation,
  words: readonly Expanded[],
  context: VehicleContext,
  language: Language,
): Promise<Reading | null> {
  const needed = words.filter(({ word }) => !word.isOptional);
  const must =
    needed.length > 0 ? words : words.map((each) => ({ ...each, word: { ...each.word, isOptional: false } }));
  const found = await searchCategories(generation, must, language);
  const full = found.filter(({ matched }) => matched === (needed.length || words.length));
  return full.length > 0 ? ofNames(full, context, true) : null;
}

const ofNames = (found: readonly FoundCategory[], context: VehicleContext, isNamed: boolean): Reading => ({
  categories: found.map(({ category }) => category),
  isNamed,
  exact: found.filter(({ isExact }) => isExact).map(({ category }) => category),
  context,
  vehicles: [],
  products: null,
  isCut: false,
  corrections: none,
});

/** Products with the words, and the categories that they are in. */
async function readProducts(
  generation: Generation,
  words: readonly Expanded[],
  context: VehicleContext,
  { locale, mostProducts, mostUniversal }: SearchQuery,
): Promise<Reading | null> {
  const language = languageOf(locale);
  const limit = Math.max(maxSignificant, mostProducts + 1, mostUniversal + 1);
  const specific = await searchProducts(generation, words, language, { isUniversal: false, context, limit });
  const universal = await searchProducts(generation, words, language, { isUniversal: true, context, limit });
  const products = [...specific.products, ...universal.products];
  if (products.length === 0) return null;
  const isCut = specific.isCut || universal.isCut;
  return { ...nothing, context, products, isCut, categories: significantCategories(generation, products) };
}

/** Categories of products, those of most and of popular ones first. */
function significantCategories(generation: Generation, products: readonly FoundProduct[]): Category[] {
  const counts = new Map<number, number>();
  for (const [index, { category_id }] of products.slice(0, maxSignificant).entries())
    counts.set(category_id, (counts.get(category_id) ?? 0) + 1 / (1 + index / 10));
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return sorted.flatMap(([id]) => generation.categories.all.get(id) ?? []);
}

/** What is bought most often for a car. */
async function popularCategories(generation: Generation, context: VehicleContext): Promise<Category[]> {
  const counts = await resultCounts(generation, context);
  const leaves = generation.categories.leaves.filter(({ id, is_universal }) => counts.has(id) && is_universal === 0);
  return leaves.sort((a, b) => b.popularity - a.popularity || a.id - b.id).slice(0, mostPopular);
}

/** Categories in which at least half of the words are found, those with most of them first. */
async function readSome(
  generation: Generation,
  words: readonly Expanded[],
  { context, locale }: SearchQuery,
): Promise<Reading | null> {
  const language = languageOf(locale);
  const cars = await findVehicles(
    generation,
    words.map(({ word }) => word),
    context,
    locale,
  );
  const about = cars ? { context: cars.context, vehicles: cars.vehicles } : { context, vehicles: [] };
  const kept = new Set(cars?.others ?? words.map(({ word }) => word));
  const others = words.filter(({ word }) => kept.has(word) && !/\d/.test(wholeOf(word)));
  const found = await searchCategories(generation, others, language);
  const most = found[0]?.matched ?? 0;
  if (most * 2 < others.filter(({ word }) => !word.isOptional).length || most === 0)
    return cars ? { ...nothing, ...about } : null;
  return {
    ...ofNames(
      found.filter(({ matched }) => matched === most),
      about.context,
      false,
    ),
    ...about,
  };
}
