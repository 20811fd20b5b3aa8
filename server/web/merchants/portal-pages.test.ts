import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { merchantSession, type Portals, startPortal } from '../../../test/doubles/portals.js';
import { plain } from '../../../test/fixtures/views/page.js';
import { alertsOf, merchantFacts, report } from '../../../test/fixtures/views/portal.js';
import { problemType } from '../texts/problem-texts.js';

let portal: Portals;
const who = {
  shop: { id: '7', name: 'Nordteile' },
  scopes: ['read' as const, 'offers' as const],
  token: 'f00d',
  expiresAt: null,
};
const rejected = { line: 2, field: 'price', value: 'x', reason: 'is no number', outcome: 'rejected' };
const page = {
  ...merchantFacts,
  returns: { paidBy: 'buyer' as const, cost: 6.4, days: 30 },
  countries: [{ country: 'DE', tariff: 4.95, freeFrom: null, days: { min: 1, max: 3 } }],
};
beforeAll(async () => {
  portal = await startPortal('merchants', {});
});
beforeEach(async () => {
  // The limits of calls are full again.
  await portal.clock.advance(600_000);
  portal.sent.length = 0;
  Object.assign(portal.answers, {
    merchant: who,
    merchantSignIn: { ...who, session: merchantSession },
    merchantImports: { imports: [report] },
    merchantOffers: { offers: [], next: null },
    merchantImport: { id: 'import-1' },
    merchantRepeat: { id: 'import-2' },
    merchantTerms: { id: 'import-3' },
    merchantReport: report,
    merchantPage: page,
  } satisfies Portals['answers']);
});
afterAll(() => portal.stop());

test('an invitation gives a token of the merchant’s own, in place of the first page', async () => {
  const secret = `pmt_${'i'.repeat(54)}`;
  const invited = await portal.get(`/?token=${secret}`, '');
  expect(invited.text).toContain(`value="${secret}"`);
  for (const other of [`${secret}x`, secret.slice(1), 'pmt_short'])
    expect((await portal.get(`/?token=${other}`, '')).text).not.toContain(other);
  const signIn = () =>
    portal
      .request('POST', '/fr-FR/sign-in')
      .type('form')
      .send({ token: 'x'.repeat(200) });
  const usual = await signIn();
  expect([usual.status, usual.headers.location]).toEqual([303, '/fr-FR/feeds']);
  expect(String(portal.sent[0]?.body.credential)).toHaveLength(120);
  portal.answers.merchantSignIn = { ...who, session: merchantSession, made: 'pmt_own' };
  const first = await signIn();
  expect([first.status, first.text.includes('value="pmt_own"')]).toEqual([200, true]);
  expect(String(first.headers['set-cookie'])).toMatch(/^merchant=pms_/);
});

test('a form of another site signs nobody in, and a request names one host', async () => {
  const form = portal.request('POST', '/sign-in').type('form').set('origin', 'https://evil.example');
  expect([(await form.send({ token: 'tok_1' })).status, portal.sent]).toEqual([403, []]);
  expect((await portal.get('/feeds').set('host', 'two hosts')).status).toBe(400);
});

test('pages name the merchant, and links to other languages lead to the same page', async () => {
  portal.answers.merchant = { ...who, scopes: ['read'] };
  const reader = await portal.get('/feeds');
  expect([reader.text.includes('<b>Nordteile</b>'), reader.text.includes('type="file"')]).toEqual([true, false]);
  portal.answers.merchant = who;
  const writer = await portal.get('/feeds');
  expect([writer.text.includes('type="file"'), writer.text.includes('<link ')]).toEqual([true, false]);
  expect(writer.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^' ]+'; img-src/);
  for (const path of ['/feeds', '/offers', '/shop', '/feeds/import-1'])
    expect((await portal.get(path)).text).toContain(`href="/fr-FR${path}"`);
  const [errorsPath = ''] = problemType('token').split('#');
  const errors = await portal.get(`/de-DE${errorsPath}`, '');
  expect(errors.status).toBe(200);
  expect(errors.text).toMatch(/id="error-too_many">.*>429</);
});

