import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/catalogue.js';
import { catalogueDatabase } from './support/catalogue-database.js';
import { offersOfOneShop, type SoldOffer } from './support/feeds.js';
import {
  awaitReport,
  callPortal,
  nameOf,
  newToken,
  type ShopWithPortal,
  startShopWithPortal,
  tokens,
} from './support/merchants.js';
import { askUntil } from './support/until.js';

let shop: ShopWithPortal;
let offers: SoldOffer[];
let other: SoldOffer;
let token: string;
beforeAll(async () => {
  shop = await startShopWithPortal();
  offers = offersOfOneShop(shop.dataDir);
  const database = catalogueDatabase(shop.dataDir);
  other = database
    .prepare(
      'select o.key, o.price, s.name as shop from offer o join shop s on s.id = o.shop_id where s.name <> ? limit 1',
    )
    .get(own().shop) as unknown as SoldOffer;
  database.close();
  token = newToken(shop.dataDir, own().shop);
});
afterAll(() => shop.stop());

const own = (at = 0): SoldOffer => offers[at] as SoldOffer;
/** Returns a price close to the current one, in euros: guards hold large changes. */
const near = (at: number, cents = 10): number => (own(at).price + cents) / 100;
/** Calls the portal. A busy machine may answer a change before its import ends; its key then returns the end. */
function call(path: string, { headers, ...options }: Parameters<typeof callPortal>[2] = {}) {
  const isChange = (options.method ?? 'GET') !== 'GET' && path.startsWith('/offers');
  const sent = { token, ...options, headers: { ...(isChange && { 'idempotency-key': randomUUID() }), ...headers } };
  const isEnded = ({ status }: { status: number }): boolean => !isChange || status !== 202;
  return askUntil('the import has ended', () => callPortal(shop, path, sent), isEnded);
}
const offerPath = (key: string): string => `/offers/${encodeURIComponent(key)}`;
const read = async (key: string) => (await call(offerPath(key))).body;
/** Reads an offer from the store, without the shop. */
function stored({ id }: SoldOffer) {
  const database = catalogueDatabase(shop.dataDir);
  const row = database.prepare('select price, stock from offers.offer where id = ?').get(id);
  const { commits } = database.prepare('select max(number) as commits from offers.change').get() ?? {};
  database.close();
  return { price: row?.price, stock: row?.stock, commits };
}
/** Returns the address of an offer's article. */
function articleOf(id: number): string {
  const database = catalogueDatabase(shop.dataDir);
  const row = database
    .prepare(
      `select b.seo_name as brand, p.norm_number as number from offers.offer o
       join product p on p.id = o.product_id join brand b on b.id = p.brand_id where o.id = ?`,
    )
    .get(id);
  database.close();
  return `/Teilenummernsuche/${row?.brand}/${row?.number}`;
}
const output = async (path: string): Promise<string> => (await fetch(`${shop.origin}${path}`)).text();

test('a merchant reads only the own shop and offers', async () => {
  expect((await call('/shop')).body).toMatchObject({ shop: { name: own().shop }, scopes: ['read', 'offers'] });
  const { key, brand, number, price } = own();
  expect(await read(key)).toMatchObject({ key, brand, number, price: price / 100, withheld: [] });
  const found = (await call(`/offers?key=${encodeURIComponent(key)}`)).body;
  expect(found.offers.map((each: { key: string }) => each.key)).toContain(key);
  const byNumber = (await call(`/offers?key=${encodeURIComponent(number)}`)).body;
  expect(byNumber.offers.map((each: { number: string }) => each.number)).toContain(number);
  const keys: string[] = [];
  for (let after = ''; keys.length < 120; ) {
    const { offers: page, next } = (await call(`/offers?after=${encodeURIComponent(after)}`)).body;
    keys.push(...page.map((each: { key: string }) => each.key));
    if (next === null) break;
    after = next;
  }
  expect(keys).toEqual([...new Set(keys)].sort());
  expect(keys.length).toBeGreaterThan(50);
  const database = catalogueDatabase(shop.dataDir);
  const stocked = database
    .prepare('select key from offers.offer where shop_id = (select id from offers.shop where name = ?) order by key')
    .all(own().shop);
  database.close();
  expect(keys).toEqual(stocked.slice(0, keys.length).map((row) => row.key));
});

