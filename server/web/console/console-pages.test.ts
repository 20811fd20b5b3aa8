import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorSession, type Portals, startPortal } from '../../../test/doubles/portals.js';
import { plain } from '../../../test/fixtures/views/page.js';
import { alertsOf, merchantFacts, report } from '../../../test/fixtures/views/portal.js';
import type { OperationId } from '../../contract/operations/operations.js';

let portal: Portals;
const who = { by: null, roles: ['owner' as const] };
const at = '2026-03-04T05:06:07.000Z';
const held = {
  name: 'held-1',
  at,
  shop: 'Nordteile',
  mode: 'full',
  reason: 'strange words',
  isRunning: false,
  failure: null as string | null,
  preview: null,
  newer: 0,
};
const feeds = (rows: (typeof held)[]) => ({ feeds: [], outbox: { waiting: 0, dead: 0 }, held: rows, imports: [] });
const upload = { ...report, shop: 'Nordteile', preview: null };
const wire = { ...merchantFacts, returns: { ...merchantFacts.returns, cost: 6.4 }, countries: [], tokens: [] };
const text = { kind: 'category' as const, id: 30, name: 'Bremsscheiben', detail: '', isServed: true, texts: [] };
beforeAll(async () => {
  portal = await startPortal('console', {}, { MERCHANTS_ORIGIN: 'https://merchants.example' });
});
beforeEach(() => {
  portal.sent.length = 0;
  Object.assign(portal.answers, {
    consoleWho: who,
    consoleActs: { acts: [] },
    consoleFeeds: feeds([]),
    consoleHeld: { isDone: true },
    consoleFile: { id: 'upload-1' },
    consoleUpload: upload,
    consoleRepeat: { id: 'upload-2' },
    consoleShops: { shops: [] },
    consoleShop: wire,
    consoleInvite: { token: 'pmt_1' },
    consoleOrders: { withdrawals: [], dataReports: [], handovers: [] },
    consoleCase: { isDone: true },
    consoleTexts: { found: [], corrected: [] },
    consoleText: text,
    consoleCorrect: { changed: 1 },
  } satisfies Portals['answers']);
});
afterAll(() => portal.stop());

test.each<[string, OperationId, object]>([
  ['/shops?q=%20nord%20', 'consoleShops', { query: 'nord' }],
  [`/shops?q=${'n'.repeat(101)}`, 'consoleShops', { query: 'n'.repeat(100) }],
  ['/shops/7', 'consoleShop', { id: '7' }],
  [`/texts?q=${'b'.repeat(101)}`, 'consoleTexts', { query: 'b'.repeat(100) }],
  ['/texts/category-30', 'consoleText', { kind: 'category', id: 30 }],
  ['/customers', 'consoleOrders', { all: false }],
  ['/customers?all=1', 'consoleOrders', { all: true }],
  ['/customers?all=2', 'consoleOrders', { all: false }],
  ['/uploads/upload-1', 'consoleUpload', { id: 'upload-1' }],
])('%s asks %s for %j', async (path, call, body) => {
  expect([(await portal.get(path)).status, portal.bodies(call)]).toEqual([200, [body]]);
});

test.each([
  '/shops/x',
  '/shops/1234567890',
  '/texts/category-0',
  '/texts/brand-1',
  '/texts/30',
  '/texts/category-1234567890123',
  '/uploads/short',
])('%s is no page', async (path) => {
  expect((await portal.get(path)).status).toBe(404);
  expect(portal.sent.map(({ call }) => call)).toEqual(['consoleWho']);
});

test('a form of another site signs nobody in', async () => {
  const form = portal.request('POST', '/sign-in').type('form').set('origin', 'https://evil.example');
  expect([(await form.send({ token: 'tok_1' })).status, portal.sent]).toEqual([403, []]);
});