test('sixty pages of a session are the most at once', async () => {
  let shown = 0;
  while (shown < 100 && (await portal.get('/feeds')).status === 200) shown += 1;
  expect([shown, (await portal.get('/feeds')).headers['retry-after']]).toEqual([60, '1']);
  expect((await portal.get('/feeds', `merchant=pms_${'B'.repeat(43)}`)).status).toBe(200);
});

const sendFile = async (fields: Record<string, string>, content: string | null = 'key;price\nA;1\n') => {
  const request = portal.request('POST', '/feeds').set('cookie', `merchant=${merchantSession}`);
  for (const [name, value] of Object.entries({ proof: await portal.proof(), mode: 'update', ...fields }))
    request.field(name, value);
  return content === null ? request : request.attach('file', Buffer.from(content), 'a.csv');
};

test('a file is imported, or read for a preview, and its report follows', async () => {
  const sent = await sendFile({});
  expect([sent.status, sent.headers.location]).toEqual([303, '/de-DE/feeds/import-1']);
  expect(portal.bodies('merchantReport')).toEqual([{ id: 'import-1' }]);
  await sendFile({ dryRun: '1' });
  const content = Buffer.from('key;price\nA;1\n').toString('base64');
  expect(portal.bodies('merchantImport')).toEqual([
    { mode: 'update', content, isDryRun: false, source: 'file' },
    { mode: 'update', content, isDryRun: true, source: 'file' },
  ]);
});

test('a file is refused with a sentence, and six files are the most at once', async () => {
  const file = 'Bitte wählen Sie eine Datei von höchstens 4 MB.';
  const long = 'Die Seite war zu lange offen. Bitte senden Sie das Formular noch einmal ab.';
  for (const [refused, status, words] of [
    [await sendFile({}, 'x'.repeat(5 * 1024 * 1024)), 413, file],
    [await sendFile({ proof: 'x' }), 403, long],
    [await sendFile({ mode: 'all' }), 400, file],
    [await sendFile({}, null), 400, file],
  ] as const)
    expect([refused.status, alertsOf(refused.text)]).toEqual([status, [words]]);
  expect(portal.bodies('merchantImport')).toEqual([]);
  expect([(await sendFile({})).status, (await sendFile({})).status]).toEqual([303, 303]);
  const limited = await sendFile({});
  expect([limited.status, limited.headers['retry-after']]).toEqual([429, '30']);
});

test('a file is read again with chosen columns', async () => {
  const form = { mode: 'full', columns: '1', m0: 'key' };
  const again = await portal.post('/feeds/import-1', { ...form, act: 'preview' });
  expect([again.status, again.headers.location]).toEqual([303, '/de-DE/feeds/import-2']);
  expect(portal.bodies('merchantRepeat')).toEqual([
    { id: 'import-1', act: 'preview', mode: 'full', meanings: ['key'] },
  ]);
  const reports = portal.bodies('merchantReport').length;
  const saved = await portal.post('/feeds/import-1', { ...form, act: 'save' });
  expect(saved.headers.location).toBe('/de-DE/feeds/import-1?feedback=columns');
  expect(portal.bodies('merchantReport')).toHaveLength(reports);
  expect((await portal.post('/feeds/import-1', { ...form, act: 'save', proof: '' })).status).toBe(403);
  for (let file = 0; file < 4; file += 1) await portal.post('/feeds/import-1', { ...form, act: 'save' });
  expect((await portal.post('/feeds/import-1', { ...form, act: 'save' })).status).toBe(429);
});

