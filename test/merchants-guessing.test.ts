import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { offersOfOneShop } from './support/feeds.js';
import { callDoor, newToken, type ShopWithDoor, startShopWithDoor } from './support/merchants.js';

let shop: ShopWithDoor;
beforeAll(async () => {
  shop = await startShopWithDoor();
});
afterAll(() => shop.stop());

test('who guesses is stopped, for pages as for calls', async () => {
  const right = newToken(shop.dataDir, offersOfOneShop(shop.dataDir)[0]?.shop ?? '');
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1)
    statuses.push((await callDoor(shop, '/shop', { token: `pmt_0123456789_${'A'.repeat(42)}${at % 10}` })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const late = await callDoor(shop, '/shop', { token: right });
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const form = await fetch(`${shop.door}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ token: right }),
    redirect: 'manual',
  });
  expect([form.status, form.headers.get('set-cookie')]).toEqual([429, null]);
});
