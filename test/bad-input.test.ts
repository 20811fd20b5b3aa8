import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editions } from './support/editions.js';
import { logged, type Shop, startShop } from './support/shop.js';

/** Bad input gets a response with a code, no partial change is stored, and the log has every response. */
let shop: Shop;
let cookie: string;
let offerId: string;
beforeAll(async () => {
  shop = await startShop();
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  offerId = spareParts[0].offerId;
  const response = await add({ quantity: 1 });
  cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
});
afterAll(async () => {
  await shop?.stop();
});

const json = { accept: 'application/json', 'content-type': 'application/json' };
const add = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${offerId}`, {
    method: 'POST',
    headers: { ...json, origin: shop.origin, cookie: cookie ?? '', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const count = async (): Promise<number> =>
  (await (await fetch(`${shop.origin}/api/Warenkorb`, { headers: { ...json, cookie } })).json()).cartData.countArticles;

/** Sends a request target unchanged, without normalising it as URL parsers do. */
function raw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { hostname, port } = new URL(shop.origin);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    call.on('error', reject);
    call.end();
  });
}

test.each([0, -1, 1.5, 1e9, 100, 'abc', '', '1,5', null, [], {}, true, '٣'])(
  'quantity %j is refused with a code, the cart unchanged',
  async (quantity) => {
    const before = await count();
    const response = await add({ quantity });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const problem = await response.json();
    expect(problem).toMatchObject({
      status: 400,
      code: expect.stringMatching(/^(quantity_range|quantity_limit|invalid|body)$/),
    });
    expect(await count()).toBe(before);
  },
);

test('more than 99 of one line in all is refused, the cart unchanged', async () => {
  expect((await add({ quantity: 98 })).status).toBe(200);
  const response = await add({ quantity: 1 });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'quantity_limit' });
  expect(await count()).toBe(99);
});

test.each([
  ['text/plain', 'quantity=1', [400, 415]],
  ['multipart/form-data; boundary=x', '--x--', [400, 415]],
  ['application/json', '{"quantity":', [400]],
  ['application/json', 'null', [400]],
  ['application/json', '[1]', [400]],
  ['application/json', `{"quantity":1,"x":"${'y'.repeat(200_000)}"}`, [413]],
])('a body of the type %s that is wrong', async (type, body, statuses) => {
  const response = await add(body, { 'content-type': type });
  expect(statuses).toContain(response.status);
  expect((await response.json()).code).toEqual(expect.any(String));
});

test.each([
  ['application/json; charset=utf-8', Buffer.from('\ufeff{"quantity":2}'), 200],
  ['application/json; charset=utf-16le', Buffer.from('{"quantity":2}', 'utf16le'), 200],
  ['application/x-www-form-urlencoded; charset=iso-8859-1', Buffer.from('quantity=2'), 200],
  ['application/json; charset=utf-77', Buffer.from('{"quantity":2}'), 415],
])('a body of the type %s is read in its encoding, or refused', async (type, body, status) => {
  const response = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${offerId}`, {
    method: 'POST',
    headers: { ...json, origin: shop.origin, 'content-type': type },
    body,
  });
  expect(response.status).toBe(status);
  const reported = await response.json();
  if (status === 200) expect(reported.cartData.countArticles).toBe(2);
  else expect(reported.code).toBe('media_type');
});

const foreign: Record<string, string>[] = [
  { origin: 'https://example.org' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];
test.each(foreign)('a foreign write is refused: %j', async (headers) => {
  const before = await count();
  const response = await add({ quantity: 1 }, headers);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'origin' });
  expect(await count()).toBe(before);
});

test('an unknown offer and a line of another visitor are 404', async () => {
  const write = (path: string): Promise<Response> =>
    fetch(shop.origin + path, {
      method: 'POST',
      headers: { ...json, origin: shop.origin, cookie },
      body: '{"quantity":1}',
    });
  expect((await write('/api/Warenkorb/Hinzufuegen/999999999999')).status).toBe(404);
  expect((await write('/api/Warenkorb/Aendern/nicht-meine')).status).toBe(404);
  expect((await write('/api/Warenkorb/Loeschen/nicht-meine')).status).toBe(404);
});

describe.each(editions)('$locale', ({ locale, home, section }) => {
  test.each([
    `${section}/x/1-999999999-`,
    `${section}/x/3-nichts-`,
    `${home}x/y/--999999999`,
    `${home}x/y/8-5-5-5-5`,
    `${home}x/y/1-${'9'.repeat(40)}-`,
    `${home}gibt-es-nicht`,
    `${home}a/b/c/d/e/f`,
  ])('%s is the localized 404 with a support code', async (path) => {
    const response = await fetch(shop.origin + path, { headers: { accept: 'text/html' } });
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain(`<html lang="${locale}"`);
    expect(html).toContain('noindex');
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });
});

test.each(['/%E0%A4%A', '/Ersatzteile/%', '/api/%ff/x/--1'])('broken percent-encoding in %s is 400', async (path) => {
  const response = await raw(path, { accept: 'text/html' });
  expect(response.status).toBe(400);
  expect(response.headers['x-request-id']).toBeTruthy();
  expect(response.headers['content-security-policy']).toBeTruthy();
});

test.each([
  '/api/..%2fsecret',
  '/api/%2e%2e/x',
  '/api//example.org/x/--1',
  'http://example.org/api/x',
  '/api/Warenkorb/../x',
  '/api/x%00/y/--1',
])('%s reaches nothing behind the interface', async (path) => {
  const response = await raw(path);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
});

test('a call in capitals is no call: nothing passes by its limits and faults', async () => {
  for (const path of ['/API/session', '/api/SESSION', '/Api/Warenkorb']) {
    const { status, headers } = await raw(path);
    expect([path, status, headers['set-cookie']]).toEqual([path, 404, undefined]);
  }
});

test('every answer carries a request id that is in the log, in one line with route, edition, status and time', async () => {
  const paths = ['/', '/fr-FR/', '/gibt-es-nicht', '/api/navigation', '/livez', '/Warenkorb', '/%E0%A4%A'];
  const ids = await Promise.all(paths.map(async (path) => String((await raw(path)).headers['x-request-id'])));
  for (const id of ids) {
    await logged(shop, ({ reqId, status }) => reqId === id && typeof status === 'number');
    const lines = shop.log.filter((line) => line.reqId === id && typeof line.status === 'number');
    expect(lines.length).toBe(1);
    expect(lines[0]).toMatchObject({ route: expect.any(String), ms: expect.any(Number) });
  }
});

test('no cookie, no search text and no address is in any line of the log', async () => {
  const asked = `${shop.origin}/search?query=geheime-suche`;
  const { headers } = await fetch(asked, { headers: { cookie: `${cookie}; kanarie=vogel` } });
  await logged(shop, ({ reqId, event }) => event === 'request' && reqId === headers.get('x-request-id'));
  const everything = JSON.stringify(shop.log);
  for (const secret of ['geheime-suche', 'kanarie', 'vogel', cookie.match(/partavo=([^;]+)/)?.[1] ?? 'partavo=']) {
    expect(everything).not.toContain(secret);
  }
});