test('the report of saved columns says so', async () => {
  const preview = { columns: [], meanings: [], rows: [], held: null, changes: null, unsold: {} };
  portal.answers.merchantReport = { ...report, preview };
  expect(alertsOf((await portal.get('/feeds/import-1?feedback=columns')).text)).toHaveLength(1);
  expect(alertsOf((await portal.get('/feeds/import-1?feedback=saved')).text)).toEqual([]);
});

test('offers are found by key and paged in both', async () => {
  portal.answers.merchantOffers = { offers: [], next: 'B&1' };
  const { text } = await portal.get('/fr-FR/offers?key=%20A-1%20&after=A-2&feedback=saved');
  expect(portal.bodies('merchantOffers')).toEqual([{ key: 'A-1', isExact: false, after: 'A-2' }]);
  expect(text).toContain('href="/fr-FR/offers?key=A-1&amp;after=B%261"');
  expect(alertsOf(text)).toHaveLength(1);
  await portal.get(`/offers?key=${'k'.repeat(65)}&after=`);
  expect(portal.bodies('merchantOffers').at(-1)).toEqual({ key: 'k'.repeat(64), isExact: false });
  portal.answers.merchantOffers = { offers: [], next: null };
  expect((await portal.get('/offers?feedback=other')).text).not.toMatch(/after=|role="status"/);
});

const offer = { key: 'A-1', act: 'save', price: '12,50', stock: '3', from: '1', to: '4' };
const change = (fields: Record<string, string> = {}) => portal.post('/offers', { ...offer, ...fields });
const changed = () => portal.bodies('merchantImport').at(-1);

test('an offer is changed by its fields, without those that are empty', async () => {
  const saved = await change();
  expect([saved.status, saved.headers.location]).toEqual([303, '/de-DE/offers?key=A-1&feedback=saved']);
  const sent = { mode: 'partial', isDryRun: false, source: 'offer' };
  expect(changed()).toEqual({ ...sent, offers: [{ key: 'A-1', price: 12.5, stock: 3, handling: [1, 4] }] });
  await change({ price: '12.5', stock: '', to: '' });
  expect(changed()?.offers).toEqual([{ key: 'A-1', price: 12.5 }]);
  await change({ stock: '', from: '' });
  expect(changed()?.offers).toEqual([{ key: 'A-1', price: 12.5 }]);
});

test('changes of offers and of terms have one limit, which calls with the same session share', async () => {
  for (let count = 0; count < 60; count += 1) {
    const put = portal.request('PUT', '/api/v1/offers/A-1').set('authorization', `Bearer ${merchantSession}`);
    expect((await put.send({ price: 1 })).status).toBe(200);
  }
  for (const refused of [await change(), await portal.post('/shop', terms)])
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  expect([portal.bodies('merchantImport').length, portal.bodies('merchantTerms')]).toEqual([60, []]);
});

test('an offer is withdrawn whatever its fields contain', async () => {
  const { status, headers } = await change({ act: 'withdraw', price: 'much' });
  expect([status, headers.location]).toEqual([303, '/de-DE/offers?key=A-1&feedback=removed']);
  expect(changed()).toEqual({
    mode: 'update',
    isDryRun: false,
    source: 'offer',
    offers: [{ key: 'A-1', delete: true }],
  });
});

test('a change with wrong fields names them, and shows the same offer', async () => {
  const wrong = { ...offer, price: 'much', stock: '1,5', from: '4', to: 'x' };
  const refused = await portal.post('/offers?feedback=saved', wrong);
  expect([refused.status, alertsOf(refused.text)]).toEqual([
    400,
    ['Nichts gespeichert. Bitte prüfen Sie diese Angabe: Preis in Euro, Bestand, Versand in Werktagen.'],
  ]);
  expect(portal.bodies('merchantOffers')).toEqual([{ key: 'A-1', isExact: false }]);
  const foreign = await change({ proof: 'x' });
  expect([foreign.status, alertsOf(foreign.text)[0]]).toEqual([403, expect.stringContaining('zu lange offen')]);
  expect((await change({ key: '' })).status).toBe(400);
  expect(portal.bodies('merchantImport')).toEqual([]);
});

