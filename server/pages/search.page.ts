import { ProblemError } from '../api/contract.js';
import { type AnyPage, Redirect } from '../render/page.js';

/** The header's search form (D8). Nothing to search for leads home; a term that no page answers is not found. */
export const searchPage: AnyPage = {
  name: 'error',
  cache: 'private',
  prepare({ query, url }) {
    if (!query.get('query')?.trim()) throw new Redirect(303, url('home', {}));
    throw new ProblemError('not_found');
  },
};
