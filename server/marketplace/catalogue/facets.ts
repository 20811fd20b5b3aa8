import { noPrice } from '../offer-store/offer-summary.js';
import { type Source, sourcesOf, stepSources } from './facet-sources.js';
import type { Leaf } from './leaf.js';
import type { PriceColumns, PricesByCountry } from './offer-columns.js';
import { isWithin as isBetween, parseRange, printRange, type Range, rangesOver } from './ranges.js';

/** Parses a range of delivered prices in euros into cents; null for other texts and fractions of a cent. */
export function priceRange(value: string): Range | null {
  const range = /\d{8}|\.\d{3}/.test(value) ? null : parseRange(value);
  const inCents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));
  return range && { from: inCents(range.from), to: inCents(range.to) };
}

/** Filters that depend on the country of delivery. */
const countryKeys = new Set(['price', 'delivery_days', 'shop_rating', 'delivery_country']);
/** Returns whether a chosen filter depends on offers. */
export const isByOffers = (chosen: ReadonlyMap<string, readonly string[]>): boolean =>
  [...chosen.keys()].some((key) => countryKeys.has(key));
export const needsCountryPrices = (chosen: ReadonlyMap<string, readonly string[]>): boolean =>
  [...chosen.keys()].some((key) => countryKeys.has(key) && key !== 'delivery_country');

/** A filter with the number of products that each of its values would leave. */
export interface Facet {
  readonly key: string;
  /** Values as they appear in addresses. */
  readonly values: readonly FacetValue[];
  /** The filter takes one value at a time. */
  readonly isSingle: boolean;
}
export interface FacetValue {
  readonly value: string;
  readonly unit: string | null;
  readonly count: number;
  readonly isActive: boolean;
  /** Set if the value is a range of numbers. */
  readonly range: Range | null;
}
/** Lowest and highest delivered price among the products that pass all other filters. Cents. */
export interface PriceFacet {
  readonly min: number;
  readonly max: number;
  readonly active: Range | null;
}
export interface CountedFacets {
  /** Places in the leaf of the products that pass every filter, most popular first. */
  readonly rows: Uint32Array;
  readonly facets: readonly Facet[];
  /** Price filter; null if the products have fewer than two prices. */
  readonly price: PriceFacet | null;
  /** Filters without effect, as `f:key` or `f:key=value`: unknown ones, and values that another one replaces. */
  readonly ignored: readonly string[];
}

/**
 * Counts the products that each value of each filter would leave. Values of one filter are alternatives; several
 * filters must all match. A filter's own choice does not lower its counts. Makes one pass over the leaf for each chosen
 * filter, and one over the result for each filter.
 * @param isWithin 1 per product of the listing (vehicle, brand); null = all
 * @param elsewhere prices to other countries, to count the countries while other delivery filters are chosen
 */
export function countFacets(
  leaf: Leaf,
  isWithin: Uint8Array | null,
  chosen: ReadonlyMap<string, readonly string[]>,
  elsewhere: PricesByCountry = new Map(),
): CountedFacets {
  const sources = sourcesOf(leaf);
  const ignored: string[] = [];
  const misses = new Uint8Array(leaf.ids.length);
  // The number of the only filter, from 1, that excludes a product. Its own counts include that product.
  const keeper = new Uint8Array(leaf.ids.length);
  if (isWithin) for (let row = 0; row < misses.length; row++) misses[row] = isWithin[row] ? 0 : 2;
  const context = rowsOf(misses, keeper, 0);
  const active = new Map<string, Choice>();
  const range = readRange(chosen.get('price'), ignored);
  let number = 0;
  const numbers = new Map<string, number>();
  // 1 = the product passes all filters that do not depend on the country.
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
      ignored.push(`f:${key}`);
      continue;
    }
    const choice = choiceOf(source, values);
    ignored.push(...choice.ignored.map((value) => `f:${key}=${value}`));
    if (choice.indexes.size === 0) continue;
    active.set(key, choice);
    narrow(key, source.test(choice.indexes));
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
    return countCountries(
      source,
      Uint32Array.from([...isAnywhere.keys()].filter((row) => isAnywhere[row])),
      chosen,
      new Map(elsewhere).set(leaf.country, leaf.prices),
    );
  };
  return {
    rows,
    facets: sources.map((source) => {
      const counts = countOf(source);
      const { key, isSingle } = source;
      return {
        key,
        isSingle,
        values: facetValues(source, counts, source.numbers ? source.count(context) : counts, active.get(key)),
      };
    }),
    price: priceFacet(totals, rowsFor('price'), range),
    ignored,
  };
}

/** The chosen values of one filter: their indexes, and the ranges that contain them. */
interface Choice {
  readonly indexes: ReadonlySet<number>;
  readonly ranges: readonly Range[];
  /** Unknown values, and values that another one replaces. */
  readonly ignored: readonly string[];
}

