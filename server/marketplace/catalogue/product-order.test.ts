import { expect, test } from 'vitest';
import { BestOffers } from '../offer-store/best-offers.js';
import { packBest } from '../offer-store/offer-log.js';
import { maxDays, noPrice, type OfferSummary } from '../offer-store/offer-summary.js';
import type { BestQuoted } from '../prices/quote.js';
import { pricesFrom, pricesIn, reachOf } from './offer-columns.js';
import { inOrder, sortedBy } from './product-order.js';

const summary = (total: number | null, shop: number): OfferSummary => ({
  usual: bestOf(total === null ? null : 2 * total, shop),
  best: bestOf(total, shop),
  reductions: [0, 0, 0, 0, 0, 0],
  lowest: total,
  reach: total === null ? [0, 0] : [1 << (shop % 3), 0],
});
const bestOf = (total: number | null, shop: number): OfferSummary['best'] =>
  Array.from({ length: 6 }, () => {
    if (total === null) return null;
    const money = { price: total, refund: 0, surcharge: 0, lowest30: null, stock: 1, withheld: 0 };
    const offer = { ...money, id: 1, product_id: 1, shop_id: shop, key: '', handling_min: 0, handling_max: 1 };
    return { offer: { ...offer, condition: 'new' as const }, total, daysMin: 1, daysMax: 2, count: 1 };
  });
const ratings = new Uint16Array([0, 410, 380, 455]);

test('products above the highest id with an offer have no offer', () => {
  const best = new BestOffers();
  best.applyBest(packBest(new Map([[2, summary(500, 1)]])));
  const ids = Float64Array.of(5_000_000_000, 2, 900_000);
  const { totals, ratings: rated } = pricesIn(best.of('DE'), { ratings }, ids);
  expect([[...totals], [...rated]]).toEqual([
    [noPrice, 500, noPrice],
    [0, 410, 0],
  ]);
  expect([...pricesIn(best.of('DE').usual, { ratings }, ids).totals]).toEqual([noPrice, 1000, noPrice]);
  expect(reachOf({ best }, ids)?.codes).toEqual(Uint32Array.of(0, 1, 0));
  expect(reachOf({ best }, Float64Array.of(1))).toBeUndefined();
});

test('offers that were computed one by one have days up to the longest that a column holds', () => {
  const quoted = (deliveryMin: number, deliveryMax: number) =>
    ({ offer: { shop_id: 3 }, quoted: { total: 700, deliveryMin, deliveryMax } }) as BestQuoted;
  const best = new Map([
    [7, quoted(1, 3)],
    [8, quoted(999, 999)],
  ]);
  const { totals, ratings: rated, daysMin, daysMax } = pricesFrom(Float64Array.of(7, 8, 9), best, { ratings });
  expect([[...totals], [...rated]]).toEqual([
    [700, 700, noPrice],
    [455, 455, 0],
  ]);
  expect([[...daysMin], [...daysMax]]).toEqual([
    [1, maxDays, maxDays],
    [3, maxDays, maxDays],
  ]);
});

test('the largest keys keep the order of numbers', () => {
  const [least, most] = [0, 0xffff_ffff];
  const numbers = Uint32Array.of(most, least, 7, most - 1, 8);
  expect([...sortedBy(Uint32Array.of(most, most, least, most, least), numbers)]).toEqual([7, 8, least, most - 1, most]);
});

test('a leaf of 20,000 products is sorted by price', () => {
  const best = new BestOffers();
  const count = 20_000;
  // Ids of one leaf are far apart.
  const ids = Float64Array.from({ length: count }, (_, place) => 1 + ((place * 7919) % 500_000));
  const totals = Array.from({ length: count }, (_, place) => (place % 11 === 0 ? null : (place * 31) % 5003));
  best.applyBest(packBest(new Map(totals.map((total, place) => [ids[place] ?? 0, summary(total, 1 + (place % 3))]))));
  const places = Uint32Array.from({ length: count }, (_, place) => place);
  const ordered = inOrder(pricesIn(best.of('FR'), { ratings }, ids), places, 'price');
  const key = (place: number) => totals[place] ?? Number.POSITIVE_INFINITY;
  expect([...ordered]).toEqual([...places].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b)));
});

test.each([
  ['popularity', [0, 2, 3, 1]],
  ['price', [2, 3, 0, 1]],
  ['price-desc', [0, 2, 3, 1]],
  ['rating', [3, 0, 2, 1]],
  ['delivery', [3, 2, 0, 1]],
] as const)('by %s, what nobody delivers comes last, and the first day counts after the last one', (sort, expected) => {
  const prices = {
    totals: Uint32Array.of(500, noPrice, 300, 300),
    ratings: Uint16Array.of(410, 500, 380, 455),
    daysMax: Uint8Array.of(3, 1, 2, 2),
    daysMin: Uint8Array.of(1, 1, 2, 1),
  };
  expect([...inOrder(prices, Uint32Array.of(0, 1, 2, 3), sort)]).toEqual(expected);
});
