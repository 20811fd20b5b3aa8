import type { CodeColumn } from '../catalogue-file/leaf-format.js';
import { noPrice } from '../offer-store/offer-summary.js';
import type { Leaf } from './leaf.js';
import { type PriceColumns, reachKey } from './offer-columns.js';

/** Filters with steps: "within so many days", "rated at least". */
export const daySteps = [1, 2, 3, 5] as const;
export const ratingSteps = [4.5, 4] as const;

/** A filter of a leaf and the values that each product has. */
export interface Source {
  readonly key: string;
  readonly isSingle: boolean;
  readonly names: readonly { value: string; unit: string | null }[];
  /** The values as numbers; null if a value is no number, or the units differ. */
  readonly numbers: readonly number[] | null;
  /** Returns a test whether a product has one of the chosen values. */
  test(chosen: ReadonlySet<number>): (place: number) => boolean;
  /** Counts the products at the places for each of `names`. */
  count(rows: Uint32Array): Uint32Array;
}

/** Returns the filters of a leaf in the order of the page. */
export function sourcesOf(leaf: Leaf): Source[] {
  const sources: Source[] = [];
  for (const [key, column] of leaf.columns) {
    if (key === reachKey) sources.push(setSource(key, column, ',', true));
    else if (key === 'approval') sources.push(setSource(key, column, ', ', false));
    else sources.push(codeSource(key, column));
  }
  return [...sources, ...stepSources(leaf.prices)];
}

export function stepSources({ totals, daysMax, ratings }: PriceColumns): Source[] {
  const isSold = (place: number) => totals[place] !== noPrice;
  return [
    stepSource('delivery_days', daySteps, (place, step) => isSold(place) && (daysMax[place] as number) <= step),
    stepSource('shop_rating', ratingSteps, (place, step) => isSold(place) && (ratings[place] as number) >= step * 100),
  ];
}

/** Columns whose numbers are ids. */
const identities = new Set(['brand', 'category']);

function codeSource(key: string, { values, codes }: CodeColumn): Source {
  const units = new Set(values.map(([, unit]) => unit));
  const isNumeric = !identities.has(key) && values.every(([value]) => /^\d{1,9}(?:\.\d{1,4})?$/.test(value));
  return {
    key,
    isSingle: false,
    // The same number in millimetres and in inches makes two values.
    names: values.map(([value, unit]) => ({ value: units.size > 1 && unit ? `${value} ${unit}` : value, unit })),
    numbers: isNumeric && units.size === 1 ? values.map(([value]) => Number(value)) : null,
    test(chosen) {
      const allowed = new Uint8Array(values.length + 1);
      for (const index of chosen) allowed[index + 1] = 1;
      return (place) => allowed[codes[place] as number] === 1;
    },
    count: (rows) => countCodes(codes, values.length, rows).subarray(1),
  };
}

function countCodes(codes: CodeColumn['codes'], values: number, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(values + 1);
  for (const place of rows) counts[codes[place] as number] = (counts[codes[place] as number] as number) + 1;
  return counts;
}

/** A product has a set of values, such as countries; its code names the set. */
function setSource(key: string, { values, codes }: CodeColumn, separator: string, isSingle: boolean): Source {
  const sets = values.map(([set]) => set.split(separator));
  const single = [...new Set(sets.flat())].sort();
  const members = sets.map((set) => set.map((value) => single.indexOf(value)));
  return {
    key,
    isSingle,
    names: single.map((value) => ({ value, unit: null })),
    numbers: null,
    test(chosen) {
      const allowed = new Uint8Array(sets.length + 1);
      for (const [index, set] of members.entries()) if (set.some((each) => chosen.has(each))) allowed[index + 1] = 1;
      return (place) => allowed[codes[place] as number] === 1;
    },
    count(rows) {
      const bySet = countCodes(codes, values.length, rows);
      const counts = new Uint32Array(single.length);
      for (const [index, set] of members.entries())
        for (const each of set) counts[each] = (counts[each] as number) + (bySet[index + 1] as number);
      return counts;
    },
  };
}

function stepSource(key: string, steps: readonly number[], reaches: (place: number, step: number) => boolean): Source {
  return {
    key,
    isSingle: true,
    names: steps.map((step) => ({ value: String(step), unit: null })),
    numbers: null,
    test(chosen) {
      const [index = 0] = chosen;
      const step = steps[index] as number;
      return (place) => reaches(place, step);
    },
    count(rows) {
      const counts = new Uint32Array(steps.length);
      for (const [index, step] of steps.entries())
        for (const place of rows) if (reaches(place, step)) counts[index] = (counts[index] as number) + 1;
      return counts;
    },
  };
}
