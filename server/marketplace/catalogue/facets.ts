import { noPrice } from '../offer-store/offer-summary.js';
import { type Source, sourcesOf, stepSources } from './facet-sources.js';
import type { Leaf } from './leaf.js';
import type { PriceColumns, PricesByCountry } from './offer-columns.js';

/** Bounds of a price to the door in cents, both included; null = open. */
export interface PriceRange {
  readonly from: number | null;
  readonly to: number | null;
}

const written = /^(\d{1,7}(?:\.\d{1,2})?)?-(\d{1,7}(?:\.\d{1,2})?)?$/;
/** Reads `10-49.5`, `10-` or `-49.5` (euros); null for anything else, and where nothing lies between. */
export function parseRange(value: string): PriceRange | null {
  const found = written.exec(value);
  if (!found || value === '-') return null;
  const bound = (text: string | undefined) => (text === undefined ? null : Math.round(Number(text) * 100));
  const range = { from: bound(found[1]), to: bound(found[2]) };
  return range.from !== null && range.to !== null && range.from > range.to ? null : range;
}

/** Filters whose answer depends on the country of delivery. */
const countryKeys = new Set(['price', 'delivery_days', 'shop_rating', 'delivery_country']);
/** Whether what is let through hangs on offers. */
export const isByOffers = (chosen: ReadonlyMap<string, readonly string[]>): boolean =>
  [...chosen.keys()].some((key) => countryKeys.has(key));
export const needsCountryPrices = (chosen: ReadonlyMap<string, readonly string[]>): boolean =>
  [...chosen.keys()].some((key) => countryKeys.has(key) && key !== 'delivery_country');

/** What one filter lets through, and how many products each of its values would leave. */
export interface Facet {
  readonly key: string;
  /** Values as they stand in an address. */
  readonly values: readonly FacetValue[];
  /** One value takes the place of another. */
  readonly isSingle: boolean;
}
export interface FacetValue {
  readonly value: string;
  readonly unit: string | null;
  readonly count: number;
  readonly isActive: boolean;
}
/** Lowest and highest price to the door among the products that all other filters let through; cents. */
export interface PriceFacet {
  readonly min: number;
  readonly max: number;
  readonly active: PriceRange | null;
}
export interface CountedFacets {
  /** Places in the leaf of the products that pass every filter, most popular first. */
  readonly rows: Uint32Array;
  readonly facets: readonly Facet[];
  /** Null where there are no prices to the door, or only one. */
  readonly price: PriceFacet | null;
  /** Keys and values that were asked for but do not exist; they narrow nothing. */
  readonly unknown: { readonly keys: number; readonly values: number };
}

/**
 * Counts what each value of each filter would leave. Values of one filter are alternatives, filters add up, and a filter's
 * own choice does not lower its own counts. One pass over the leaf per chosen filter and one over what is left per filter.
 *
 * @param isWithin 1 per product that belongs to the listing at all (vehicle, brand); null = all
 * @param elsewhere prices to other countries, which filters by price and delivery would go by if one of those were chosen
 */
export function countFacets(
  leaf: Leaf,
  isWithin: Uint8Array | null,
  chosen: ReadonlyMap<string, readonly string[]>,
  elsewhere: PricesByCountry = new Map(),
): CountedFacets {
  const sources = sourcesOf(leaf);
  const unknown = { keys: 0, values: 0 };
  const misses = new Uint8Array(leaf.ids.length);
  // The filter, counted from 1, that alone keeps a product out: its own counts do not mind.
  const keeper = new Uint8Array(leaf.ids.length);
  if (isWithin) for (let row = 0; row < misses.length; row++) misses[row] = isWithin[row] ? 0 : 2;
  const active = new Map<string, ReadonlySet<number>>();
  const range = readRange(leaf, chosen.get('price'), unknown);
  let number = 0;
  const numbers = new Map<string, number>();
  // What no filter keeps out whose answer is the same for every country.
  const isAnywhere = new Uint8Array(misses.length);
  for (let row = 0; row < misses.length; row++) isAnywhere[row] = misses[row] === 0 ? 1 : 0;
  const narrow = (key: string, passes: (row: number) => boolean): void => {
    numbers.set(key, ++number);
    for (let row = 0; row < misses.length; row++) {
      if (passes(row)) continue;
      misses[row] = Math.min(2, (misses[row] as number) + 1);
      keeper[row] = number;
      if (!countryKeys.has(key)) isAnywhere[row] = 0;
    }
  };
  for (const [key, values] of chosen) {
    if (key === 'cleaf' || key === 'price') continue;
    const source = sources.find((each) => each.key === key);
    if (!source) {
      unknown.keys++;
      continue;
    }
    const known = values.map((value) => source.names.findIndex((name) => name.value === value));
    unknown.values += known.filter((index) => index === -1).length;
    const found = known.filter((index) => index !== -1);
    const indexes = new Set(source.isSingle ? found.slice(0, 1) : found);
    if (indexes.size === 0) continue;
    active.set(key, indexes);
    narrow(key, source.test(indexes));
  }
  const { totals } = leaf.prices;
  if (range) narrow('price', liesWithin(range, totals));
  const rows = rowsOf(misses, keeper, 0);
  const rowsFor = (key: string) => {
    const own = numbers.get(key);
    return own === undefined ? rows : rowsOf(misses, keeper, own);
  };
  const countOf = (source: Source): Uint32Array => {
    if (source.key !== 'delivery_country' || !needsCountryPrices(chosen)) return source.count(rowsFor(source.key));
    const prices = leaf.isToDoor ? new Map(elsewhere).set(leaf.country, leaf.prices) : elsewhere;
    return countCountries(source, rowsWhere(isAnywhere), chosen, prices);
  };
  return {
    rows,
    facets: sources.map((source) => {
      const counts = countOf(source);
      const { key, names, isSingle } = source;
      const values = names.map(({ value, unit }, index) => ({
        value,
        unit,
        count: counts[index] as number,
        isActive: active.get(key)?.has(index) ?? false,
      }));
      return { key, isSingle, values };
    }),
    price: leaf.isToDoor ? priceFacet(totals, rowsFor('price'), range) : null,
    unknown,
  };
}

