import { expect, test } from 'vitest';
import { judgeOffers } from './offer-rejections.js';

const sound = { key: 'A', price: 12.5, stock: 1 };

test.each([
  [{ ...sound, price: 12.345 }, 'price', '12.345', 'has more than two decimals'],
  [{ ...sound, price: -3 }, 'price', '-3', 'is less than 0.01'],
  [{ ...sound, price: 2_000_000 }, 'price', '2000000', 'is more than 1000000'],
  [{ ...sound, price: '12,30' }, 'price', '12,30', 'is no number'],
  [{ ...sound, stock: 1.5 }, 'stock', '1.5', 'is no whole number'],
  [{ ...sound, condition: 'old' }, 'condition', 'old', 'is not one of new, remanufactured, used'],
  [{ ...sound, gtin: '12' }, 'gtin', '12', 'is not 8 to 14 digits'],
  [{ ...sound, handling: [1, 'x'] }, 'handling', '[1,"x"]', 'is no number'],
  [{ ...sound, preis: 1 }, 'preis', '1', 'is no field of an offer'],
  [{ price: 1 }, 'key', '', 'is missing'],
  [{ ...sound, key: 'a\nb' }, 'key', 'a\nb', 'has control characters'],
  ['text', 'row', 'text', 'is no object'],
  [null, 'row', 'null', 'is no object'],
])('%j is rejected alone, by field, value and reason', (row, field, value, reason) => {
  const { sound: kept, indices, faults } = judgeOffers([sound, row, { ...sound, key: 'B' }]);
  expect([kept.map(({ key }) => key), indices]).toEqual([
    ['A', 'B'],
    [0, 2],
  ]);
  expect(faults).toEqual([expect.objectContaining({ index: 1, line: 3, field, value, reason, outcome: 'rejected' })]);
});
