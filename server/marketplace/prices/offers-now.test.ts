import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { offersOfEngine } from '../../../test/fixtures/marketplace/offer-commits/offers-of-engine.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import type { Request } from '../../contract/operations/handler-types.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { productFacts } from '../offer-store/product-flags.js';
import { largestReduction } from '../offers/reduction.js';
import { nextChangeOf, offersById, offersNow } from './offers-now.js';

const hour = 3600_000;
const ago = testClock.now() - hour;
const [dearer, ended, later] = [ids.offerOf(1001, 'A'), ids.offerOf(1002, 'A'), ids.offerOf(1003, 'A')];
/** Announced changes: the first offer costs 50 € now, after 45 € for a while; the second has ended. */
const generation = {
  generation: 'g2',
  changes: [
    [dearer, ago - hour, 4500],
    [dearer, ago, 5000],
    [ended, ago, null],
    [later, ago + 2 * hour, 1],
  ] as const,
};
const engine = offersOfEngine();
const services: TestService[] = [];
async function service(mode: 'catalogue' | 'state'): Promise<TestService> {
  const made = await startTestService(mode);
  services.push(made);
  return made;
}
/** @param isShown returns whether the response has the later offers */
async function become(own: TestService, isShown: () => Promise<boolean>): Promise<void> {
  own.activate(generation);
  await own.untilServed('g2');
  await until('its offers are shown', isShown);
}
beforeEach(() => engine.begin());
afterEach(async () => {
  await engine.end(services[0]?.dataDir ?? '');
  for (const each of services.splice(0)) await each.stop();
});

test('an article shows the current price of its offers, before the store applies the change', async () => {
  const own = await service('catalogue');
  const pricesOf = async (product: number, country: string) => {
    const { body } = await own.call(`/api/Angebote?sparePartId=${product}&country=${country}`);
    return Object.fromEntries(body.offers.map(({ id, price }: { id: string; price: number }) => [id, price]));
  };
  expect(await pricesOf(1001, 'DE')).toMatchObject({ [dearer]: 31 });
  await become(own, async () => (await pricesOf(1001, 'DE'))[dearer] !== 31);
  expect(await pricesOf(1001, 'DE')).toMatchObject({ [dearer]: 50 });
  expect(Object.keys(await pricesOf(1002, 'DE'))).toEqual([String(ids.offerOf(1002, 'B'))]);
  expect(await pricesOf(1003, 'DE')).toMatchObject({ [later]: 33 });
  // A cache of the response must expire with the price.
  const kept = async (product: number) => {
    const { headers } = await fetch(
      `http://127.0.0.1:${own.service.port}/api/Angebote?sparePartId=${product}&country=DE`,
    );
    return headers
      .get('cache-control')
      ?.match(/max-age=(\d+)(?:, stale-while-revalidate=(\d+))?$/)
      ?.slice(1);
  };
  expect(await kept(1001)).toEqual(['60', undefined]);
  const [fresh, stale] = (await kept(1003)) ?? [];
  expect([fresh, Number(stale) > 3400, Number(stale) <= 3540]).toEqual(['60', true, true]);
  const { body } = await own.call('/api/Shop/alpha?country=DE');
  const best = body.bestOffers.map(({ offerId }: { offerId: string }) => offerId);
  expect([best.length > 0, best.includes(String(ended))]).toEqual([true, false]);
});

test('an offer has the goods, the shipping and the total of its packs, and the price history ends with today', async () => {
  const own = await service('catalogue');
  const { body } = await own.call('/api/Angebote?sparePartId=1001&country=DE&quantity=2');
  expect(body.offers.find(({ id }: { id: string }) => id === String(dearer)).amount).toEqual({
    goods: 62,
    shipping: 5.9,
    total: 67.9,
  });
  const history = await own.call('/api/Artikel/1001/Preisverlauf?country=DE');
  expect(history.body.steps.at(-1)).toEqual({ from: dateOf(testClock).toISOString().slice(0, 10), total: 36.9 });
  // Prices to countries without edition are not recorded.
  expect((await own.call('/api/Artikel/1001/Preisverlauf?country=PL')).body).toEqual({ steps: [] });
});

