import { expect, test } from 'vitest';
import { testClock } from '../../../test/support/ticking-clock.js';
import { daysOf, type Option, type Problem, totalOf } from './basket-problem.js';
import { withFewestChanges } from './local-search.js';
import { makeEquivalentPlan, makePlans } from './plans.js';

const option = (shop: number, cost: number, days = 1): Option => ({ offerId: shop, shop, cost, goods: cost, days });
const free = { tariff: 0, freeFrom: null };
const problemOf = (options: readonly Option[], capacity: Problem['capacity'] = new Map(), lines = 1): Problem => ({
  lines: Array.from({ length: lines }, () => ({ pieces: 2, options })),
  shops: options.map(() => free),
  capacity,
});

test('an equally cheap choice keeps the offers of the cart, unless they are dearer or not allowed', () => {
  const kept = (costs: readonly [number, number], isAllowed = true) =>
    withFewestChanges(problemOf([option(0, costs[0]), option(1, costs[1])]), [0], [1], () => isAllowed);
  expect([kept([1000, 1000]), kept([1000, 1001]), kept([1000, 1000], false)]).toEqual([[1], [0], [0]]);
});

test('an offer supplies as many lines as it has pieces', () => {
  const total = (capacity: number) => totalOf(problemOf([option(0, 1000)], new Map([[0, capacity]]), 2), [0, 0]);
  expect([total(4), total(3)]).toEqual([2000, Number.POSITIVE_INFINITY]);
});

test('a parcel is free from its limit on, to the cent', () => {
  const total = (freeFrom: number) =>
    totalOf({ ...problemOf([option(0, 1000)], new Map(), 2), shops: [{ tariff: 490, freeFrom }] }, [0, 0]);
  expect([total(1999), total(2000), total(2001)]).toEqual([2000, 2000, 2490]);
});

test('a cart arrives with its slowest line, and the fastest plan is the cheapest of the fastest', async () => {
  const problem = problemOf(
    [option(0, 1000, 5), option(1, 1500, 2), option(2, 1400, 2), option(3, 900, 9)],
    undefined,
    2,
  );
  expect([daysOf(problem, [0, 1]), daysOf(problem, [1, 2])]).toEqual([5, 2]);
  const plans = await makePlans(problem, [0, 1], testClock, 10_000);
  expect(plans.map(({ kind, choice, exact }) => [kind, choice, exact])).toEqual([
    ['cheapest', [3, 3], true],
    ['fewestParcels', [3, 3], true],
    ['fastest', [2, 2], true],
  ]);
});

test('a plan with equivalent parts is the cheapest choice', async () => {
  const problem = problemOf([option(0, 1000), option(1, 800)]);
  expect(await makeEquivalentPlan(problem, [0], testClock, 10_000)).toEqual([
    { kind: 'equivalent', choice: [1], exact: true },
  ]);
});
