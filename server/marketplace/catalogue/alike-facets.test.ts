import { expect, test } from 'vitest';
import type { CodeColumn } from '../catalogue-file/leaf-format.js';
import { alikeFacets } from './alike-facets.js';

/** Columns of codes by key, a code per product; 0 = no value. */
function dropped(columns: Record<string, number[]>, kept: string[] = [], isWithin: number[] | null = null): string[] {
  const [first = []] = Object.values(columns);
  const leaf = {
    ids: Float64Array.from(first, (_, at) => at + 1),
    columns: new Map(
      Object.entries(columns).map(([key, codes]): [string, CodeColumn] => [
        key,
        {
          codes: Uint16Array.from(codes),
          values: [...new Set(codes)].filter(Boolean).map((code) => [`${code}`, null]),
        },
      ]),
    ),
  };
  return [...alikeFacets(leaf, isWithin && Uint8Array.from(isWithin), new Set(kept))];
}

test('of filters that split a list the same way, only the first stays', () => {
  expect(dropped({ diameter: [1, 1, 2], thickness: [7, 7, 3], holes: [1, 2, 2] })).toEqual(['thickness']);
});

test('a filter that splits further stays', () => {
  expect(dropped({ diameter: [1, 1, 2], centre: [1, 2, 3] })).toEqual([]);
  expect(dropped({ centre: [1, 2, 3], diameter: [1, 1, 2] })).toEqual([]);
});

test('products without a value count as a part of the split', () => {
  expect(dropped({ diameter: [1, 1, 0], thickness: [2, 2, 0] })).toEqual(['thickness']);
  expect(dropped({ diameter: [1, 1, 2], thickness: [2, 0, 3] })).toEqual([]);
});

test('deciding and chosen filters stay, and replace others that split the same way', () => {
  expect(dropped({ height: [1, 2, 2], diameter: [4, 5, 5] }, ['diameter'])).toEqual(['height']);
  expect(dropped({ height: [1, 2, 2], diameter: [4, 5, 5] }, ['height', 'diameter'])).toEqual([]);
});

test('brand and place always stay, and remove no other filter', () => {
  expect(dropped({ brand: [1, 2], place: [1, 2], diameter: [1, 2] })).toEqual([]);
});

test('only the products of the list count', () => {
  expect(dropped({ diameter: [1, 2, 2], thickness: [1, 2, 3] }, [], [1, 1, 0])).toEqual(['thickness']);
});
