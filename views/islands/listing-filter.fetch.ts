import { encodeFilters } from '../../server/contract/filter-code.js';
import { withTimeout } from '../with-timeout.js';
import type { FilterState } from './listing-filter.model.js';
import { type FilterProps, filterProps, type ListingFilterProps, type WireFilter } from './listing-filter.props.js';

export interface Outcome {
  count: number;
  filters: FilterProps[];
}

/** Encodes the choice for an address (D21). */
export const encoded = ({ chosen }: FilterState): string =>
  encodeFilters([...chosen].map(([key, values]) => ({ key, values: [...values] })));

/** Fetches the counts that remain after a choice. @throws on failure, so that "unknown" never shows as "none" */
export async function fetchFilters(
  { action, kept, asked, locale, country }: ListingFilterProps,
  state: FilterState,
  wanted: AbortSignal,
): Promise<Outcome> {
  const [path, own] = asked?.split('?') ?? [action, kept];
  const query = new URLSearchParams(own);
  query.set('locale', locale);
  query.set('country', country);
  const f = encoded(state);
  if (f) query.set('f', f);
  return withTimeout(async (signal) => {
    const response = await fetch(`/api${path}?${query}`, { headers: { accept: 'application/json' }, signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { resultCount, filters }: { resultCount: number; filters: WireFilter[] } = await response.json();
    return { count: resultCount, filters: filterProps(filters) };
  }, wanted);
}
