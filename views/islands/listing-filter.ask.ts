import { encodeFilters } from '../../server/contract/filter-code.js';
import { inTime } from '../in-time.js';
import type { FilterState } from './listing-filter.model.js';
import { type FilterProps, filterProps, type ListingFilterProps, type WireFilter } from './listing-filter.props.js';

/** What a choice would leave. */
export interface Outcome {
  count: number;
  filters: FilterProps[];
}

/** The choice as it stands in an address (D21). */
export const encoded = ({ chosen }: FilterState): string =>
  encodeFilters([...chosen].map(([key, values]) => ({ key, values: [...values] })));

/**
 * Asks what a choice would leave.
 * @throws where that cannot be known in time: "cannot be known" is never shown as "none"
 */
export async function ask(
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
  return inTime(async (signal) => {
    const answer = await fetch(`/api${path}?${query}`, { headers: { accept: 'application/json' }, signal });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { resultCount, filters }: { resultCount: number; filters: WireFilter[] } = await answer.json();
    return { count: resultCount, filters: filterProps(filters) };
  }, wanted);
}
