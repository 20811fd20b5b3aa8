import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OfferLog } from '../../../test/doubles/marketplace/offer-log.js';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { until } from '../../../test/support/until.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ PUBLIC_ORIGIN: 'https://shop.example', EDITION_HOSTS: 'shop.example.fr=fr-FR' });
});
beforeEach(async () => {
  await web.renew();
  web.double.offers = null;
  web.double.tagsOf = () => '';
});
afterAll(() => web.stop());

test.each([
  ['/robots.txt', 'text/plain', 'Sitemap: https://shop.example/sitemap.xml'],
  ['/.well-known/security.txt', 'text/plain', 'Expires: 2027-01-05T12:00:00.000Z'],
  ['/opensearch/fr-FR.xml', 'application/opensearchdescription+xml', '<Language>fr-FR</Language>'],
  ['/manifest/it-IT.webmanifest', 'application/manifest+json', '"lang":"it-IT"'],
  ['/prefetch.json', 'application/speculationrules+json', '"eagerness":"moderate"'],
  ['/prefetch-a1b2c3d4.json', 'application/speculationrules+json', '"prefetch"'],
  ['/sitemap.xml', 'application/xml', '<loc>https://shop.example/sitemaps/de-DE/shops-1.xml.gz</loc>'],
])('%s is %s for an hour', async (path, type, words) => {
  const { status, headers, text, body } = await web.request(path);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    expect.stringContaining(type),
    'public, max-age=3600',
  ]);
  expect(text ?? String(body)).toContain(words);
});

test.each([
  ['/opensearch/DE-de.xml', 404],
  ['/manifest/en-GB.webmanifest', 404],
  ['/sitemaps/de-DE/people-1.xml.gz', 404],
  ['/sitemaps/de-DE/shops-0.xml.gz', 404],
  ['/sitemaps/de-DE/shops-2.xml.gz', 404],
  ['/sitemaps/en-GB/shops-1.xml.gz', 404],
  ['/robots.txt/', 404],
])('%s is not found', async (path, status) => {
  expect((await web.request(path)).status).toBe(status);
});

test('an edition with a host of its own has its sitemaps there alone', async () => {
  const statusAt = async (host: string) =>
    (await web.request('/sitemaps/fr-FR/shops-1.xml.gz', { headers: { host } })).status;
  expect([await statusAt('shop.example'), await statusAt('shop.example.fr')]).toEqual([404, 200]);
});

test('a form cannot be sent to a file', async () => {
  expect((await web.post('/robots.txt', '')).status).toBe(404);
});

test('a sitemap is compressed, and a probe gets its headers alone', async () => {
  const { headers, body } = await web.request('/sitemaps/de-DE/pages-1.xml.gz').buffer(true).parse(binary);
  expect(headers['content-type']).toBe('application/gzip');
  expect(String(gunzipSync(body))).toContain('<url><loc>https://shop.example/</loc>');
  const probe = await web.request('/sitemaps/de-DE/pages-1.xml.gz', { method: 'HEAD' });
  expect([probe.status, probe.headers['content-type']]).toEqual([200, 'application/gzip']);
});

test('caches keep a sitemap that depends on offers for a minute', async () => {
  web.double.offers = new OfferLog();
  web.double.tagsOf = (path) => (path === '/api/Verzeichnis/articles' ? 'a0' : '');
  const keptFor = async (path: string) => (await web.request(path)).headers['cache-control'];
  expect(await keptFor('/sitemap.xml')).toBe('public, max-age=3600, s-maxage=60');
  expect(await keptFor('/sitemaps/de-DE/articles-1.xml.gz')).toBe('public, max-age=3600, s-maxage=60');
  expect(await keptFor('/sitemaps/de-DE/brands-1.xml.gz')).toBe('public, max-age=3600');
});

test('a call gives up after its time, and a sitemap waits on', async () => {
  web.double.breakOn(/Verzeichnis|manufacturers/, 'hang');
  let isOver = false;
  const sitemap = web.request('/sitemaps/de-DE/brands-1.xml.gz').then(({ status }) => {
    isOver = true;
    return status;
  });
  const call = web.request('/api/vehicle/manufacturers/10').then(({ status }) => status);
  const isAsked = (word: string) => web.double.calls.some(({ url }) => url.includes(word));
  await until('both are asked', () => isAsked('Verzeichnis') && isAsked('manufacturers/10'));
  await web.clock.advance(25_000);
  expect([await call, isOver]).toEqual([503, false]);
  await web.double.stop();
  expect(await sitemap).toBe(503);
});

function binary(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}
