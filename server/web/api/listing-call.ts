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

/** A listing's call. Slugs say nothing to the marketplace, so that every spelling of an address is one call (D51). */
export function listingOf(tail: Tail, choice: Choice = {}): Call<'listing'> {
  return { first: 'x', second: 'x', tail: formatTail(tail), ...choice };
}

/** Filters of a listing's call; the first call for a universal leaf names it by its number (specification 7, D21). */
export function filtersFor(
  { isUniversal, leafNumber }: Pick<CategoryDetail, 'isUniversal' | 'leafNumber'>,
  { f, page }: Choice,
): string | undefined {
  if (f !== undefined || page !== 1 || !isUniversal || leafNumber === null) return f;
  return encodeFilters([{ key: 'cleaf', values: [`${leafNumber}`] }]);
}

/** The number of a listing's page, 1 where none is named. @throws ProblemError `not_found` for no number (D58) */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page');
  if (!text) return 1;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new ProblemError('not_found', 'no such page');
  return Number(text);
}

/** Filters in their one spelling; empty for none, and for unreadable ones, which are ignored and logged (D21). */
function spelledFilters(f: string, log: Pick<Logger, 'info'>): string {
  const filters = decodeFilters(f);
  if (!filters) log.info({ length: f.length }, events.filtersIgnored);
  return filters ? encodeFilters(filters) : '';
}

/** Whether filters are asked for that nobody can read. */
export const hasUnreadableFilters = (query: URLSearchParams): boolean =>
  decodeFilters(query.get('f') || 'W10') === null;

/** The filters asked for, in their one spelling. */
export function filtersOf(query: URLSearchParams, log: Pick<Logger, 'info'>): string | undefined {
  const f = query.get('f');
  return (f && spelledFilters(f, log)) || undefined;
}

const defaultSort: Sort = 'popularity';
/** The order asked for; an unknown one is the default. */
export function sortOf(query: URLSearchParams): Sort {
  return sorts.find((sort) => sort === query.get('sort')) ?? defaultSort;
}
/** What a listing reads of its address. A page that is no number stays, to be told that there is none (D58). */
export const listingParameters: readonly Parameter[] = [
  { name: 'f', spelling: spelledFilters },
  { name: 'sort', spelling: (asked) => sorts.find((sort) => sort === asked && sort !== defaultSort) ?? '' },
  { name: 'page', spelling: (page) => (page === '1' ? '' : page) },
];
