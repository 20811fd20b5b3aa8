import { connect } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids, photographed } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';

let catalogue: TestService;
let state: TestService;
beforeAll(async () => {
  catalogue = await startTestService('catalogue');
  state = await startTestService('state');
});
afterAll(async () => {
  await catalogue.stop();
  await state.stop();
});

const add = `/api/Warenkorb/Hinzufuegen/${ids.offerOf(ids.firstDisc, 'A')}`;

test('every response has request id and generation; a given id is repeated, a malformed one replaced', async () => {
  const given = await catalogue.call('/api/vehicle/manufacturers', { headers: { 'x-request-id': 'abc-1' } });
  expect(given.status).toBe(200);
  expect(given.headers.get('x-request-id')).toBe('abc-1');
  expect(given.headers.get('x-catalogue-generation')).toBe('g1');
  expect(Number(given.headers.get('content-length'))).toBeGreaterThan(10);
  const malformed = await catalogue.call('/nothing', { headers: { 'x-request-id': 'a b' } });
  expect(malformed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const long = await catalogue.call('/nothing', { headers: { 'x-request-id': 'a'.repeat(65) } });
  expect(long.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(malformed.body).toMatchObject({ status: 404, code: 'not_found', detail: 'unknown path' });
});

test.each([
  ['unknown path', '/api/nothing', {}, 404, 'not_found'],
  ['a path of the other room', '/api/Warenkorb', {}, 404, 'not_found'],
  ['a write to a read path', '/api/navigation', { method: 'POST', body: {} }, 405, 'method'],
  ['a read of a write path', '/api/Warenkorb/Hinzufuegen/5', {}, 405, 'method'],
  ['an unknown method', '/api/navigation', { method: 'DELETE' }, 405, 'method'],
  ['a malformed id', '/api/vehicle/manufacturers/007', {}, 400, 'invalid'],
  ['a malformed query', '/api/vehicle/manufacturers?limit=0', {}, 400, 'invalid'],
  ['an unknown country', '/api/navigation?country=XX', {}, 400, 'invalid'],
  ['broken encoding', '/api/vehicle/models/%E0%A4', {}, 400, 'encoding'],
  ['an invalid tail', '/api/x/y/9-1-2', {}, 404, 'not_found'],
])('%s in the catalogue', async (_name, path, options, status, code) => {
  const response = await catalogue.call(path, options);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(response.body.code).toBe(code);
  expect([response.headers.get('cache-control'), response.headers.get('x-content-type-options')]).toEqual([
    'no-store',
    'nosniff',
  ]);
});

test('a 405 names the methods of the path', async () => {
  const allowed = async (path: string) => (await catalogue.call(path, { method: 'PUT' })).headers.get('allow');
  expect(await allowed('/api/navigation')).toBe('GET, HEAD');
  expect(await allowed('/api/Warenkorb/Hinzufuegen/5')).toBe('POST');
  expect(await allowed('/api/user/vehicles')).toBe('GET, HEAD, POST');
  expect(await allowed('/api/nothing')).toBeNull();
});

test.each([
  ['no JSON', { body: '{"quantity":' }, 400, 'body'],
  ['an array', { body: [1] }, 400, 'body'],
  [
    'a form',
    { body: 'quantity=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'media_type',
  ],
  ['a long body', { body: { quantity: 1, junk: 'x'.repeat(20_000) } }, 413, 'too_large'],
  ...[0, -1, 1.5, 1e9, 'abc', '1,5', '', null, true, [1]].map((quantity) => [
    `quantity ${JSON.stringify(quantity)}`,
    { body: { quantity } },
    400,
    'quantity_range',
  ]),
] as [string, { body: unknown; headers?: Record<string, string> }, number, string][])(
  'a body with %s is refused and keeps nothing',
  async (_name, options, status, code) => {
    const response = await state.call(add, { ...options });
    expect(response.status).toBe(status);
    expect(response.body.code).toBe(code);
    expect(response.headers.get('x-session')).toBeNull();
  },
);

test('a body arrives in pieces, in UTF-8 and with a charset, up to its limit', async () => {
  const post = async (body: BodyInit | Readable, type = 'application/json; charset=utf-8') => {
    const headers = { 'content-type': type };
    const sent = { method: 'POST', body, headers, duplex: 'half' };
    const response = await fetch(`http://127.0.0.1:${state.service.port}${add}`, sent as unknown as RequestInit);
    return [response.status, (await response.json()).code];
  };
  const inPieces = (bytes: number) =>
    Readable.from([Buffer.from('{"quantity":1'), Buffer.alloc(bytes, ' '), Buffer.from('}')]);
  expect([await post(inPieces(1000)), await post(inPieces(17_000))]).toEqual([
    [200, undefined],
    [413, 'too_large'],
  ]);
  expect(await post(Buffer.from('{"quantity":1,"a":"\xff"}', 'latin1'))).toEqual([400, 'body']);
  expect(await post('{"quantity":1}', 'Application/JSON')).toEqual([200, undefined]);
});

test('a body may be empty, since each of its fields has a default', async () => {
  const { status, body } = await state.call(add, { method: 'POST' });
  expect([status, body.cartData.countArticles]).toEqual([200, 1]);
});

test('HEAD returns headers without body; unknown query parameters are ignored', async () => {
  const head = await catalogue.call('/api/vehicle/manufacturers?utm_source=x', { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(10);
  expect(head.body).toBe('');
});

/** Sends the head of a request, and returns the response as text when the service has closed the connection. */
const exchange = (port: number, ...head: string[]): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });

test('absolute and odd request targets are not followed', async () => {
  for (const target of ['http://evil.example/api/navigation', '//evil.example/api', '*']) {
    const text = await exchange(catalogue.service.port, `GET ${target} HTTP/1.1`, 'host: x', 'connection: close');
    expect(text.split('\r\n', 1)[0]).toBe('HTTP/1.1 404 Not Found');
  }
});

test('a body that is announced as too long is refused before it arrives, and the connection ends', async () => {
  const body = ['content-type: application/json', 'content-length: 20000'];
  const text = await exchange(state.service.port, `POST ${add} HTTP/1.1`, 'host: x', ...body);
  const [status, ...headers] = (text.split('\r\n\r\n', 1)[0] ?? '').toLowerCase().split('\r\n');
  expect([status, headers]).toEqual(['http/1.1 413 payload too large', expect.arrayContaining(['connection: close'])]);
});

test('a call whose caller waits no longer is refused, and its work is not done', async () => {
  const sent = (msAgo: number) => ({ 'x-sent-at': String(testClock.now() - msAgo), 'x-timeout': '600000' });
  const late = await catalogue.call('/api/vehicle/manufacturers', { headers: sent(700_000) });
  expect([late.status, late.body]).toMatchObject([503, { code: 'unavailable', detail: 'the caller waits no longer' }]);
  expect((await catalogue.call('/api/vehicle/manufacturers', { headers: sent(0) })).status).toBe(200);
  expect((await catalogue.call('/readyz', { headers: sent(700_000) })).status).toBe(200);
});

test('caches keep answers for hours, offers for a minute, and private ones not at all', async () => {
  const policy = async ({ call }: TestService, path: string) => (await call(path)).headers.get('cache-control');
  expect([
    await policy(catalogue, '/api/vehicle/manufacturers'),
    await policy(catalogue, '/api/Teilenummernsuche/Brand-1/PAD1'),
    await policy(state, '/api/Warenkorb'),
    await policy(catalogue, '/readyz'),
  ]).toEqual(['public, max-age=21600', 'public, max-age=60', 'private, no-store', 'private, no-store']);
});

test('changes of offers have each commit before them', async () => {
  // Without a moving clock only calls look for changes.
  const still = await startTestService('catalogue', 0, {}, new ManualClock());
  const last = async () => Number((await still.call('/changes')).body.offers.split('.')[1]);
  const before = await last();
  still.writeOffers({ dearer: 100 });
  expect(await last()).toBeGreaterThan(before);
  await still.stop();
});

test('only the catalogue tells changes of offers and describes the API', async () => {
  for (const path of ['/changes', '/api/openapi.json'])
    expect([(await catalogue.call(path)).status, (await state.call(path)).status]).toEqual([200, 404]);
  expect((await catalogue.call('/readyz', { method: 'HEAD' })).status).toBe(200);
  expect((await catalogue.call('/readyz', { method: 'POST' })).status).toBe(404);
});

test('readiness names the generation and its kind; the API description covers every path', async () => {
  expect((await state.call('/readyz')).body).toEqual({
    status: 'ready',
    generation: 'g1',
    isDemonstration: true,
  });
  const { body } = await catalogue.call('/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining([
      '/api/vehicle/models/{modelId}',
      '/api/Warenkorb/Hinzufuegen/{id}',
      '/api/Bilder/{name}.svg',
    ]),
  );
  expect(
    body.paths['/api/Warenkorb'].get.responses[200].content['application/json'].schema.properties.cartData,
  ).toBeDefined();
});

test('pictures are immutable SVG; unknown kinds are 404', async () => {
  const picture = await catalogue.call('/api/Bilder/disc.svg?a=diameter:288;thickness:25&small=1');
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(picture.body).toMatch(/^<svg /);
  expect((await catalogue.call('/api/Bilder/nothing.svg')).status).toBe(404);
  const { spareParts } = (await catalogue.call(`/api/x/x/--${ids.discs}`)).body as {
    spareParts: { id: string; smallImages: [{ url: string }] }[];
  };
  const address = spareParts.find(({ id }) => id === String(photographed))?.smallImages[0].url ?? '';
  const photograph = await fetch(`http://127.0.0.1:${catalogue.service.port}${address}`);
  expect(photograph.headers.get('content-type')).toBe('image/jpeg');
  const { format, width, height } = await sharp(Buffer.from(await photograph.arrayBuffer())).metadata();
  expect([format, width, height]).toEqual(['jpeg', 960, 720]);
  // No part is shown with wrong measures.
  const content = address.slice(address.lastIndexOf('/'));
  expect((await catalogue.call(`/api/Fotos/${photographed + 1}${content}`)).status).toBe(404);
  expect((await catalogue.call(address.replace(content, '/as-it-was-00.jpg'))).status).toBe(404);
});
