import { type CategoryNode, type FullTextResult, searchTerm, type Vehicle } from '../api/contract.js';
import type { PageRequest } from '../render/page.js';
import { knownVehicle, type SearchVehicle, searchVehicleOf } from './search-words.js';

/** Characters of a term; what is longer is cut. Even where each takes two code units, the contract allows it. */
const longest = 100;

/** The words searched for, in one spelling: a line of single spaces without controls. */
export function termOf(query: URLSearchParams): string {
  const text = (query.get('query') ?? '').normalize('NFC').replace(/[\p{C}\s]+/gu, ' ');
  return [...text.trim()].slice(0, longest).join('').trim();
}

/** What most people look for, on the page of a search that has found nothing; the page does without it. */
export async function popularCategories({ api, optional }: PageRequest): Promise<readonly CategoryNode[]> {
  return (await optional('popular', api.call('navigation', {})))?.popular ?? [];
}

const nothing: FullTextResult = {
  results: 0,
  vehicleSpecific: [],
  universal: [],
  specific: [],
  products: [],
  universalProducts: [],
  vehicle: null,
  named: null,
  corrected: null,
};
interface Found {
  result: FullTextResult;
  vehicle: Vehicle | null;
  /** Null also where the vehicle is unknown, which is ignored (D48). */
  context: SearchVehicle | null;
}

/**
 * Categories and products for a term, for the vehicle that the address names. Signs alone find nothing.
 *
 * @param exact mistakes are left as they are.
 */
export async function findText(request: PageRequest, term: string, exact?: '1'): Promise<Found> {
  const { api, query } = request;
  const asked = searchVehicleOf(query);
  const vehicle = await knownVehicle(request, asked);
  const context = vehicle && asked;
  if (!searchTerm.safeParse(term).success) return { result: nothing, vehicle, context };
  const result = await api.call('fullText', { term, ...context, exact });
  return { result, vehicle, context };
}
