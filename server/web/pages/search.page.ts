import type { VehicleLookup } from '../../../views/models.js';
import { normaliseNumber, writtenNumber } from '../../contract/search.js';
import { readTypedKeys } from '../api/typed-keys.js';
import { RedirectError } from '../http/redirect-errors.js';
import type { SearchCounts, SearchOutcome } from '../http/search-counts.js';
import type { AnyPage, NoticePage, PageRequest, Visit } from '../render/page.js';
import { addQuery } from './add-query.js';
import { vehicleTarget } from './chosen-vehicle.js';
import { findText, onlyCategory, termOf } from './find-text.js';
import { type LookupNeeds, lookUp, soughtBy, statusOf } from './find-vehicle.js';
import { searchField, searchVehicleOf } from './search-names.js';

/** Returns the address of a part number's page if offers or car makers use the number. */
async function numberTarget({ optional, url, query }: PageRequest, term: string): Promise<string | null> {
  if (!writtenNumber.safeParse(term).success) return null;
  const number = normaliseNumber(term);
  const found = await optional('number', (api) => api.call('partNumber', { number }));
  if (!found) return null;
  const { exact, crossReferences } = found;
  const { modelId } = searchField(searchVehicleOf(query));
  return exact.length + crossReferences.length > 0 ? url('partNumber', { number, modelId }) : null;
}

/** Returns the address of the filtered category if the term names only that; otherwise that of the search results. */
async function textTarget(request: PageRequest, term: string): Promise<{ address: string; outcome: SearchOutcome }> {
  const { url, prefix } = request;
  const { result, context } = await findText(request, term);
  const { redirect, reading, corrected, results } = result;
  const outcome = { isFound: results > 0, isCorrected: corrected !== null };
  if (redirect !== null) return { address: prefix + redirect, outcome };
  const only = onlyCategory(url, context, result);
  if (only) return { address: only, outcome };
  const address = url('fullText', { query: term, ...searchField(context) });
  return { address: addQuery(address, { sort: reading.sort ?? undefined }), outcome };
}

/** Returns where a term leads: to its part number, else to a category or the results. */
async function targetOf(request: PageRequest, term: string) {
  const [number, text] = await Promise.all([numberTarget(request, term), textTarget(request, term)]);
  return number === null ? text : { address: number, outcome: { isFound: true, isCorrected: false } };
}

interface Needs extends LookupNeeds {
  /** Null: off (D80). */
  searchCounts: SearchCounts | null;
  vehiclesPage: NoticePage<VehicleLookup>;
  knowsPlates(): boolean;
}

/** Redirects a search to a part number, a category, or all results (D8). */
const wordsPage = (counts: SearchCounts | null): AnyPage => ({
  name: 'error',
  cache: 'private',
  hasNotice: false,
  async prepare(request) {
    const { url, query, cameFrom, client, edition } = request;
    const term = termOf(query);
    if (term === '') {
      const isLoop = cameFrom?.startsWith(url('search', {}));
      throw new RedirectError(303, (!isLoop && cameFrom) || url('home', {}));
    }
    const { address, outcome } = await targetOf(request, term);
    counts?.count(edition.language, term, client, outcome);
    throw new RedirectError(302, address);
  },
});

/**
 * The header's search. Key numbers and plates lead to their car. A choice of cars, or an unknown plate, is shown beside
 * the field for it. The other words are searched for the car.
 */
export function createSearchPage({ searchCounts, vehiclesPage, knowsPlates, ...needs }: Needs): AnyPage {
  const words = wordsPage(searchCounts);
  const addressFor = async (visit: Visit, rest: string, modelId: string | undefined): Promise<string> =>
    (await targetOf({ ...visit, query: new URLSearchParams(modelId ? { modelId } : {}) }, rest)).address;
  return {
    ...words,
    async get(visit) {
      const typed = readTypedKeys(termOf(visit.query), visit.edition);
      const sought = typed && soughtBy(typed.fields, visit.edition, needs.registers);
      if (!typed || !sought?.find) return { page: words, status: 200 };
      const { rest } = typed;
      if (sought.way === 'plate' && !knowsPlates())
        return { location: rest ? await addressFor(visit, rest, undefined) : visit.url('vehicles', {}), status: 302 };
      const found = await lookUp(needs, visit, sought, (vehicle, kbaId) =>
        rest ? addressFor(visit, rest, vehicle.model?.id) : vehicleTarget(visit, vehicle, {}, kbaId),
      );
      if ('location' in found) return { ...found, status: 302 };
      // A pair that no car has is other words: `2015 TDI`.
      if (found.way === 'keys' && found.state !== 'several') return { page: words, status: 200 };
      const named = rest ? (await findText({ ...visit, query: new URLSearchParams() }, rest)).result.named : null;
      const query = new URLSearchParams(named ? { categoryId: named.urlId } : {});
      return { page: vehiclesPage.withNotice(found), status: statusOf[found.state], query };
    },
  };
}