test('the calls are described, and an error leads to its words', async () => {
  const file = join(shop.dataDir, 'portal.json');
  const description = await (await fetch(`${shop.portal}/api/openapi.json`)).json();
  writeFileSync(file, JSON.stringify(description));
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const linted = spawnSync(process.execPath, [cli, 'lint', file, '--extends', 'recommended-strict'], {
    ...{ env, cwd: shop.dataDir, encoding: 'utf8' },
  });
  expect(linted.status === 0 ? 'clean' : linted.stdout + linted.stderr).toBe('clean');
  const source = readFileSync(join(root, 'server/web/merchants/merchant-portal.ts'), 'utf8');
  const routes = [...source.matchAll(/v1\.(\w+)\(\s*'([^']+)'/g)].map(
    ([, method, path]) => `${method} ${path?.replace(/:(\w+)/g, '{$1}')}`,
  );
  const described = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(described.sort()).toEqual(routes.sort());
  const { body } = await callPortal(shop, '/shop');
  const page = await fetch(new URL(body.type, shop.portal));
  expect([page.status, (await page.text()).includes('id="error-token"')]).toEqual([200, true]);
  expect(new URL(body.type, shop.portal).hash).toBe('#error-token');
});

test('without a token, with a wrong, another’s or a revoked one, nothing opens', async () => {
  const { key, price } = own();
  const none = await callPortal(shop, offerPath(key));
  expect([none.status, none.body.code, none.headers.get('www-authenticate')]).toEqual([401, 'token', 'Bearer']);
  expect((await call(offerPath(key), { token: `${token.slice(0, -1)}_` })).body.code).toBe('token');
  // The cookie of the pages does not authorise calls.
  expect((await callPortal(shop, '/shop', { headers: { cookie: `merchant=${token}` } })).status).toBe(401);

  const reader = newToken(shop.dataDir, own().shop, 'read');
  expect((await call('/shop', { token: reader })).status).toBe(200);
  const refused = await call(offerPath(key), { token: reader, method: 'PATCH', body: { price: 1 } });
  expect([refused.status, refused.body.code]).toEqual([403, 'scope']);

  const foreign = newToken(shop.dataDir, other.shop);
  expect((await call(offerPath(key), { token: foreign, method: 'PATCH', body: { price: 1 } })).body.code).toBe(
    'offer_unknown',
  );
  await call(offerPath(key), { token: foreign, method: 'DELETE' });
  expect(stored(own()).price).toBe(price);
  const mine = (await call('/feeds')).body.imports;
  const theirs = (await call('/feeds', { token: foreign })).body.imports;
  expect(theirs.length).toBeGreaterThan(0);
  for (const { id } of theirs) {
    expect(mine).not.toContainEqual(expect.objectContaining({ id }));
    expect((await call(`/feeds/${id}`)).body.code).toBe('not_found');
  }
  tokens(shop.dataDir, 'revoke', nameOf(foreign));
  expect((await call('/shop', { token: foreign })).body.code).toBe('token');
});

test('a dry run tells what would change, and writes nothing', async () => {
  const before = stored(own());
  const tried = await call(`${offerPath(own().key)}?dryRun=true`, { method: 'PATCH', body: { price: near(0) } });
  expect(tried).toMatchObject({ status: 200, body: { report: { isDryRun: true, changes: { changed: 1 } } } });
  expect(stored(own())).toEqual(before);
  const batch = {
    mode: 'partial',
    offers: [
      { key: own().key, stock: 1 },
      { key: own(1).key, price: near(1) },
    ],
  };
  const several = await call('/offers?dryRun=1', { method: 'POST', body: batch });
  expect(several.body).toMatchObject({ isDryRun: true, rows: 2, changes: { changed: 2 } });
  expect(stored(own())).toEqual(before);
});

test('a price that is put is on the page of the article at its next read', async () => {
  const { key, brand, number, id } = own(2);
  const offer = { brand, number, price: 1.23, stock: 7, handling: [2, 3] };
  const put = await call(offerPath(key), { method: 'PUT', body: offer });
  expect(put).toMatchObject({ status: 200, body: { offer: { price: 1.23, stock: 7, handling: [2, 3] } } });
  const page = await output(articleOf(id));
  expect([page.includes(`id="o${id}"`), /\b1,23\b/.test(page)]).toEqual([true, true]);
  const patched = await call(offerPath(key), { method: 'PATCH', body: { price: 2.34 } });
  expect(patched.body.offer).toMatchObject({ price: 2.34, stock: 7, handling: [2, 3] });
});

