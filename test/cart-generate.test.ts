import { beforeAll, expect, test } from 'vitest';
import { allEditions } from '../server/web/routes/editions.js';
import { linksAhead } from '../server/web/search-engines/speculation-rules.js';
import { fetchPage, type PageResponse } from './support/page.js';
import { sharedShop } from './support/shared-shop.js';
import { until } from './support/until.js';

/** The link that fills a cart (D31), as in newsletters and shopping lists. */
const shop = sharedShop();
let offers: string[];
beforeAll(async () => {
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  offers = spareParts.map(({ offerId }: { offerId: string }) => offerId);
});

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' };
const jarOf = ({ headers }: PageResponse): string =>
  ((headers['set-cookie'] as string[] | undefined) ?? []).map((line) => line.split(';')[0]).join('; ');
const follow = (path: string, cookie = '', headers: Record<string, string> = navigation) =>
  fetchPage(shop.origin, path, { ...headers, cookie });
async function cart(cookie: string): Promise<[string, number][]> {
  const response = await fetch(`${shop.origin}/api/Warenkorb`, { headers: { cookie } });
  const { cartData } = await response.json();
  return cartData.cartArticles.map((line: { offerId: string; quantity: number }) => [line.offerId, line.quantity]);
}
const post = (path: string, cookie: string, body = '') =>
  fetch(shop.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', origin: shop.origin },
    body,
  });
const linkOf = ({ prefix, pathNames }: (typeof allEditions)[number]) =>
  `${prefix}/${pathNames.cart}/${pathNames.cartGenerate}`;

test.each(allEditions.map((edition) => [linkOf(edition), edition] as const))(
  '%s fills the cart, tells so and is undone with one button',
  async (link, edition) => {
    const [one = '', two = ''] = offers;
    const first = await follow(`${link}?cartParam[${one}]=2`);
    // A visitor without a session is redirected to check whether the browser stores cookies.
    const cartPath = `${edition.prefix}/${edition.pathNames.cart}`;
    expect([first.status, first.headers.location]).toEqual([303, `${cartPath}?new=1`]);
    const cookie = jarOf(first);
    expect(cookie).toContain('cartCount=2');
    const replaced = await follow(`${link}?cartParam%5B${two}%5D=200&cartParam[999999999]=1&replace=true`, cookie);
    expect([replaced.status, await cart(cookie)]).toEqual([303, [[two, 99]]]);
    expect(replaced.headers.location).toBe(cartPath);
    const page = await follow(String(replaced.headers.location), cookie);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(page.body).toMatch(/role="status"/);
    // One id is unknown, and one quantity exceeds the limit of a line.
    expect(/role="status".*?<form/.exec(page.body.slice(page.body.indexOf('<main')))?.[0].match(/<p>/g)).toHaveLength(
      3,
    );
    const undo = /action="(\/api\/Warenkorb\/Wiederherstellen\/[\w-]+)"/.exec(page.body)?.[1] ?? '';
    const undone = await post(undo, cookie, `locale=${edition.locale}`);
    expect([undone.status, undone.headers.get('location')]).toEqual([303, cartPath]);
    expect(await cart(cookie)).toEqual([[one, 2]]);
  },
);

test('only a real navigation changes something', async () => {
  const [one = ''] = offers;
  const link = `/Warenkorb/generieren?cartParam[${one}]=1`;
  const cookie = jarOf(await follow(link));
  const looks: Record<string, string>[] = [
    { ...navigation, 'sec-purpose': 'prefetch' },
    { ...navigation, 'sec-purpose': 'prefetch;prerender' },
    { ...navigation, purpose: 'prefetch' },
    { ...navigation, 'x-moz': 'prefetch' },
    { ...navigation, 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-mode': 'cors' },
  ];
  for (const headers of looks) {
    const response = await follow(link, cookie, headers);
    expect([response.status, response.headers['set-cookie'], response.headers['cache-control']]).toEqual([
      204,
      undefined,
      'private, no-store',
    ]);
  }
  const silent = await follow(link, cookie, { accept: 'text/html' });
  expect([silent.status, silent.headers['set-cookie']]).toEqual([200, undefined]);
  expect(await cart(cookie)).toEqual([[one, 1]]);
  const action = /action="(\/Warenkorb\/generieren[^"]*)"/.exec(silent.body)?.[1] ?? '';
  expect((await post(action.replaceAll('&amp;', '&'), cookie)).status).toBe(303);
  expect(await cart(cookie)).toEqual([[one, 2]]);
});

test('hostile links: a thousand keys, duplicates, ids of forty digits, broken encodings', async () => {
  const [one = '', two = ''] = offers;
  const thousand = Array.from({ length: 1000 }, () => 'cartParam[0]=1').join('&');
  const hostile = [
    thousand,
    `cartParam[${one}]=1&cartParam[${one}]=1`,
    `cartParam[${'9'.repeat(40)}]=1`,
    `cartParam[${two},${'m'.repeat(500)}]=-3`,
    'cartParam[%00]=1&%E0%A4%A=1',
    `cartParam[${one}]=%FF`,
    'cartParam[1][constructor]=1&__proto__[x]=1',
    'replace=true',
    '',
  ];
  let cookie = '';
  for (const query of hostile) {
    const response = await follow(`/Warenkorb/generieren?${query}`, cookie);
    expect([query.slice(0, 40), response.status, response.headers.location]).toEqual([
      query.slice(0, 40),
      303,
      cookie ? '/Warenkorb' : '/Warenkorb?new=1',
    ]);
    cookie = jarOf(response) || cookie;
  }
  expect(await cart(cookie)).toEqual([[one, 2]]);
});

test('links that are followed at the same time are all counted', async () => {
  const [one = ''] = offers;
  const link = `/Warenkorb/generieren?cartParam[${one}]=1`;
  const cookie = jarOf(await follow(link));
  /** Follows the link again if a busy machine refuses it before it begins. */
  const insist = (): Promise<void> =>
    until('the shop has time for it', async () => (await follow(link, cookie)).status !== 503);
  await Promise.all(Array.from({ length: 30 }, insist));
  expect(await cart(cookie)).toEqual([[one, 31]]);
});

test('the link is in no cache, no robots’ way, no prefetch rule and no sitemap', async () => {
  const robots = (await fetchPage(shop.origin, '/robots.txt')).body;
  for (const edition of allEditions) {
    expect(robots).toContain(`Disallow: ${edition.prefix}/${edition.pathNames.cart}/`);
    expect(linksAhead).toContain(`[href^="${edition.prefix}/${edition.pathNames.cart}/"]`);
    const response = await follow(linkOf(edition));
    expect([response.status, response.headers['cache-control'], response.headers['x-robots-tag']]).toEqual([
      303,
      'private, no-store',
      'noindex, nofollow',
    ]);
    const wrongCase = await follow(
      `${linkOf(edition).toUpperCase()}?cartParam[1]=1`.replace(edition.prefix.toUpperCase(), edition.prefix),
    );
    expect([301, 404]).toContain(wrongCase.status);
  }
});
