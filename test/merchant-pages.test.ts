import { afterAll, beforeAll, expect, test } from 'vitest';
import { offersOfOneShop, type SoldOffer } from './support/feeds.js';
import {
  awaitReport,
  callPortal,
  nameOf,
  newToken,
  type ShopWithPortal,
  startShopWithPortal,
  tokens,
} from './support/merchants.js';
import { askUntil, until } from './support/until.js';

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
/** Sends a form, and again while a busy machine needs longer for its import than the page waits. */
const send = (path: string, cookie: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  askUntil(
    'its import has ended',
    () => visit(path, { method: 'POST', headers: { cookie, ...headers }, body: new URLSearchParams(fields) }),
    ({ status }) => status !== 202,
  );
/** Reads the page of an import, which offers to be loaded again until the import has ended. */
const readReport = (path: string, cookie: string) =>
  askUntil(
    'its import has ended',
    () => visit(path, { headers: { cookie } }),
    ({ html }) => !html.includes('Neu laden'),
  );

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
    ['/shop', 'Zugang für Händler'],
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
  // Sold out and withdrawn again: the import skips such rows, which is no refusal.
  const last = [{ act: 'save', stock: '0' }, { act: 'withdraw' }, { act: 'withdraw' }] as Record<string, string>[];
  for (const act of last)
    expect([act, (await send('/offers', cookie, { proof, key, ...act })).status]).toEqual([act, 303]);
  expect((await callPortal(shop, `/offers/${encodeURIComponent(key)}`, { token })).status).toBe(404);
});

test('a merchant changes tariffs and return terms, which the law and the operator bound', async () => {
  const cookie = await signIn();
  const page = async (path = '/de-DE/shop') => (await visit(path, { headers: { cookie } })).html;
  const before = await page();
  expect(before).toMatch(/name="tariff\.DE"[^>]* value="\d+,\d\d"/);
  const proof = proofIn(before);
  const terms = {
    proof,
    payer: 'buyer',
    cost: '6,40',
    days: '30',
    'tariff.DE': '4,95',
    'free.DE': '80',
    'from.DE': '1',
    'to.DE': '3',
    country: 'AT',
    'tariff.new': '11',
    'from.new': '2',
    'to.new': '',
  };
  const saved = await send('/de-DE/shop', cookie, terms);
  expect([saved.status, saved.response.headers.get('location')]).toEqual([303, '/de-DE/shop?feedback=saved']);
  const after = await page('/de-DE/shop?feedback=saved');
  expect(after).toContain('Die neuen Bedingungen gelten ab sofort.');
  for (const [name, value] of Object.entries({ 'tariff.DE': '4,95', 'free.DE': '80,00', 'to.AT': '2', cost: '6,40' }))
    expect(after).toMatch(new RegExp(`name="${name}"[^>]* value="${value}"`));
  expect(after).not.toContain('name="tariff.FR"');

  // A cost that is emptied becomes unknown.
  await send('/de-DE/shop', cookie, { ...terms, cost: '', country: '' });
  expect(await page()).toMatch(/name="cost"[^>]* value=""/);

  for (const [change, status, words] of [
    [{ payer: '' }, 400, 'Nichts gespeichert. Bitte prüfen Sie diese Angabe: Rückgabe.'],
    [{ 'tariff.DE': '', country: '' }, 400, 'Bitte prüfen Sie diese Angabe: Versandkosten und Lieferzeit.'],
    [{ days: '13' }, 422, 'ist keine ganze Zahl von 14 bis 365'],
    [{ payer: 'shop', cost: '5' }, 422, 'passt nicht dazu, wer die Rücksendung bezahlt'],
    [{ country: 'RU' }, 422, 'unterliegt einem Embargo'],
    [{ 'tariff.DE': 'free;AT:0:1' }, 422, 'hat keinen gültigen Preis'],
    [{ proof: 'x' }, 403, ''],
  ] as const) {
    const { status: answered, html } = await send('/de-DE/shop', cookie, { ...terms, cost: '7,77', ...change });
    expect([change, answered, html.includes(words)]).toEqual([change, status, true]);
    if (status === 422) expect(html).toContain('name="days"');
    if ('days' in change) expect(html).toMatch(/name="cost"[^>]* value="7,77"/);
  }
  expect(await page()).toMatch(/name="days"[^>]* value="30"/);
  expect(tokens(shop.dataDir, 'log', own().shop)).toMatch(/import_sent +\S+ terms update/);

  const reader = newToken(shop.dataDir, own().shop, 'read');
  const entered = await send('/de-DE/sign-in', '', { token: reader });
  const readOnly = (entered.response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const shown = (await visit('/de-DE/shop', { headers: { cookie: readOnly } })).html;
  expect([shown.includes('name="tariff.DE"'), shown.includes('der Käufer zahlt die Rücksendung')]).toEqual([
    false,
    true,
  ]);
  expect((await send('/de-DE/shop', readOnly, { ...terms, proof: proofIn(shown) })).status).toBe(403);
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
  const report = await readReport(sent.response.headers.get('location') ?? '', cookie);
  expect(report.html).toContain('NO-SUCH-KEY');
  expect((await visit('/feeds', { headers: { cookie } })).html).toContain(
    (sent.response.headers.get('location') ?? '-').split('/').at(-1),
  );
  const empty = new FormData();
  empty.append('proof', proofIn(html));
  expect((await visit('/feeds', { method: 'POST', headers: { cookie }, body: empty })).status).toBe(400);
});

/** Sends a file by the form of the portal. @returns the page of its report */
async function sendFile(cookie: string, content: string, fields: Record<string, string>) {
  const { html } = await visit('/feeds', { headers: { cookie } });
  const body = new FormData();
  for (const [name, value] of Object.entries({ proof: proofIn(html), ...fields })) body.append(name, value);
  body.append('file', new Blob([content]), 'a.csv');
  const sent = await visit('/feeds', { method: 'POST', headers: { cookie }, body });
  return follow(cookie, sent);
}
async function follow(cookie: string, sent: Awaited<ReturnType<typeof visit>>) {
  expect(sent.status).toBe(303);
  const path = sent.response.headers.get('location') ?? '';
  return { path, ...(await readReport(path, cookie)) };
}
/** Meanings in the form of a preview, by the name of the column. */
const meaningsIn = (html: string): [column: string, meaning: string][] =>
  [...html.matchAll(/<label for="m\d+">([^<]*)<.*?<select.*?<\/select>/gs)].map(([form, column = '']) => [
    column,
    /<option value="([^"]*)" selected/.exec(form)?.[1] ?? '?',
  ]);
