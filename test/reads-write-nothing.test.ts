import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { examples } from './support/examples.js';
import { type Shop, startShop } from './support/shop.js';

/** A GET writes to no table (D79), with or without a session. */
const tags = 'tags.example';
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ TAG_MANAGER_URL: `https://${tags}/tm.js` });
});
afterAll(() => shop?.stop());

function rows(): Record<string, number> {
  const db = new DatabaseSync(join(shop.dataDir, 'state.db'), { readOnly: true });
  const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all();
  const counts = tables.map(({ name }) => [
    name,
    (db.prepare(`select count(*) n from "${name}"`).get() as { n: number }).n,
  ]);
  db.close();
  return Object.fromEntries(counts);
}
const ask = (path: string, cookie = '', init: RequestInit = {}) =>
  fetch(shop.origin + path, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } });
const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .find((line) => line?.startsWith('partavo=')) ?? '';

test('reads of every page and call leave the state as it was; the first write begins with the session given', async () => {
  const table = await examples(shop.origin);
  const offerId = (await (await ask('/api/-/-/--1523')).json()).spareParts[0].offerId;
  const before = rows();
  expect(before).toMatchObject({ session: expect.any(Number), cart_line: 0 });
  const cookie = cookieOf(await ask('/api/session'));
  expect(cookie).toMatch(/^partavo=[\w-]{22}\.[\w-]{43}$/);
  const paths = Object.values(table).flatMap(({ path }) => path(editions['de-DE']) ?? []);
  const calls = [
    '/api/session',
    '/api/Warenkorb',
    '/api/Warenkorb/count',
    '/api/Warenkorb/optimize',
    '/api/experiments',
  ];
  for (const path of [...paths, ...calls, '/robots.txt']) {
    for (const own of ['', cookie, `partavo=${'x'.repeat(22)}`, `${cookie}; consentHosts=${tags}`])
      await (await ask(path, own)).arrayBuffer();
  }
  expect(rows()).toEqual(before);

  const write = { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json' } };
  const added = await ask(`/api/Warenkorb/Hinzufuegen/${offerId}`, cookie, { ...write, body: '{"quantity":2}' });
  expect([added.status, cookieOf(added)]).toEqual([200, cookie]);
  expect(rows().session).toBe((before.session as number) + 1);
  // A session from before cookies were signed keeps its cart.
  const unsigned = cookie.slice(0, -44);
  const cart = await (await ask('/api/Warenkorb', unsigned)).json();
  expect(cart.cartData.countArticles).toBe(2);
  expect(cookieOf(await ask('/api/session', unsigned))).toBe(cookie);
  expect(rows().session).toBe((before.session as number) + 1);
});