test('the price before a change counts for the lowest of 30 days', async () => {
  const { dataDir } = await service('catalogue');
  const opened = await openCatalogue(dataDir, 'g3', writeCatalogue(dataDir, { ...generation, generation: 'g3' }));
  const [offer] = await offersById(opened.offers, [dearer]);
  if (!offer) throw new Error('the fixture has no such offer');
  const lowest = async (known: number | null, price: number) =>
    (await offersNow(opened.offers, [{ ...offer, price, lowest30: known }])).map(({ lowest30 }) => lowest30);
  expect(await Promise.all([lowest(8500, 6000), lowest(8500, 3000), lowest(4000, 6000), lowest(null, 6000)])).toEqual([
    [4500],
    [3000],
    [4000],
    [null],
  ]);
  await opened.close();
});

test('an announced price counts from its first millisecond, in which it is no longer to come', async () => {
  const { dataDir } = await service('catalogue');
  const only = { generation: 'g5', changes: [generation.changes[3]] };
  const opened = await openCatalogue(dataDir, 'g5', writeCatalogue(dataDir, only));
  const stored = await offersById(opened.offers, [later]);
  const at = ago + 2 * hour;
  const priceAt = async (now: number) => (await offersNow(opened.offers, stored, now)).map(({ price }) => price);
  expect([await priceAt(at - 1), await priceAt(at)]).toEqual([[3300], [1]]);
  const nextAfter = (now: number) => nextChangeOf(opened.offers, stored, now);
  expect([await nextAfter(at - 1), await nextAfter(at)]).toEqual([at, null]);
  await opened.close();
});

test('a reduction ends with its price', async () => {
  const { dataDir } = await service('catalogue');
  const file = writeCatalogue(dataDir, { ...generation, generation: 'g4' });
  const database = new DatabaseSync(join(dataDir, file));
  const writer = new OfferWriter(dataDir, productFacts(database), testClock);
  writer.commit((commit) => {
    for (const product of [1001, 1003])
      for (const { id, price } of [...commit.offersOf(product)])
        if (id === dearer || id === later) commit.change(product, id, { lowest30: 2 * price }, null);
  });
  writer.close();
  database.close();
  const opened = await openCatalogue(dataDir, 'g4', file);
  const ends: number[] = [];
  const tags: unknown[] = [];
  const context = {
    announceEnd: (at: number) => void ends.push(at),
    dependsOn: (kind: string, of: Iterable<number>) => void tags.push(kind, ...of),
  };
  const request = { categoryId: String(ids.discs), country: 'DE' } as Request<'reduction'>;
  expect(await largestReduction(opened, request, context)).toEqual({ percent: 50 });
  expect(tags).toEqual(['leaf', ids.discs]);
  // Reductions to countries without edition are computed from all offers that ship there.
  expect(await largestReduction(opened, { ...request, country: 'PL' }, context)).toEqual({ percent: 50 });
  expect(await largestReduction(opened, { ...request, country: 'CH' }, context)).toEqual({ percent: 0 });
  expect(ends).toEqual([generation.changes[3][1], generation.changes[3][1]]);
  await opened.close();
});

test('a cart uses current prices, shows changes, and omits ended offers', async () => {
  const own = await service('state');
  const visitor = new CartVisitor(own);
  for (const offer of [dearer, ended, later]) expect((await visitor.add(offer, 2)).status).toBe(200);
  await become(own, async () => (await visitor.cart()).cartArticles[0].unitPrice !== 31);
  const cart = await visitor.cart();
  expect(cart.cartArticles).toMatchObject([
    { unitPrice: 50, previousPrice: 31, sum: 100, state: 'ok' },
    { state: 'gone', available: false, sum: 0 },
    { unitPrice: 33, previousPrice: null, sum: 66, state: 'ok' },
  ]);
  expect(cart.priceSum).toBe(166);
  expect((await visitor.add(ended)).body.code).toBe('offer_unknown');
  const { body: plans } = await visitor.call('/api/Warenkorb/optimize');
  expect(plans.current.sums.priceSum).toBe(166);
  const added = await visitor.add(dearer);
  expect(added.body.cartData.cartArticles[0]).toMatchObject({ quantity: 3, unitPrice: 50, previousPrice: null });
});
