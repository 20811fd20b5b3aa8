import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, anyOffer } from './support/add.js';
import { catalogueDatabase } from './support/catalogue-database.js';
import { offersOfOneShop, type SoldOffer } from './support/feeds.js';
import { callDoor, newToken, type ShopWithDoor, startShopWithDoor } from './support/merchants.js';
import { until } from './support/until.js';

/** A merchant's import that cannot take its lock: in the built shop, with all of its threads. */
let shop: ShopWithDoor;
let own: SoldOffer;
let shopId: number;
let token: string;
beforeAll(async () => {
  shop = await startShopWithDoor();
  own = offersOfOneShop(shop.dataDir)[0] as SoldOffer;
  const database = catalogueDatabase(shop.dataDir);
  shopId = Number(database.prepare('select shop_id from offers.offer where id = ?').get(own.id)?.shop_id);
  database.close();
  token = newToken(shop.dataDir, own.shop);
});
afterAll(() => shop.stop());

const ready = async (): Promise<string> => (await fetch(`${shop.origin}/readyz`)).text();
const postponed = (): { attempts: number; reason: string }[] =>
  shop
    .errors()
    .split('\n')
    .filter((line) => line.includes('"event":"merchant_import_postponed"') && line.endsWith('}'))
    .map((line) => JSON.parse(line));

test('carts know nothing of an import without a lock, readyz does, and it goes on when the lock can be taken', async () => {
  const offer = await anyOffer(shop.origin);
  const name = createHash('sha256').update(String(shopId)).digest('hex').slice(0, 24);
  const lock = join(shop.dataDir, 'feeds', `${name}.lock`);
  mkdirSync(lock, { recursive: true });
  const body = `key,price\n${own.key},${(own.price + 10) / 100}`;
  const sent = await callDoor(shop, '/feeds?mode=partial', { token, method: 'POST', body });
  expect(sent.status).toBe(202);
  await until('it was tried twice', () => postponed().length > 1);
  const adds = await Promise.all(Array.from({ length: 5 }, () => add(shop.origin, offer)));
  expect(adds.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await until('readyz tells', async () => (await ready()).includes('jobs: '));
  const report = async () => (await callDoor(shop, `/feeds/${sent.body.id}`, { token })).body;
  expect((await report()).status).toBe('queued');
  const attempts = postponed().map((line) => line.attempts);
  expect(attempts).toEqual(attempts.map((_, index) => index + 1));
  expect(String(postponed()[0]?.reason)).toContain(lock);
  rmdirSync(lock);
  await until('it is taken in', async () => (await report()).status === 'completed');
  await until('readyz is well', async () => (await ready()) === 'ok');
  // The end of the test is not that of the shop: what its threads were asked for is still answered.
  expect((await add(shop.origin, offer)).status).toBe(200);
});
