import { expect, test } from 'vitest';
import {
  bruteForce,
  randomBasket,
  randomFrom,
  scores,
} from '../../../test/fixtures/marketplace/cart-plans/random-baskets.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { totalOf } from './basket-problem.js';
import { makePlans } from './plans.js';

const carts = process.env.TEST_LONG ? 2000 : 300;

test(`each plan of ${carts} random small carts is the best of all choices`, async () => {
  const random = randomFrom(20_260_101);
  for (let cart = 0; cart < carts; cart++) {
    const { problem, current } = randomBasket(random, { lines: 6, shops: 6, options: 5 });
    const expected = bruteForce(problem, current);
    const plans = await makePlans(problem, current, testClock, 10_000);
    const actual = Object.fromEntries(plans.map(({ kind, choice }) => [kind, scores[kind](problem, choice)]));
    expect({ cart, ...actual }).toEqual({ cart, ...expected });
    expect(plans.map(({ exact }) => exact)).toEqual([true, true, true]);
  }
});

test('a plan without enough time is marked as not proven, and is never worse than the cart', async () => {
  const random = randomFrom(7);
  for (let cart = 0; cart < 20; cart++) {
    const { problem, current } = randomBasket(random, { lines: 50, shops: 40, options: 20 });
    const plans = await makePlans(problem, current, testClock, 0);
    expect(plans.map(({ exact }) => exact)).not.toContain(undefined);
    expect(totalOf(problem, plans[0]?.choice ?? [])).toBeLessThanOrEqual(totalOf(problem, current));
    expect(scores.fewestParcels(problem, plans[1]?.choice ?? [])[0]).toBeLessThanOrEqual(
      scores.fewestParcels(problem, current)[0] as number,
    );
  }
});

test('carts with many shops and lines', async () => {
  const random = randomFrom(42);
  for (let cart = 0; cart < (process.env.TEST_LONG ? 40 : 6); cart++) {
    const { problem, current } = randomBasket(random, { lines: 9, shops: 9, options: 4 });
    const expected = bruteForce(problem, current);
    const plans = await makePlans(problem, current, testClock, 10_000);
    const actual = Object.fromEntries(plans.map(({ kind, choice }) => [kind, scores[kind](problem, choice)]));
    expect({ cart, ...actual }).toEqual({ cart, ...expected });
  }
});

test.each([
  { lines: 12, carts: 30 },
  { lines: 50, carts: 6 },
])(
  '$carts carts of $lines lines among forty shops are proven, scarce offers included',
  async ({ lines, carts: count }) => {
    const random = randomFrom(lines);
    for (let cart = 0; cart < count; ) {
      const { problem, current } = randomBasket(random, { lines, shops: 40, options: 20 });
      if (problem.lines.length < lines) continue;
      const plans = await makePlans(problem, current, testClock, 10_000);
      expect([cart, ...plans.map(({ exact }) => exact)]).toEqual([cart, true, true, true]);
      cart++;
    }
  },
);

/** A clock that advances a millisecond with each read. */
class LookedAtClock extends ManualClock {
  looks = 0;
  override steady(): number {
    this.looks += 1;
    return this.looks;
  }
}

test('a search yields to waiting calls after a few milliseconds of its clock', async () => {
  const random = randomFrom(99);
  const clock = new LookedAtClock();
  const stretches: number[] = [];
  let isOver = false;
  const turns = (async () => {
    while (!isOver) {
      const before = clock.looks;
      await new Promise((resolve) => setImmediate(resolve));
      stretches.push(clock.looks - before);
    }
  })();
  for (let cart = 0; cart < 12; cart++) {
    const { problem, current } = randomBasket(random, { lines: 60, shops: 40, options: 20 });
    await makePlans(problem, current, clock);
  }
  isOver = true;
  await turns;
  expect(clock.looks).toBeGreaterThan(1000);
  expect(Math.max(...stretches)).toBeLessThan(10);
});
