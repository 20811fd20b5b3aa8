import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { article, during, know, listing, outcomeOf } from '../../../test/fixtures/web/cache/page-cache.js';

interface Seen {
  status: number;
  /** As they came, without what differs from request to request. */
  headers: string[];
  body: string;
  line: Record<string, unknown>;
  /** The whole app has been asked for it. */
  isThroughApp: boolean;
}

/** One request as it is answered, logged and found. */
async function see(web: Web, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Seen> {
  const locate = vi.spyOn(web.services.routes, 'locate');
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
  const isThroughApp = locate.mock.calls.length > 0;
  locate.mockRestore();
  const { reqId, ms, time: _, ...line } = JSON.parse(web.lines[lines] ?? '{}');
  expect([message.headers['x-request-id'], typeof ms]).toEqual([reqId, 'number']);
  const { date = '' } = message.headers;
  const withoutNames = (header: string): string =>
    header === date ? 'DATE' : header.replace(reqId, 'ID').replace(reqId.slice(0, 9), 'CODE');
  return { status: message.statusCode ?? 0, headers: message.rawHeaders.map(withoutNames), body, line, isThroughApp };
}

/** A page asked for until it is cached, then by the app, then before it. */
async function bothWays(web: Web, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Seen[]> {
  await see(web, path, headers, method);
  const seen = [await see(web, path, headers, method), await see(web, path, headers, method)];
  expect(seen.map(({ isThroughApp }) => isThroughApp)).toEqual([true, false]);
  return seen;
}
const withoutWay = ({ isThroughApp: _, ...seen }: Seen): Omit<Seen, 'isThroughApp'> => seen;

describe('cached pages before the app', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ MARKETPLACE_SECONDS: '20', TRUST_PROXY: '1', CDN_KEYS_COUNTRY: '1' });
  });
  beforeEach(async () => {
    await web.renew();
    await know(web);
  });
  afterAll(() => web.stop());

  it.each<[string, 'GET' | 'HEAD' | 'POST', string, Record<string, string>]>([
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
  ])('answer as the app does: %s', async (_, method, path, headers) => {
    const [one, other] = (await bothWays(web, path, headers, method)).map(withoutWay);
    expect(other).toEqual(one);
    expect(one).toMatchObject({ status: 200, line: { page: 'hit', status: 200 } });
  });

  it('say that nothing has changed as the app does', async () => {
    const etag = async (): Promise<string> => (await web.request(listing)).headers.etag ?? '';
    const known = { 'if-none-match': await etag() };
    const seen = [await see(web, listing, known), await see(web, listing, known)];
    expect(seen.map(({ isThroughApp }) => isThroughApp)).toEqual([true, false]);
    expect(seen.map(({ status, body }) => [status, body])).toEqual([
      [304, ''],
      [304, ''],
    ]);
    const [one, other] = seen.map(withoutWay);
    expect(other).toEqual(one);
  });

  it('are counted as those of the app', async () => {
    await bothWays(web, listing);
    const text = await web.services.metrics.registry.metrics();
    expect(text).toMatch(/partavo_requests_total\{route="category",edition="de-DE",status="200",cache="hit"\} 2/);
    expect(text).toMatch(/partavo_request_seconds_count\{route="category"\} 3/);
  });

  it.each<[string, 'GET' | 'HEAD' | 'POST', string, Record<string, string>]>([
    ['a visitor who wants another edition', 'GET', '/', { 'accept-language': 'fr-FR' }],
    ['a visitor who has chosen another edition', 'GET', '/', { cookie: 'locale=it-IT' }],
    ['another delivery country', 'GET', listing, { cookie: 'country=IT' }],
    ['an encoding that is not there', 'GET', listing, { 'accept-encoding': 'gzip' }],
    ['a parameter that the page does not know', 'GET', `${listing}?utm_source=a`, {}],
    ['a form', 'POST', listing, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a body', 'GET', listing, { 'content-length': '0' }],
    ['a body of unknown length', 'GET', listing, { 'transfer-encoding': 'chunked' }],
    ['another host', 'GET', listing, { host: 'staging.example.com' }],
  ])('leave to the app: %s', async (_, method, path, headers) => {
    await bothWays(web, path.replace(/\?.*/, ''));
    const { isThroughApp } = await see(web, path, headers, method);
    expect(isThroughApp).toBe(true);
  });

  it('are rebuilt for another catalogue, and when they are no longer fresh', async () => {
    await bothWays(web, listing);
    await web.clock.advance(7 * 3600_000);
    expect((await see(web, listing)).isThroughApp).toBe(true);
    await bothWays(web, article);
    web.double.generation = 'g2';
    await web.services.client.for({ locale: 'it-IT', country: 'IT' }).call('manufacturers', { limit: 2 });
    expect((await see(web, article)).isThroughApp).toBe(true);
    web.double.generation = 'g1';
  });

  it('cost one answer where something is wrong with them, and no process', async () => {
    await bothWays(web, listing);
    const remember = vi.spyOn(web.services.admission, 'remember').mockImplementationOnce(() => {
      throw new Error('wrong');
    });
    expect((await web.request(listing)).status).toBe(500);
    expect(web.lines.some((line) => JSON.parse(line).error?.message === 'wrong')).toBe(true);
    remember.mockRestore();
    expect((await web.request(listing)).status).toBe(200);
  });

  it('say what they are when the catalogue turns out to be a real one', async () => {
    await bothWays(web, listing);
    web.isDemonstration = false;
    expect(outcomeOf(await web.request(listing))).toBe('miss');
    web.isDemonstration = true;
  });
});

it('one bucket holds pages from the cache and all others', async () => {
  await during({ RATE_LIMIT: '4' }, async (limited) => {
    await bothWays(limited, listing);
    expect((await see(limited, listing)).isThroughApp).toBe(false);
    const refused = await see(limited, listing);
    expect(refused).toMatchObject({ status: 302, isThroughApp: true });
    expect(refused.headers).toContain(`/bot?back=${encodeURIComponent(listing)}`);
  });
});