test('an accepted change that is no offer of the shop is an error, and no success', async () => {
  const { brand, number } = own(2);
  const database = new DatabaseSync(join(shop.dataDir, 'offers.db'));
  const lose = (when: string): void =>
    database.exec(`create trigger lose after ${when} on offer_key when new.key = 'LOST' begin
      delete from offer_key where shop_id = new.shop_id and key = new.key; end`);
  const isError = { status: 500, body: { status: 500, code: 'internal' } };
  try {
    lose('insert');
    const put = await call(offerPath('LOST'), { method: 'PUT', body: { brand, number, price: 1.23, stock: 7 } });
    expect(put).toMatchObject(isError);
    expect(put.headers.get('content-type')).toContain('application/problem+json');
    const line = shop.log.find(({ event, route }) => event === 'request_failed' && route === 'merchant_put');
    expect(line).toMatchObject({ level: 'error', code: 'internal' });
    expect(JSON.stringify(line)).toContain('has ended without the offer LOST');
  } finally {
    database.exec("drop trigger lose; delete from offer_key where key = 'LOST'");
    database.close();
  }
  // An offer without stock is no error.
  const soldOut = { brand, number, price: 1.23, stock: 0 };
  expect(await call(offerPath('NONE'), { method: 'PUT', body: soldOut })).toMatchObject({
    status: 200,
    body: { offer: null, report: { leftOut: 1 } },
  });
});

test('an offer is taken off at once, again without harm, and can come back', async () => {
  const sold = own(3);
  const gone = await call(offerPath(sold.key), { method: 'DELETE' });
  expect(gone).toMatchObject({ status: 200, body: { offer: null, report: { changes: { removed: 1 } } } });
  expect((await call(offerPath(sold.key))).body.code).toBe('offer_unknown');
  expect((await call(offerPath(sold.key), { method: 'DELETE' })).status).toBe(200);
  expect((await call(offerPath(sold.key), { method: 'PATCH', body: { stock: 3 } })).body.code).toBe('offer_unknown');
  const { brand, number } = sold;
  const back = await call(offerPath(sold.key), { method: 'PUT', body: { brand, number, price: 10, stock: 2 } });
  expect(back.body.offer).toMatchObject({ key: sold.key, price: 10 });
});

test('a rejected change names field and reason, and changes nothing', async () => {
  const { key, brand, number } = own(4);
  const before = stored(own(4));
  const decimals = 'bis 1000000 mit höchstens zwei Nachkommastellen sein.';
  for (const [body, code, detail] of [
    [{ price: -1 }, 'invalid'],
    [{ price: 1.234 }, 'invalid', `Der Wert von „price“ muss eine Zahl von 0.01 ${decimals}`],
    [{ deposit: '44,9' }, 'invalid', `Der Wert von „deposit“ muss eine Zahl von 0 ${decimals}`],
    [{ colour: 'red' }, 'invalid', '„colour“ ist hier kein bekanntes Feld.'],
    [{ stock: 1.5 }, 'invalid'],
    ['{', 'body'],
  ] as const) {
    const headers = { 'content-type': 'application/json' };
    const refused = await call(offerPath(key), { method: 'PATCH', body, headers });
    expect([body, refused.body.code]).toEqual([body, code]);
    if (detail) expect([body, refused.body.detail]).toEqual([body, detail]);
  }
  const wrong = await call(offerPath(key), { method: 'PUT', body: { brand, number: 'NO SUCH NUMBER', price: 5 } });
  expect(wrong).toMatchObject({
    status: 422,
    body: { code: 'row_rejected', rows: [{ line: 2, reason: expect.anything() }] },
  });
  const lacks = await call(offerPath(key), { method: 'PUT', body: { brand, number } });
  expect(lacks.body).toMatchObject({ code: 'row_rejected', rows: [{ field: 'price' }] });
  expect(stored(own(4))).toMatchObject({ price: before.price, stock: before.stock });
});

test('a batch imports its valid offers, and names the others', async () => {
  const batch = {
    mode: 'partial',
    offers: [
      { key: own(5).key, price: near(5) },
      { key: 'NO-SUCH-KEY', price: 1 },
      { key: own(6).key, delete: true },
    ],
  };
  const { status, body } = await call('/offers', { method: 'POST', body: batch });
  expect([status, body.status, body.changes]).toEqual([
    200,
    'completed_with_errors',
    expect.objectContaining({ changed: 1, removed: 1 }),
  ]);
  expect(body.rejectedRows).toEqual([expect.objectContaining({ index: 1, key: 'NO-SUCH-KEY', field: 'key' })]);
  expect(await read(own(5).key)).toMatchObject({ price: near(5) });
  const threeDecimals = (near(5) + 0.001).toFixed(3);
  const faulty = [
    { key: own(5).key, price: Number(threeDecimals) },
    { key: own(7).key, price: near(7, 30) },
    { key: own(8).key, price: '12,30' },
  ];
  const judged = await call('/offers', { method: 'POST', body: { mode: 'partial', offers: faulty } });
  expect([judged.status, judged.body.status, judged.body.rows, judged.body.rejected]).toEqual([
    200,
    'completed_with_errors',
    3,
    2,
  ]);
  expect(judged.body.rejectedRows).toMatchObject([
    { index: 0, key: own(5).key, field: 'price', value: threeDecimals, message: 'hat mehr als zwei Nachkommastellen' },
    { index: 2, key: own(8).key, field: 'price', value: '12,30', message: 'ist keine Zahl' },
  ]);
  expect(await read(own(7).key)).toMatchObject({ price: near(7, 30) });
  const none = await call('/offers', { method: 'POST', body: { mode: 'partial', offers: faulty.slice(0, 1) } });
  expect([none.status, none.body.code, none.body.rows]).toEqual([
    422,
    'row_rejected',
    [expect.objectContaining({ index: 0, field: 'price' })],
  ]);
  const many = { mode: 'update', offers: Array.from({ length: 501 }, (_, at) => ({ key: `k${at}`, price: 1 })) };
  expect((await call('/offers', { method: 'POST', body: many })).body.code).toBe('invalid');
});

