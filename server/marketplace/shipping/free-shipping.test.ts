import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/ticking-clock.js';
import { Basket } from '../cart-plans/basket.js';
import { type Problem, totalOf } from '../cart-plans/basket-problem.js';
import { OfferMatrix } from '../cart-plans/offer-matrix.js';
import { makePlans } from '../cart-plans/plans.js';
import { type Position, parcelShipping, totalOf as totalOfPacks } from './shipping.js';

/** Shipping around its threshold (D62) in cents: of a cart, and in the search for a better one. */
const tariff = 490;
const piece = (price: number, quantity = 1, surcharge = 0): Position => ({ price, quantity, surcharge });
const cases: [name: string, freeFrom: number | null, positions: Position[], shipping: number][] = [
  ['a cent below it', 5000, [piece(4999)], 490],
  ['exactly at it', 5000, [piece(5000)], 0],
  ['a cent above it', 5000, [piece(5001)], 0],
  ['several pieces exactly at it', 5000, [piece(1250, 4)], 0],
  ['several lines exactly at it', 5000, [piece(1997), piece(1001, 3)], 0],
  ['several lines a cent below it', 5000, [piece(1999), piece(1000, 3)], 490],
  ['surcharges are no goods, and stay', 5000, [piece(4999, 1, 300)], 790],
  ['surcharges stay where the tariff falls away', 5000, [piece(2500, 2, 300)], 600],
  ['free from nothing', 0, [piece(1)], 0],
  ['never free', null, [piece(1_000_000)], 490],
];

const goodsOf = ({ price, quantity }: Position): number => price * quantity;
const costOf = ({ price, quantity, surcharge }: Position): number => (price + surcharge) * quantity;
const sumOf = (positions: readonly Position[], of: (position: Position) => number): number =>
  positions.reduce((sum, position) => sum + of(position), 0);

/**
 * Makes each position a line with two offers at the same price: a shop with a threshold, and one with free shipping.
 */
function problemOf(freeFrom: number | null, positions: readonly Position[]): Problem {
  return {
    lines: positions.map((position, line) => ({
      pieces: position.quantity,
      options: [0, 1].map((shop) => ({
        offerId: 10 * line + shop,
        shop,
        cost: costOf(position),
        goods: goodsOf(position),
        days: 1,
      })),
    })),
    shops: [
      { tariff, freeFrom },
      { tariff: 0, freeFrom: null },
    ],
    capacity: new Map(),
  };
}

describe.each(cases)('free shipping, %s', (_, freeFrom, positions, shipping) => {
  const problem = problemOf(freeFrom, positions);
  const inOneShop = positions.map(() => 0);
  const goods = sumOf(positions, goodsOf);

  test('of a parcel in a cart', () => {
    expect(parcelShipping({ tariff, freeFrom, daysMin: 1, daysMax: 2 }, positions)).toBe(shipping);
  });

  test('of each line alone, as packs of one offer', () => {
    const rate = { tariff, freeFrom, daysMin: 1, daysMax: 2 };
    for (const position of positions) {
      const { price, surcharge, quantity } = position;
      const total = goodsOf(position) + parcelShipping(rate, [position]);
      expect(totalOfPacks(rate, price, surcharge, quantity)).toBe(total);
    }
  });

  test('of a choice', () => {
    expect(totalOf(problem, inOneShop) - goods).toBe(shipping);
  });

  test('of a choice while lines move one by one', () => {
    const matrix = new OfferMatrix(problem);
    const basket = new Basket(matrix, matrix.placesOf(positions.map(() => 1)) ?? []);
    for (const to of matrix.placesOf(inOneShop) ?? []) {
      const foreseen = basket.totalWith(to);
      basket.take(to);
      expect(basket.total).toBe(foreseen);
    }
    expect(basket.total - goods).toBe(shipping);
  });
});

test('each plan uses goods that just reach free shipping', async () => {
  const option = (shop: number, price: number) => ({ offerId: shop, shop, cost: price, goods: price, days: 1 });
  const problem: Problem = {
    lines: [{ pieces: 1, options: [option(0, 5000), option(1, 5200)] }],
    shops: [
      { tariff, freeFrom: 5000 },
      { tariff: 0, freeFrom: null },
    ],
    capacity: new Map(),
  };
  const plans = await makePlans(problem, [1], testClock, 10_000);
  expect(plans.map(({ choice, exact }) => [totalOf(problem, choice), exact])).toEqual(plans.map(() => [5000, true]));
});
