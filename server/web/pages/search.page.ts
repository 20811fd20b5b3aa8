import { categoryHref } from '../../../views/catalogue-links.js';
import { normaliseNumber, writtenNumber } from '../../contract/search.js';
import { RedirectError } from '../http/redirects.js';
import type { AnyPage, PageRequest } from '../render/page.js';
import { findText, termOf } from './find-text.js';
import { searchField, searchVehicleOf } from './search-names.js';

/** The page of a part number, where the term is one that somebody sells or that a car maker uses. */
async function numberTarget({ optional, url, query }: PageRequest, term: string): Promise<string | null> {
  if (!writtenNumber.safeParse(term).success) return null;
  const number = normaliseNumber(term);
  const found = await optional('number', (api) => api.call('partNumber', { number }));
  if (!found) return null;
  const { exact, crossReferences } = found;
  const { modelId } = searchField(searchVehicleOf(query));
  return exact.length + crossReferences.length > 0 ? url('partNumber', { number, modelId }) : null;
}

async function textTarget(request: PageRequest, term: string): Promise<string> {
  const { url } = request;
  const { result, context } = await findText(request, term);
  const { named, vehicle } = result;
  if (named) return categoryHref(url, named, named.isUniversal ? null : vehicle);
  return url('fullText', { query: term, ...searchField(context) });
}

/** The header's search form: a redirect to the number, the one category, or everything that was found (D8). */
export const searchPage: AnyPage = {
  name: 'error',
  cache: 'private',
  isSaying: false,
  async prepare(request) {
    const { url, query, cameFrom } = request;
    const term = termOf(query);
    if (term === '') {
      const isLoop = cameFrom?.startsWith(url('search', {}));
      throw new RedirectError(303, (!isLoop && cameFrom) || url('home', {}));
    }
    const [number, text] = await Promise.all([numberTarget(request, term), textTarget(request, term)]);
    throw new RedirectError(302, number ?? text);
  },
};