function choiceOf({ names, numbers, isSingle }: Source, values: readonly string[]): Choice {
  const indexes = new Set<number>();
  const ranges: Range[] = [];
  const ignored: string[] = [];
  for (const value of values) {
    const index = names.findIndex((name) => isSame(name, value));
    const range = index === -1 && numbers ? parseRange(value) : null;
    if (index === -1 && !range) ignored.push(value);
    else if (!range) indexes.add(index);
    else {
      const held = [...(numbers?.entries() ?? [])].filter(([, number]) => isBetween(range, number));
      if (held.length === 0) ignored.push(value);
      else ranges.push(range);
      for (const [each] of held) indexes.add(each);
    }
  }
  if (!isSingle) return { indexes, ranges, ignored };
  const only = singleOf(indexes);
  for (const index of indexes) if (index !== only) ignored.push(names[index]?.value ?? '');
  return { indexes: new Set(only === undefined ? [] : [only]), ranges, ignored };
}

/** Returns the first index of a single-value filter: of steps the narrowest. */
const singleOf = (indexes: Iterable<number>): number | undefined => [...indexes].sort((a, b) => a - b)[0];

/** A list with one unit omits it from the value; other lists need it. */
const isSame = ({ value, unit }: Source['names'][number], asked: string): boolean =>
  value === asked || (unit !== null && (value === `${asked} ${unit}` || asked === `${value} ${unit}`));

/** More different numbers than these become ranges. */
const mostSingleNumbers = 12;

/** @param context counts without any filter: they decide the form, so that a choice elsewhere does not change it */
function facetValues(
  { names, numbers }: Source,
  counts: Uint32Array,
  context: Uint32Array,
  choice: Choice | undefined,
): FacetValue[] {
  const ranges = choice?.ranges ?? [];
  const isInRange = (index: number) => ranges.some((range) => isBetween(range, numbers?.[index] ?? Number.NaN));
  const singles = names.map(({ value, unit }, index) => ({
    value,
    unit,
    count: counts[index] as number,
    isActive: choice?.indexes.has(index) === true && !isInRange(index),
    range: null,
  }));
  if (!numbers) return singles;
  const offered = context.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) > mostSingleNumbers;
  const wanted = new Map(
    (offered ? rangesOver(occurring(numbers, context)) : []).map((each) => [printRange(each), each]),
  );
  for (const range of ranges) wanted.set(printRange(range), range);
  const active = new Set(ranges.map(printRange));
  const [unit = null] = new Set(names.map((name) => name.unit));
  const counted = [...wanted].map(([value, range]) => {
    const count = counts.reduce((sum, each, index) => sum + (isBetween(range, numbers[index] as number) ? each : 0), 0);
    return { value, unit, count, isActive: active.has(value), range };
  });
  return [...(offered ? singles.filter(({ isActive }) => isActive) : singles), ...counted];
}

/** Returns the numbers of the counted products, ascending. */
function occurring(numbers: readonly number[], counts: Uint32Array): number[] {
  const all = numbers.flatMap((number, index) => Array.from({ length: counts[index] as number }, () => number));
  return all.sort((a, b) => a - b);
}

function readRange(values: readonly string[] | undefined, ignored: string[]): Range | null {
  if (!values) return null;
  const range = values.length === 1 ? priceRange(values[0] as string) : null;
  if (!range) ignored.push(...values.map((value) => `f:price=${value}`));
  return range;
}

/** Returns the products that pass every filter, or every filter except number `own`. */
function rowsOf(misses: Uint8Array, keeper: Uint8Array, own: number): Uint32Array {
  const rows = new Uint32Array(misses.length);
  let length = 0;
  for (let row = 0; row < misses.length; row++) {
    if (misses[row] === 0 || (misses[row] === 1 && keeper[row] === own)) rows[length++] = row;
  }
  return rows.subarray(0, length);
}

const liesWithin = ({ from, to }: Range, totals: Uint32Array) => {
  const [least, most] = [from ?? 0, to ?? noPrice - 1];
  return (row: number) => (totals[row] as number) >= least && (totals[row] as number) <= most;
};

/** Counts the products for each country of delivery, with the prices, days and ratings of its offers. */
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
  const range = values?.length === 1 ? priceRange(values[0] as string) : null;
  const tests = range ? [liesWithin(range, columns.totals)] : [];
  for (const { key, names, test } of stepSources(columns)) {
    const asked = chosen.get(key)?.map((value) => names.findIndex((name) => name.value === value)) ?? [];
    const index = singleOf(asked.filter((at) => at >= 0));
    if (index !== undefined) tests.push(test(new Set([index])));
  }
  return tests;
}

function priceFacet(totals: Uint32Array, rows: Uint32Array, active: Range | null): PriceFacet | null {
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