test('closing a message needs a known kind, and leads back', async () => {
  const closed = await portal.post('/customers', { kind: 'withdrawal', number: 'W-TEST' });
  expect([closed.status, closed.headers.location]).toEqual([303, '/de-DE/customers']);
  expect(portal.bodies('consoleCase')).toEqual([{ kind: 'withdrawal', number: 'W-TEST' }]);
  expect((await portal.post('/customers', { kind: 'order', number: 'W-TEST' })).status).toBe(400);
  expect((await portal.post('/customers', { kind: 'withdrawal', number: 'W-TEST', proof: '' })).status).toBe(403);
  expect(portal.bodies('consoleCase')).toHaveLength(1);
});

test.each([
  ['approve', true, [], 'approved'],
  ['approve', false, [], 'approved'],
  ['drop', true, [], 'dropped'],
  ['keepNewer', true, [], 'approved'],
  ['overwrite', true, [], 'approved'],
])('a decision to %s a held feed is announced', async (act, isDone, rows, feedback) => {
  Object.assign(portal.answers, { consoleHeld: { isDone }, consoleFeeds: feeds(rows) });
  const { status, headers } = await portal.post('/held', { name: 'held-1', act });
  expect([status, headers.location]).toEqual([303, `/de-DE/feeds?feedback=${feedback}`]);
  expect(portal.bodies('consoleHeld')).toEqual([{ name: 'held-1', act }]);
});

test('a decision with an unknown act or without proof decides nothing', async () => {
  expect((await portal.post('/held', { name: 'held-1', act: 'keep' })).status).toBe(400);
  expect((await portal.post('/held', { name: 'held-1', act: 'drop', proof: '' })).status).toBe(403);
  expect(portal.bodies('consoleHeld')).toEqual([]);
});

test('an approval waits for its import, and tells why it failed or what it would overwrite', async () => {
  const decide = async (row: Partial<typeof held>) => {
    portal.answers.consoleFeeds = feeds([{ ...held, ...row }]);
    const { status, text: html } = await portal.post('/held', { name: 'held-1', act: 'approve' });
    return [status, alertsOf(html), html.includes('value="overwrite"')];
  };
  expect(await decide({ failure: 'disk full' })).toEqual([422, ['Nicht übernommen: disk full'], false]);
  expect(await decide({ newer: 2 })).toEqual([422, [], true]);
  const { text: html } = await portal.post('/held?feedback=dropped', { name: 'held-1', act: 'approve' });
  expect(alertsOf(html)).toEqual([]);
  // Another feed says nothing about this one.
  portal.answers.consoleFeeds = feeds([{ ...held, name: 'held-2', failure: 'disk full' }]);
  expect((await portal.post('/held', { name: 'held-1', act: 'approve' })).status).toBe(303);

  portal.answers.consoleHeld = { isDone: false };
  portal.answers.consoleFeeds = feeds([{ ...held, isRunning: true }]);
  const late = await portal.awaited(portal.post('/held', { name: 'held-1', act: 'approve' }));
  expect(late.headers.location).toBe('/de-DE/feeds?feedback=running');
  expect([late.waitedMs >= 20_000, late.waitedMs < 21_000]).toEqual([true, true]);
});

test('the result of a decision is shown only where no other one follows', async () => {
  const { text: html } = await portal.get('/feeds?feedback=dropped');
  expect(alertsOf(html)).toEqual(['Die Datei ist verworfen.']);
  expect(alertsOf((await portal.get('/feeds?feedback=saved')).text)).toEqual([]);
  const refused = await portal.post('/held?feedback=dropped', { name: 'held-1', act: 'x' });
  expect(refused.text).not.toContain('verworfen.');
});

const sendFile = async (fields: Record<string, string>, content: string | null = 'key;price\nA;1\n') => {
  const request = portal.request('POST', '/uploads').set('cookie', `operator=${operatorSession}`);
  for (const [name, value] of Object.entries({
    proof: await portal.proof(),
    shop: 'Nordteile',
    mode: 'update',
    ...fields,
  }))
    request.field(name, value);
  return content === null ? request : request.attach('file', Buffer.from(content), 'a.csv');
};

