import type { z } from 'zod';
import type { category } from '../../contract/catalogue.js';
import { encodeFilters } from '../../contract/filters.js';
import type { Language } from '../../contract/languages.js';
import { parseFilters } from '../catalogue/filters.js';
import type { Hit } from '../catalogue/hit-columns.js';
import { resultCounts } from '../catalogue/result-counts.js';
import { hitsOf } from '../catalogue/wide-listing.js';
import { withApprovalWords } from '../catalogue-file/approvals.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { VehicleContext } from '../vehicles/context.js';
import { categoryProducts, productsById } from './lookup/product-search.js';
import { fittingIn, fittingTable, type SearchQuery } from './lookup/scope.js';
import { withSeparateCars } from './lookup/vehicle-search.js';
import { type Narrowed, narrowLeaves } from './reading/narrow-leaves.js';
import { type KnownApprovals, knownApprovals, withOilGrades } from './reading/read-approvals.js';
import { readTerm } from './reading/read-terms.js';
import type { Reading } from './reading/reading.js';
import { searchRules } from './search-rules.js';
import { termsOf } from './words/search-terms.js';
import { stemOf } from './words/stems.js';

type CategoryWire = z.input<typeof category>;
/** Categories of one group that a page shows (specification 9). */
const maxCategories = 5;
/** Categories whose products are shown; later ones match less well. */
const maxNamedCategories = 3;
/** Leaves that are searched for measures and similar words. */
const maxNarrowed = 40;
/**
 * Products of one kind that are read one by one for a brand or the beginning of a number. Products of categories are
 * read from columns without a limit.
 */
const maxHits = 5000;
/** Limits of a search whose hits are filtered, sorted and paged. */
export const wholeSearch = { mostProducts: maxHits, mostUniversal: maxHits, isWhole: true } as const;

/** Found categories in the groups of the page. */
export interface CategoryGroups {
  vehicleSpecific: CategoryWire[];
  universal: CategoryWire[];
  specific: CategoryWire[];
}
export const categoriesIn = (groups: CategoryGroups): number[] =>
  Object.values(groups).flatMap((group: CategoryWire[]) => group.map(({ id }) => Number(id)));

export interface SearchResult {
  groups: CategoryGroups;
  /** Path within the edition, from a rule of the operator. */
  redirect: string | null;
  /** The only category that the words name, or that the operator pinned. */
  named: CategoryWire | null;
  /** The part that the words name and the car has not. */
  absent: Category | null;
  /** The car that the result is about. */
  context: VehicleContext;
  /** The text after rewriting, with each approval as one word. */
  text: string;
  approvals: KnownApprovals;
  reading: Reading;
  /** Leaves with the filters that words became; null = no filter. */
  narrowed: Narrowed | null;
  /** Best first. For a whole search the filters of `narrowed` still apply. */
  products: readonly Hit[];
  universalProducts: readonly Hit[];
  /** More products match than these. */
  isCut: boolean;
}

/** Searches for parts. An oil grade beside a word for oil is no car: `Motoröl C3`. */
export async function search(generation: Generation, query: SearchQuery): Promise<SearchResult> {
  const graded = withOilGrades(query.term);
  const oils = graded === query.term ? null : await searchWords(generation, query, graded);
  return oils?.narrowed?.chosen.has('approval') ? oils : searchWords(generation, query, query.term);
}

