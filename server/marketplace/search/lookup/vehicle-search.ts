import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../../contract/locales.js';
import { contextKey } from '../../catalogue/result-counts.js';
import { editionCountry } from '../../catalogue-texts/texts.js';
import type { Generation } from '../../generation/generation.js';
import type { Manufacturer, SeriesPage } from '../../generation/vehicle-index.js';
import type { VehicleContext } from '../../vehicles/context.js';
import { remembered } from '../words/remembered.js';
import { norm, type SearchTerm, termsOf, wholeOf } from '../words/search-terms.js';
import { joinedSeries, type VehicleTermKind } from '../words/vehicle-terms.js';

/** Cars that are shown for the words that name them. */
const mostVehicles = 12;

/** Cars that a search names, and its other words. */
export interface NamedVehicles {
  others: readonly SearchTerm[];
  /** The only car, or the common maker of all; null type = none. */
  context: VehicleContext;
  /** Possible cars, most popular first. */
  vehicles: readonly Exclude<VehicleContext, { type: null }>[];
  /** All possible series pages, most popular first; empty if only a maker is named. */
  pages: readonly SeriesPage[];
}

interface Row {
  word: string;
  kind: VehicleTermKind;
  id: number;
}

/** `E90` and `320d` alone name a car; `B6` and `1.9` need its name beside them. */
const isSignificant = (word: string): boolean => /[a-z]/.test(word) && /\d/.test(word) && word.length >= 3;

/** Readings that are kept for a catalogue: one search repeats them several times. */
const mostNamings = 200;
type Named = Omit<NamedVehicles, 'others'> & { readonly places: ReadonlySet<number> };
const keptNamings = remembered(
  (_: Generation) => new LRUCache<string, { readonly named: Named | null }>({ max: mostNamings }),
);

/**
 * Reads names of cars such as `golf 7`, `bmw e90` or `clio 3`. The current car stays if it is among them. Null if no
 * word names a car.
 */
export async function findVehicles(
  generation: Generation,
  terms: readonly SearchTerm[],
  current: VehicleContext,
  locale: Locale,
): Promise<NamedVehicles | null> {
  const words = terms.map(wholeOf);
  const known = keptNamings(generation);
  const key = [locale, contextKey(current), ...words].join(' ');
  const found = known.get(key) ?? { named: await readVehicles(generation, words, current, locale) };
  known.set(key, found);
  if (found.named === null) return null;
  const { places, ...named } = found.named;
  return { ...named, others: terms.filter((_, index) => !places.has(index)) };
}

async function readVehicles(
  generation: Generation,
  words: readonly string[],
  current: VehicleContext,
  locale: Locale,
): Promise<Named | null> {
  const { rows } = await sql<Row>`select word, kind, id from search_vehicle
    where word in (select value from json_each(${JSON.stringify(words)}))`.execute(generation.db);
  if (rows.length === 0) return null;
  const makes = matchesOf(rows, words, ['make']);
  const pages = namedPages(generation, rows, words, makes);
  const { vehicles } = generation;
  if (pages.length === 0) {
    const [best] = [...makes].sort((a, b) => b[1].size - a[1].size);
    const manufacturer = best && vehicles.manufacturers.get(best[0]);
    if (!manufacturer) return null;
    return {
      places: best[1],
      context: contextWithin(current, [], manufacturer),
      vehicles: [{ type: 1, manufacturer }],
      pages: [],
    };
  }
  const country = editionCountry(locale);
  const popularity = ({ page }: PageMatch) =>
    vehicles.seriesOn(page).reduce((sum, series) => sum + (series.popularity[country] ?? 0), 0);
  const sorted = pages
    .map((match) => ({ ...match, popularity: popularity(match) }))
    .sort((a, b) => b.popularity - a.popularity || a.page.id - b.page.id);
  const places = new Set([...words.keys()].filter((index) => sorted.every(({ matched }) => matched.has(index))));
  const found = sorted.map(({ page }) => page);
  return {
    places,
    context: contextWithin(current, found, commonMaker(generation, found)),
    vehicles: found.slice(0, mostVehicles).map((page) => ({ type: 2, page })),
    pages: found,
  };
}

/** Returns the places of words by the things they name. */
function matchesOf(
  rows: readonly Row[],
  words: readonly string[],
  kinds: readonly VehicleTermKind[],
): Map<number, Set<number>> {
  const matches = new Map<number, Set<number>>();
  for (const { word, kind, id } of rows) {
    if (!kinds.includes(kind)) continue;
    const places = matches.get(id) ?? new Set<number>();
    matches.set(id, places);
    for (const [index, each] of words.entries()) if (each === word) places.add(index);
  }
  return matches;
}