test('a file is imported, its rows cannot be another shop’s, and its report names them', async () => {
  const lines = [
    'key;price;shop;Prix HT',
    `${own(7).key};${near(7)};;`,
    `${other.key};0.10;${other.shop};`,
    ...offers.slice(20, 60).map(({ key, price }) => `${key};${(price + 10) / 100};;`),
  ];
  const sent = await call('/feeds?mode=partial', { method: 'POST', body: gzipSync(lines.join('\n')) });
  expect([sent.status, sent.body.id]).toEqual([202, sent.headers.get('location')?.split('/').at(-1)]);
  const report = await awaitReport(shop, token, sent.body.id);
  expect(report).toMatchObject({ source: 'file', status: 'completed_with_errors', rows: 42, rejected: 1 });
  expect(report.rejectedRows).toEqual([
    expect.objectContaining({ line: 3, field: 'shop', reason: expect.stringContaining('is another shop') }),
  ]);
  expect(report.unread).toEqual([{ column: 'Prix HT', nearest: null, isNet: true }]);
  expect(await read(own(7).key)).toMatchObject({ price: near(7) });
  const form = new FormData();
  form.append('file', new Blob([`key;price\n${own(7).key};${near(7, 20)}\n`]), 'prices.csv');
  const asForm = new Request('http://x', { method: 'POST', body: form });
  const type = asForm.headers.get('content-type') ?? '';
  const body = new Uint8Array(await asForm.arrayBuffer());
  const again = await call('/feeds?mode=partial', { method: 'POST', body, headers: { 'content-type': type } });
  await awaitReport(shop, token, again.body.id);
  expect(await read(own(7).key)).toMatchObject({ price: near(7, 20) });
});

test('the same key gives the same import; another change with it is refused', async () => {
  const headers = { 'idempotency-key': 'merchant-key-1' };
  const change = (cents: number) =>
    call(offerPath(own(8).key), { method: 'PATCH', body: { price: near(8, cents) }, headers });
  const first = await change(81);
  await call(offerPath(own(8).key), { method: 'PATCH', body: { price: near(8, 82) } });
  const replayed = await change(81);
  expect(replayed.body.report.id).toBe(first.body.report.id);
  expect(await read(own(8).key)).toMatchObject({ price: near(8, 82) });
  const other = await change(83);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('too much is refused: bodies, and files one after the other', async () => {
  const huge = await call('/feeds', { method: 'POST', body: Buffer.alloc(4 * 1024 * 1024 + 10_000, 'x') }).catch(
    () => null,
  );
  expect(huge === null || huge.body.code === 'too_large').toBe(true);
  const fresh = newToken(shop.dataDir, other.shop);
  const codes: string[] = [];
  for (let at = 0; at < 8; at += 1)
    codes.push((await call('/feeds', { token: fresh, method: 'POST', body: '' })).body.code);
  expect([codes[0], codes.at(-1)]).toEqual(['body', 'too_many']);
});

test('the shop serves nothing of the portal, and the portal nothing of the shop', async () => {
  for (const path of ['/api/v1/shop', '/api/Haendler', '/api/Haendler/Anmelden'])
    expect((await fetch(`${shop.origin}${path}`, { method: 'POST', body: '{}' })).status).not.toBe(200);
  for (const path of ['/api/manufacturers', '/api/Warenkorb', '/Teilenummernsuche'])
    expect((await fetch(`${shop.portal}${path}`, { redirect: 'manual' })).status).toBe(404);
});

test('each act is in the trail, and no secret in any log', async () => {
  const trail = JSON.parse(tokens(shop.dataDir, 'log', own().shop, '--json')) as {
    event: string;
    token: string | null;
  }[];
  for (const event of ['token_made', 'import_sent', 'import_ended'])
    expect(trail.map((each) => each.event)).toContain(event);
  expect(trail.some((each) => each.token === nameOf(token))).toBe(true);
  const everything = JSON.stringify([shop.log, shop.errors(), trail]);
  expect(everything).not.toContain(token.slice(-43));
});
