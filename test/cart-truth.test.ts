import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDataDir } from './support/catalogue.js';
import { endProgram } from './support/program.js';
import { isLong } from './support/sample.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/** The shop keeps acknowledged carts, each belongs to one visitor, and no cacheable page contains one. */
let shop: Shop;
const dataDir = freshDataDir();
beforeAll(async () => {
  shop = await startShop({}, dataDir);
});
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
  key: string = crypto.randomUUID(),
): Promise<{ count: number; cookie: string }> {
  const send = () =>
    fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${offerId}`, {
      method: 'POST',
      headers: { ...headers, origin: shop.origin, cookie, 'idempotency-key': key },
      body: JSON.stringify({ quantity }),
    });
  let response = await send();
  let answer = await response.json();
  // A busy machine may refuse a change, which the test then repeats with its key.
  if (response.status === 503)
    await until('the shop has time for it', async () => {
      response = await send();
      answer = await response.json();
      return response.status !== 503;
    });
  expect(response.status).toBe(200);
  const jar = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    count: answer.cartData.countArticles,
    cookie: jar.find((line) => line?.startsWith('partavo=')) ?? cookie,
  };
}
async function count(cookie: string): Promise<number> {
  const response = await fetch(`${shop.origin}/api/Warenkorb`, { headers: { ...headers, cookie } });
  return (await response.json()).cartData.countArticles;
}

const rounds = isLong ? 50 : 3;

/** Kills the shop, and starts it on the same data. */
async function killAndStart(): Promise<void> {
  await endProgram(shop.process, 'SIGKILL');
  shop = await startShop({}, dataDir);
}

test(`kill -9 under cart writes, ${rounds} times: no acknowledged write is lost, none is doubled by a repeat, and a cart that is replaced is the old or the new one, never half`, async () => {
  const offers = (await offerIds(4)) as [string, string, string, string];
  const [offerId] = offers;
  const generate = (cookie: string): Promise<number> =>
    fetch(`${shop.origin}/Warenkorb/generieren?cartParam[${offers[2]}]=7&cartParam[${offers[3]}]=9&replace=true`, {
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    }).then(
      ({ status }) => status,
      () => 0,
    );
  for (let round = 0; round < rounds; round++) {
    const { cookie } = await add(offerId, 1);
    const { cookie: replaced } = await add(offers[1], 2, (await add(offerId, 3)).cookie);
    const keys = Array.from({ length: 20 }, () => crypto.randomUUID());
    const replacing = generate(replaced);
    const some = Promise.withResolvers<void>();
    let left = ((round * 5) % keys.length) + 1;
    const writes = keys.map((key) =>
      add(offerId, 1, cookie, key).then(
        () => {
          left -= 1;
          if (left === 0) some.resolve();
          return true;
        },
        () => false,
      ),
    );
    // The kill comes when some changes are written and others are in progress.
    await some.promise;
    await killAndStart();
    const acknowledged = (await Promise.all(writes)).filter(Boolean).length;
    const kept = await count(cookie);
    expect(kept).toBeGreaterThanOrEqual(1 + acknowledged);
    expect(kept).toBeLessThanOrEqual(1 + keys.length);
    await Promise.all(keys.map((key) => add(offerId, 1, cookie, key)));
    expect(await count(cookie)).toBe(1 + keys.length);
    expect((await replacing) === 303 ? [16] : [5, 16]).toContain(await count(replaced));
  }
});

test('a repeated request with the same key adds once', async () => {
  const [offerId = ''] = await offerIds(1);
  const key = crypto.randomUUID();
  const { cookie } = await add(offerId, 2);
  await add(offerId, 1, cookie, key);
  const again = await add(offerId, 1, cookie, key);
  expect(again.count).toBe(3);
});

test('200 parallel adds over four offers are all counted, and every sum is exact', async () => {
  const offers = await offerIds(4);
  const { cookie } = await add(offers[0] as string, 1);
  await Promise.all(Array.from({ length: 200 }, (_, index) => add(offers[index % 4] as string, 1, cookie)));
  const response = await fetch(`${shop.origin}/api/Warenkorb`, { headers: { ...headers, cookie } });
  const { cartData } = await response.json();
  const cents = (euros: number): number => Math.round(euros * 100);
  const quantities = new Map<string, number>();
  let goods = 0;
  for (const line of cartData.cartArticles) {
    quantities.set(line.offerId, line.quantity);
    expect(cents(line.sum)).toBe(cents(line.unitPrice) * line.quantity);
    goods += cents(line.sum);
  }
  expect(offers.map((offer) => quantities.get(offer))).toEqual([51, 50, 50, 50]);
  expect(cartData.countArticles).toBe(201);
  expect(cents(cartData.priceSum)).toBe(goods);
  const shops = cartData.cartShops as { priceSum: number; shippingSum: number; refundSum: number }[];
  const sum = (key: keyof (typeof shops)[number]): number => shops.reduce((total, one) => total + cents(one[key]), 0);
  expect([sum('priceSum'), sum('shippingSum'), sum('refundSum')]).toEqual(
    [cartData.priceSum, cartData.shippingSum, cartData.refundSum].map(cents),
  );
  expect(cents(cartData.priceTotal)).toBe(goods + cents(cartData.shippingSum) + cents(cartData.refundSum));
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
