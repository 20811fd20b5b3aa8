import { afterAll, beforeAll, expect, test } from 'vitest';
import { offersOfOneShop, type SoldOffer } from './support/feeds.js';
import { callPortal, nameOf, newToken, type ShopWithPortal, startShopWithPortal, tokens } from './support/merchants.js';
import { until } from './support/until.js';

let shop: ShopWithPortal;
let offers: SoldOffer[];
let token: string;
beforeAll(async () => {
  shop = await startShopWithPortal();
  offers = offersOfOneShop(shop.dataDir);
  token = newToken(shop.dataDir, own().shop);
});
afterAll(() => shop.stop());

const own = (at = 0): SoldOffer => offers[at] as SoldOffer;
const proofIn = (html: string): string => /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? '';
const visit = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${shop.portal}${path}`, { redirect: 'manual', ...init });
  return { response, status: response.status, html: await response.text() };
};
const send = (path: string, cookie: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visit(path, { method: 'POST', headers: { cookie, ...headers }, body: new URLSearchParams(fields) });

async function signIn(): Promise<string> {
  const { response, status } = await send('/fr-FR/sign-in', '', { token });
  expect([status, response.headers.get('location')]).toEqual([303, '/fr-FR/feeds']);
  const set = response.headers.get('set-cookie') ?? '';
  expect(set).toMatch(/^merchant=pms_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(set).not.toContain(token.slice(-43));
  return set.split(';')[0] as string;
}

test('without a session every page is the way in, in the language of its address', async () => {
  for (const [path, words] of [
    ['/', 'Zugang für Händler'],
    ['/fr-FR/feeds', 'Accès des vendeurs'],
    ['/es-ES/offers', 'Acceso para vendedores'],
    ['/it-IT/', 'Accesso per venditori'],
    ['/nl-NL/', 'Toegang voor verkopers'],
  ] as const) {
    const { status, html, response } = await visit(path);
    expect([status, html.includes(words), html.includes('<script')]).toEqual([200, true, false]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  }
  const wrong = await send('/fr-FR/sign-in', '', { token: 'pmt_nonsense' });
  expect([wrong.status, wrong.html.includes('plus valable')]).toEqual([401, true]);
  expect((await send('/offers', '', { key: own().key, act: 'withdraw' })).status).toBe(401);
});

test('an offer is searched, corrected and withdrawn by plain forms', async () => {
  const cookie = await signIn();
  const { key, brand, number } = own(1);
  const price = (own(1).price + 10) / 100;
  const found = await visit(`/offers?key=${encodeURIComponent(key)}`, { headers: { cookie } });
  expect(found.html).toContain(`${brand} ${number}`);
  const proof = proofIn(found.html);
  const changed = await send('/offers', cookie, {
    proof,
    key,
    act: 'save',
    price: price.toFixed(2).replace('.', ','),
    stock: '9',
    from: '1',
    to: '4',
  });
  expect([changed.status, changed.response.headers.get('location')]).toEqual([
    303,
    `/de-DE/offers?${new URLSearchParams({ key, feedback: 'saved' })}`,
  ]);
  const { body } = await callPortal(shop, `/offers/${encodeURIComponent(key)}`, { token });
  expect(body).toMatchObject({ price, stock: 9, handling: [1, 4] });
  const refused = await send('/offers', cookie, { proof, key, act: 'save', price: 'much' });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/role="alert"[^>]*>[^<]*Bitte prüfen Sie diese Angabe: Preis in Euro\./);
  const steep = await send('/offers', cookie, { proof, key, act: 'withdraw' });
  expect(steep.status).toBe(303);
  expect((await callPortal(shop, `/offers/${encodeURIComponent(key)}`, { token })).status).toBe(404);
});

test('a file is sent by a plain form, and its page names the rejected rows', async () => {
  const cookie = await signIn();
  const { html } = await visit('/feeds', { headers: { cookie } });
  const form = new FormData();
  form.append('proof', proofIn(html));
  form.append('mode', 'partial');
  form.append(
    'file',
    new Blob([
      'key;price\n',
      ...offers.slice(10, 40).map(({ key, price }) => `${key};${(price + 10) / 100}\n`),
      'NO-SUCH-KEY;1\n',
    ]),
    'a.csv',
  );
  const sent = await visit('/feeds', { method: 'POST', headers: { cookie }, body: form });
  expect(sent.status).toBe(303);
  const report = await visit(sent.response.headers.get('location') ?? '', { headers: { cookie } });
  expect(report.html).toContain('NO-SUCH-KEY');
  expect((await visit('/feeds', { headers: { cookie } })).html).toContain(
    (sent.response.headers.get('location') ?? '-').split('/').at(-1),
  );
  const empty = new FormData();
  empty.append('proof', proofIn(html));
  expect((await visit('/feeds', { method: 'POST', headers: { cookie }, body: empty })).status).toBe(400);
});

test('forms of other sites, of no page and of another session change nothing', async () => {
  const cookie = await signIn();
  const { html } = await visit('/offers', { headers: { cookie } });
  const proof = proofIn(html);
  const { key } = own(3);
  const fields = { key, act: 'withdraw' };
  expect((await send('/offers', cookie, fields)).status).toBe(403);
  expect((await send('/offers', cookie, { ...fields, proof: `${proof}x` })).status).toBe(403);
  expect((await send('/offers', await signIn(), { ...fields, proof })).status).toBe(403);
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[])
    expect((await send('/offers', cookie, { ...fields, proof }, headers)).status).toBe(403);
  expect((await send('/sign-out', cookie, {})).status).toBe(403);
  expect((await callPortal(shop, `/offers/${encodeURIComponent(key)}`, { token })).status).toBe(200);
});

test('signing out or revoking the token ends a session; its cookie has no further use', async () => {
  const cookie = await signIn();
  const { html } = await visit('/feeds', { headers: { cookie } });
  expect((await send('/sign-out', cookie, { proof: proofIn(html) })).status).toBe(303);
  expect((await visit('/feeds', { headers: { cookie } })).status).toBe(401);
  const again = await signIn();
  tokens(shop.dataDir, 'revoke', nameOf(token));
  expect((await visit('/feeds', { headers: { cookie: again } })).status).toBe(401);
});

test('guesses are limited, for pages and calls together', async () => {
  const right = newToken(shop.dataDir, own().shop);
  const guess = async (at: number): Promise<number> =>
    (await callPortal(shop, '/shop', { token: `pmt_0123456789_${'A'.repeat(42)}${at % 10}` })).status;
  expect(await guess(0)).toBe(401);
  let guesses = 1;
  await until('no more guesses are taken', async () => (await guess(guesses++)) === 429);
  expect(guesses).toBeLessThan(30);
  const late = await callPortal(shop, '/shop', { token: right });
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const form = await send('/sign-in', '', { token: right });
  expect([form.status, form.response.headers.get('set-cookie')]).toEqual([429, null]);
});
