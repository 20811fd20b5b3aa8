import type { z } from 'zod';
import type { category, Language, Locale } from '../../api/contract.js';
import type { Category } from '../catalogue/category-index.js';
import type { VehicleContext } from '../catalogue/context.js';
import { resultCounts } from '../catalogue/result-counts.js';
import { languageOf } from '../catalogue/texts.js';
import type { Generation } from '../store/generation.js';
import { type Expanded, expandWord, type FoundCategory, isFound, searchCategories } from './category-search.js';
import { correct, splitCompound } from './lexicon.js';
import { numberedProducts } from './part-number.js';
import { categoryProducts, type FoundProduct, searchProducts } from './product-search.js';
import { findVehicles, type NamedVehicles } from './vehicle-search.js';
import { joinedSeries } from './vehicle-words.js';
import { placesOf } from './word-lists.js';
import { type AskedWord, askedWords, numbersIn, wholeOf } from './words.js';

type CategoryWire = z.input<typeof category>;
/** Categories of one group that are shown (spec 5). */
const mostCategories = 5;
/** Categories whose products are shown; those after them answer less well. */
const mostTold = 3;
/** Products that are read per shown one, so that those for the side of the car that was named are among them. */
const moreThanShown = 3;
/** Products that tell which categories are meant where no name does. */
const mostTelling = 60;

/** Found categories as the search box and its pages group them. */
export interface CategoryGroups {
  vehicleSpecific: CategoryWire[];
  universal: CategoryWire[];
  specific: CategoryWire[];
}
/** Everything that a search has found. */
export interface SearchResult {
  groups: CategoryGroups;
  /** The one category that the words name. */
  named: CategoryWire | null;
  /** The car that the answer is about. */
  context: VehicleContext;
  vehicles: NamedVehicles['vehicles'];
  /** Ids, best first. */
  products: number[];
  universalProducts: number[];
}
/** What is searched for, by whom. */
export interface SearchQuery {
  term: string;
  context: VehicleContext;
  locale: Locale;
  mostProducts: number;
  mostUniversal: number;
}

/** What one way of reading the words has found, before it is cut to what is shown. */
interface Reading {
  categories: Category[];
  /** Every word was found in the names of the categories; not so where numbers, brands or measures led to them. */
  isNamed: boolean;
  /** Of those, the ones that say no more than the words. */
  exact: readonly Category[];
  context: VehicleContext;
  vehicles: NamedVehicles['vehicles'];
  /** Found by their own words or number; null where they are simply those of the categories. */
  products: FoundProduct[] | null;
}

const nothing: Omit<Reading, 'context'> = {
  categories: [],
  isNamed: false,
  exact: [],
  vehicles: [],
  products: [],
};

/**
 * Searches for parts. Words are read in the order of how sure the reading is: a part number; names of categories; a car
 * and names of categories; words of products; the same with mistakes corrected; as many of the words as there are.
 */
export async function search(generation: Generation, query: SearchQuery): Promise<SearchResult> {
  const { term, context, locale, mostProducts, mostUniversal } = query;
  const language = languageOf(locale);
  const counts = await resultCounts(generation, context);
  const asked = askedWords(joinedSeries(term), language);
  const reading = await read(generation, query, asked);
  const counted = reading.context === context ? counts : await resultCounts(generation, reading.context);
  const isOffered = (category: Category) => counted.has(category.id);
  const title = (category: Category) => category.texts[language].title;
  /** A group that is called like one of its leaves is left to that leaf. */
  const isDouble = (category: Category) =>
    category.children.some((child) => isOffered(child) && title(child) === title(category));
  const offered = reading.categories.filter((category) => isOffered(category) && !isDouble(category));
  const universal = offered.filter((category) => category.is_universal === 1).slice(0, mostCategories);
  const specific = offered.filter((category) => category.is_universal === 0).slice(0, mostCategories);
  const places = placesOf(asked.map(wholeOf));
  const productsOf = async (isUniversal: boolean, limit: number) => {
    const isWanted = ({ category_id }: FoundProduct) =>
      (generation.categories.all.get(category_id)?.is_universal === 1) === isUniversal;
    const found = reading.products
      ? reading.products.filter(isWanted)
      : await categoryProducts(
          generation,
          answering(reading, offered, isUniversal),
          reading.context,
          isUniversal,
          limit * (places.length === 0 ? 1 : moreThanShown),
        );
    return placed(found, places).slice(0, limit);
  };
  const wires = (categories: readonly Category[]) =>
    categories.map((category) => generation.categories.wire(category, language));
  const isFree = reading.context.type === null;
  return {
    groups: {
      vehicleSpecific: isFree ? [] : wires(specific),
      universal: wires(universal),
      specific: isFree ? wires(specific) : [],
    },
    named: wires(namedCategory(reading, offered))[0] ?? null,
    context: reading.context,
    vehicles: reading.vehicles,
    products: await productsOf(false, mostProducts),
    universalProducts: await productsOf(true, mostUniversal),
  };
}

/** The categories whose products answer best: the one that is called just so, else the first ones. */
function answering({ exact }: Reading, offered: readonly Category[], isUniversal: boolean): readonly Category[] {
  const own = offered.filter(({ leaves }) => leaves.some((leaf) => (leaf.is_universal === 1) === isUniversal));
  const [called] = own.filter((category) => exact.includes(category));
  return called && exact.length === 1 ? [called] : own.slice(0, mostTold);
}

