import { expect, test } from 'vitest';
import { cents } from '../../example-data.js';
import { priceCurve } from './price-curve.js';

const step = (from: string, euros: number | null) => ({ from, total: euros === null ? null : cents(euros * 100) });

test('a price is a line for its duration, interrupted while no shop shipped the product', () => {
  const curve = priceCurve(
    [step('2026-01-01', 50), step('2026-01-03', 30), step('2026-01-06', null), step('2026-01-08', 40)],
    '2026-01-10',
    100,
    20,
  );
  expect(curve).toEqual({
    path: 'M0 0H20V20H50M70 10H100',
    since: '2026-01-01',
    lowest: step('2026-01-03', 30),
    highest: step('2026-01-01', 50),
    now: cents(4000),
  });
});

test('how today ends is the price of now, and nothing is drawn beyond today', () => {
  const curve = priceCurve(
    [step('2026-01-01', 50), step('2026-01-04', 30), step('2026-01-05', 45)],
    '2026-01-04',
    80,
    20,
  );
  expect(curve?.path).toBe('M0 0H60V20H80V5H80');
  expect(curve?.now).toBe(cents(4500));
});

test('a place has at most one decimal', () => {
  const steps = [step('2026-01-01', 50), step('2026-01-02', 40), step('2026-01-03', 20)];
  expect(priceCurve(steps, '2026-01-03', 100, 20)?.path).toBe('M0 0H33.3V6.7H66.7V20H100');
});

test('a price that never changed is a line in the middle', () => {
  expect(priceCurve([step('2026-01-01', 50)], '2026-01-04', 80, 20)?.path).toBe('M0 10H80');
});

test('less than two days, or no price at all, are no history', () => {
  expect(priceCurve([step('2026-01-04', 50)], '2026-01-04', 80, 20)).toBeNull();
  expect(priceCurve([step('2026-01-01', null)], '2026-01-04', 80, 20)).toBeNull();
  expect(priceCurve([], '2026-01-04', 80, 20)).toBeNull();
});

test('a product that no shop ships any more has no current price', () => {
  expect(priceCurve([step('2026-01-01', 50), step('2026-01-03', null)], '2026-01-04', 80, 20)).toMatchObject({
    path: 'M0 10H40',
    now: null,
  });
});

test('the first day of the lowest and of the highest price counts', () => {
  const days = [step('2026-01-01', 50), step('2026-01-03', 30), step('2026-01-05', 50), step('2026-01-07', 30)];
  expect(priceCurve(days, '2026-01-10', 80, 20)).toMatchObject({ highest: days[0], lowest: days[1] });
});
