import { expect, test } from 'vitest';
import { randomBasket, randomFrom } from '../../../test/fixtures/marketplace/cart-plans/random-baskets.js';
import { cheapest } from './branch-and-bound.js';
import { fewestParcels } from './fewest-parcels.js';
import { OfferMatrix } from './offer-matrix.js';

const stepsOf = (search: Iterable<void>): number => [...search].length;

/** Each visitor waits for the proof of a plan, so a weaker bound costs time even if its plan is right. */
test.each([
  { lines: 12, most: { cheapest: 774, fewest: 562 } },
  { lines: 25, most: { cheapest: 2834, fewest: 1041 } },
  { lines: 50, most: { cheapest: 6456, fewest: 15_185 } },
])('twenty carts of up to $lines lines are proven in few steps', ({ lines, most }) => {
  const random = randomFrom(1000 + lines);
  const steps = { cheapest: 0, fewest: 0 };
  for (let cart = 0; cart < 20; ) {
    const { problem, current } = randomBasket(random, { lines, shops: lines, options: 20 });
    if (problem.lines.length < lines / 2) continue;
    cart++;
    const matrix = new OfferMatrix(problem);
    const total = Number.POSITIVE_INFINITY;
    steps.cheapest += stepsOf(cheapest(matrix, matrix.all, { chosen: null, total }));
    steps.fewest += stepsOf(fewestParcels(matrix, { chosen: matrix.placesOf(current), total }));
  }
  expect(steps.cheapest).toBeLessThanOrEqual(most.cheapest);
  expect(steps.fewest).toBeLessThanOrEqual(most.fewest);
});
