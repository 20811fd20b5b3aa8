import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/catalogue.js';
import { catalogueDatabase } from './support/catalogue-database.js';
import {
  newerOperatorToken,
  operatorToken,
  proofIn,
  type ShopWithConsole,
  signInOperator,
  startShopWithConsole,
  visit,
} from './support/console.js';
import { offersOfOneShop } from './support/feeds.js';
import { callPortal } from './support/merchants.js';
import { until } from './support/until.js';

let shop: ShopWithConsole;
let cookie: string;
beforeAll(async () => {
  shop = await startShopWithConsole({ MERCHANTS_PORT: '0', MERCHANTS_ORIGIN: 'https://merchants.example' });
  cookie = await signInOperator(shop.console);
});
afterAll(() => shop.stop());

const page = async (path: string) => visit(`${shop.console}${path}`, { cookie });
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, by = cookie) =>
  visit(`${shop.console}${path}`, { cookie: by, fields, headers });
const proof = async (): Promise<string> => proofIn((await page('/log')).html);

function inState<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(shop.dataDir, 'state.db'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
const acts = (): string[] =>
  inState((database) =>
    database
      .prepare('select event, what from operator_audit order by id')
      .all()
      .map(({ event, what }) => `${event} ${what ?? ''}`.trim()),
  );

/** Sends the first offer of a shop. @returns what the import complains about */
function sendOffer(dearer: number, ...mode: string[]): string {
  const [offer] = offersOfOneShop(shop.dataDir);
  if (!offer) throw new Error('the shop has no offers');
  const file = join(shop.dataDir, 'short.csv');
  writeFileSync(
    file,
    `key;brand;number;price;stock\n${offer.key};${offer.brand};${offer.number};${(offer.price + dearer) / 100};3\n`,
  );
  const words = [join(root, 'dist/import.js'), 'offers', file, '--shop', offer.shop, '--data-dir', shop.dataDir];
  return spawnSync(process.execPath, [...words, ...mode], { encoding: 'utf8' }).stderr;
}
/** Sends a feed that would remove most offers of a shop, which a guard holds. @returns its name */
const holdFeed = (): string => /approve (\S+)/.exec(sendOffer(0))?.[1] ?? '';
const offersOf = (name: string): number => {
  const database = catalogueDatabase(shop.dataDir);
  const row = database.prepare('select offers from offers.shop where name = ?').get(name);
  database.close();
  return Number(row?.offers);
};

test('without a session every page is the way in, in the language of its address', async () => {
  for (const [path, words] of [
    ['/', 'Betreiberkonsole'],
    ['/fr-FR/feeds', 'Console de l’exploitant'],
    ['/es-ES/offers', 'Consola del titular'],
    ['/it-IT/customers', 'Console del gestore'],
    ['/nl-NL/log', 'Beheerconsole'],
  ] as const) {
    const { status, html, headers } = await visit(`${shop.console}${path}`);
    expect([path, status, html.includes(words), html.includes('<script')]).toEqual([path, 200, true, false]);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-store', 'noindex']);
  }
  // The shop's own port serves no page of the console.
  const fromShop = await visit(`${shop.origin}/sign-in`, { fields: { token: operatorToken } });
  expect([fromShop.status >= 400, fromShop.headers.get('set-cookie')]).toEqual([true, null]);
});

test('the overview tells what waits, what has happened and how large everything is', async () => {
  const { status, html } = await page('/overview');
  expect(status).toBe(200);
  for (const words of ['Zu erledigen', 'Letzte 30 Tage', 'In Warenkörbe gelegt', 'Freier Speicher', 'Händler'])
    expect(html).toContain(words);
  expect(html.match(/<figure.*?<p[^>]*>[^<]{10,}<\/p><\/figure>/gs)).toHaveLength(8);
  expect((await page('/offers')).html).toContain('Ohne Pflichtangaben');
});

test('the overview draws response times and errors of the process', async () => {
  const requestsIn = (html: string) => Number(/Anfragen: (\d+)\. Die Hälfte dauerte höchstens/.exec(html)?.[1] ?? 0);
  const before = requestsIn((await page('/overview')).html);
  for (let count = 0; count < 3; count += 1) await fetch(shop.origin);
  const { html } = await page('/overview');
  expect(requestsIn(html)).toBe(before + 3);
  for (const words of ['Letzte Stunde', 'Letzte 24 Stunden', 'Keine Fehler, nichts abgewiesen.'])
    expect(html).toContain(words);
  const [drawing = ''] = /<svg viewBox="0 0 600 96".*?<\/svg>/s.exec(html) ?? [];
  // The minutes before may have requests as well, and a new minute may have begun.
  expect(drawing).toMatch(/class="half" d="M[^"]*H(600|590)"/);
});

test('a held feed is named with its reason, and is dropped or applied', async () => {
  const [{ shop: name } = { shop: '' }] = offersOfOneShop(shop.dataDir);
  const before = offersOf(name);
  const first = holdFeed();
  const { html: feeds } = await page('/feeds');
  for (const words of [first, 'Was sich ändern würde', /Neu 0 · Geändert \d · Entfernt \d/, '<b>Entfernt</b> '])
    expect(feeds).toMatch(words);
  const dropped = await send('/held', { proof: await proof(), name: first, act: 'drop' });
  expect([dropped.status, dropped.headers.get('location')]).toEqual([303, '/de-DE/feeds?feedback=dropped']);
  expect((await page('/feeds?feedback=dropped')).html).toContain('Die Datei ist verworfen.');
  expect((await page('/feeds')).html).not.toContain(`value="${first}"`);
  expect(offersOf(name)).toBe(before);

  const second = holdFeed();
  expect(sendOffer(1, '--update')).toBe('');
  const asked = await send('/held', { proof: await proof(), name: second, act: 'approve' });
  expect([asked.status, asked.html, offersOf(name)]).toEqual([
    422,
    expect.stringMatching(/Ein Angebot hat sich geändert.*Neuere Werte behalten.*Neuere Werte überschreiben/s),
    before,
  ]);
  const approved = await send('/held', { proof: await proof(), name: second, act: 'keepNewer' });
  expect([approved.status, approved.headers.get('location')]).toEqual([303, '/de-DE/feeds?feedback=approved']);
  expect(offersOf(name)).toBeLessThan(before);
  expect(acts()).toEqual(
    expect.arrayContaining([`held_dropped ${first}`, expect.stringContaining(`held_approved ${second} completed`)]),
  );
  expect((await send('/held', { proof: await proof(), name: second, act: 'approve' })).status).toBe(404);
  const report = /href="(\/de-DE\/feeds\/[^"]+)"/.exec((await page('/feeds')).html)?.[1] ?? '';
  expect((await page(report)).html).toContain('short.csv');
});

