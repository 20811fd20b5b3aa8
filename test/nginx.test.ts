import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasNginx, type Nginx, startNginx } from './support/nginx.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/** The nginx configuration of docs/operating.md, in a real nginx before a real shop. */
if (!hasNginx)
  console.warn('nginx is not installed: deploy/nginx.conf is not tested here (apt-get install nginx-light).');
const withNginx = hasNginx ? test : test.skip;

let shop: Shop;
let nginx: Nginx;
let origin: string;

beforeAll(async () => {
  if (!hasNginx) return;
  shop = await startShop({ CDN_KEYS_COUNTRY: '1', TRUST_PROXY: '1' });
  nginx = await startNginx([shop.origin, shop.origin]);
  origin = nginx.origin;
});
afterAll(async () => {
  await nginx?.stop();
  await shop?.stop();
});

const page = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(origin + path, {
    headers: { 'accept-encoding': 'identity', ...headers },
    redirect: 'manual',
  });
  const body = await response.text();
  return { answer: response, body, outcome: /cdn;desc=(\w+)/.exec(response.headers.get('server-timing') ?? '')?.[1] };
};

/** Asks until nginx has stored the page, which it does after it has sent the last byte. */
async function askKept(path: string, headers: Record<string, string>): ReturnType<typeof ask> {
  let last = await ask(path, headers);
  await until('nginx has stored the page', async () => {
    if (last.outcome !== 'HIT') last = await ask(path, headers);
    return last.outcome === 'HIT';
  });
  return last;
}

withNginx('keeps pages of everybody, apart by country and encoding, and asks browsers to ask again', async () => {
  const first = await ask(page);
  expect([first.answer.status, first.outcome]).toEqual([200, 'MISS']);
  const second = await askKept(page, { cookie: 'partavo=abc; cartCount=3' });
  expect(second.body).toBe(first.body);
  const { headers } = second.answer;
  expect(headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
  expect([headers.get('cdn-cache-control'), headers.get('x-accel-expires')]).toEqual([null, null]);
  expect(headers.get('server-timing')).toMatch(/^rid;desc="[0-9a-f]{4}-[0-9a-f]{4}"/);
  expect(headers.get('x-request-id')).not.toBe(first.answer.headers.get('x-request-id'));

  const austria = await ask(page, { cookie: 'country=AT' });
  expect([austria.outcome, austria.body.includes('data-country="AT"')]).toEqual(['MISS', true]);
  expect((await askKept(page, { cookie: 'country=AT; a=b' })).body).toBe(austria.body);
  expect((await askKept(page, { cookie: 'country=xx' })).body).toBe(first.body);
  for (const [accept, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0', 'gzip'],
  ] as const) {
    const { answer: response } = await ask(page, { 'accept-encoding': accept });
    expect([accept, response.headers.get('content-encoding')]).toEqual([accept, encoding]);
  }
  const etag = first.answer.headers.get('etag') as string;
  expect((await ask(page, { 'if-none-match': etag })).answer.status).toBe(304);
});

withNginx('keeps nothing that is somebody’s own', async () => {
  for (const path of ['/Warenkorb', '/Einloggen', '/gibt-es-nicht', '/api/Warenkorb/count', '/', '/?a=1']) {
    await ask(path);
    expect([path, (await ask(path)).outcome]).not.toEqual([path, 'HIT']);
  }
  const french = await ask('/', { 'accept-language': 'fr' });
  expect([french.answer.status, new URL(french.answer.headers.get('location') ?? '', origin).pathname]).toEqual([
    302,
    '/fr-FR/',
  ]);
});

withNginx('shows the last page while the shop is away', async () => {
  const { body } = await ask(page);
  await shop.stop();
  const again = await ask(page);
  expect([again.answer.status, again.body === body]).toEqual([200, true]);
});
