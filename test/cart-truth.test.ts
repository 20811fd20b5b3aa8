import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDataDir } from './support/catalogue.js';
import { type Shop, startShop } from './support/shop.js';

/** What an acknowledged cart promises: it survives, it is nobody else's, and it is in no cacheable page. */
let shop: Shop;
const dataDir = freshDataDir();
beforeAll(async () => {
  shop = await startShop({}, dataDir);
}, 120_000);
afterAll(async () => {
  await shop?.stop();
});

const headers = { accept: 'application/json', 'content-type': 'application/json' };
async function offerIds(count: number): Promise<string[]> {
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  return spareParts.slice(0, count).map(({ offerId }: { offerId: string }) => offerId);
}
async function add(
  offerId: string,
  quantity: number,
  cookie = '',
  key = '',
): Promise<{ count: number; cookie: string }> {
  const answer = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${offerId}`, {
    method: 'POST',
    headers: { ...headers, origin: shop.origin, cookie, ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify({ quantity }),
  });
  expect(answer.status).toBe(200);
  const jar = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  const { cartData } = await answer.json();
  return { count: cartData.countArticles, cookie: jar.find((line) => line?.startsWith('partavo=')) ?? cookie };
}
async function count(cookie: string): Promise<number> {
  const answer = await fetch(`${shop.origin}/api/Warenkorb`, { headers: { ...headers, cookie } });
  return (await answer.json()).cartData.countArticles;
}

test('an acknowledged add survives kill -9 of the whole process, 20 times', async () => {
  const [offerId = ''] = await offerIds(1);
  let cookie = '';
  for (let round = 1; round <= 20; round++) {
    ({ cookie } = await add(offerId, 1, cookie));
    const ended = once(shop.process, 'exit');
    shop.process.kill('SIGKILL');
    await ended;
    shop = await startShop({}, dataDir);
    expect(await count(cookie)).toBe(round);
  }
}, 180_000);

test('a repeated request with the same key adds once', async () => {
  const [offerId = ''] = await offerIds(1);
  const key = crypto.randomUUID();
  const { cookie } = await add(offerId, 2);
  await add(offerId, 1, cookie, key);
  const again = await add(offerId, 1, cookie, key);
  expect(again.count).toBe(3);
});

test('200 parallel adds over four offers are all counted', async () => {
  const offers = await offerIds(4);
  const { cookie } = await add(offers[0] as string, 1);
  await Promise.all(Array.from({ length: 200 }, (_, index) => add(offers[index % 4] as string, 1, cookie)));
  expect(await count(cookie)).toBe(201);
});

test('two visitors with different carts get the same bytes; the cart page is private', async () => {
  const [first = '', second = ''] = await offerIds(2);
  const { cookie: one } = await add(first, 1);
  const { cookie: two } = await add(second, 7);
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const { manufacturer, normNumber } = spareParts[0];
  for (const path of ['/', '/fr-FR/', `/Teilenummernsuche/${manufacturer.seoName}/${normNumber}`]) {
    const pages = await Promise.all(
      [one, two, ''].map(async (cookie) => (await fetch(shop.origin + path, { headers: { cookie } })).text()),
    );
    expect(new Set(pages).size).toBe(1);
  }
  const cart = await fetch(`${shop.origin}/Warenkorb`, { headers: { cookie: two } });
  expect(cart.headers.get('cache-control')).toBe('private, no-store');
  expect(await cart.text()).toContain('value="7"');
  expect(await count('')).toBe(0);
  expect(await count('partavo=10')).toBe(0);
});
