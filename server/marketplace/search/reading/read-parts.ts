import type { Language } from '../../../contract/languages.js';
import { resultCounts } from '../../catalogue/result-counts.js';
import { languageOf } from '../../catalogue-texts/texts.js';
import type { Category } from '../../generation/category-index.js';
import type { Generation } from '../../generation/generation.js';
import type { VehicleContext } from '../../vehicles/context.js';
import { type Expanded, type FoundCategory, searchCategories } from '../lookup/category-search.js';
import { type FoundProduct, isAnyMissing, searchProducts } from '../lookup/product-search.js';
import type { Scope, SearchQuery } from '../lookup/scope.js';
import { type SearchTerm, wholeOf } from '../words/search-terms.js';
import { answeringValues } from './choose-values.js';
import { nothing, type Reading } from './reading.js';
import type { Structure } from './structure.js';

/** Categories shown if a search names only a car. */
const mostPopular = 5;
/** Products whose categories count if no name of a category matches. */
const maxSignificant = 60;
/** Leaves that are searched if the text contains only measures. */
const mostLeaves = 12;

/** Finds categories with every word in their names; null without any. */
export async function readNames(
  generation: Generation,
  words: readonly Expanded[],
  scope: Scope,
  language: Language,
): Promise<Reading | null> {
  const needed = words.filter(({ word }) => !word.isOptional);
  const must =
    needed.length > 0 ? words : words.map((each) => ({ ...each, word: { ...each.word, isOptional: false } }));
  const found = await searchCategories(generation, must, language);
  const full = found.filter(({ matched }) => matched === (needed.length || words.length));
  return full.length > 0 ? ofNames(full, scope, true) : null;
}

function ofNames(found: readonly FoundCategory[], scope: Scope, isNamed: boolean): Reading {
  const nearest = Math.max(...found.map(({ exactness }) => exactness));
  return {
    ...nothing,
    scope,
    categories: found.map(({ category }) => category),
    isNamed,
    exact: nearest === 0 ? [] : found.filter(({ exactness }) => exactness === nearest).map(({ category }) => category),
    products: null,
  };
}

/** Finds products with the words, and their categories. */
export async function productReading(
  generation: Generation,
  words: readonly Expanded[],
  scope: Scope,
  { locale, mostProducts, mostUniversal }: Pick<SearchQuery, 'locale' | 'mostProducts' | 'mostUniversal'>,
): Promise<Reading | null> {
  const language = languageOf(locale);
  const limit = Math.max(maxSignificant, mostProducts + 1, mostUniversal + 1);
  if (await isAnyMissing(generation, words, language)) return null;
  const specific = await searchProducts(generation, words, language, { isUniversal: false, scope, limit });
  const universal = await searchProducts(generation, words, language, { isUniversal: true, scope, limit });
  const products = [...specific.products, ...universal.products];
  if (products.length === 0) return null;
  const isCut = specific.isCut || universal.isCut;
  return { ...nothing, scope, products, isCut, categories: significantCategories(generation, products) };
}

/** Returns the categories of products, most frequent and popular first. */
export function significantCategories(generation: Generation, products: readonly FoundProduct[]): Category[] {
  const counts = new Map<number, number>();
  for (const [index, { category_id }] of products.slice(0, maxSignificant).entries())
    counts.set(category_id, (counts.get(category_id) ?? 0) + 1 / (1 + index / 10));
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return sorted.flatMap(([id]) => generation.categories.all.get(id) ?? []);
}

/** Returns the best-selling categories for a car. */
export async function popularCategories(generation: Generation, context: VehicleContext): Promise<Category[]> {
  const counts = await resultCounts(generation, context);
  const leaves = generation.categories.leaves.filter(({ id, is_universal }) => counts.has(id) && is_universal === 0);
  return leaves.sort((a, b) => b.popularity - a.popularity || a.id - b.id).slice(0, mostPopular);
}

/** Finds the leaves with most of the measures and approvals, most popular first; null without any. */
export async function leavesWith(
  generation: Generation,
  { measures, approvals }: Pick<Structure, 'measures' | 'approvals'>,
): Promise<Pick<Reading, 'categories' | 'isNamed' | 'exact' | 'products'> | null> {
  const values = await answeringValues(generation, measures, null);
  const counts = new Map<number, number>();
  for (const { leaves } of approvals) for (const leaf of leaves) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  for (const { wanted } of measures) {
    const [first, ...others] = wanted.map((each) => new Set((values.get(each) ?? []).map((row) => row.category_id)));
    for (const leaf of first ?? [])
      if (others.every((other) => other.has(leaf))) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most === 0) return null;
  const categories = [...counts]
    .filter(([, count]) => count === most)
    .flatMap(([id]) => generation.categories.all.get(id) ?? [])
    .sort((a, b) => b.popularity - a.popularity || a.id - b.id)
    .slice(0, mostLeaves);
  return { categories, isNamed: categories.length === 1, exact: [], products: null };
}

/**
 * Finds categories with some of the words in their names, best match first. `isMost`: with at least half of them, or
 * with one of a longer text. `used`: the words of the best one.
 */
export async function readSome(
  generation: Generation,
  words: readonly Expanded[],
  others: readonly SearchTerm[],
  scope: Scope,
  language: Language,
): Promise<(Reading & { isMost: boolean; used: ReadonlySet<SearchTerm> }) | null> {
  const kept = new Set(others.map(wholeOf));
  const parts = words.filter(({ word }) => kept.has(wholeOf(word)) && !/\d/.test(wholeOf(word)));
  const found = await searchCategories(generation, parts, language);
  const [first] = found;
  const most = first?.matched ?? 0;
  const needed = parts.filter(({ word }) => !word.isOptional);
  if (!first || most === 0) return null;
  const best = found.filter(({ matched }) => matched === most);
  const matchedWords = new Set(best.flatMap(({ words: own }) => [...own]));
  const unknown = others.filter(
    (term) => !term.isOptional && ![...matchedWords].some((word) => wholeOf(word) === wholeOf(term)),
  );
  const isMost = most * 2 >= needed.length || needed.length > fewWords;
  return { ...ofNames(best, scope, false), unknown: unknown.map(wholeOf), isMost, used: first.words };
}

/** In a longer text one word that names a part is enough; of fewer words, half must match. */
const fewWords = 3;
