import { expect, test } from 'vitest';
import { randomBasket, randomFrom } from '../../../test/fixtures/marketplace/cart-plans/random-baskets.js';
import { totalOf } from './basket-problem.js';
import { costAboveAll } from './branch-and-bound.js';
import { cheapestEach, improve } from './local-search.js';
import { type Candidate, OfferMatrix } from './offer-matrix.js';

/** Sixty carts with their best changes of lines, parcels and shops. A plan that is not proven is no better. */
function* carts(lines: number) {
  const random = randomFrom(lines);
  for (let cart = 0; cart < 60; cart++) {
    const { problem, current } = randomBasket(random, { lines, shops: 15, options: 10 });
    const matrix = new OfferMatrix(problem);
    yield { problem, matrix, start: matrix.placesOf(current) as readonly Candidate[] };
  }
}

test.each([
  { lines: 12, cheap: 4_210_720, parcels: 113, few: 4_363_898 },
  { lines: 30, cheap: 10_629_386, parcels: 171, few: 10_985_062 },
  { lines: 60, cheap: 19_422_987, parcels: 230, few: 19_857_044 },
])('carts of up to $lines lines become as cheap as one change after the other can make them', (most) => {
  const sums = { cheap: 0, parcels: 0, few: 0 };
  for (const { problem, matrix, start } of carts(most.lines)) {
    const cheap = improve(matrix, start, matrix.all);
    const few = improve(matrix, start, matrix.all, costAboveAll(matrix));
    for (const { chosen, total } of [cheap, few]) expect(totalOf(problem, matrix.choiceOf(chosen))).toBe(total);
    sums.cheap += cheap.total;
    sums.parcels += few.parcels;
    sums.few += few.total;
  }
  expect(sums.cheap).toBeLessThanOrEqual(most.cheap);
  expect(sums.parcels).toBeLessThanOrEqual(most.parcels);
  expect(sums.few).toBeLessThanOrEqual(most.few);
});

test('a line moves to allowed offers only, within their stock', () => {
  for (const { problem, matrix, start } of carts(30)) {
    const allowed = matrix.where(({ offerId }) => offerId % 2 === 0);
    for (const parcelPrice of [0, costAboveAll(matrix)])
      for (const each of improve(matrix, start, allowed, parcelPrice).chosen)
        expect(allowed[each.id] === 1 || start.includes(each)).toBe(true);
    const each = cheapestEach(matrix, matrix.all);
    if (each) expect(totalOf(problem, matrix.choiceOf(each))).toBeLessThan(Number.POSITIVE_INFINITY);
  }
});
