import { categoryHref } from '../../../views/catalogue-links.js';
import type { Url } from '../../../views/links.js';
import type { Sort } from '../../contract/articles.js';
import type { CategoryNode } from '../../contract/catalogue.js';
import { ProblemError } from '../../contract/problem.js';
import { type FullTextResult, searchTerm } from '../../contract/search.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { PageRequest } from '../render/page.js';
import { addQuery } from './add-query.js';
import { knownVehicle, type SearchVehicle, searchVehicleOf } from './search-names.js';

/** Characters after which a term is cut. The contract allows even two code units for each. */
const longest = 100;

/** Returns the search term without control characters and repeated spaces. */
export function termOf(query: URLSearchParams): string {
  const text = (query.get('query') ?? '').normalize('NFC').replace(/[\p{C}\s]+/gu, ' ');
  return [...text.trim()].slice(0, longest).join('').trim();
}

/** Returns popular categories for a search without results; null if they fail to load. */
export async function popularCategories({ optional }: PageRequest): Promise<readonly CategoryNode[]> {
  return (await optional('popular', (api) => api.call('navigation', {})))?.popular ?? [];
}

const nothing: Omit<FullTextResult, 'country'> = {
  results: 0,
  vehicleSpecific: [],
  universal: [],
  specific: [],
  products: [],
  universalProducts: [],
  vehicle: null,
  choices: [],
  reading: { f: '', rest: '', withoutCar: null, sort: null, notes: [] },
  named: null,
  redirect: null,
  corrected: null,
  isCut: false,
  resultCount: 0,
  availablePageCount: 0,
  page: 1,
  sort: 'popularity',
  filters: [],
};
/** Filters of the products, and whether spelling correction is off. */
interface TextChoice {
  f?: string | undefined;
  sort?: Sort;
  page?: number;
  exact?: '1' | undefined;
}
interface Found {
  result: FullTextResult;
  vehicle: Vehicle | null;
  /** Vehicle of the search; null also for an unknown one, which the search ignores (D48). */
  context: SearchVehicle | null;
}

/** Searches a term for the vehicle of the address. @throws ProblemError `not_found` past the last page (D58) */
export async function findText(request: PageRequest, term: string, choice: TextChoice = {}): Promise<Found> {
  const { api, query, country } = request;
  const requested = searchVehicleOf(query);
  const { vehicle, context } = await knownVehicle(request, requested);
  if (!searchTerm.safeParse(term).success) {
    if (choice.page && choice.page > 1) throw new ProblemError('not_found', 'past the last page');
    return { result: { ...nothing, country }, vehicle, context };
  }
  const result = await api.call('fullText', { term, ...context, ...choice });
  return { result, vehicle, context };
}

/** Whether the term names another car than the address. */
export function isOtherCar(context: SearchVehicle | null, { vehicle }: Pick<FullTextResult, 'vehicle'>): boolean {
  if (!context || !vehicle) return false;
  const { manufacturer, seriesPage, model } = vehicle;
  if (context.type === '3') return model?.id !== context.id;
  if (context.type === '2') return seriesPage?.id !== context.id;
  return manufacturer.id !== context.id;
}

/** Returns the address of the filtered category if the words name only that; null for all others. */
export function onlyCategory(url: Url, context: SearchVehicle | null, result: FullTextResult): string | null {
  const { named, vehicle, reading, corrected, choices } = result;
  const isFamily = choices.some(({ model }) => model === null);
  // A listing shows one model or all of a series, so it would lose the engine.
  const isListing = !isFamily && !reading.hasEngine && !isOtherCar(context, result);
  const isPlain = corrected === null && reading.notes.length === 0 && isListing;
  if (!named || !isPlain || !(named.isLeaf || reading.f === '')) return null;
  return addQuery(categoryHref(url, named, named.isUniversal ? null : vehicle), {
    f: reading.f,
    sort: reading.sort ?? undefined,
  });
}
