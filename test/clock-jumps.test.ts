import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/catalogue.js';
import { isLong } from './support/sample.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';
import { Visitor } from './support/visitor.js';

/** After jumps of the clock, as on a machine that starts with a wrong time, all requests succeed and carts stay. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ NODE_OPTIONS: `--import ${join(root, 'test/support/fake-clock.ts')}` });
});
afterAll(() => shop?.stop());

const jump = (days: number): void => writeFileSync(join(shop.dataDir, 'clock'), String(days));
let searches = 0;
const paths = () => [
  '/',
  `/Volltextsuche?query=bremse${searches++}`,
  '/Warenkorb',
  '/api/-/-/--1523',
  '/livez',
  '/readyz',
];
async function failing(cookie = ''): Promise<string[]> {
  const failed: string[] = [];
  for (const path of paths()) {
    const answer = await fetch(shop.origin + path, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) failed.push(`${path}: ${answer.status}`);
  }
  return failed;
}

test('days forward and back, and far away: pages, carts and adds are there as before', async () => {
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const address = `/api/Warenkorb/Hinzufuegen/${spareParts[0].offerId}`;
  const visitor = new Visitor(shop.origin);
  let count = 0;
  /** Adds one piece. @returns the number in the cart */
  const adds = async (): Promise<number> => {
    const { text } = await visitor.post(
      address,
      { quantity: '1' },
      { origin: shop.origin, accept: 'application/json' },
    );
    return JSON.parse(text).cartData.countArticles;
  };
  expect(await adds()).toBe(++count);
  for (const days of [1, -1, 14, -14, 0, ...(isLong ? [28, 0.5, -0.5, 28, 0] : [])]) {
    jump(days);
    await until('pages are there', async () => (await failing()).length === 0);
    expect([days, await adds()]).toEqual([days, ++count]);
    expect([days, await failing(`partavo=${visitor.cookie('partavo')}`)]).toEqual([days, []]);
  }
  // A cart from another time may be deleted, but the shop must serve a visitor of the present.
  for (const days of [-3650, 36_500, -20_000, 0]) {
    jump(days);
    await until('pages are there', async () => (await failing()).length === 0);
    const other = new Visitor(shop.origin);
    const added = await other.post(address, { quantity: '2' }, { origin: shop.origin, accept: 'application/json' });
    expect([days, added.status, JSON.parse(added.text).cartData?.countArticles]).toEqual([days, 200, 2]);
  }
  expect(shop.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
});