test('a merchant’s file is previewed, its columns are saved for the merchant, and it is imported', async () => {
  const [offer] = offersOfOneShop(shop.dataDir);
  if (!offer) throw new Error('the shop has no offers');
  const upload = async (name: string, content: string) => {
    const body = new FormData();
    for (const [field, value] of Object.entries({ proof: await proof(), shop: name, mode: 'update' }))
      body.append(field, value);
    body.append('file', new Blob([content]), 'a.csv');
    const sent = await fetch(`${shop.console}/uploads`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body,
    });
    return { status: sent.status, path: sent.headers.get('location') ?? '', html: await sent.text() };
  };
  const table = `Kürzel;Marke;HAN;Verkauf\n${offer.key};${offer.brand};${offer.number};${(offer.price + 10) / 100}\n`;
  const unknown = await upload('No Such Merchant', table);
  expect([unknown.status, unknown.html]).toEqual([422, expect.stringContaining('Diesen Händler gibt es nicht.')]);
  expect((await upload(offer.shop, '')).html).toContain('höchstens 4 MB');
  const { path } = await upload(offer.shop, table);
  const { html } = await page(path);
  for (const words of [
    offer.shop.replaceAll('&', '&amp;'),
    'In der Kopfzeile fehlt',
    '<option value="key">Ihre Angebotsnummer</option>',
  ])
    expect(html).toContain(words);
  const chosen = { mode: 'update', columns: '4', m0: 'key', m1: 'brand', m2: 'number', m3: 'price' };
  const saved = await send(path, { proof: await proof(), ...chosen, act: 'save' });
  expect((await page(saved.headers.get('location') ?? '')).html).toContain('Die Auswahl ist gespeichert.');
  const imported = await send(path, { proof: await proof(), ...chosen, act: 'import' });
  expect((await page(imported.headers.get('location') ?? '')).html).toMatch(/übernommen<.*Geändert<\/dt><dd>1</s);
  expect((await send(path, { proof: await proof(), ...chosen, columns: '2', act: 'preview' })).status).toBe(400);
  expect((await page('/uploads/no-such-upload')).status).toBe(404);
  expect(acts()).toContainEqual(expect.stringMatching(/^file_sent \d+ import$/));
});

