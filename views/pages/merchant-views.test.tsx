import { expect, test } from 'vitest';
import type { FilePreview } from '../../server/contract/file-preview.js';
import type { MerchantOffer, MerchantReport } from '../../server/contract/merchants.js';
import { euros, expectSoundView, plain } from '../../test/fixtures/views/page.js';
import {
  alertsOf,
  buttonsOf,
  markedOf,
  merchantHtml,
  notesOf,
  report,
  rowsOf,
  sectionOf,
  wordsOf,
} from '../../test/fixtures/views/portal.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';
import type { MerchantFault, MerchantModel } from './merchant.view.js';

const feeds: MerchantModel = { page: 'feeds', imports: [report], fault: null };

test('the frame names the merchant and its places, and marks the one that is open', async () => {
  const html = merchantHtml(feeds);
  expectSoundView(html);
  await expectRecorded('portals/merchant-feeds', linesOf(html));
  expect(html).toContain('<b>Nordteile</b><nav aria-label="Bereiche">');
  const links = [
    ...(html.split('<nav')[1]?.split('</nav>')[0] ?? '').matchAll(/href="\/de-DE(\/[^"]*)"[^>]*>([^<]*)/g),
  ];
  expect(links.map(([, to, words]) => `${to} ${words}`)).toEqual([
    '/feeds Dateien',
    '/offers Angebote',
    '/shop Stammdaten',
  ]);
  expect(html).toMatch(
    /<form action="\/de-DE\/sign-out" method="post"><input type="hidden" name="proof" value="the-proof"/,
  );
  expect([markedOf(html), markedOf(reportHtml({}))]).toEqual([['Dateien'], ['Dateien']]);
  expect(markedOf(offersHtml())).toEqual(['Angebote']);
});

test('without a session each page is the way in, also for an invitation', () => {
  const html = merchantHtml(feeds, null);
  expect(html).toMatch(/<h1>Zugang für Händler<.*Mit dem Token, das Sie vom Betreiber haben.*id="token"/);
  expect(html).not.toMatch(/role="alert"|aria-invalid|import-1|Bereiche/);
  // The way in is the same with a session.
  expect(merchantHtml({ page: 'signIn', fault: null, invitation: null })).toContain('id="token"');
  const faults: readonly [MerchantFault, boolean, RegExp][] = [
    ['token', true, /^Dieses Token gilt nicht/],
    ['limit', false, /^Zu viele Versuche/],
  ];
  for (const [fault, isWrong, words] of faults) {
    const refused = merchantHtml({ page: 'signIn', fault, invitation: null }, null);
    expect([alertsOf(refused)[0], refused.includes('aria-invalid="true"')]).toEqual([
      expect.stringMatching(words),
      isWrong,
    ]);
  }
  const invited = merchantHtml({ page: 'signIn', fault: null, invitation: 'pmt_1' }, null);
  expect(invited).toMatch(/Sie sind eingeladen\..*<input id="token" type="password"[^>]*name="token" value="pmt_1"/);
});

test('a new token is shown once with the way on, and error codes to everybody', () => {
  const html = merchantHtml({ page: 'token', token: 'pmt_2' }, null);
  expect(html).toMatch(
    /<h1>Ihr Token<.*Bewahren Sie es auf.*<label for="token">.*readOnly="" value="pmt_2".*href="\/de-DE\/feeds">Weiter</,
  );
  const errors = merchantHtml({ page: 'errors', codes: [{ code: 'too_many', status: 429, words: 'Zu viel.' }] }, null);
  expect(errors).toMatch(/href="\/api\/openapi\.json">Beschreibung als OpenAPI/);
  expect(errors).toMatch(/<li id="error-too_many">.*<h2[^>]*>too_many<\/h2><p>Zu viel\.<\/p>.*>429</);
});