test.each([
  [{ status: 'refused', rejectedRows: [rejected] }, 422, 'Nicht übernommen: Preis mit Mehrwertsteuer: ist keine Zahl'],
  [{ status: 'completed_with_errors', rejectedRows: [rejected] }, 422, /Preis mit Mehrwertsteuer/],
  [{ status: 'held', reason: 'strange words' }, 422, 'Nicht übernommen: strange words'],
  [{ status: 'failed', reason: null }, 422, 'Nicht übernommen: failed'],
  [{ status: 'refused', reason: 'strange words' }, 422, 'Nicht übernommen: strange words'],
  [{ status: 'completed', rejectedRows: [{ ...rejected, outcome: 'skipped' }] }, 303, null],
] as const)('an import with %j is answered %d', async (ended, status, words) => {
  portal.answers.merchantReport = {
    ...report,
    ...ended,
    rejectedRows: [...('rejectedRows' in ended ? ended.rejectedRows : [])],
  };
  for (const answer of [await change({}), await portal.post('/shop', terms)]) {
    const alert = words === null ? [] : [expect.stringMatching(words)];
    expect([answer.status, alertsOf(answer.text)]).toEqual([status, alert]);
  }
});

test('a page waits twenty seconds for an import, then tells where it will be', async () => {
  portal.answers.merchantReport = { ...report, endedAt: null, status: 'processing' };
  for (const send of [() => change(), () => portal.post('/shop', terms)]) {
    const { status, text, waitedMs } = await portal.awaited(send());
    expect([status, alertsOf(text)[0]]).toEqual([202, expect.stringContaining('wird gerade übernommen')]);
    expect([waitedMs >= 20_000, waitedMs < 21_000]).toEqual([true, true]);
  }
});

const terms = {
  payer: 'buyer',
  cost: '6,40',
  days: '30',
  'tariff.DE': '4,95',
  'free.DE': '80',
  'from.DE': '1',
  'to.DE': '3',
  country: 'AT',
  'tariff.new': '11;x:1',
  'from.new': '2',
};

test('terms are sent in the words of an import, by country', async () => {
  const saved = await portal.post('/fr-FR/shop', terms);
  expect([saved.status, saved.headers.location]).toEqual([303, '/fr-FR/shop?feedback=saved']);
  expect(portal.bodies('merchantTerms')).toEqual([
    // Separators of the import are no part of a value, and one day is a range.
    { returnPayer: 'buyer', returnCost: '6,40', returnDays: '30', shipping: 'DE:4,95:1-3:80;AT:11 x 1:2-2:' },
  ]);
  expect(alertsOf((await portal.get('/shop?feedback=saved')).text)).toHaveLength(1);
  expect(alertsOf((await portal.get('/shop?feedback=columns')).text)).toEqual([]);
  await portal.post('/shop', { ...terms, country: '' });
  expect(portal.bodies('merchantTerms').at(-1)?.shipping).toBe('DE:4,95:1-3:80');
});

test('terms that cannot be sent name the part that is wrong, and keep what was typed', async () => {
  const returns = await portal.post('/shop?feedback=saved', { ...terms, payer: '' });
  expect([returns.status, alertsOf(returns.text)]).toEqual([
    400,
    ['Nichts gespeichert. Bitte prüfen Sie diese Angabe: Rückgabe.'],
  ]);
  expect(returns.text).toMatch(/name="tariff\.new"[^>]* value="11;x:1"/);
  const none = await portal.post('/shop', { ...terms, 'tariff.DE': '', country: '' });
  expect(plain(alertsOf(none.text)[0] ?? '')).toContain('diese Angabe: Versandkosten und Lieferzeit.');
  expect((await portal.post('/shop', { ...terms, proof: '' })).status).toBe(403);
  expect(portal.bodies('merchantTerms')).toEqual([]);
});