/** Reads the words, then the categories and products to show. @param written the words, some in another spelling */
async function searchWords(generation: Generation, query: SearchQuery, written: string): Promise<SearchResult> {
  const { context, locale, mostProducts, mostUniversal, isWhole = false } = query;
  const language = languageOf(locale);
  const counts = await resultCounts(generation, context);
  const rules = await searchRules(generation, language);
  const approvals = await knownApprovals(generation);
  const term = await withSeparateCars(generation, withApprovalWords(rules.rewrite(written), approvals));
  const reading = withoutAccessories(await readTerm(generation, { ...query, term }), language);
  const about = reading.scope.context;
  const counted = about === context ? counts : await resultCounts(generation, about);
  const isOffered = (each: Category) => counted.has(each.id);
  const title = (each: Category) => each.texts[language].title;
  /** A group with the title of one of its leaves is hidden in favour of the leaf. */
  const isDouble = (each: Category) => each.children.some((child) => isOffered(child) && title(child) === title(each));
  const absent = await absentPart(generation, reading);
  const offered = absent ? [] : reading.categories.filter((each) => isOffered(each) && !isDouble(each));
  const wanted = matching(reading, offered);
  const narrowed = await narrow(generation, reading, wanted, query);
  const isNarrow = narrowed !== null && narrowed.chosen.size > 0;
  const pins = rules.pinsOf(query.term);
  const pinned = pins.categories.flatMap((id) => generation.categories.all.get(id) ?? []).filter(isOffered);
  const pinnedProducts = await productsById(generation, pins.products, reading.scope);
  const called = pinned.length > 0 ? pinned : namedCategory(reading, offered);
  const ordered = [...called, ...offered.filter((each) => !called.includes(each))];
  const shown = isNarrow && wanted.length !== 1 ? narrowed.leaves : ordered;
  const isUniversalProduct = ({ category_id }: Hit) => generation.categories.all.get(category_id)?.is_universal === 1;
  const all = isWhole ? await wholeHits(generation, reading, isNarrow ? narrowed : null, offered) : null;
  const productsOf = async (isUniversal: boolean, limit: number) => {
    const known = all ?? (isNarrow ? narrowed.products : reading.products);
    const wanting = () => wantedOf(reading, offered, isUniversal);
    const found = known
      ? known.filter((one) => isUniversalProduct(one) === isUniversal)
      : await categoryProducts(generation, wanting(), reading.scope, isUniversal, limit);
    const products = [
      ...pinnedProducts.filter((one) => isUniversalProduct(one) === isUniversal),
      ...found.filter(({ id }) => !pins.products.includes(id)),
    ];
    return all ? products : products.slice(0, limit);
  };
  const specificProducts = await productsOf(false, mostProducts);
  const universalProducts = await productsOf(true, mostUniversal);
  const wires = (categories: readonly Category[]) =>
    categories.map((each) => generation.categories.wire(each, language));
  const isFree = about.type === null;
  const specific = wires(shown.filter((each) => each.is_universal === 0).slice(0, maxCategories));
  return {
    groups: {
      vehicleSpecific: isFree ? [] : specific,
      universal: wires(shown.filter((each) => each.is_universal === 1).slice(0, maxCategories)),
      specific: isFree ? specific : [],
    },
    redirect: rules.redirectOf(query.term),
    absent,
    named: wires(called)[0] ?? null,
    context: about,
    text: term.normalize('NFC'),
    approvals,
    reading,
    narrowed,
    products: specificProducts,
    universalProducts,
    isCut: reading.isCut,
  };
}

/**
 * Searches for the cheapest of a group only among the parts with its name. The first word of a title is the thing, or
 * ends with it: `Starterbatterie`, but `Batteriekabel`.
 */
function withoutAccessories(reading: Reading, language: Language): Reading {
  const [group, ...others] = reading.exact;
  if (!reading.structure?.cheap.length || !group || others.length > 0) return reading;
  const thing = ({ texts }: Category) => stemOf(termsOf(texts[language].title)[0] ?? '', language);
  const exact = reading.categories.filter((each) => each.is_leaf === 1 && thing(each).endsWith(thing(group)));
  return exact.some((each) => group.leaves.includes(each)) ? { ...reading, exact } : reading;
}