/** Sends the form of a preview with other meanings. */
async function choose(
  cookie: string,
  { path, html }: { path: string; html: string },
  act: string,
  mode: string,
  chosen: Readonly<Record<string, string>> = {},
) {
  const columns = meaningsIn(html).map(([column, meaning], at) => [`m${at}`, chosen[column] ?? meaning]);
  const fields = { proof: proofIn(html), act, mode, columns: String(columns.length), ...Object.fromEntries(columns) };
  return follow(cookie, await send(path, cookie, fields));
}
const priceOf = async (key: string): Promise<number> =>
  (await callPortal(shop, `/offers/${encodeURIComponent(key)}`, { token })).body?.price;

test('a file with unknown headers is previewed, its columns are chosen, and it is imported', async () => {
  const cookie = await signIn();
  const sold = offers.slice(40, 64);
  const line = ({ key, brand, number, price }: SoldOffer, more: number) =>
    `${key};${brand};${number};${((price + more) / 100).toFixed(2).replace('.', ',')};7;<b>red</b>`;
  const head = 'Kürzel;Fabrikat;Teil;Verkauf;Menge am Lager;<script>';
  const file = (more: number) =>
    `${[head, ...sold.map((offer) => line(offer, more)), 'x;Nobody;NONE;1;1;'].join('\n')}\n`;
  const first = await sendFile(cookie, file(10), { mode: 'update', dryRun: '1' });
  expect(first.html).toMatch(/In der Kopfzeile fehlt Ihre Angebotsnummer, Preis mit Mehrwertsteuer, Artikelnummer/);
  expect(first.html).not.toContain('<script');
  expect(meaningsIn(first.html).map(([column]) => column)).toEqual([...head.split(';').slice(0, -1), '&lt;script&gt;']);
  const chosen = { Kürzel: 'key', Fabrikat: 'brand', Teil: 'number', Verkauf: 'price', 'Menge am Lager': 'stock' };
  const second = await choose(cookie, first, 'preview', 'update', chosen);
  expect(meaningsIn(second.html).slice(0, 5)).toEqual(Object.entries(chosen));
  expect(second.html).toMatch(/Geändert<\/dt><dd>24</);
  expect(second.html.match(/<th scope="row">/g)).toHaveLength(20);
  expect(second.html).toContain('ist keine bekannte Marke');
  expect(await priceOf(own(40).key)).toBe(own(40).price / 100);
  const third = await choose(cookie, second, 'import', 'update');
  expect(third.html).toContain('übernommen, mit Fehlern');
  expect(await priceOf(own(40).key)).toBe((own(40).price + 10) / 100);
  // Calls read files with the same headers in the same way.
  const sent = await callPortal(shop, '/feeds?mode=update', { token, method: 'POST', body: file(20) });
  expect(await awaitReport(shop, token, sent.body.id)).toMatchObject({ changes: { changed: 24 } });
  expect((await choose(cookie, second, 'save', 'update')).html).toContain('Die Auswahl ist gespeichert.');
});

test('a wrong file is held, shows what it would change, and is corrected and imported', async () => {
  const cookie = await signIn();
  const rows = offers
    .slice(70, 82)
    .map(({ key, brand, number, price }) => `${key};${brand};${number};${((price + 10) / 100).toFixed(2)};9`);
  const held = await sendFile(cookie, `key;brand;number;price;stock\n${rows.join('\n')}\n`, { mode: 'full' });
  for (const words of ['wartet auf den Betreiber', 'Was sich ändern würde', /<b>Entfernt<\/b> \S+, /])
    expect(held.html).toMatch(words);
  const before = (await callPortal(shop, '/offers', { token })).body.offers.length;
  const again = await choose(cookie, held, 'preview', 'full');
  expect(again.html).toContain('Diese Datei würde auf den Betreiber warten. Sie würde');
  const imported = await choose(cookie, again, 'import', 'update');
  expect(imported.html).toMatch(/übernommen<.*Entfernt<\/dt><dd>0</s);
  expect((await callPortal(shop, '/offers', { token })).body.offers).toHaveLength(before);
  expect(await priceOf(own(70).key)).toBe((own(70).price + 10) / 100);
  expect((await visit(held.path, { headers: { cookie } })).html).toContain('Eine spätere Datei ersetzt diese.');
});

test.each([
  ['an endless header', `key;${'x'.repeat(1_000_000)}\n1;2\n`, 'Die erste Zeile ist länger als 64 kB.'],
  ['bytes of zero', 'key;n\0umber;price\nx;y;1\n', 'ist kein Text'],
  ['strange names', '__proto__;constructor;=cmd|x\nx;y;1\n', 'In der Kopfzeile fehlt'],
])('a file with %s gets a clear answer', async (_, content, words) => {
  const cookie = await signIn();
  expect((await sendFile(cookie, content, { mode: 'full', dryRun: '1' })).html).toContain(words);
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