/** Longest generation or body behind the name of a car: `golf7`, `a4b8`, `308sw`. */
const longestCode = 3;
const shortestName = 2;

/** Separates the name of a car from its generation or body: `golf7` becomes `golf 7`. */
export async function withSeparateCars({ db }: Generation, term: string): Promise<string> {
  const pairs = term.split(/\s+/).flatMap((written) => {
    const word = norm(written);
    if (!/^(?=.*\d)(?=.*[a-z])[a-z0-9]+$/.test(word)) return [];
    const starts = [...Array(longestCode).keys()].map((index) => word.length - index - 1);
    return starts.filter((at) => at >= shortestName).map((at) => [written, word.slice(0, at), word.slice(at)]);
  });
  if (pairs.length === 0) return term;
  const { rows } = await sql<{ written: string; name: string; code: string }>`
    select value ->> 0 as written, value ->> 1 as name, value ->> 2 as code from json_each(${JSON.stringify(pairs)})
    where exists (select 1 from search_vehicle named join search_vehicle coded on coded.id = named.id
      where named.kind = 'name' and named.word = value ->> 1 and coded.kind in ('code', 'model') and coded.word = value ->> 2)
    and not exists (select 1 from search_vehicle where word = (value ->> 1) || (value ->> 2))`.execute(db);
  return rows.reduce((text, { written, name, code }) => text.replace(written, `${name} ${code}`), term);
}

interface PageMatch {
  page: SeriesPage;
  matched: ReadonlySet<number>;
}

/** Returns the series pages with most words. A generation or model needs a name beside it, a bare number a maker. */
function namedPages(
  { vehicles }: Generation,
  rows: readonly Row[],
  words: readonly string[],
  makes: ReadonlyMap<number, ReadonlySet<number>>,
): PageMatch[] {
  const numbers = words.filter((word) => /^\d+$/.test(word)).length;
  const names = matchesOf(rows, words, ['name']);
  const details = matchesOf(rows, words, ['name', 'code', 'model']);
  const own = matchesOf(rows, words, ['name', 'code']);
  let best: PageMatch[] = [];
  let most = 0;
  for (const [id, places] of details) {
    const page = vehicles.pages.get(id);
    if (!page) continue;
    const maker = makes.get(page.manufacturer_id) ?? new Set<number>();
    const isNamed = [...(names.get(id) ?? [])].some((index) => {
      const word = words[index] ?? '';
      if (maker.size > 0) return true;
      return /^\d+$/.test(word) ? word.length >= 3 && numbers === 1 : word.length > 1;
    });
    const hasSignificant = [...places].some((index) => isSignificant(words[index] ?? ''));
    if (!isNamed && !hasSignificant) continue;
    const matched = new Set([...places, ...maker]);
    // `Corsa D` is rather a generation than a Corsa with a diesel engine; `Transit` is no Transit Connect.
    const family = termsOf(joinedSeries(vehicles.families.get(page.series_family_id)?.name ?? ''));
    const unmentioned = family.filter((word) => !words.includes(word) && !words.includes(family.join(''))).length;
    const weight = matched.size + (own.get(id)?.size ?? 0) / (words.length + 1) - unmentioned / 100;
    if (weight > most) {
      best = [];
      most = weight;
    }
    if (weight === most) best.push({ page, matched });
  }
  return best;
}

function commonMaker({ vehicles }: Generation, pages: readonly SeriesPage[]): Manufacturer | null {
  const makers = new Set(pages.map((page) => page.manufacturer_id));
  const [maker] = makers;
  return (makers.size === 1 && maker !== undefined && vehicles.manufacturers.get(maker)) || null;
}

/** Returns the current car if it is among the named ones, else the only named one, else their maker. */
function contextWithin(
  current: VehicleContext,
  pages: readonly SeriesPage[],
  manufacturer: Manufacturer | null,
): VehicleContext {
  const ownPage = current.type === 3 ? current.model.series_page_id : current.type === 2 ? current.page.id : null;
  const ownMaker = current.type === 3 ? current.model : current.type === 2 ? current.page : null;
  if (pages.some(({ id }) => id === ownPage)) return current;
  if (pages.length === 0 && ownMaker && ownMaker.manufacturer_id === manufacturer?.id) return current;
  const [page] = pages;
  if (page && pages.length === 1) return { type: 2, page };
  return manufacturer ? { type: 1, manufacturer } : { type: null };
}