test('a file of a merchant is read for a preview', async () => {
  const { status, headers } = await sendFile({ shop: ` ${'n'.repeat(201)}` });
  expect([status, headers.location]).toEqual([303, '/de-DE/uploads/upload-1']);
  const content = Buffer.from('key;price\nA;1\n').toString('base64');
  expect(portal.bodies('consoleFile')).toEqual([{ shop: 'n'.repeat(200), mode: 'update', content }]);
});

test('a preview is shown when its file has been read', async () => {
  let asked = 0;
  portal.answers.consoleUpload = () => {
    asked += 1;
    return asked < 3 ? { ...upload, endedAt: null } : upload;
  };
  const { status, waitedMs } = await portal.awaited(sendFile({}));
  expect([status, asked, waitedMs >= 400]).toEqual([303, 3, true]);
});

test('a file that cannot be read, of an unknown merchant or without proof is refused with its reason', async () => {
  const unusable = ['Bitte wählen Sie eine Datei von höchstens 4 MB.'];
  for (const refused of [
    await sendFile({}, null),
    await sendFile({}, ''),
    await sendFile({ mode: 'all' }),
    await sendFile({}, 'x'.repeat(4 * 1024 * 1024 + 1)),
    await sendFile({}, 'x'.repeat(5 * 1024 * 1024)),
  ])
    expect([refused.status, alertsOf(refused.text)]).toEqual([422, unusable]);
  expect((await sendFile({ proof: 'x' })).status).toBe(403);
  expect(portal.bodies('consoleFile')).toEqual([]);
  expect((await sendFile({}, 'x'.repeat(4 * 1024 * 1024))).status).toBe(303);
  portal.answers.consoleFile = 'not_found';
  const unknown = await sendFile({ shop: '' });
  expect([unknown.status, alertsOf(unknown.text)]).toEqual([422, ['Diesen Händler gibt es nicht.']]);
  expect(portal.bodies('consoleFile').at(-1)).toMatchObject({ shop: '-' });
  portal.answers.consoleFile = 'unavailable';
  expect((await sendFile({})).status).toBe(503);
});

test('a file is read again with chosen columns; saving them leads back to it', async () => {
  const form = { mode: 'partial', columns: '2', m0: 'key', m1: '' };
  const again = await portal.post('/uploads/upload-1', { ...form, act: 'import' });
  expect([again.status, again.headers.location]).toEqual([303, '/de-DE/uploads/upload-2']);
  expect(portal.bodies('consoleRepeat')).toEqual([
    { id: 'upload-1', act: 'import', mode: 'partial', meanings: ['key', null] },
  ]);
  const ended = portal.bodies('consoleUpload').length;
  const saved = await portal.post('/uploads/upload-1', { ...form, act: 'save' });
  expect(saved.headers.location).toBe('/de-DE/uploads/upload-1?feedback=columns');
  expect(portal.bodies('consoleUpload')).toHaveLength(ended);
  expect((await portal.post('/uploads/upload-1', { ...form, act: 'save', proof: '' })).status).toBe(403);
});

test('an invitation is a link to the merchant portal in the language of the page', async () => {
  const invite = (fields: Record<string, string>) => portal.post('/fr-FR/shops/7', fields);
  const { status, text: html } = await invite({ scope: 'offers' });
  expect([status, portal.bodies('consoleInvite')]).toEqual([200, [{ id: '7', scope: 'offers' }]]);
  expect(html).toContain('value="https://merchants.example/fr-FR/?token=pmt_1"');
  // After a form, links to other languages lead home.
  expect(html).toContain('href="/de-DE/"');
  expect((await invite({ scope: 'all' })).status).toBe(400);
  expect((await invite({ scope: 'offers', proof: '' })).status).toBe(403);
  expect(portal.bodies('consoleInvite')).toHaveLength(1);
  expect((await portal.get('/shops/7')).text).not.toContain('id="link"');
});

test('without a merchant portal nobody is invited', async () => {
  const hasForm = async ({ get }: Portals) => (await get('/shops/7')).text.includes('name="scope"');
  const alone = await startPortal('console', { consoleWho: who, consoleShop: wire });
  expect([await hasForm(portal), await hasForm(alone)]).toEqual([true, false]);
  await alone.stop();
});

