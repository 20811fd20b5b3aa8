import { expect, test } from 'vitest';
import { fc } from '../../test/support/properties.js';
import { cents, money, toEuros } from './money.js';

test.each([
  [19.99, 1999],
  [0.29, 29],
  [1.1, 110],
  [4.35, 435],
  [1001.1, 100110],
  [-0.57, -57],
])('%d euros on the wire are %d cents', (euros, expected) => {
  expect(money.parse(euros)).toBe(expected);
});

test('every amount is the same after the wire as before', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (amount) => {
      expect(money.parse(JSON.parse(JSON.stringify(toEuros(cents(amount)))))).toBe(amount);
    }),
  );
  for (let amount = 0; amount <= 10_000; amount++) expect(money.parse(amount / 100)).toBe(amount);
});

test('what is no amount is refused', () => {
  for (const value of ['1', null, Number.NaN, Number.POSITIVE_INFINITY])
    expect(money.safeParse(value).success).toBe(false);
  expect(() => cents(0.5)).toThrow(RangeError);
});
