import type { z } from 'zod';
import type { category } from '../../contract/catalogue.js';
import type { Category } from '../catalogue/category-index.js';
import type { VehicleContext } from '../catalogue/context.js';
import { resultCounts } from '../catalogue/result-counts.js';
import { languageOf } from '../catalogue/texts.js';
import type { Generation } from '../store/generation.js';
import type { Corrections } from './corrections.js';
import { categoryProducts, type FoundProduct } from './product-search.js';
import { type Reading, readTerm, type SearchQuery } from './read-terms.js';
import { searchTerms, wholeOf } from './search-terms.js';
import { positionsOf } from './stop-words.js';
import type { NamedVehicles } from './vehicle-search.js';
import { joinedSeries } from './vehicle-terms.js';

type CategoryWire = z.input<typeof category>;
/** Categories of one group that are shown (specification 9). */
const maxCategories = 5;
/** Categories whose products are shown; those after them answer less well. */
const maxNamedCategories = 3;
/** Hits of one kind that are filtered, ordered and paged through; who has not found it among so many asks otherwise. */
export const maxHits = 240;
/** Products that are read per wanted one, so that those for the side of the car that was named are among them. */
const moreThanShown = 3;

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
  /** Best first. */
  products: FoundProduct[];
  universalProducts: FoundProduct[];
  /** More products may answer than these. */
  isCut: boolean;
  /** Words that were searched for in the place of others; empty where they were found as they stand. */
  corrections: Corrections;
}
/** Searches for parts: reads the words, then takes what is shown of the categories and products that they mean. */
export async function search(generation: Generation, query: SearchQuery): Promise<SearchResult> {
  const { term, context, locale, mostProducts, mostUniversal } = query;
  const language = languageOf(locale);
  const counts = await resultCounts(generation, context);
  const terms = searchTerms(joinedSeries(term), language);
  const reading = await readTerm(generation, query, terms);
  const counted = reading.context === context ? counts : await resultCounts(generation, reading.context);
  const isOffered = (category: Category) => counted.has(category.id);
  const title = (category: Category) => category.texts[language].title;
  /** A group that is called like one of its leaves is left to that leaf. */
  const isDouble = (category: Category) =>
    category.children.some((child) => isOffered(child) && title(child) === title(category));
  const offered = reading.categories.filter((category) => isOffered(category) && !isDouble(category));
  const universal = offered.filter((category) => category.is_universal === 1).slice(0, maxCategories);
  const specific = offered.filter((category) => category.is_universal === 0).slice(0, maxCategories);
  const positions = positionsOf(terms.map(wholeOf));
  const productsOf = async (isUniversal: boolean, limit: number) => {
    const isWanted = ({ category_id }: FoundProduct) =>
      (generation.categories.all.get(category_id)?.is_universal === 1) === isUniversal;
    const found = reading.products
      ? { products: reading.products.filter(isWanted), isCut: reading.isCut }
      : await categoryProducts(
          generation,
          matching(reading, offered, isUniversal),
          reading.context,
          isUniversal,
          // One more than is wanted tells whether there are more.
          (positions.length === 0 ? limit : Math.min(limit * moreThanShown, maxHits)) + 1,
        );
    const products = placed(found.products, positions);
    return { products: products.slice(0, limit), isCut: found.isCut || products.length > limit };
  };
  const specificProducts = await productsOf(false, mostProducts);
  const universalProducts = await productsOf(true, mostUniversal);
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
    products: specificProducts.products,
    universalProducts: universalProducts.products,
    isCut: specificProducts.isCut || universalProducts.isCut,
    corrections: reading.corrections,
  };
}

/** The categories whose products answer best: the one that is called just so, else the first ones. */
function matching({ exact }: Reading, offered: readonly Category[], isUniversal: boolean): readonly Category[] {
  const own = offered.filter(({ leaves }) => leaves.some((leaf) => (leaf.is_universal === 1) === isUniversal));
  const [called] = own.filter((category) => exact.includes(category));
  return called && exact.length === 1 ? [called] : own.slice(0, maxNamedCategories);
}

/** The only category with all words, or the only one that is called just so. */
function namedCategory({ isNamed, exact }: Reading, offered: readonly Category[]): readonly Category[] {
  if (!isNamed) return [];
  const called = offered.length === 1 ? offered : offered.filter((category) => exact.includes(category));
  return called.length === 1 ? called : [];
}

/** Products on the side of the car that was named come first. */
function placed(products: readonly FoundProduct[], positions: readonly string[]): FoundProduct[] {
  const hits = ({ place }: FoundProduct) => {
    const own = place?.split('-') ?? [];
    return positions.filter((each) => own.includes(each)).length;
  };
  const ordered = positions.length === 0 ? products : products.toSorted((a, b) => hits(b) - hits(a));
  return [...new Map(ordered.map((product) => [product.id, product])).values()];
}
