import type { Logger } from 'pino';
import { type Sort, sorts } from '../../contract/articles.js';
import type { CategoryDetail } from '../../contract/catalogue.js';
import { encodeFilters } from '../../contract/filter-code.js';
import { decodeFilters } from '../../contract/filters.js';
import type { Call } from '../../contract/operations/caller-types.js';
import { ProblemError } from '../../contract/problem.js';
import { formatTail, type Tail } from '../../contract/tail.js';
import type { Parameter } from '../cache/page-key.js';
import { events } from '../http/log-events.js';

interface Choice {
  f?: string;
  page?: number;
  sort?: Sort;
  modelId?: string;
}

/** Returns a listing's call. Its slugs are neutral, so every spelling of an address is the same call (D51). */
export function listingOf(tail: Tail, choice: Choice = {}): Call<'listing'> {
  return { first: 'x', second: 'x', tail: formatTail(tail), ...choice };
}

/** Returns the filters of a call. The first call for a universal leaf names it by its number (specification 7, D21). */
export function filtersFor(
  { isUniversal, leafNumber }: Pick<CategoryDetail, 'isUniversal' | 'leafNumber'>,
  { f, page }: Choice,
): string | undefined {
  if (f !== undefined || page !== 1 || !isUniversal || leafNumber === null) return f;
  return encodeFilters([{ key: 'cleaf', values: [`${leafNumber}`] }]);
}

/** Returns the page number, 1 by default. @throws ProblemError `not_found` for an invalid one (D58) */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page');
  if (!text) return 1;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new ProblemError('not_found', 'no such page');
  return Number(text);
}

/** Returns filters in canonical spelling; empty for none and for unreadable ones, which are logged (D21). */
function spelledFilters(f: string, log: Pick<Logger, 'info'>): string {
  const filters = decodeFilters(f);
  if (!filters) log.info({ length: f.length }, events.filtersIgnored);
  return filters ? encodeFilters(filters) : '';
}

/** Returns whether the query has filters that cannot be read. */
export const hasUnreadableFilters = (query: URLSearchParams): boolean =>
  decodeFilters(query.get('f') || 'W10') === null;

/** Returns the filters of the query in canonical spelling. */
export function filtersOf(query: URLSearchParams, log: Pick<Logger, 'info'>): string | undefined {
  const f = query.get('f');
  return (f && spelledFilters(f, log)) || undefined;
}

const defaultSort: Sort = 'popularity';
/** Returns the order of the query; the default for an unknown one. */
export function sortOf(query: URLSearchParams): Sort {
  return sorts.find((sort) => sort === query.get('sort')) ?? defaultSort;
}
/** Parameters that a listing reads. An invalid page number stays, so that the page answers 404 (D58). */
export const listingParameters: readonly Parameter[] = [
  { name: 'f', spelling: spelledFilters },
  { name: 'sort', spelling: (asked) => sorts.find((sort) => sort === asked && sort !== defaultSort) ?? '' },
  { name: 'page', spelling: (page) => (page === '1' ? '' : page) },
];
