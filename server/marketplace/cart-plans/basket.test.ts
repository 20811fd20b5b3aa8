import { expect, test } from 'vitest';
import { Basket } from './basket.js';
import { type Candidate, OfferMatrix } from './offer-matrix.js';

test('a line that leaves a scarce offer returns its pieces, parcel and costs', () => {
  const scarce = { offerId: 1, shop: 0, cost: 1000, goods: 1000, days: 1 };
  const plenty = { offerId: 2, shop: 1, cost: 1500, goods: 1500, days: 1 };
  const line = { pieces: 1, options: [scarce, plenty] };
  const shops = [
    { tariff: 500, freeFrom: null },
    { tariff: 300, freeFrom: 3000 },
  ];
  const matrix = new OfferMatrix({ lines: [line, line], shops, capacity: new Map([[1, 1]]) });
  const [[firstScarce, firstPlenty], [secondScarce, secondPlenty]] = matrix.lines as [Candidate[], Candidate[]];
  const basket = new Basket(matrix, [firstScarce, secondPlenty] as Candidate[]);
  const figures = (): unknown => [basket.total, basket.parcels];
  expect([figures(), basket.take(secondScarce as Candidate)]).toEqual([[3300, 2], false]);
  expect([basket.take(firstPlenty as Candidate), figures()]).toEqual([true, [3000, 1]]);
  expect([basket.take(secondScarce as Candidate), figures()]).toEqual([true, [3300, 2]]);
});