/** The only category with all words, or the only one that is called just so. */
function namedCategory({ isNamed, exact }: Reading, offered: readonly Category[]): readonly Category[] {
  if (!isNamed) return [];
  const called = offered.length === 1 ? offered : offered.filter((category) => exact.includes(category));
  return called.length === 1 ? called : [];
}

/** Products on the side of the car that was named come first. */
function placed(products: readonly FoundProduct[], places: readonly string[]): number[] {
  const hits = ({ place }: FoundProduct) => {
    const own = place?.split('-') ?? [];
    return places.filter((each) => own.includes(each)).length;
  };
  const ids = places.length === 0 ? products : products.toSorted((a, b) => hits(b) - hits(a));
  return [...new Set(ids.map(({ id }) => id))];
}

async function read(generation: Generation, query: SearchQuery, asked: readonly AskedWord[]): Promise<Reading> {
  const { term, context, locale } = query;
  if (asked.length === 0) return { ...nothing, context };
  const language = languageOf(locale);
  const numbered = await readNumber(generation, term, context);
  if (numbered?.isWhole) return numbered;
  const words = await expandAll(generation, asked, language);
  const plain = await readWords(generation, words, query);
  if (plain) return plain;
  if (numbered) return numbered;
  const corrected = await correctAll(generation, words, language);
  const mended = corrected && (await readWords(generation, corrected, query));
  if (mended) return mended;
  return (await readSome(generation, corrected ?? words, query)) ?? { ...nothing, context };
}

/** A term that is a part number, or has one in it; not `isWhole` where longer numbers merely begin so. */
async function readNumber(
  generation: Generation,
  term: string,
  context: VehicleContext,
): Promise<(Reading & { isWhole: boolean }) | null> {
  for (const number of numbersIn(term)) {
    const { whole, starting } = await numberedProducts(generation, number);
    const products = whole.length > 0 ? whole : starting;
    if (products.length === 0) continue;
    const categories = tellingCategories(generation, products);
    return { ...nothing, context, products, categories, isWhole: whole.length > 0 };
  }
  return null;
}

async function expandAll(generation: Generation, asked: readonly AskedWord[], language: Language): Promise<Expanded[]> {
  const words: Expanded[] = [];
  for (const word of asked) words.push(await expandParts(generation, word, language));
  return words;
}

/** A word; where the catalogue says it in two words, those two. */
async function expandParts(generation: Generation, word: AskedWord, language: Language): Promise<Expanded> {
  const whole = await expandWord(generation, word, language);
  const [piece] = word.pieces;
  if (isFound(whole) || piece === undefined || word.pieces.length > 1) return whole;
  const halves = await splitCompound(generation, piece, language);
  return halves ? expandWord(generation, { ...word, pieces: halves, squashed: piece }, language) : whole;
}

/** Names of categories, then cars and names of categories, then words of products. */
async function readWords(
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
});

/** Products with the words, and the categories that they are in. */
async function readProducts(
  generation: Generation,
  words: readonly Expanded[],
  context: VehicleContext,
  { locale, mostProducts, mostUniversal }: SearchQuery,
): Promise<Reading | null> {
  const language = languageOf(locale);
  const limit = Math.max(mostTelling, mostProducts, mostUniversal);
  const specific = await searchProducts(generation, words, language, { isUniversal: false, context, limit });
  const universal = await searchProducts(generation, words, language, { isUniversal: true, context, limit });
  const products = [...specific, ...universal];
  if (products.length === 0) return null;
  return { ...nothing, context, products, categories: tellingCategories(generation, products) };
}

/** Categories of products, those of most and of popular ones first. */
function tellingCategories(generation: Generation, products: readonly FoundProduct[]): Category[] {
  const counts = new Map<number, number>();
  for (const [index, { category_id }] of products.slice(0, mostTelling).entries())
    counts.set(category_id, (counts.get(category_id) ?? 0) + 1 / (1 + index / 10));
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return sorted.flatMap(([id]) => generation.categories.all.get(id) ?? []);
}

/** What is bought most often for a car. */
async function popularCategories(generation: Generation, context: VehicleContext): Promise<Category[]> {
  const counts = await resultCounts(generation, context);
  const leaves = generation.categories.leaves.filter(({ id, is_universal }) => counts.has(id) && is_universal === 0);
  return leaves.sort((a, b) => b.popularity - a.popularity || a.id - b.id).slice(0, mostCategories);
}

/** The words with their mistakes mended; null where none needs it. Names of cars are spelt as they are. */
async function correctAll(
  generation: Generation,
  words: readonly Expanded[],
  language: Language,
): Promise<Expanded[] | null> {
  const unknown = words.filter((each) => !isFound(each));
  const doubtful = new Set(unknown.length > 0 ? unknown : words);
  let isMended = false;
  const mended: Expanded[] = [];
  for (const each of words) {
    if (!doubtful.has(each)) {
      mended.push(each);
      continue;
    }
    const pieces: string[] = [];
    for (const piece of each.word.pieces) pieces.push((await correct(generation, piece, language)) ?? piece);
    isMended ||= pieces.some((piece, index) => piece !== each.word.pieces[index]);
    mended.push(await expandWord(generation, { ...each.word, pieces, squashed: null }, language));
  }
  return isMended ? mended : null;
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
