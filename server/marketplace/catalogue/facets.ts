import { type CodeColumn, noPrice } from '../store/leaf-format.js';
import type { Leaf } from './leaf.js';

/** Values of the filters that are steps: "at most so many days", "rated at least so well". */
export const daySteps = [1, 2, 3, 5] as const;
export const ratingSteps = [4.5, 4] as const;

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
export interface Counted {
  /** Places in the leaf of the products that pass every filter, most popular first. */
  readonly places: Uint32Array;
  readonly facets: readonly Facet[];
  /** Null where there are no prices to the door, or only one. */
  readonly price: PriceFacet | null;
  /** Keys and values that were asked for but do not exist; they narrow nothing. */
  readonly unknown: { readonly keys: number; readonly values: number };
}

/** One filterable thing of the leaf: which of its values a product has. */
interface Source {
  readonly key: string;
  readonly isSingle: boolean;
  readonly names: readonly { value: string; unit: string | null }[];
  /** Which chosen values let a product through. */
  test(chosen: ReadonlySet<number>): (place: number) => boolean;
  /** Of the products at the places, how many have each of `names`. */
  count(places: Uint32Array): Uint32Array;
}

/**
 * Counts what each value of each filter would leave. Values of one filter are alternatives, filters add up, and a filter's
 * own choice does not lower its own counts. One pass over the leaf per chosen filter and one over what is left per filter.
 *
 * @param isWithin 1 per product that belongs to the listing at all (vehicle, brand); null = all
 */
export function countFacets(
  leaf: Leaf,
  isWithin: Uint8Array | null,
  chosen: ReadonlyMap<string, readonly string[]>,
): Counted {
  const sources = sourcesOf(leaf);
  const unknown = { keys: 0, values: 0 };
  const misses = new Uint8Array(leaf.ids.length);
  // The filter, counted from 1, that alone keeps a product out: its own counts do not mind.
  const keeper = new Uint8Array(leaf.ids.length);
  if (isWithin) for (let place = 0; place < misses.length; place++) misses[place] = isWithin[place] ? 0 : 2;
  const active = new Map<string, ReadonlySet<number>>();
  const range = readRange(leaf, chosen.get('price'), unknown);
  let number = 0;
  const narrow = (passes: (place: number) => boolean): void => {
    number++;
    for (let place = 0; place < misses.length; place++) {
      if (passes(place)) continue;
      misses[place] = Math.min(2, (misses[place] as number) + 1);
      keeper[place] = number;
    }
  };
  const numbers = new Map<string, number>();
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
    narrow(source.test(indexes));
    numbers.set(key, number);
  }
  const { totals } = leaf.prices;
  if (range) {
    const from = range.from ?? 0;
    const to = range.to ?? noPrice - 1;
    narrow((place) => (totals[place] as number) >= from && (totals[place] as number) <= to);
    numbers.set('price', number);
  }
  const places = placesOf(misses, keeper, 0);
  const placesFor = (key: string) => {
    const own = numbers.get(key);
    return own === undefined ? places : placesOf(misses, keeper, own);
  };
  return {
    places,
    facets: sources.map((source) => {
      const counts = source.count(placesFor(source.key));
      const { key, names, isSingle } = source;
      const values = names.map(({ value, unit }, index) => ({
        value,
        unit,
        count: counts[index] as number,
        isActive: active.get(key)?.has(index) ?? false,
      }));
      return { key, isSingle, values };
    }),
    price: leaf.isToDoor ? priceFacet(totals, placesFor('price'), range) : null,
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
function placesOf(misses: Uint8Array, keeper: Uint8Array, own: number): Uint32Array {
  const places = new Uint32Array(misses.length);
  let length = 0;
  for (let place = 0; place < misses.length; place++) {
    if (misses[place] === 0 || (misses[place] === 1 && keeper[place] === own)) places[length++] = place;
  }
  return places.subarray(0, length);
}

function priceFacet(totals: Uint32Array, places: Uint32Array, active: PriceRange | null): PriceFacet | null {
  let min = noPrice;
  let max = 0;
  for (const place of places) {
    const total = totals[place] as number;
    if (total === noPrice) continue;
    if (total < min) min = total;
    if (total > max) max = total;
  }
  if (max <= min && !active) return null;
  return { min: Math.min(min, max), max, active };
}

function sourcesOf(leaf: Leaf): Source[] {
  const sources: Source[] = [];
  for (const [key, column] of leaf.columns) {
    if (key === 'delivery_country') sources.push(countrySource(column));
    else sources.push(codeSource(key, column));
  }
  if (!leaf.isToDoor) return sources;
  const { totals, daysMax, ratings } = leaf.prices;
  sources.push(
    stepSource(
      'delivery_days',
      daySteps,
      (place, step) => totals[place] !== noPrice && (daysMax[place] as number) <= step,
    ),
    stepSource(
      'shop_rating',
      ratingSteps,
      (place, step) => totals[place] !== noPrice && (ratings[place] as number) >= step * 100,
    ),
  );
  return sources;
}

function codeSource(key: string, { values, codes }: CodeColumn): Source {
  const units = new Set(values.map(([, unit]) => unit));
  return {
    key,
    isSingle: false,
    // The same number in millimetres and in inches are two values.
    names: values.map(([value, unit]) => ({ value: units.size > 1 && unit ? `${value} ${unit}` : value, unit })),
    test(chosen) {
      const allowed = new Uint8Array(values.length + 1);
      for (const index of chosen) allowed[index + 1] = 1;
      return (place) => allowed[codes[place] as number] === 1;
    },
    count: (places) => countCodes(codes, values.length, places).subarray(1),
  };
}

function countCodes(codes: CodeColumn['codes'], values: number, places: Uint32Array): Uint32Array {
  const counts = new Uint32Array(values + 1);
  for (const place of places) counts[codes[place] as number] = (counts[codes[place] as number] as number) + 1;
  return counts;
}

/** A product has a set of countries; its code names the set. */
function countrySource({ values, codes }: CodeColumn): Source {
  const sets = values.map(([set]) => set.split(','));
  const countries = [...new Set(sets.flat())].sort();
  const members = sets.map((set) => set.map((country) => countries.indexOf(country)));
  return {
    key: 'delivery_country',
    isSingle: true,
    names: countries.map((value) => ({ value, unit: null })),
    test(chosen) {
      const allowed = new Uint8Array(sets.length + 1);
      for (const [index, set] of members.entries()) if (set.some((each) => chosen.has(each))) allowed[index + 1] = 1;
      return (place) => allowed[codes[place] as number] === 1;
    },
    count(places) {
      const bySet = countCodes(codes, values.length, places);
      const counts = new Uint32Array(countries.length);
      for (const [index, set] of members.entries())
        for (const country of set) counts[country] = (counts[country] as number) + (bySet[index + 1] as number);
      return counts;
    },
  };
}

function stepSource(key: string, steps: readonly number[], reaches: (place: number, step: number) => boolean): Source {
  return {
    key,
    isSingle: true,
    names: steps.map((step) => ({ value: String(step), unit: null })),
    test(chosen) {
      const [index = 0] = chosen;
      const step = steps[index] as number;
      return (place) => reaches(place, step);
    },
    count: (places) =>
      Uint32Array.from(steps, (step) => places.reduce((sum, place) => sum + (reaches(place, step) ? 1 : 0), 0)),
  };
}
