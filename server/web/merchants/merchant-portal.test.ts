import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Portals, startPortal } from '../../../test/doubles/portals.js';
import { report } from '../../../test/fixtures/views/portal.js';

let portal: Portals;
const who = { shop: { id: '7', name: 'Nordteile' }, scopes: ['offers' as const], token: 'f00d', expiresAt: null };
const offer = {
  key: 'A-1',
  brand: 'Kelvo',
  number: 'K1',
  price: 12.5,
  stock: 3,
  condition: 'new',
  handling: null,
  surcharge: 1.25,
  deposit: 2.5,
  lowest30: 9.99,
  withheld: [],
};
const row = { line: 2, field: 'price', value: 'x', reason: 'is no number', outcome: 'rejected' };
beforeAll(async () => {
  portal = await startPortal('merchants', {});
});
beforeEach(async () => {
  // The limits of calls are full again.
  await portal.clock.advance(600_000);
  portal.sent.length = 0;
  Object.assign(portal.answers, {
    merchant: who,
    merchantImports: { imports: [] },
    merchantOffers: { offers: [offer], next: 'A-1' },
    merchantImport: { id: 'import-1' },
    merchantReport: report,
  } satisfies Portals['answers']);
});
afterAll(() => portal.stop());

const call = (method: string, path: string, token: string | null = 'tok_1') => {
  const request = portal.request(method, `/api/v1${path}`);
  return token === null ? request : request.set('authorization', `Bearer ${token}`);
};
const send = (method: string, path: string, body: object) => call(method, path).send(body);
const calls = (): string[] => portal.sent.map((each) => each.call);

test('a call without a usable token is refused, names the scheme, and reaches nobody', async () => {
  const headers = [undefined, 'Basic tok_1', 'Bearer', 'Bearer tok 1', `Bearer ${'t'.repeat(121)}`, 'x Bearer tok_1'];
  for (const header of headers) {
    const request = portal.request('GET', '/api/v1/shop');
    const { status, body, headers: answered } = await (header ? request.set('authorization', header) : request);
    expect([header, status, body.code, answered['www-authenticate']]).toEqual([header, 401, 'token', 'Bearer']);
  }
  // A cookie signs nobody in: no web page can call in the name of a merchant.
  const cookie = await portal.request('GET', '/api/v1/shop').set('cookie', `merchant=pms_${'A'.repeat(43)}`);
  expect([cookie.status, portal.sent]).toEqual([401, []]);
});

test('a token is sent with each call, in the language of the call', async () => {
  const { status, body, headers } = await call('GET', '/shop?locale=fr-FR', 't'.repeat(120));
  expect([status, body, headers['www-authenticate']]).toEqual([200, who, undefined]);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(portal.sent).toMatchObject([
    { call: 'merchant', body: { credential: 't'.repeat(120) }, audience: 'locale=fr-FR&country=FR' },
  ]);
  expect((await portal.request('GET', '/api/v1/shop').set('authorization', 'bearer tok_1')).status).toBe(200);
});

test('ten wrong tokens lock an address out, also of the pages', async () => {
  portal.answers.merchant = 'token';
  for (let guess = 0; guess < 10; guess += 1) expect((await call('GET', '/shop', `tok_${guess}`)).status).toBe(401);
  const locked = await call('GET', '/shop', 'tok_right');
  expect([locked.status, locked.headers['retry-after']]).toEqual([429, '60']);
  expect((await portal.get('/feeds')).status).toBe(429);
});

test('each kind of call has its own limit, in which wrong scopes and errors count', async () => {
  const limitOf = async (once: () => PromiseLike<{ status: number; headers: Record<string, unknown> }>) => {
    for (let count = 0; count < 100; count += 1) {
      const { status, headers } = await once();
      if (status === 429) return [count, headers['retry-after']];
    }
    return [];
  };
  portal.answers.merchantImport = 'scope';
  expect(await limitOf(() => call('POST', '/feeds').type('csv').send('key'))).toEqual([6, '30']);
  expect(await limitOf(() => send('PUT', '/offers/A-1', { price: 1 }))).toEqual([60, '1']);
  for (const [method, path] of [
    ['PATCH', '/offers/A-1'],
    ['DELETE', '/offers/A-1'],
    ['POST', '/offers'],
  ] as const)
    expect([method, (await send(method, path, {})).status]).toEqual([method, 429]);
  expect((await call('GET', '/feeds/import-1')).status).toBe(200);
  expect((await limitOf(() => call('GET', '/feeds')))[0]).toBe(59);
  for (const path of ['/shop', '/offers', '/offers/A-1', '/feeds/import-1'])
    expect([path, (await call('GET', path)).status]).toEqual([path, 429]);
  // Another token of the address has its own.
  expect((await call('GET', '/feeds', 'tok_2')).status).toBe(200);
});

