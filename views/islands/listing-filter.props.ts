import category from '../../locales/de/category.json' with { type: 'json' };
import { keepPlaceholders, type Translate } from '../formats.js';
import { textsOf } from './texts.js';

/** A value in compact form; `value` as in an address, 1 = chosen. */
export type FilterValue = [value: string, label: string, count: number, active: 0 | 1];
/** Bounds in euros; `from` and `to` are the choice. */
export interface FilterRange {
  min: number;
  max: number;
  from: number | null;
  to: number | null;
}
export interface FilterProps {
  key: string;
  label: string;
  isSingle: boolean;
  range: FilterRange | null;
  values: FilterValue[];
}
export interface ListingFilterProps {
  action: string;
  /** Parameters of the address that no choice changes, as form fields. */
  kept: Record<string, string>;
  /** Path and query below /api that counts the results of a choice; null for the listing's own (D20). */
  asked: string | null;
  locale: string;
  country: string;
  filters: FilterProps[];
  texts: Record<Exclude<keyof typeof category.filter, 'chosen' | 'remove'>, string>;
}

export function listingFilterTexts(t: Translate): Pick<ListingFilterProps, 'texts'> {
  const { chosen, remove, ...own } = category.filter;
  return { texts: textsOf('filter', own, t, (key) => t(`category:filter.${key}`, keepPlaceholders)) };
}

export interface WireFilter {
  key: string;
  label: string;
  isSingle: boolean;
  range: FilterRange | null;
  attributes: readonly { value: string; label: string; count: number; isActive: boolean }[];
}

export const filterProps = (filters: readonly WireFilter[]): FilterProps[] =>
  filters.map(({ key, label, isSingle, range, attributes }) => ({
    key,
    label,
    isSingle,
    range,
    values: attributes.map(({ value, label: text, count, isActive }) => [value, text, count, isActive ? 1 : 0]),
  }));

/** A filter with a single value that is not chosen offers no choice. */
export const isOffered = ({ range, values }: FilterProps): boolean =>
  range !== null || values.length > 1 || values.some(([, , , active]) => active === 1);

/** Returns the values with most articles and the chosen ones, in their order. */
export function shortened(filter: FilterProps, most: number): FilterProps {
  if (filter.values.length <= most) return filter;
  const counts = filter.values.map(([, , count]) => count).sort((a, b) => b - a);
  const least = counts[most - 1] ?? 0;
  let room = most - counts.filter((count) => count > least).length;
  const values = filter.values.filter(
    ([, , count, active]) => active || count > least || (count === least && room-- > 0),
  );
  return { ...filter, values };
}

/** Writes new counts into the visible filters. Nothing moves or disappears under a finger; new values come last. */
export function recounted(shown: readonly FilterProps[], fresh: readonly FilterProps[]): FilterProps[] {
  const kept = shown.map((filter) => {
    const counted = fresh.find(({ key }) => key === filter.key);
    const values = counted?.values ?? [];
    const known = filter.values.map(
      ([value, label]): FilterValue => values.find(([each]) => each === value) ?? [value, label, 0, 0],
    );
    const added = values.filter(([value]) => !filter.values.some(([each]) => each === value));
    return { ...filter, values: [...known, ...added] };
  });
  return [...kept, ...fresh.filter((one) => isOffered(one) && !shown.some(({ key }) => key === one.key))];
}