const sentText = (field: string, language: string): unknown => {
  const { texts = [] } = (portal.bodies('consoleCorrect').at(-1) ?? {}) as { texts?: Record<string, unknown>[] };
  return texts.find((each) => each.field === field && each.language === language)?.text;
};

test('all texts of a subject are sent by field and language, and a change is awaited', async () => {
  const saved = await portal.post('/texts/category-30', { 'title.de': ' Scheiben ', 'description.fr': 'Long' });
  expect([saved.status, saved.headers.location]).toEqual([303, '/de-DE/texts/category-30?feedback=saved']);
  expect([sentText('title', 'de'), sentText('description', 'fr'), sentText('seoText', 'it')]).toEqual([
    'Scheiben',
    'Long',
    '',
  ]);
  expect(portal.bodies('consoleCorrect')[0]).toMatchObject({ kind: 'category', id: 30 });
  expect(portal.bodies('consoleText')).toEqual([{ kind: 'category', id: 30 }]);
  const fields = ['title', 'singleTitle', 'description', 'seoText'];
  const all = fields.flatMap((field) => ['de', 'fr', 'es', 'it', 'nl'].map((language) => `${field}.${language}`));
  const long = Object.fromEntries(all.map((name) => [name, name.startsWith('description') ? 'x'.repeat(5000) : name]));
  await portal.post('/texts/category-30', long);
  expect([sentText('description', 'nl'), sentText('seoText', 'nl')]).toEqual(['x'.repeat(5000), 'seoText.nl']);
  portal.sent.splice(0);
  await portal.post('/texts/category-30', {});
  portal.answers.consoleCorrect = { changed: 0 };
  const same = await portal.post('/texts/category-30', {});
  expect(same.headers.location).toBe('/de-DE/texts/category-30?feedback=same');
  expect(portal.bodies('consoleText')).toHaveLength(1);
  expect(alertsOf((await portal.get('/texts/category-30?feedback=same')).text)).toEqual(['Nichts geändert.']);
});

test('the shop is awaited for five seconds at most', async () => {
  portal.answers.consoleText = { ...text, isServed: false };
  const { status, waitedMs } = await portal.awaited(portal.post('/texts/category-30', {}));
  expect([status, waitedMs >= 5000, waitedMs < 6000]).toEqual([303, true, true]);
});

test('a text that is too long is refused as a whole', async () => {
  const send = (field: string, length: number) => portal.post('/texts/category-30', { [field]: 'x'.repeat(length) });
  const { status, text: html } = await send('title.de', 121);
  expect([status, alertsOf(html)]).toEqual([422, ['Ein Text ist zu lang. Es wurde nichts gespeichert.']]);
  expect(portal.bodies('consoleCorrect')).toEqual([]);
  expect((await send('title.de', 120)).status).toBe(303);
  expect((await portal.post('/texts/category-30', { proof: '' })).status).toBe(403);
});

test('reports and lists are asked for again until they are there or have failed', async () => {
  let asked = 0;
  const offers = { withheld: [], unsold: [], first: [], shops: [] };
  portal.answers.consoleOffers = () => {
    asked += 1;
    return { offers: asked < 3 ? null : offers, failure: null };
  };
  const shown = await portal.awaited(portal.get('/offers'));
  expect([plain(shown.text).includes('Ohne Pflichtangaben'), asked, shown.waitedMs < 1000]).toEqual([true, 3, true]);
  for (const [path, call] of [
    ['/offers', 'consoleOffers'],
    ['/overview', 'consoleOverview'],
  ] as const) {
    Object.assign(portal.answers, { [call]: { offers: null, overview: null, failure: 'disk full' } });
    expect(plain((await portal.get(path)).text)).toContain('konnte nicht erstellt werden: disk full');
    expect(portal.bodies(call).length).toBeGreaterThan(0);
  }
});

test('without a login provider the way in offers none, and its addresses are unknown', async () => {
  expect((await portal.get('/', '')).text).not.toContain('/login"');
  for (const path of ['/login', '/login/return']) expect((await portal.get(path, '')).status).toBe(404);
});
