import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { root } from './support/catalogue.js';
import { checkedGet } from './support/checked.js';
import { type Shop, startShop } from './support/shop.js';

/** A new catalogue under a running shop: the web tier drops the old one, carts stay (D63). */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
}, 120_000);
afterAll(async () => {
  await shop?.stop();
});

const page = '/Ersatzteile/Alle-Fahrzeuge/--';
const generationOf = async (): Promise<string | null> =>
  (await checkedGet(shop.origin, '/api/vehicle/manufacturers')).headers.get('x-catalogue-generation');
const outcomeOf = async (): Promise<string> =>
  /cache;desc=(\w+)/.exec((await fetch(shop.origin + page)).headers.get('server-timing') ?? '')?.[1] ?? '';

test('a running shop serves a new catalogue within ten seconds and keeps its carts', async () => {
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const added = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${spareParts[0].offerId}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', origin: shop.origin },
    body: '{"quantity":2}',
  });
  const cookie =
    added.headers
      .getSetCookie()
      .find((line) => line.startsWith('partavo='))
      ?.split(';')[0] ?? '';
  const { cartData: before } = await added.json();
  await outcomeOf();
  expect(await outcomeOf()).toBe('hit');
  const old = await generationOf();

  const made = spawnSync(process.execPath, [join(root, 'dist/demo.js')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: shop.dataDir },
    encoding: 'utf8',
  });
  expect([made.status, made.stderr]).toEqual([0, '']);

  const end = Date.now() + 40_000;
  let outcome = await outcomeOf();
  while (outcome === 'hit' && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    outcome = await outcomeOf();
  }
  expect(outcome).toBe('miss');
  expect(await generationOf()).not.toBe(old);
  expect(shop.log.some(({ event }) => event === 'generation_changed')).toBe(true);

  const { cartData: after } = await (await fetch(`${shop.origin}/api/Warenkorb`, { headers: { cookie } })).json();
  expect(after.cartArticles).toHaveLength(1);
  expect(after.priceSum).toBe(before.priceSum);
}, 180_000);