/** Returns the part with exactly this name of which no product fits the cars; null = one fits, or no car is named. */
async function absentPart(generation: Generation, { exact, isNamed, scope }: Reading): Promise<Category | null> {
  if (!isNamed || fittingTable(scope) === null) return null;
  const parts = exact.filter((each) => each.is_leaf === 1);
  const meant = parts.length > 0 ? parts : exact;
  const leaves = [...new Set(meant.flatMap((each) => each.leaves))];
  if (leaves.length === 0 || leaves.some(({ is_universal }) => is_universal === 1)) return null;
  const ids = leaves.map(({ id }) => id);
  return (await fittingIn(generation, ids, scope))?.size === 0 ? (meant[0] ?? null) : null;
}

/** Returns all products of the wanted categories; null if the products were found by their own words. */
async function wholeHits(
  generation: Generation,
  reading: Reading,
  narrowed: Narrowed | null,
  offered: readonly Category[],
): Promise<Hit[] | null> {
  if (!narrowed && reading.products) return null;
  const wanted = [false, true].flatMap((isUniversal) =>
    wantedOf(reading, offered, isUniversal).flatMap(({ leaves }) =>
      leaves.filter((leaf) => (leaf.is_universal === 1) === isUniversal),
    ),
  );
  const leaves = [...new Set(narrowed?.leaves ?? wanted)];
  const bound = leaves.filter((leaf) => leaf.is_universal === 0).map(({ id }) => id);
  return hitsOf(generation, leaves, await fittingIn(generation, bound, reading.scope));
}

async function narrow(
  generation: Generation,
  reading: Reading,
  wanted: readonly Category[],
  { mostProducts, mostUniversal, isWhole }: SearchQuery,
): Promise<Narrowed | null> {
  const { structure, scope, products } = reading;
  if (!structure || products !== null) return null;
  const leaves = [...new Set(wanted.flatMap((each) => each.leaves))].filter(({ product_count }) => product_count > 0);
  const limit = isWhole ? 1 : Math.max(mostProducts, mostUniversal);
  return narrowLeaves(generation, structure, leaves.slice(0, maxNarrowed), { scope, limit });
}

/** Returns the categories, of cars and universal, whose products match best. */
const matching = (reading: Reading, offered: readonly Category[]): readonly Category[] =>
  reading.isNamed ? [...new Set([false, true].flatMap((kind) => wantedOf(reading, offered, kind)))] : offered;

/** Returns the categories whose products of one kind are shown: the named ones, else the first ones. */
function wantedOf(reading: Reading, offered: readonly Category[], isUniversal: boolean): readonly Category[] {
  const own = offered.filter(({ leaves }) => leaves.some((leaf) => (leaf.is_universal === 1) === isUniversal));
  const called = namedCategory(reading, offered);
  // Several parts have exactly this name: an `Auspuff` is a silencer before it is all that belongs to it.
  const exact = reading.isNamed ? offered.filter((each) => each.is_leaf === 1 && reading.exact.includes(each)) : [];
  const main = called.length > 0 ? called : exact;
  return own.filter((each) => main.length === 0 || main.includes(each)).slice(0, maxNamedCategories);
}

/** Returns the only category with all words, or with exactly this name; a leaf before its group. */
function namedCategory({ isNamed, exact }: Reading, offered: readonly Category[]): readonly Category[] {
  if (!isNamed) return [];
  const called = offered.length === 1 ? offered : offered.filter((each) => exact.includes(each));
  const leaves = called.filter((each) => each.is_leaf === 1);
  const only = leaves.length > 0 ? leaves : called;
  return only.length === 1 ? only : [];
}

/** Returns the chosen filters and those of the words; a choice replaces a filter of words. */
export function withFilters(f: string | undefined, narrowed: Narrowed | null): string | undefined {
  if (!narrowed || narrowed.chosen.size === 0) return f;
  const all = new Map([...narrowed.chosen, ...parseFilters(f)]);
  return encodeFilters([...all].map(([key, values]) => ({ key, values: [...values] })));
}
