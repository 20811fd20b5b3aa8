import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { noPrice } from './offer-summary.js';
import { offerStoreDdl } from './offer-tables.js';
import { hasPriceHistory, PriceHistory, readPriceHistory } from './price-history.js';

const day = 24 * 3600_000;
const first = Date.UTC(2026, 0, 1);
const totals = (price: number) => Uint32Array.of(noPrice, price, price, price, price, price);
const on = (days: number): string => new Date(first + days * day).toISOString().slice(0, 10);

/** A store in which a product's delivered price changes; each list of changes is folded separately. */
function store() {
  const database = new DatabaseSync(':memory:');
  database.exec(offerStoreDdl);
  let price = noPrice;
  return {
    database,
    fold(...changes: (readonly [days: number, price: number])[]): void {
      const history = new PriceHistory(database);
      for (const [days, next] of changes) {
        history.addChange(7, first + days * day, totals(price), totals(next));
        price = next;
      }
      history.write();
    },
    steps: () => readPriceHistory(database, 7, 'DE').map(({ from, total }) => [from, total]),
  };
}

test('the lowest price of a day counts, including the first', () => {
  const { fold, steps, database } = store();
  fold([0.1, 5000], [1.2, 4000], [1.4, 6000], [1.6, 5500]);
  expect(steps()).toEqual([
    [on(0), 5000],
    [on(1), 4000],
    [on(2), 5500],
  ]);
  fold([1.9, 3900], [3.5, noPrice]);
  expect(steps()).toEqual([
    [on(0), 5000],
    [on(1), 3900],
    [on(4), null],
  ]);
  expect([
    readPriceHistory(database, 7, 'PL'),
    readPriceHistory(database, 8, 'DE'),
    readPriceHistory(database, 7, 'AT'),
  ]).toEqual([[], [], [{ from: on(0), total: null }]]);
});

test('each day has one step, with the lowest price of all folds of the day', () => {
  const { fold, steps } = store();
  fold([0.1, 3000], [0.2, 4000]);
  fold([0.5, 5000]);
  fold([1.5, 4500]);
  expect(steps()).toEqual([
    [on(0), 3000],
    [on(1), 4500],
  ]);
});

test('a history begins with the second day, in countries with prices', () => {
  const { fold, database } = store();
  const known = (country: string, days: number) => hasPriceHistory(database, 7, country, first + days * day);
  fold([0.1, 5000]);
  expect([known('DE', 0.5), known('DE', 1), known('AT', 1), known('PL', 1)]).toEqual([false, true, false, false]);
  expect(hasPriceHistory(database, 8, 'DE', first + 9 * day)).toBe(false);
  // The day on which the last offer ends still has its price.
  fold([1.5, noPrice]);
  expect(known('DE', 2)).toBe(true);
  fold([2.5, noPrice]);
  expect(known('DE', 3)).toBe(false);
});

test('a year of daily changes is thinned out without losing a lowest price', () => {
  const { fold, steps, database } = store();
  const prices = Array.from({ length: 900 }, (_, index) => 3000 + ((index * 7919) % 2000));
  for (const [index, price] of prices.entries()) fold([index + 0.5, price]);
  const { days } = database.prepare('select count(*) as days from history_day').get() as { days: number };
  expect(days).toBeLessThan(90 + 7 + 365 / 7 + 2);
  expect(days).toBeGreaterThan(90 + (365 - 90) / 7 - 2);
  const result = steps();
  expect(result.at(-1)?.[1]).toBe(prices.at(-1));
  const lowestSince = (days: number) =>
    Math.min(...result.filter(([from]) => String(from) >= on(days)).map(([, total]) => Number(total)));
  expect(lowestSince(900 - 80)).toBe(Math.min(...prices.slice(900 - 81)));
  expect(lowestSince(900 - 365 + 14)).toBeLessThanOrEqual(Math.min(...prices.slice(900 - 365 + 14)));
});

test('a price without a change for more than a year is still listed', () => {
  const { fold, steps } = store();
  fold([0.5, 5000]);
  fold([800.5, 4000]);
  expect(steps().map(([, total]) => total)).toEqual([5000, 4000]);
});

test('of several days before the oldest one the last price remains', () => {
  const { fold, steps } = store();
  fold([0.5, 5000]);
  fold([10.5, 5500]);
  fold([800.5, 4000]);
  expect(steps().map(([, total]) => total)).toEqual([5500, 4000]);
});

test('the oldest stored day keeps all prices, the day before only its last one', () => {
  // The first day begins a week, and a year before the last day is in that week.
  const { fold, steps } = store();
  fold([0.5, 5000], [0.6, 5500]);
  fold([368.5, 4000]);
  expect(steps()).toEqual([
    [on(0), 5000],
    [on(1), 5500],
    [on(368), 4000],
  ]);
  const older = store();
  older.fold([-0.5, 5000], [-0.4, 5500]);
  older.fold([368.5, 4000]);
  expect(older.steps()).toEqual([
    [on(0), 5500],
    [on(368), 4000],
  ]);
});