test('the body of a call is read only for a valid token', async () => {
  portal.answers.merchant = 'token';
  const huge = await call('POST', '/offers').type('json').send('x'.repeat(1000));
  expect([huge.status, calls()]).toEqual([401, ['merchant']]);
  portal.answers.merchant = who;
  expect((await call('POST', '/offers').type('json').send('{')).body.code).toBe('body');
  const large = JSON.stringify({ mode: 'update', offers: [{ key: 'A', brand: 'x'.repeat(256 * 1024) }] });
  const refused = await call('POST', '/offers').type('json').send(large);
  expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
  const room = JSON.stringify({ mode: 'update', offers: [{ key: 'A', brand: 'x'.repeat(250 * 1024) }] });
  expect((await call('POST', '/offers').type('json').send(room)).body.code).toBe('row_rejected');
  const patch = call('PATCH', '/offers/A-1').set('content-type', 'application/merge-patch+json');
  expect((await patch.send('{"price":3}')).status).toBe(200);
});

test('packed bodies are refused, since they may unpack to any length', async () => {
  const packed = gzipSync('{"price":1}');
  for (const [method, path] of [
    ['PUT', '/offers/A-1'],
    ['POST', '/feeds'],
  ] as const) {
    const request = call(method, path).set({ 'content-type': 'application/json', 'content-encoding': 'gzip' });
    expect([path, (await request.serialize((body) => body).send(packed)).status]).toEqual([path, 415]);
  }
  expect(portal.bodies('merchantImport')).toEqual([]);
});

test('unknown calls are problems, also below known paths', async () => {
  for (const path of ['/api/v1/nothing', '/api/nothing', '/api/v1/Shop', '/api/v1/feeds/x']) {
    const { status, body } = await portal.request('GET', path).set('authorization', 'Bearer tok_1');
    expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
  }
});

test('offers are listed and read with amounts in euros', async () => {
  const listed = await call('GET', '/offers?key=A&after=A-0');
  expect(listed.body).toEqual({ offers: [offer], next: 'A-1' });
  await call('GET', '/offers?after=');
  expect(portal.bodies('merchantOffers')).toEqual([
    { key: 'A', isExact: false, after: 'A-0' },
    { key: '', isExact: false },
  ]);
  expect((await call('GET', '/offers/A-1')).body).toEqual(offer);
  expect(portal.bodies('merchantOffers').at(-1)).toEqual({ key: 'A-1', isExact: true });
  portal.answers.merchantOffers = { offers: [], next: null };
  expect((await call('GET', '/offers/A-1')).body.code).toBe('offer_unknown');
  expect((await call('GET', '/offers/A%0AB')).body.code).toBe('not_found');
});

