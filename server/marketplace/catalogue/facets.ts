import { noPrice } from '../offer-store/offer-summary.js';
import { type Source, sourcesOf, stepSources } from './facet-sources.js';
import type { Leaf } from './leaf.js';
import type { PriceColumns, PricesByCountry } from './offer-columns.js';
import { isWithin as isBetween, parseRange, printRange, type Range, rangesOver } from './ranges.js';

/** Reads a range of prices to the door, written in euros, as cents; null for other text and for parts of a cent. */
export function priceRange(value: string): Range | null {
  const range = /\d{8}|\.\d{3}/.test(value) ? null : parseRange(value);
  const inCents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));
  return range && { from: inCents(range.from), to: inCents(range.to) };
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
  /** Set where it stands for all numbers in a range. */
  readonly range: Range | null;
}
/** Lowest and highest price to the door among the products that all other filters let through; cents. */
export interface PriceFacet {
  readonly min: number;
  readonly max: number;
  readonly active: Range | null;
}
export interface CountedFacets {
  /** Places in the leaf of the products that pass every filter, most popular first. */
  readonly rows: Uint32Array;
  readonly facets: readonly Facet[];
  /** Null where there are no prices to the door, or only one. */
  readonly price: PriceFacet | null;
  /** Filters without effect, as `f:key` and `f:key=value`: they do not exist, or another one counts. */
  readonly ignored: readonly string[];
}

/**
 * Counts what each value of each filter would leave. Values of one filter are alternatives, filters add up, and a
 * filter's own choice does not lower its own counts. One pass over the leaf per chosen filter and one over what is left
 * per filter.
 *
 * @param isWithin 1 per product that belongs to the listing at all (vehicle, brand); null = all
 * @param elsewhere prices to other countries, which filters by price and delivery would go by if one of those were
 * chosen
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
  // The filter, counted from 1, that alone keeps a product out: its own counts do not mind.
  const keeper = new Uint8Array(leaf.ids.length);
  if (isWithin) for (let row = 0; row < misses.length; row++) misses[row] = isWithin[row] ? 0 : 2;
  const active = new Map<string, Choice>();
  const range = readRange(chosen.get('price'), ignored);
  let number = 0;
  const numbers = new Map<string, number>();
  // Products that pass all filters whose answer is the same for every country.
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
    return countCountries(source, rowsWhere(isAnywhere), chosen, new Map(elsewhere).set(leaf.country, leaf.prices));
  };
  return {
    rows,
    facets: sources.map((source) => {
      const counts = countOf(source);
      const { key, isSingle } = source;
      return { key, isSingle, values: facetValues(source, counts, active.get(key)) };
    }),
    price: priceFacet(totals, rowsFor('price'), range),
    ignored,
  };
}

/** The chosen values of one filter: their places, and the ranges that they are in. */
interface Choice {
  readonly indexes: ReadonlySet<number>;
  readonly ranges: readonly Range[];
  /** Values that it does not have, or that another one takes the place of. */
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

/** Of several places of a filter that takes one value, the first: of steps the narrowest. */
const singleOf = (indexes: Iterable<number>): number | undefined => [...indexes].sort((a, b) => a - b)[0];

/** Lists that know one unit only leave it out of the value, which others need. */
const isSame = ({ value, unit }: Source['names'][number], asked: string): boolean =>
  value === asked || (unit !== null && (value === `${asked} ${unit}` || asked === `${value} ${unit}`));

/** More different numbers than these are offered as ranges. */
const mostSingleNumbers = 12;

function facetValues({ names, numbers }: Source, counts: Uint32Array, choice: Choice | undefined): FacetValue[] {
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
  const offered = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) > mostSingleNumbers;
  const wanted = new Map(
    (offered ? rangesOver(occurring(numbers, counts)) : []).map((each) => [printRange(each), each]),
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

/** The numbers of the counted products, in rising order. */
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

const liesWithin = ({ from, to }: Range, totals: Uint32Array) => {
  const [least, most] = [from ?? 0, to ?? noPrice - 1];
  return (row: number) => (totals[row] as number) >= least && (totals[row] as number) <= most;
};

/**
 * How many products each country would leave if it were chosen: prices, days and ratings are then those of its own
 * offers.
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