function readRange(
  leaf: Leaf,
  values: readonly string[] | undefined,
  unknown: { keys: number; values: number },
): PriceRange | null {
  if (!values) return null;
  const range = leaf.isToDoor && values.length === 1 ? parseRange(values[0] as string) : null;
  if (!range) unknown.values += values.length;
  return range;
}

/** Products that no filter keeps out, and those that only filter number `own` does. */
function rowsOf(misses: Uint8Array, keeper: Uint8Array, own: number): Uint32Array {
  const rows = new Uint32Array(misses.length);
  let length = 0;
  for (let row = 0; row < misses.length; row++) {
    if (misses[row] === 0 || (misses[row] === 1 && keeper[row] === own)) rows[length++] = row;
  }
  return rows.subarray(0, length);
}

const rowsWhere = (flags: Uint8Array): Uint32Array => {
  const rows = new Uint32Array(flags.length);
  let length = 0;
  for (let row = 0; row < flags.length; row++) if (flags[row]) rows[length++] = row;
  return rows.subarray(0, length);
};

const liesWithin = ({ from, to }: PriceRange, totals: Uint32Array) => {
  const [least, most] = [from ?? 0, to ?? noPrice - 1];
  return (row: number) => (totals[row] as number) >= least && (totals[row] as number) <= most;
};

/**
 * How many products each country would leave if it were chosen: prices, days and ratings are then those of its own
 * offers. Where no prices to a country are kept, nothing is filtered by them (D62).
 */
function countCountries(
  source: Source,
  rows: Uint32Array,
  chosen: ReadonlyMap<string, readonly string[]>,
  prices: PricesByCountry,
): Uint32Array {
  const counts = source.count(rows);
  for (const [index, { value: country }] of source.names.entries()) {
    const columns = prices.get(country);
    if (!columns) continue;
    const isReached = source.test(new Set([index]));
    const tests = [isReached, ...testsByCountry(chosen, columns)];
    counts[index] = rows.reduce((sum, row) => sum + (tests.every((test) => test(row)) ? 1 : 0), 0);
  }
  return counts;
}

function testsByCountry(
  chosen: ReadonlyMap<string, readonly string[]>,
  columns: PriceColumns,
): ((row: number) => boolean)[] {
  const values = chosen.get('price');
  const range = values?.length === 1 ? parseRange(values[0] as string) : null;
  const tests = range ? [liesWithin(range, columns.totals)] : [];
  for (const { key, names, test } of stepSources(columns)) {
    const index = chosen
      .get(key)
      ?.map((value) => names.findIndex((name) => name.value === value))
      .find((at) => at >= 0);
    if (index !== undefined) tests.push(test(new Set([index])));
  }
  return tests;
}

function priceFacet(totals: Uint32Array, rows: Uint32Array, active: PriceRange | null): PriceFacet | null {
  let min = noPrice;
  let max = 0;
  for (const row of rows) {
    const total = totals[row] as number;
    if (total === noPrice) continue;
    if (total < min) min = total;
    if (total > max) max = total;
  }
  if (max <= min && !active) return null;
  return { min: Math.min(min, max), max, active };
}
