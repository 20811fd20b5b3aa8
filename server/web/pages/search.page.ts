import { categoryHref } from '../../../views/catalogue-links.js';
import { normaliseNumber, writtenNumber } from '../../contract/search.js';
import { RedirectError } from '../http/redirect-errors.js';
import type { SearchCounts, SearchOutcome } from '../http/search-counts.js';
import type { AnyPage, PageRequest } from '../render/page.js';
import { addQuery } from './add-query.js';
import { findText, isOtherCar, termOf } from './find-text.js';
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
  const { named, redirect, vehicle, reading, corrected, choices, results } = result;
  const outcome = { isFound: results > 0, isCorrected: corrected !== null };
  if (redirect !== null) return { address: prefix + redirect, outcome };
  const isFamily = choices.some(({ model }) => model === null);
  // A listing shows one model or all of a series, so it would lose the engine.
  const isListing = !isFamily && !reading.hasEngine && !isOtherCar(context, result);
  const isPlain = corrected === null && reading.notes.length === 0 && isListing;
  if (named && isPlain && (named.isLeaf || reading.f === ''))
    return {
      address: addQuery(categoryHref(url, named, named.isUniversal ? null : vehicle), {
        f: reading.f,
        sort: reading.sort ?? undefined,
      }),
      outcome,
    };
  const address = url('fullText', { query: term, ...searchField(context) });
  return { address: addQuery(address, { sort: reading.sort ?? undefined }), outcome };
}

/** The header's search: redirects to a part number, a category, or all results (D8). @param counts null: off (D80) */
export const createSearchPage = (counts: SearchCounts | null): AnyPage => ({
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
    const [number, text] = await Promise.all([numberTarget(request, term), textTarget(request, term)]);
    const isNumber = number !== null;
    counts?.count(edition.language, term, client, isNumber ? { isFound: true, isCorrected: false } : text.outcome);
    throw new RedirectError(302, number ?? text.address);
  },
});
