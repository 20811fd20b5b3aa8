import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { json, type Web, type WebResponse } from './doubles/web.js';
import { addressesOf, besides, type FailingShop, operationOf, startFailingShop } from './support/failing-shop.js';
import { isLong } from './support/sample.js';

/**
 * A marketplace that hangs, fails under a crowd of requests, or is not there (P75): what waits, and who is asked again.
 */
let shop: FailingShop;
let web: Web;
let get: FailingShop['get'];
let timed: FailingShop['timed'];
beforeAll(async () => {
  shop = await startFailingShop();
  ({ web, get, timed } = shop);
});
beforeEach(() => web.renew());
afterAll(() => web?.stop());

describe('a call that hangs', () => {
  test('costs the first page its patience, and the next ones hardly any', async () => {
    await get('article');
    web.forget();
    web.double.breakOn(addressesOf('rating'), 'hang');
    const first = await timed('manufacturer');
    expect([first.status, first.ms < 700 + besides]).toEqual([200, true]);
    const others = [];
    for (const kind of ['series', 'model', 'category', 'universal', 'brand', 'shop']) others.push(await timed(kind));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    const sorted = others.map(({ ms }) => ms).sort((a, b) => a - b);
    expect(sorted[3]).toBeLessThan(250 + besides);
  });

  test('all of them: a cold page answers within its deadline, the next at once, and what is kept as ever', async () => {
    for (const kind of ['home', 'category', 'article']) for (let i = 0; i < 2; i += 1) await get(kind);
    web.double.breakOn(/./, 'hang');
    const cold = await timed('shop');
    expect([cold.status, cold.headers['retry-after'], cold.ms < 1600 + besides]).toEqual([503, '5', true]);
    const again = await timed('shopTerms');
    expect([again.status, again.ms < 1600 + besides]).toEqual([503, true]);
    for (const kind of ['home', 'category', 'article']) {
      const views = [await timed(kind), await timed(kind), await timed(kind)];
      expect(views.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect({ kind, best: Math.min(...views.map(({ ms }) => ms)) < 50 + besides / 10 }).toEqual({ kind, best: true });
    }
  });

  test('of an operation is asked again by few at a time, and works again as soon as it answers', async () => {
    web.double.breakOn(addressesOf('shop'), 'hang');
    const ask = (at: number): Promise<WebResponse> => web.request(`/Shop/shop-${at}`);
    expect((await ask(0)).status).toBe(503);
    web.double.calls.length = 0;
    const startedAt = performance.now();
    const all = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(at + 1)));
    expect(all.every(({ status, headers }) => status === 503 && Number(headers['retry-after']) >= 1)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1600 + besides);
    expect(web.double.calls.filter(({ url }) => operationOf(url) === 'shop').length).toBeLessThanOrEqual(8);
    web.double.breakOn(null);
    await pause(2600);
    await get('shop');
    expect((await get('shop')).status).toBe(200);
  });

  test('an add, a change and a read of the cart end in 503 in time', async () => {
    const [product] = (await web.request('/api/-/-/--1523')).body.spareParts;
    web.double.breakOn(/Warenkorb/, 'hang');
    for (const ask of [
      () =>
        web.post(`/api/Warenkorb/Hinzufuegen/${product.offerId}`, '{"quantity":1}', { ...json, cookie: shop.cookie }),
      () => web.post(`/api/Warenkorb/Hinzufuegen/${product.offerId}`, 'quantity=1'),
      () => web.request('/api/Warenkorb', { headers: { ...json, cookie: shop.cookie } }),
    ]) {
      const startedAt = performance.now();
      const { status, headers } = await ask();
      const isInTime = performance.now() - startedAt < 1700 + besides;
      expect([status, headers['retry-after'], isInTime]).toEqual([503, '5', true]);
    }
  });
});

const floods = isLong ? 20 : 2;
test(`${50 * floods} cold requests of an address that fails make five calls at most, and as many lines`, async () => {
  for (const [kind, operation] of [
    ['article', 'article'],
    ['article', 'offers'],
    ['shop', 'shop'],
  ] as const) {
    for (const mode of ['error', 'busy', 'reset', 'shape'] as const) {
      await web.renew();
      web.double.breakOn(addressesOf(operation), mode);
      // A page that stands is drawn again each time, here by React as developers have it: that takes its time.
      const rounds = operation === 'offers' ? Math.ceil(floods / 4) : floods;
      for (let round = 0; round < rounds; round += 1) await Promise.all(Array.from({ length: 50 }, () => get(kind)));
      const calls = web.double.calls.filter(({ url }) => operationOf(url) === operation).length;
      const reported = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== 'request');
      expect({ kind, operation, mode, calls: calls <= 5 }).toEqual({ kind, operation, mode, calls: true });
      // One more where a busy machine lets a request wait until its end.
      expect(reported.length).toBeGreaterThanOrEqual(calls);
      expect(reported.length).toBeLessThanOrEqual(5);
      const ids = new Set(reported.map(({ reqId }) => reqId));
      const requests = web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
      expect(requests).toHaveLength(50 * rounds);
      // Who got the error page finds the line that tells why.
      const failed = requests.filter(({ status }) => status >= 500);
      expect(failed.every(({ reqId, causedBy }) => ids.has(causedBy ?? reqId))).toBe(true);
      expect(failed).toHaveLength(operation === 'offers' ? 0 : 50 * rounds);
    }
  }
}, 300_000);

test('a marketplace that is not there: who has nothing kept is told so, and the pages without it stand', async () => {
  web.double.breakOn(/./, 'reset');
  const statuses: Record<string, number> = {};
  for (const kind of Object.keys(shop.paths)) statuses[kind] = (await get(kind)).status;
  const standing = Object.keys(statuses).filter((kind) => (statuses[kind] as number) < 500);
  expect(standing.sort()).toEqual(['bot', 'brands', 'error', 'imprint', 'menu', 'menuOpen']);
});
