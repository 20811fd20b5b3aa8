import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { article, during, know, listing, outcomeOf } from '../../../test/fixtures/web/cache/page-cache.js';

interface Seen {
  status: number;
  /** The headers without those that differ between requests. */
  headers: string[];
  body: string;
  line: Record<string, unknown>;
}

/** Makes one request, and returns its answer and log line. */
async function see(web: Web, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Seen> {
  const lines = web.lines.length;
  const { message, body } = await new Promise<{ message: IncomingMessage; body: string }>((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port: web.port, path, method, headers, agent: false }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk) => chunks.push(chunk));
      message.on('end', () => resolve({ message, body: Buffer.concat(chunks).toString('base64') }));
    })
      .on('error', reject)
      .end();
  });
  while (web.lines.length === lines) await new Promise((resolve) => setImmediate(resolve));
  const { reqId, ms, time: _, upstream: __, cache: ___, ...line } = JSON.parse(web.lines[lines] ?? '{}');
  expect([message.headers['x-request-id'], typeof ms]).toEqual([reqId, 'number']);
  const { date = '', 'server-timing': timing = '' } = message.headers;
  const withoutNames = (header: string): string =>
    header === date
      ? 'DATE'
      : header === timing
        ? 'TIMING'
        : header.replace(reqId, 'ID').replace(reqId.slice(0, 9), 'CODE');
  return { status: message.statusCode ?? 0, headers: message.rawHeaders.map(withoutNames), body, line };
}

/** Requests a page when it is made, and then from the cache. */
async function madeAndKept(web: Web, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const seen = [await see(web, path, headers, method), await see(web, path, headers, method)];
  expect(seen.map(({ line }) => line.page)).toEqual(['miss', 'hit']);
  return seen.map(({ line: { page: _, ...line }, ...rest }) => ({ ...rest, line }));
}

describe('pages from the cache', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '20', TRUST_PROXY: '1', CDN_KEYS_COUNTRY: '1' });
  });
  beforeEach(async () => {
    await web.renew();
    await know(web);
  });
  afterAll(() => web.stop());

  it.each<[string, 'GET' | 'HEAD', string, Record<string, string>]>([
    ['brotli', 'GET', listing, { 'accept-encoding': 'gzip, br' }],
    ['gzip', 'GET', listing, { 'accept-encoding': 'gzip' }],
    ['no encoding', 'GET', article, {}],
    ['only its head', 'HEAD', article, { 'accept-encoding': 'br' }],
    ['TLS before the shop', 'GET', article, { 'x-forwarded-proto': 'https' }],
    ['another host', 'GET', article, { host: 'www.example.com' }],
    ['another delivery country', 'GET', article, { cookie: 'country=AT; other=1' }],
    ['a session', 'GET', article, { cookie: 'partavo=abcdefghijklmnopqrstuvwx' }],
    ['a parameter of its own', 'GET', `${listing}?page=2`, { 'accept-encoding': 'br' }],
    ['the bare address', 'GET', '/', { 'accept-language': 'de-DE' }],
    ['the bare address from within', 'GET', '/', { 'accept-language': 'fr-FR', 'sec-fetch-site': 'same-origin' }],
  ])('are sent and logged as the page that was made: %s', async (_, method, path, headers) => {
    const [made, kept] = await madeAndKept(web, path, headers, method);
    expect(kept).toEqual(made);
    expect(kept?.status).toBe(200);
  });

  it('are not sent to a visitor who chose another edition', async () => {
    await madeAndKept(web, '/');
    expect((await see(web, '/', { 'accept-language': 'fr-FR' })).status).toBe(302);
    expect((await see(web, '/', { cookie: 'locale=it-IT' })).status).toBe(302);
  });

  it('are not sent for another delivery country or environment', async () => {
    await madeAndKept(web, listing);
    expect((await see(web, listing, { cookie: 'country=IT' })).line.page).toBe('miss');
    expect((await see(web, listing, { host: 'staging.example.com' })).line.page).toBe('miss');
  });

  it('are answered with 304 if they have not changed', async () => {
    const known = { 'if-none-match': (await web.request(listing)).headers.etag ?? '' };
    const { status, body, line } = await see(web, listing, known);
    expect([status, body, line.page]).toEqual([304, '', 'hit']);
  });

  it('are counted as hits', async () => {
    await madeAndKept(web, listing);
    const text = await web.services.metrics.registry.metrics();
    expect(text).toMatch(/partavo_requests_total\{route="category",edition="de-DE",status="200",cache="hit"\} 1/);
    expect(text).toMatch(/partavo_request_seconds_count\{route="category"\} 2/);
  });

  it('are rebuilt for another catalogue, and when they are stale', async () => {
    await madeAndKept(web, listing);
    await web.clock.advance(7 * 3600_000);
    expect((await see(web, listing)).line.page).not.toBe('hit');
    await madeAndKept(web, article);
    web.double.generation = 'g2';
    await web.services.client.for({ locale: 'it-IT', country: 'IT' }).call('manufacturers', { limit: 2 });
    expect((await see(web, article)).line.page).toBe('miss');
    web.double.generation = 'g1';
  });

  it('show that the catalogue is no demonstration once the marketplace says so', async () => {
    await madeAndKept(web, listing);
    web.isDemonstration = false;
    expect(outcomeOf(await web.request(listing))).toBe('miss');
    web.isDemonstration = true;
  });
});

it('one bucket holds cached pages and all others', async () => {
  await during({ RATE_LIMIT: '3' }, async (limited) => {
    await madeAndKept(limited, listing);
    expect((await see(limited, listing)).line.page).toBe('hit');
    const refused = await see(limited, listing);
    expect(refused.status).toBe(302);
    expect(refused.headers).toContain(`/bot?back=${encodeURIComponent(listing)}`);
  });
});
