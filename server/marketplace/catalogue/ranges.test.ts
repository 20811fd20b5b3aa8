import { expect, test } from 'vitest';
import { fc } from '../../../test/support/properties.js';
import type { Category } from '../generation/category-index.js';
import { defaultPieces, packSizeOf, packsFor, packsIn } from './amount.js';
import { isWithin, parseRange, printRange, type Range, rangesOver } from './ranges.js';

test.each<[string, Range | null]>([
  ['10-49.5', { from: 10, to: 49.5 }],
  ['10-', { from: 10, to: null }],
  ['-49.5', { from: null, to: 49.5 }],
  ['10-10', { from: 10, to: 10 }],
  ['0-0.0001', { from: 0, to: 0.0001 }],
  ['123456789-', { from: 123_456_789, to: null }],
  ['11-10', null],
  ['-', null],
  ['', null],
  ['10', null],
  ['1234567890-', null],
  ['1.00001-', null],
  ['1-2-3', null],
  [' 1-2', null],
])('%j as a range', (text, range) => {
  expect(parseRange(text)).toEqual(range);
  if (range) expect(printRange(range)).toBe(text);
});

test('both bounds of a range are within it', () => {
  const range = { from: 10, to: 20 };
  expect([9.99, 10, 15, 20, 20.01].map((value) => isWithin(range, value))).toEqual([false, true, true, true, false]);
  expect([isWithin({ from: null, to: 20 }, -1e9), isWithin({ from: 10, to: null }, 1e9)]).toEqual([true, true]);
});

test('ranges have round bounds and contain each number once', () => {
  expect(rangesOver([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).map(printRange)).toEqual([
    '-1',
    '2-3',
    '4-5',
    '6-7',
    '8-9',
    '10-',
  ]);
  expect(rangesOver([0.5, 1.5]).map(printRange)).toEqual([
    ...['-0.5', '0.6-0.7', '0.8-0.9', '1-1.1', '1.2-1.3', '1.4-1.5', '1.6-'],
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 2, maxLength: 40 }), (written) => {
      const numbers = written.sort((a, b) => a - b);
      if (numbers[0] === numbers.at(-1)) return;
      const ranges = rangesOver(numbers);
      expect([ranges[0]?.from, ranges.at(-1)?.to]).toEqual([null, null]);
      expect(ranges.length).toBeLessThanOrEqual(8);
      for (const number of numbers) expect(ranges.filter((range) => isWithin(range, number))).toHaveLength(1);
    }),
  );
});

const attributes = (size: string | number) => ({ attributes: JSON.stringify([['packSize', size, null]]) });

test('a pack has the pieces of its feed, at least one', () => {
  expect([1, '1', '4', 4, '4 pieces'].map((size) => packSizeOf(attributes(size)))).toEqual([1, 1, 4, 4, 4]);
  expect([0, '0', -4, 'many', ''].map((size) => packSizeOf(attributes(size)))).toEqual([null, null, null, null, null]);
  expect(packSizeOf({ attributes: '[]' })).toBeNull();
});

test('the packs contain at least the pieces of the job', () => {
  expect([1, 3, 4, 5, 8, 9].map((pieces) => packsFor(pieces, 4))).toEqual([1, 1, 1, 2, 2, 3]);
  expect([packsFor(3, null), packsFor(3, 1)]).toEqual([3, 3]);
});

test('a car needs as many plugs as it has cylinders, if known', () => {
  const plugs = { usual_quantity: 4, per_cylinder: 1 } as Category;
  const discs = { usual_quantity: 2, per_cylinder: 0 } as Category;
  const six = { cylinders: 6 };
  expect([defaultPieces(plugs, six), defaultPieces(plugs, { cylinders: null }), defaultPieces(plugs, null)]).toEqual([
    6, 4, 4,
  ]);
  expect(defaultPieces(discs, six)).toBe(2);
  const rows = [
    { id: 1, ...attributes(4) },
    { id: 2, attributes: '[]' },
  ] as never;
  const packs = packsIn(plugs, six as never, rows);
  expect([packs(1), packs(2), packs(3)]).toEqual([2, 6, 6]);
  expect(packsIn({ ...discs, usual_quantity: 1 }, null, rows)(1)).toBe(1);
});
