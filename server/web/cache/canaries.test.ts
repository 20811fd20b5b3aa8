import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web, type WebResponse } from '../../../test/doubles/web.js';
import { article, know, listing } from '../../../test/fixtures/web/cache/page-cache.js';

/** Data of one visitor must not appear in pages of others. */
let web: Web;
beforeAll(async () => {
  web = await startWeb({ MARKETPLACE_SECONDS: '20', RATE_LIMIT: '0' });
});
beforeEach(async () => {
  await web.renew();
  await know(web);
});
afterAll(() => web.stop());

const canary = 'canary.example';
/** Headers that proxies or frameworks read as part of the address or of the visitor. */
const headers =
  `accept accept-charset accept-language base-url cache-control cf-connecting-ip client-ip cloudfront-viewer-country content-language
  cookie dnt forwarded forwarded-host forwarded-proto from front-end-https if-match if-range origin pragma proxy-host
  proxy-authorization range redirect referer request-uri save-data sec-ch-ua sec-fetch-dest sec-fetch-mode
  sec-fetch-site sec-gpc surrogate-capability te true-client-ip upgrade-insecure-requests user-agent via viewport-width
  width x-amz-website-redirect-location x-api-version x-backend-host x-client-ip x-country x-forwarded-by
  x-forwarded-for x-forwarded-host x-forwarded-path x-forwarded-port x-forwarded-prefix x-forwarded-proto
  x-forwarded-scheme x-forwarded-server x-host x-http-host-override x-http-method x-http-method-override x-locale
  x-method-override x-original-host x-original-url x-override-url x-oversized-header x-proxy-url x-real-ip x-request-id
  x-requested-with x-rewrite-url x-session x-session-signed x-wap-profile traceparent`
    .trim()
    .split(/\s+/);
const pages = ['/', '/fr-FR/', article, listing, `/de-AT${article}`];

/** Returns a response for another visitor after that. */
async function plain(path: string): Promise<{ status: number; location: string | undefined; text: string }> {
  const { status, headers, text } = await web.request(path);
  return { status, location: headers.location, text };
}

test('no header of one visitor appears in the page of another', async () => {
  const clean = await Promise.all(pages.map(plain));
  expect(headers.length).toBeGreaterThanOrEqual(60);
  const groups = Array.from({ length: Math.ceil(headers.length / 6) }, (_, at) => headers.slice(6 * at, 6 * at + 6));
  for (const group of groups) {
    await web.renew();
    await know(web);
    const sent = Object.fromEntries(group.map((name) => [name, name === 'range' ? 'bytes=0-1' : canary]));
    for (const [index, path] of pages.entries()) {
      await web.request(path, { headers: sent });
      const after = await plain(path);
      expect({ group, path, ...after }).toEqual({ group, path, ...clean[index] });
    }
  }
  expect(JSON.stringify(clean)).not.toContain(canary);
});

test('no unknown parameter, end of a path or body of one visitor appears in the page of another', async () => {
  const clean = await Promise.all(pages.map(plain));
  await web.renew();
  await know(web);
  for (const [index, path] of pages.entries()) {
    const mark = path.includes('?') ? '&' : '?';
    for (const query of [`utm_content=${canary}`, `_method=POST&x=${canary}`, `locale=${canary}`, `callback=${canary}`])
      await web.request(path + mark + query);
    await web.request(path, {
      body: `page=3&locale=${canary}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect({ path, ...(await plain(path)) }).toEqual({ path, ...clean[index] });
  }
});

/** Makes a visitor with this many pieces in the cart. @returns their cookies */
async function visitorWith(pieces: number): Promise<string> {
  const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', `quantity=${pieces}&locale=de-DE`);
  return web.cookies(added);
}
const count = '/api/Warenkorb/count';
const piecesOn = ({ text }: WebResponse): string[] =>
  [...text.matchAll(/name="quantity"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="quantity"/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );

/** Returns whether an answer shows a cart with 97 pieces. */
const isShown = (answer: WebResponse): boolean =>
  piecesOn(answer).includes('97') || /"(?:countArticles|quantity)":97\b/.test(answer.text);

test('200 visitors, four at once, see only their own carts', async () => {
  const cookies: string[] = [];
  for (let index = 0; index < 200; index += 1) cookies.push(await visitorWith(1 + (index % 99)));
  const see = async (cookie: string): Promise<(string | number)[]> => {
    const [page, call] = await Promise.all([
      web.request('/Warenkorb', { headers: { cookie } }),
      web.request(count, { headers: await web.checked(count, { cookie }) }),
    ]);
    return [...piecesOn(page), call.body.countArticles];
  };
  const seen: (string | number)[][] = [];
  // As many requests as slots, because more would be refused on a busy machine.
  while (seen.length < cookies.length)
    seen.push(...(await Promise.all(cookies.slice(seen.length, seen.length + 4).map(see))));
  expect(seen).toEqual(cookies.map((_, index) => [String(1 + (index % 99)), 1 + (index % 99)]));
  expect(piecesOn(await web.request('/Warenkorb'))).toEqual([]);
});

test.each(['/Warenkorb', '/fr-FR/panier', '/api/Warenkorb', '/api/Warenkorb/count', '/Mein-Partavo/Fahrzeuge'])(
  'the answer of %s to one visitor is never cached, however its address is spelt',
  async (path) => {
    const cookie = await visitorWith(97);
    const headers = path.startsWith('/api/') ? await web.checked(path, { cookie }) : { cookie };
    const upper = path.toUpperCase();
    const spellings = ['', '/', '/x.css', ';x.css', '.css', '%2fx.css', '/..%2fx.js', '%00.css', '%23.css', '%3fx.css']
      .map((end) => path + end)
      .concat([`${path}?x.css`, `${path}?_=1`, `/${path}`, `/.${path}`, `/x/..${path}`, `/build/..${path}`])
      .concat([upper, `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`, `${path}\\x.css`]);
    for (const spelling of spellings) {
      const own = await web.request(spelling, { headers });
      const isKept = own.status === 200 && /max-age=[1-9]|public|immutable/.test(JSON.stringify(own.headers));
      const isPrivate = own.headers['cache-control'] === 'private, no-store';
      const others = await web.request(spelling);
      expect({ spelling, isOpen: isShown(own) && !isPrivate, isKept, others: isShown(others) }).toEqual({
        ...{ spelling, isOpen: false, isKept: false, others: false },
      });
    }
  },
);
