import { expect, test } from 'vitest';
import { bruteForce, randomFrom, scores } from '../../../test/fixtures/marketplace/cart-plans/random-baskets.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { Problem } from './basket-problem.js';
import { cheapest } from './branch-and-bound.js';
import { fewestParcels } from './fewest-parcels.js';
import { OfferMatrix } from './offer-matrix.js';
import { makePlans } from './plans.js';

/** Makes a cart whose lines share the few pieces of their offers by threes. The last offer of each has enough. */
function cartOf(random: () => number, groups: number, offers = 4): { problem: Problem; current: number[] } {
  const upTo = (limit: number) => 1 + Math.floor(random() * limit);
  const shops = Array.from({ length: 5 }, () => ({
    tariff: 200 + upTo(800),
    freeFrom: random() < 0.3 ? null : 1000 + upTo(9000),
  }));
  const capacity = new Map<number, number>();
  const lines = Array.from({ length: groups }, (_, group) => {
    const kinds = Array.from({ length: offers }, (_each, index) => {
      const offerId = group * 100 + index;
      if (index < offers - 1) capacity.set(offerId, 1 + upTo(4));
      return { offerId, shop: upTo(5) - 1, price: 400 + upTo(500), days: upTo(4) };
    });
    const isEqual = random() < 0.4;
    return Array.from({ length: 3 }, () => {
      const pieces = isEqual ? 2 : upTo(3);
      const options = kinds.map(({ price, ...each }) => ({ ...each, cost: price * pieces, goods: price * pieces }));
      return { pieces, options };
    });
  }).flat();
  return { problem: { lines, shops, capacity }, current: lines.map(() => offers - 1) };
}

test('lines that share the few pieces of their offers get the best of all plans', async () => {
  const random = randomFrom(3);
  for (let cart = 0; cart < 40; cart++) {
    const { problem, current } = cartOf(random, 2);
    const plans = await makePlans(problem, current, testClock, 10_000);
    const actual = Object.fromEntries(plans.map(({ kind, choice }) => [kind, scores[kind](problem, choice)]));
    expect({ cart, ...actual }).toEqual({ cart, ...bruteForce(problem, current) });
    expect(plans.map(({ exact }) => exact)).toEqual([true, true, true]);
  }
});

test('their plans are proven in few steps', () => {
  const random = randomFrom(4);
  const steps = { cheapest: 0, fewest: 0 };
  for (let cart = 0; cart < 20; cart++) {
    const { problem, current } = cartOf(random, 4);
    const matrix = new OfferMatrix(problem);
    const total = Number.POSITIVE_INFINITY;
    steps.cheapest += [...cheapest(matrix, matrix.all, { chosen: null, total })].length;
    steps.fewest += [...fewestParcels(matrix, { chosen: matrix.placesOf(current), total })].length;
  }
  expect(steps.cheapest).toBeLessThanOrEqual(49_416);
  expect(steps.fewest).toBeLessThanOrEqual(11_796);
});