test('withdrawals and reported errors are listed and marked as dealt with', async () => {
  inState((database) => {
    database.exec(`
      insert into withdrawal (id, created_at, name, order_id, email, locale)
        values ('W-TEST-0001', '2026-01-02T03:04:05.000Z', 'Anna <b>Muster', '4711', 'anna@post.example', 'de-DE');
      insert into data_report (id, created_at, product_id, article, reason, text, model_id, locale)
        values ('D-TEST-0001', '2026-01-02T03:04:05.000Z', 1, 'Kelvo K1', 'measure', '288 statt 280', null, 'fr-FR');`);
  });
  const { html } = await page('/customers');
  for (const words of ['W-TEST-0001', 'Anna &lt;b&gt;Muster', 'anna@post.example', '288 statt 280'])
    expect(html).toContain(words);
  const fields = { proof: await proof(), kind: 'withdrawal', number: 'W-TEST-0001' };
  expect((await send('/customers', fields)).status).toBe(303);
  expect((await send('/customers', { ...fields, kind: 'dataReport', number: 'D-TEST-0001' })).status).toBe(303);
  expect((await page('/customers')).html).not.toContain('TEST-0001');
  expect((await page('/customers?all=1')).html).toContain('anna@post.example');
  expect((await send('/customers', { ...fields, number: 'W-NONE-0000' })).status).toBe(404);
  expect(acts()).toEqual(expect.arrayContaining(['withdrawal_handled W-TEST-0001', 'data_report_handled D-TEST-0001']));
  expect(acts().join()).not.toContain('W-NONE-0000');
});

test('merchants are found, and each has a page', async () => {
  const [{ shop: name } = { shop: '' }] = offersOfOneShop(shop.dataDir);
  const { html } = await page(`/shops?q=${encodeURIComponent(name.slice(0, 5).toLowerCase())}`);
  const [, path = ''] = new RegExp(`href="/de-DE(/shops/\\d+)">${name.replaceAll('&', '&amp;')}<`).exec(html) ?? [];
  const own = (await page(path)).html;
  for (const words of ['Kontakt', 'Versandkosten und Lieferzeit', 'Im Verkauf', 'In Warenkörbe gelegt', 'Kein Token.'])
    expect(own).toContain(words);
  expect((await page('/shops?q=no-such-merchant')).html).toContain('Kein Händler gefunden.');
  for (const unknown of ['/shops/0', '/shops/x']) expect((await page(unknown)).status).toBe(404);
});

test('an invitation gives a merchant a token, once', async () => {
  const portal = String(shop.log.find(({ merchants }) => typeof merchants === 'string')?.merchants);
  const { html } = await page('/shops/2');
  for (const words of ['Einladen: nur lesen', 'Einladen: Angebote ändern']) expect(html).toContain(words);
  const made = await send('/shops/2', { proof: await proof(), scope: 'offers' });
  const [, path = '', invitation = ''] =
    /value="https:\/\/merchants\.example(\/de-DE\/\?token=(pmt_[\w-]+))"/.exec(made.html) ?? [];
  expect([made.status, made.html]).toEqual([200, expect.stringMatching(/class="badge">Einladung</)]);
  expect((await callPortal({ portal }, '/shop', { token: invitation })).status).toBe(401);
  const opened = await visit(`${portal}${path}`);
  expect([opened.html.includes('Sie sind eingeladen.'), opened.html.includes(`value="${invitation}"`)]).toEqual([
    true,
    true,
  ]);
  const signIn = () => visit(`${portal}/de-DE/sign-in`, { fields: { token: invitation } });
  const entered = await Promise.all([signIn(), signIn()]);
  expect(entered.map(({ status }) => status).sort()).toEqual([200, 401]);
  const { html: shown = '', headers } = entered.find(({ status }) => status === 200) ?? {};
  const [token = ''] = /pmt_[\w-]+/.exec(shown) ?? [];
  expect(headers?.get('set-cookie')).toMatch(/^merchant=pms_/);
  expect(token).not.toBe(invitation);
  const own = await callPortal({ portal }, '/shop', { token });
  expect([own.status, own.body]).toEqual([200, expect.objectContaining({ expiresAt: null })]);
  expect((await signIn()).status).toBe(401);
  expect(acts()).toContainEqual(expect.stringMatching(/^merchant_invited 2 [0-9a-f]{10}$/));
  const everything = JSON.stringify([shop.log, shop.errors(), acts()]);
  for (const secret of [invitation, token]) expect(everything).not.toContain(secret.slice(-43));
  // Two valid tokens of a scope are the most.
  for (const status of [200, 429])
    expect((await send('/shops/2', { proof: await proof(), scope: 'offers' })).status).toBe(status);
  expect((await page('/shops/2')).html).not.toContain('Einladen: Angebote ändern');
  expect((await send('/shops/2', { proof: await proof(), scope: 'all' })).status).toBe(400);
});

