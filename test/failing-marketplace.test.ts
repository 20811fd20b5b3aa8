import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { json, type Web, type WebResponse } from './doubles/web.js';
import { addressesOf, type FailingShop, operationOf, startFailingShop } from './support/failing-shop.js';
import { isLong } from './support/sample.js';
import { until } from './support/until.js';

/**
 * A marketplace that hangs, fails under many requests, or is unreachable (P75): which pages wait, and which calls are
 * retried.
 */
let shop: FailingShop;
let web: Web;
let get: FailingShop['get'];
beforeAll(async () => {
  shop = await startFailingShop();
  ({ web, get } = shop);
});
beforeEach(() => shop.renew());
afterAll(() => web?.stop());

describe('a call that hangs', () => {
  test('of a section leaves every page standing without it', async () => {
    await get('article');
    web.forget();
    web.double.breakOn(addressesOf('rating'), 'hang');
    for (const kind of ['manufacturer', 'series', 'model', 'category', 'universal', 'brand', 'shop'])
      expect([kind, (await get(kind)).status]).toEqual([kind, 200]);
  });

  test('all of them: an uncached page says that it is unavailable, and cached pages are served as before', async () => {
    for (const kind of ['home', 'category', 'article']) for (let i = 0; i < 2; i += 1) await get(kind);
    web.double.breakOn(/./, 'hang');
    const cold = await get('shop');
    expect([cold.status, cold.headers['retry-after']]).toEqual([503, '5']);
    expect((await get('shopTerms')).status).toBe(503);
    for (const kind of ['home', 'category', 'article'])
      for (let view = 0; view < 3; view += 1) expect([kind, (await get(kind)).status]).toEqual([kind, 200]);
  });

  test('of an operation is refused with a time to wait, and works again as soon as it answers', async () => {
    web.double.breakOn(addressesOf('shop'), 'hang');
    const ask = (at: number): Promise<WebResponse> => web.request(`/Shop/shop-${at}`);
    // A single address may be faulty by itself; after three, the operation counts as failed.
    for (const { status } of await Promise.all([0, 1, 2].map(ask))) expect(status).toBe(503);
    // server/web/api/client.test.ts counts how many of them call at once.
    const all = await Promise.all(Array.from({ length: 30 }, (_, at) => ask(at + 3)));
    expect(all.every(({ status, headers }) => status === 503 && Number(headers['retry-after']) >= 1)).toBe(true);
    web.double.breakOn(null);
    await until('it answers again', async () => (await get('shop')).status === 200);
  });

  test('an add and a read of the cart end in 503', async () => {
    const [product] = (await web.request('/api/-/-/--1523')).body.spareParts;
    web.double.breakOn(/Warenkorb/, 'hang');
    for (const ask of [
      () =>
        web.post(`/api/Warenkorb/Hinzufuegen/${product.offerId}`, '{"quantity":1}', { ...json, cookie: shop.cookie }),
      () => web.post(`/api/Warenkorb/Hinzufuegen/${product.offerId}`, 'quantity=1'),
      () => web.request('/api/Warenkorb', { headers: { ...json, cookie: shop.cookie } }),
    ]) {
      const { status, headers } = await ask();
      expect([status, headers['retry-after']]).toEqual([503, '5']);
    }
  });
});

const [floods, crowd] = isLong ? [20, 50] : [2, 20];
test(`${crowd * floods} cold requests of an address that fails make five calls at most, and as many lines`, async () => {
  for (const [kind, operation] of [
    ['article', 'article'],
    ['article', 'offers'],
    ['shop', 'shop'],
  ] as const) {
    for (const mode of ['error', 'busy', 'reset', 'shape'] as const) {
      await shop.renew();
      web.double.breakOn(addressesOf(operation), mode);
      // The shop renders a surviving page for each request, here with React's slow development build.
      const rounds = operation === 'offers' ? Math.ceil(floods / 4) : floods;
      for (let round = 0; round < rounds; round += 1) await Promise.all(Array.from({ length: crowd }, () => get(kind)));
      const calls = web.double.calls.filter(({ url }) => operationOf(url) === operation).length;
      const reported = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== 'request');
      expect({ kind, operation, mode, calls: calls <= 5 }).toEqual({ kind, operation, mode, calls: true });
      // On a busy machine one more request may wait until its timeout.
      expect(reported.length).toBeGreaterThanOrEqual(calls);
      expect(reported.length).toBeLessThanOrEqual(5);
      const ids = new Set(reported.map(({ reqId }) => reqId));
      const requests = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
      expect(requests).toHaveLength(crowd * rounds);
      // The code on the error page leads to the line with the cause.
      const failed = requests.filter(({ status }) => status >= 500);
      expect(failed.every(({ reqId, causedBy }) => ids.has(causedBy ?? reqId))).toBe(true);
      expect(failed).toHaveLength(operation === 'offers' ? 0 : crowd * rounds);
    }
  }
});

test('without a marketplace, uncached pages say so, and pages that do not need it appear', async () => {
  web.double.breakOn(/./, 'reset');
  const statuses: Record<string, number> = {};
  for (const kind of Object.keys(shop.paths)) statuses[kind] = (await get(kind)).status;
  const standing = Object.keys(statuses).filter((kind) => (statuses[kind] as number) < 500);
  expect(standing.sort()).toEqual(['bot', 'brands', 'error', 'imprint', 'menu', 'menuOpen']);
});