test('files are sent for a preview or at once, by tokens that may write', () => {
  const html = merchantHtml(feeds);
  expect(buttonsOf(html)).toEqual(['dryRun=1']);
  expect(html).toMatch(
    /<form class="portal-form" action="\/de-DE\/feeds" encType="multipart\/form-data" method="post">/,
  );
  expect(html).toContain('>Vorschau ansehen</button><button class="button" type="submit">Datei senden</button>');
  expect(html).toMatch(/<label for="file">Datei \(CSV.*<input id="file" type="file"/);
  expect([notesOf(html), alertsOf(html)]).toEqual([[], []]);
  const readOnly = merchantHtml({ ...feeds, fault: 'file' }, false);
  expect(readOnly).not.toContain('encType');
  expect(notesOf(readOnly)).toContain('Mit diesem Token können Sie nur lesen.');
  expect(alertsOf(readOnly)).toEqual(['Bitte wählen Sie eine Datei von höchstens 4 MB.']);
  expect(rowsOf(html, 'h-last')).toEqual(['04.03. 05:06, Datei Zeilen 1.200 · Abgelehnt 34 übernommen']);
  expect(html).toContain('href="/de-DE/feeds/import-1"');
  expect(merchantHtml({ ...feeds, imports: [] })).toContain('Noch nichts gesendet.');
});

const reportHtml = (change: Partial<MerchantReport>, mayWrite = true, isSaved = false): string =>
  merchantHtml({ page: 'report', report: { ...report, ...change }, isSaved }, mayWrite);
const reloads = (html: string): boolean => html.includes('href="/de-DE/feeds/import-1">Neu laden<');

test('a report has time, status and counts in their order', async () => {
  const html = reportHtml({});
  expectSoundView(html);
  await expectRecorded('portals/merchant-report', linesOf(html));
  expect(plain(html)).toContain('Dateien Bericht vom 04.03. 05:06 übernommen');
  expect(html).toContain('<a href="/de-DE/feeds">Dateien</a>');
  expect(wordsOf(html, /<div>(<dt.*?)<\/div>/g)).toEqual([
    'Zeilen 1.200',
    'Abgelehnt 34',
    'Ausgelassen 5',
    'Neu 11',
    'Geändert 22',
    'Entfernt 44',
    'Unverändert 33',
  ]);
  expect([notesOf(html), reloads(html), sectionOf(html, 'h-rows'), sectionOf(html, 'h-unread')]).toEqual([
    [],
    false,
    '',
    '',
  ]);
  expect(plain(reportHtml({ changes: {} }))).toContain('Neu 0 Geändert 0 Entfernt 0 Unverändert 0');
});

test('a report says what runs, what was a try, what changed nothing, and why it was refused', () => {
  expect(reloads(reportHtml({ endedAt: null, status: 'processing' }))).toBe(true);
  expect(notesOf(reportHtml({ isDryRun: true }))).toEqual(['Nur geprüft; es wurde nichts geändert.']);
  expect(notesOf(reportHtml({ isUnchanged: true }))).toEqual(['Es hat sich nichts geändert.']);
  expect(notesOf(reportHtml({ reason: 'strange words' }))).toEqual(['strange words']);
  const row = { line: 7, field: 'price', value: 'x', reason: 'is no number', outcome: 'rejected' };
  const rows = (rejected: number, leftOut: number): string =>
    sectionOf(reportHtml({ rejected, leftOut, rejectedRows: [row] }), 'h-rows');
  // Rows that are left out count too.
  expect([rows(0, 2), rows(1, 0)].map((html) => html.includes('Gezeigt wird die erste.'))).toEqual([true, false]);
});

const preview: FilePreview = {
  columns: [
    { header: 'Nr', meaning: 'key', samples: ['A-1', 'A-2'] },
    { header: '', meaning: null, samples: [] },
  ],
  meanings: ['key', 'price'],
  rows: [
    { line: 2, values: { price: '1234.50', condition: 'used', stock: '7' }, faults: [] },
    {
      line: 3,
      values: { key: 'A-2', price: '12.345', condition: 'worn' },
      faults: [
        { field: 'price', reason: 'has more than two decimals', outcome: 'rejected' },
        { field: 'stock', reason: 'is missing', outcome: 'skipped' },
      ],
    },
  ],
  held: 'strange words',
  changes: { added: 1, changed: 2, removed: 3, prices: [{ key: 'A-1', before: 100, now: 200 }], removals: [] },
  unsold: { maker: 1500 },
};
const previewHtml = (
  change: Partial<FilePreview> = {},
  of: Partial<MerchantReport> = {},
  mayWrite = true,
  isSaved = false,
) => reportHtml({ preview: { ...preview, ...change }, isDryRun: true, ...of }, mayWrite, isSaved);

test('a preview shows why a file would wait, what it would change, and what is not sold', async () => {
  const html = previewHtml();
  expectSoundView(html);
  await expectRecorded('portals/merchant-preview', linesOf(html));
  const waits = 'Diese Datei würde auf den Betreiber warten. strange words';
  expect(notesOf(html)).toContain(waits);
  for (const other of [previewHtml({}, { isDryRun: false }), previewHtml({ held: null })])
    expect(notesOf(other).join()).not.toContain('warten');
  expect(plain(html)).toContain('Neu 1 · Geändert 2 · Entfernt 3 Was sich ändern würde A-1 1,00 € → 2,00 €');
  expect(html).toContain('<details class="fold" open="">');
  expect(previewHtml({ changes: null })).not.toContain('Was sich ändern würde');
  expect(rowsOf(html, 'h-unsold')).toEqual(['Hersteller fehlt 1.500']);
  expect(sectionOf(previewHtml({ unsold: {} }), 'h-unsold')).toBe('');
  expect([alertsOf(html), alertsOf(previewHtml({}, {}, true, true)).length]).toEqual([[], 1]);
});

test('the meaning of each column is chosen, in a form for tokens that may write', () => {
  const html = sectionOf(previewHtml(), 'h-columns');
  expect(rowsOf(html.replace('<h2', '<section aria-labelledby="x"><h2'), 'x')).toEqual([
    'Nr A-1 · A-2 wird nicht gelesen Ihre Angebotsnummer Preis mit Mehrwertsteuer',
    'Spalte 2 ohne Namen wird nicht gelesen Ihre Angebotsnummer Preis mit Mehrwertsteuer',
  ]);
  expect(html).toMatch(/action="\/de-DE\/feeds\/import-1".*name="columns" value="2"/);
  expect(html).toMatch(
    /<label for="m0">.*<select id="m0" name="m0">.*<option value="key" selected="">.*name="m1"><option value="" selected="">/,
  );
  expect(html).toMatch(/name="mode" checked="" value="partial"/);
  expect(buttonsOf(html)).toEqual(['act=preview', 'act=save', 'act=import']);
  for (const without of [previewHtml({}, {}, false), previewHtml({}, { isKept: false })])
    expect(sectionOf(without, 'h-columns')).toBe('');
  expect(sectionOf(previewHtml({ columns: preview.columns.slice(0, 1) }), 'h-columns')).toContain('id="m0"');
  expect(sectionOf(previewHtml({ columns: [] }), 'h-columns')).not.toContain('<ul');
});

test('the first rows are shown as they are read, with what is wrong with each', () => {
  const html = previewHtml();
  expect(wordsOf(html, /<tr>(.*?)<\/tr>/g)).toEqual([
    'Zeile Ergebnis Ihre Angebotsnummer Preis mit Mehrwertsteuer Zustand Bestand',
    '2 wird gelesen 1.234,50 € gebraucht 7',
    '3 Preis mit Mehrwertsteuer hat mehr als zwei Nachkommastellen Bestand fehlt A-2 12.345 worn',
  ]);
  const tones = [...html.matchAll(/<span class="tone-(bad|warn)">(\S+)/g)].map(([, tone, field]) => `${field} ${tone}`);
  expect(tones).toEqual(['Preis bad', 'Bestand warn']);
  expect(html.match(/<td><\/td>/g)).toHaveLength(2);
  expect(previewHtml({ rows: [] })).not.toContain('<table');
  const amounts = { sale_price: '1.50', surcharge: '2.50', deposit: '3.50', lowest30: '4.50', stock: '5.50' };
  const priced = previewHtml({ columns: [], rows: [{ line: 2, values: amounts, faults: [] }] });
  expect(wordsOf(priced, /<td>([^<]*)<\/td>/g).slice(1)).toEqual(['1,50 €', '2,50 €', '3,50 €', '4,50 €', '5.50']);
});

const offer: MerchantOffer = {
  key: 'A-1',
  brand: 'Kelvo',
  number: 'K1',
  price: euros(123_450),
  stock: 9,
  condition: 'new',
  handling: [1, 4],
  surcharge: euros(0),
  deposit: euros(0),
  lowest30: null,
  withheld: [],
};
const offersHtml = (
  change: Partial<MerchantOffer> = {},
  page: Partial<MerchantModel> = {},
  mayWrite = true,
): string => {
  const model = {
    page: 'offers',
    wanted: 'A-',
    offers: [{ ...offer, ...change }],
    next: null,
    feedback: null,
    alert: null,
  } as const;
  return merchantHtml({ ...model, ...page } as MerchantModel, mayWrite);
};
const valuesOf = (html: string): (string | undefined)[] =>
  ['price', 'stock', 'from', 'to'].map(
    (name) => new RegExp(`<input(?=[^>]* name="${name}")[^>]* value="([^"]*)"`).exec(html)?.[1],
  );

test('an offer is a form with its values, in the format that people type', async () => {
  const html = offersHtml();
  expectSoundView(html);
  await expectRecorded('portals/merchant-offer', linesOf(html));
  expect(valuesOf(html)).toEqual(['1234,50', '9', '1', '4']);
  expect(html).toMatch(/action="\/de-DE\/offers".*name="proof" value="the-proof".*name="key" value="A-1".*Kelvo K1/);
  expect(wordsOf(html, /<label for="[^"]* A-1">(.*?)<\/label>/g)).toEqual([
    'Preis in Euro',
    'Bestand',
    'Versand in Werktagen, von',
    'bis',
  ]);
  expect([...html.matchAll(/inputMode="(\w+)"/g)].map(([, mode]) => mode)).toEqual([
    'decimal',
    'numeric',
    'numeric',
    'numeric',
  ]);
  expect([buttonsOf(html), html.includes('disabled')]).toEqual([['act=save', 'act=withdraw'], false]);
  const vague = offersHtml({ stock: null, handling: null, brand: null });
  expect(valuesOf(vague)).toEqual(['1234,50', '', '', '']);
  expect(vague).toContain('Teil nicht im Katalog');
  expect(valuesOf(offersHtml({ stock: 0 }))[1]).toBe('0');
  expect(plain(html)).not.toContain('Wird nicht verkauft');
  expect(plain(offersHtml({ withheld: ['maker'] }))).toContain('Wird nicht verkauft: Hersteller fehlt');
  expect(html).toContain('<input type="hidden" name="key" value="A-1"/>');
  expect(plain(offersHtml({ withheld: ['maker', 'returns'] }))).toContain(
    'Wird nicht verkauft: Hersteller fehlt, nicht angegeben, wer eine Rücksendung bezahlt',
  );
});

test('a token that may only read sees values, and no way to change them', () => {
  const html = offersHtml({}, {}, false);
  expect([buttonsOf(html), html.match(/disabled=""/g)?.length, valuesOf(html)[0]]).toEqual([[], 4, '1234,50']);
});

test('offers are searched and paged, and the last change is announced', () => {
  expect(offersHtml()).toMatch(
    /<form class="portal-search" action="\/de-DE\/offers">.*<label for="key">Ihre Angebotsnummer.*name="key" value="A-"/,
  );
  const html = offersHtml({}, { next: '/de-DE/offers?after=A-1', feedback: 'removed', alert: 'Nicht so.' });
  expect(alertsOf(html)).toEqual(['A- ist entfernt.', 'Nicht so.']);
  expect(html).toContain('href="/de-DE/offers?after=A-1">Weitere Angebote<');
  expect([alertsOf(offersHtml()), offersHtml().includes('Weitere')]).toEqual([[], false]);
  expect([offersHtml({}, { offers: [] }), offersHtml()].map((each) => each.includes('Kein Angebot gefunden.'))).toEqual(
    [true, false],
  );
});