test('searches without results are listed', async () => {
  inState((database) =>
    database
      .prepare(
        'insert into search_count (day, language, term, searches, without_results, corrected) values (?, ?, ?, 9, 9, 0)',
      )
      .run(new Date().toISOString().slice(0, 10), 'de', 'fluxkompensator'),
  );
  expect((await page('/searches')).html).toContain('fluxkompensator');
});

test('forms of other sites, of no page and of another session do nothing', async () => {
  const own = await proof();
  const fields = { kind: 'withdrawal', number: 'W-TEST-0001' };
  const other = await signInOperator(shop.console);
  const before = acts();
  expect((await send('/customers', fields)).status).toBe(403);
  expect((await send('/customers', { ...fields, proof: `${own}x` })).status).toBe(403);
  expect((await send('/customers', { ...fields, proof: own }, {}, other)).status).toBe(403);
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    expect(
      (await send('/customers', { ...fields, proof: own }, headers as unknown as Record<string, string>)).status,
    ).toBe(403);
  expect(acts()).toEqual(before);
});

test('who has left is out, a made up session opens nothing, and no secret is in the log', async () => {
  const mine = await signInOperator(shop.console);
  expect(mine).toMatch(/^operator=pos_[\w-]{43}$/);
  const { html } = await visit(`${shop.console}/log`, { cookie: mine });
  expect((await send('/sign-out', { proof: proofIn(html) }, {}, mine)).status).toBe(303);
  expect((await visit(`${shop.console}/log`, { cookie: mine })).status).toBe(401);
  expect((await visit(`${shop.console}/log`, { cookie: `operator=pos_${'A'.repeat(43)}` })).status).toBe(401);
  const everything = JSON.stringify([shop.log, shop.errors(), acts()]);
  expect(everything).not.toContain(operatorToken);
  expect(everything).not.toContain(mine.slice(-43));
});

test('during a change of tokens both open the console', async () => {
  for (const token of [operatorToken, newerOperatorToken]) {
    const cookie = await signInOperator(shop.console, token);
    expect((await visit(`${shop.console}/log`, { cookie })).status).toBe(200);
  }
});

test('guesses are limited, and the console needs a token', async () => {
  const guess = async (at: number): Promise<number> =>
    (await visit(`${shop.console}/sign-in`, { fields: { token: `guess ${at}` } })).status;
  expect(await guess(0)).toBe(401);
  let guesses = 1;
  await until('no more guesses are taken', async () => (await guess(guesses++)) === 429);
  expect(guesses).toBeLessThan(30);
  const right = await visit(`${shop.console}/sign-in`, { fields: { token: operatorToken } });
  expect([right.status, right.headers.get('set-cookie')]).toEqual([429, null]);
  expect(() =>
    execFileSync(process.execPath, [join(root, 'dist/server.js')], {
      env: { PATH: process.env.PATH, DATA_DIR: shop.dataDir, PORT: '0', CONSOLE_PORT: '0' },
      stdio: 'pipe',
      timeout: 120_000,
    }),
  ).toThrow(/CONSOLE_TOKEN/);
});
