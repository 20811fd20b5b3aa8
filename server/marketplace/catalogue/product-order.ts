import type { Sort } from '../../contract/articles.js';
import { noPrice } from '../offer-store/offer-summary.js';
import type { PriceColumns } from './offer-columns.js';

/** Sorts places; equal ones keep their order. Products that nobody delivers come last. */
export function inOrder(prices: PriceColumns, places: Uint32Array, sort: Sort): Uint32Array {
  const { totals } = prices;
  if (sort === 'popularity') return soldFirst(totals, places);
  const keyOf = sortKey(prices, sort);
  const keys = new Uint32Array(places.length);
  // A loop, because `from` with a function takes fifty times as long.
  for (let at = 0; at < keys.length; at++) {
    const place = places[at] as number;
    keys[at] = totals[place] === noPrice ? noPrice : keyOf(place);
  }
  return sortedBy(keys, places);
}

function soldFirst(totals: Uint32Array, places: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(places.length);
  let sold = 0;
  for (const place of places) if (totals[place] !== noPrice) ordered[sold++] = place;
  for (const place of places) if (totals[place] === noPrice) ordered[sold++] = place;
  return ordered;
}

/** Sorts numbers by keys; equal keys by number. */
export function sortedBy(keys: Uint32Array, numbers: Uint32Array): Uint32Array {
  // Key and number form one word of 64 bits, so that the sort needs no comparison function.
  const halves = new Uint32Array(2 * numbers.length);
  for (let at = 0; at < numbers.length; at++) {
    halves[2 * at] = numbers[at] as number;
    halves[2 * at + 1] = keys[at] as number;
  }
  new BigUint64Array(halves.buffer).sort();
  const sorted = new Uint32Array(numbers.length);
  for (let at = 0; at < sorted.length; at++) sorted[at] = halves[2 * at] as number;
  return sorted;
}

function sortKey(
  { totals, ratings, daysMax, daysMin }: PriceColumns,
  sort: Exclude<Sort, 'popularity'>,
): (place: number) => number {
  return {
    price: (place: number) => totals[place] as number,
    'price-desc': (place: number) => noPrice - 1 - (totals[place] as number),
    rating: (place: number) => 0xffff - (ratings[place] as number),
    delivery: (place: number) => (daysMax[place] as number) * 256 + (daysMin[place] as number),
  }[sort];
}