test('putting adds or replaces an offer, patching changes a known one, deleting removes it', async () => {
  const put = await send('PUT', '/offers/A-1', { price: 12.5, stock: 3 }).set('idempotency-key', 'key-12345');
  expect([put.status, put.body.offer, put.body.report.id]).toEqual([200, offer, 'import-1']);
  await send('PATCH', '/offers/A-1?dryRun=true', { price: 12.5 });
  const gone = await call('DELETE', '/offers/A-1?dryRun=1');
  expect([gone.status, gone.body.offer]).toEqual([200, null]);
  await call('DELETE', '/offers/A-1?dryRun=yes');
  const one = { source: 'offer', isDryRun: false };
  expect(portal.bodies('merchantImport')).toEqual([
    { ...one, mode: 'update', offers: [{ key: 'A-1', price: 12.5, stock: 3 }] },
    { ...one, mode: 'partial', isDryRun: true, offers: [{ key: 'A-1', price: 12.5 }] },
    { ...one, mode: 'update', isDryRun: true, offers: [{ key: 'A-1', delete: true }] },
    { ...one, mode: 'update', offers: [{ key: 'A-1', delete: true }] },
  ]);
  expect(portal.sent.filter((each) => each.call === 'merchantImport').map(({ key }) => key)).toEqual([
    'key-12345',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a merchant who reads that an import has ended finds its offers at once', async () => {
  await call('GET', '/feeds/import-1');
  expect(calls()).toEqual(['merchantReport', 'refresh']);
  portal.sent.length = 0;
  portal.answers.merchantReport = { ...report, endedAt: null };
  await call('GET', '/feeds/import-1');
  expect(calls()).toEqual(['merchantReport']);
});

test.each([
  ['PATCH', { status: 'completed_with_errors', rejectedRows: [{ ...row, field: 'key' }] }, 404, 'offer_unknown'],
  ['PATCH', { status: 'refused', rejectedRows: [{ ...row, field: 'key' }, row] }, 422, 'row_rejected'],
  ['PATCH', { status: 'refused', rejectedRows: [] }, 422, 'row_rejected'],
  ['DELETE', { status: 'refused', rejectedRows: [{ ...row, field: 'key' }] }, 422, 'row_rejected'],
  ['PUT', { status: 'failed', rejectedRows: [] }, 503, 'unavailable'],
  ['PUT', { status: 'cancelled', rejectedRows: [] }, 503, 'unavailable'],
  ['DELETE', { status: 'held', rejectedRows: [] }, 202, undefined],
] as const)('%s with an import of %j is answered %d', async (method, ended, status, code) => {
  portal.answers.merchantReport = { ...report, ...ended, rejectedRows: [...ended.rejectedRows] };
  const answer = await send(method, '/offers/A-1?locale=de-DE', { price: 1 });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  if (code === 'row_rejected' && ended.rejectedRows.length === 2)
    expect(answer.body.rows[1]).toEqual({ ...row, message: 'ist keine Zahl' });
});

test('an offer that an import has taken is awaited for two seconds, then missed', async () => {
  portal.answers.merchantReport = { ...report, leftOut: 0 };
  portal.answers.merchantOffers = { offers: [], next: null };
  const { status, body, waitedMs } = await portal.awaited(send('PUT', '/offers/A-1', { price: 1 }));
  expect([status, body.code]).toEqual([500, 'internal']);
  expect([waitedMs >= 2000, waitedMs < 3000]).toEqual([true, true]);
  // Nobody waits for an offer of a try.
  portal.answers.merchantReport = { ...report, leftOut: 0, isDryRun: true };
  expect((await send('PUT', '/offers/A-1', { price: 1 })).body.offer).toBeNull();
});

test('a file is accepted with the address of its report', async () => {
  const sent = await call('POST', '/feeds?dryRun=1')
    .type('text/csv')
    .set('idempotency-key', 'key-12345')
    .send('key\nA\n');
  expect([sent.status, sent.headers.location, sent.body.id]).toEqual([202, '/api/v1/feeds/import-1', 'import-1']);
  const form = call('POST', '/feeds?mode=partial').attach('file', Buffer.from('key\nB\n'), 'b.csv');
  expect((await form).status).toBe(202);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  expect(portal.bodies('merchantImport')).toEqual([
    { mode: 'full', isDryRun: true, source: 'file', content: base64('key\nA\n') },
    { mode: 'partial', isDryRun: false, source: 'file', content: base64('key\nB\n') },
  ]);
  expect(portal.sent.find((each) => each.call === 'merchantImport')?.key).toBe('key-12345');
  for (const [refused, code] of [
    [await call('POST', '/feeds?mode=all').type('text/csv').send('key'), 'invalid'],
    [await call('POST', '/feeds').type('text/csv').send(''), 'body'],
    [await call('POST', '/feeds').field('other', 'x'), 'body'],
    [await call('POST', '/feeds').attach('file', Buffer.alloc(0), 'b.csv'), 'body'],
  ] as const)
    expect(refused.body.code).toBe(code);
  expect(portal.bodies('merchantImport')).toHaveLength(2);
});

test('reports have their reasons in the reader’s language', async () => {
  portal.answers.merchantReport = { ...report, rejectedRows: [row] };
  const { body } = await call('GET', '/feeds/import-1?locale=fr-FR');
  expect(body.rejectedRows).toEqual([{ ...row, message: 'n’est pas un nombre' }]);
});

test('the description of the calls needs no token', async () => {
  const { status, body } = await portal.request('GET', '/api/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
});
