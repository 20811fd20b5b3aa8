import { expect, test } from 'vitest';
import type { ConsoleFeeds, ConsoleImport, ConsoleReport } from '../../server/contract/console.js';
import { expectSoundView, plain } from '../../test/fixtures/views/page.js';
import {
  alertsOf,
  buttonsOf,
  consoleHtml,
  feed,
  markedOf,
  notesOf,
  report,
  rowsOf,
  sectionOf,
  wordsOf,
} from '../../test/fixtures/views/portal.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';
import type { ConsoleModels } from './console-models.js';

const at = '2026-03-04T05:06:07.000Z';
const changes = {
  added: 1,
  changed: 1500,
  removed: 3,
  prices: [{ key: 'A-1', before: 1999, now: 2050 }],
  removals: ['B-1', 'B-2'],
};
const held: ConsoleFeeds['held'][number] = {
  name: 'held-1',
  at,
  shop: 'Nordteile',
  mode: 'full',
  reason: 'the feed is empty',
  isRunning: false,
  failure: null,
  preview: null,
  newer: 0,
};
const imported: ConsoleImport = {
  name: 'report-1',
  kind: 'prices',
  source: 'nord.csv',
  outcome: 'dry run',
  reason: null,
  startedAt: at,
  seconds: 1.26,
  rows: 1200,
  rejected: 34,
  leftOut: 5,
};
const none: ConsoleFeeds = { held: [], feeds: [], imports: [], outbox: { waiting: 4, dead: 0 } };
const htmlOf = (
  feeds: Partial<ConsoleFeeds> = {},
  change: Partial<ConsoleModels['feeds']> = {},
  role: 'catalogue' | 'support' = 'catalogue',
): string =>
  consoleHtml({ page: 'feeds', feeds: { ...none, ...feeds }, feedback: null, failure: null, fault: null, ...change }, [
    role,
  ]);
const heldWords = (row: Partial<typeof held>, role?: 'support'): string =>
  plain(sectionOf(htmlOf({ held: [{ ...held, ...row }] }, {}, role), 'h-held'));

test('without feeds and imports the page says so in each section, and offers a file', async () => {
  const html = htmlOf();
  expectSoundView(html);
  await expectRecorded('portals/console-feeds-empty', linesOf(html));
  for (const words of ['Nichts zurückgehalten.', 'Kein Feed ist eingerichtet.', 'Noch nichts eingelesen.'])
    expect(html).toContain(words);
  expect([alertsOf(html), notesOf(html), buttonsOf(html)]).toEqual([[], [], []]);
  const form = sectionOf(html, 'h-file');
  expect(form).toMatch(
    /<form (?=[^>]*method="post")(?=[^>]*encType="multipart\/form-data")[^>]*action="\/de-DE\/uploads"/,
  );
  expect(form).toMatch(
    /name="proof" value="the-proof".*id="shop" required="" name="shop".*type="file" required="" name="file"/,
  );
  const modes = [...form.matchAll(/type="radio" name="mode"( checked="")? value="(\w+)"\/>([^<]*)/g)];
  expect(modes.map(([, checked, mode, words]) => `${mode}: ${words}${checked ?? ''}`)).toEqual([
    'update: nur neue und geänderte Angebote checked=""',
    'partial: nur Preise und Bestände bekannter Angebote',
    'full: alle Angebote; was fehlt, wird entfernt',
  ]);
});

test('what a row lacks leaves no empty element', () => {
  const html = htmlOf({ held: [held], feeds: [feed], imports: [imported] });
  expect(html).not.toMatch(/<(p|b|span)\b[^>]*>(<span><\/span>)?<\/\1>/);
  expect(html).toContain('<p class="lead">Diese Dateien würden');
  expect(htmlOf()).toContain('<p>Nichts zurückgehalten.</p>');
});

test('only a role that may decide sees how to decide, and how to send a file', () => {
  expect(heldWords({})).toContain('Übernehmen');
  expect(heldWords({}, 'support')).not.toMatch(/Übernehmen|Verwerfen/);
  expect(heldWords({}, 'support')).toContain('Nordteile');
  expect(htmlOf({}, {}, 'support')).not.toContain('action="/de-DE/uploads"');
});

test('a held feed names its shop, time, mode and reason, and is approved or dropped', async () => {
  const html = htmlOf({ held: [held] });
  expectSoundView(html);
  await expectRecorded('portals/console-feeds-held', linesOf(html));
  expect(buttonsOf(html)).toEqual(['act=approve', 'act=drop']);
  expect(html).toMatch(
    /action="\/de-DE\/held"[^>]*><input type="hidden" name="proof"[^>]*><input type="hidden" name="name" value="held-1"/,
  );
  const words = heldWords({});
  expect(words).toContain('Nordteile 04.03. 05:06 · alle Angebote; was fehlt, wird entfernt');
  expect(words).toContain('Diese Dateien würden ungewöhnlich viel ändern.');
  expect(words).not.toMatch(/Neu \d|haben sich geändert|Nichts zurückgehalten/);
  expect(heldWords({ shop: '' })).toContain('Mehrere Händler');
  expect(heldWords({ failure: 'disk full' })).toContain('disk full');
  const running = htmlOf({ held: [{ ...held, isRunning: true }] });
  expect([buttonsOf(running), sectionOf(running, 'h-held').includes('>wird eingelesen<')]).toEqual([[], true]);
});

test('an approval that would overwrite newer values asks which ones to keep', () => {
  const html = htmlOf({ held: [{ ...held, newer: 1 }] });
  expect(buttonsOf(html)).toEqual(['act=keepNewer', 'act=overwrite', 'act=drop']);
  expect(notesOf(html)).toEqual(['Ein Angebot hat sich geändert, seit die Datei zurückgehalten wurde.']);
  expect(heldWords({ newer: 12 })).toContain('12 Angebote haben sich geändert');
});

test('a held feed shows what it would change, without a click only where it is asked for', () => {
  const html = htmlOf({ held: [{ ...held, preview: changes }] });
  const words = plain(sectionOf(html, 'h-held'));
  expect(words).toContain('Neu 1 · Geändert 1.500 · Entfernt 3');
  expect(words).toContain('A-1 19,99 € → 20,50 €');
  // More are removed than are named.
  expect(words).toContain('Entfernt B-1, B-2 …');
  expect(html).toContain('<details class="fold"><summary>Was sich ändern würde');
  expect(heldWords({ preview: { ...changes, removed: 2 } })).not.toContain('…');
  const few = heldWords({ preview: { ...changes, removals: [], removed: 0 } });
  expect([few.includes('A-1'), few.match(/Entfernt/g)]).toEqual([true, ['Entfernt']]);
  expect(heldWords({ preview: { ...changes, prices: [] } })).toContain('Was sich ändern würde');
  expect(heldWords({ preview: { ...changes, removals: ['B-1'], removed: 1 } })).toContain('Entfernt B-1');
  expect(heldWords({ preview: { ...changes, prices: [], removals: [] } })).not.toContain('Was sich ändern würde');
});

test('the result of a form and the reason of a refusal are announced', () => {
  expect(alertsOf(htmlOf({}, { feedback: 'running' }))).toEqual([
    'Die Datei wird eingelesen. Laden Sie die Seite später noch einmal.',
  ]);
  expect(alertsOf(htmlOf({}, { failure: 'disk full' }))).toEqual(['Nicht übernommen: disk full']);
  expect(alertsOf(htmlOf({}, { fault: 'shop' }))).toEqual(['Diesen Händler gibt es nicht.']);
  expect(alertsOf(htmlOf({}, { fault: 'file' }))).toEqual(['Bitte wählen Sie eine Datei von höchstens 4 MB.']);
});

test('fetched feeds tell success, next try and trouble', () => {
  const rows = (change: Partial<typeof feed>): string[] => rowsOf(htmlOf({ feeds: [{ ...feed, ...change }] }), 'h-got');
  const head = 'nord-offers Nordteile · Angebote · Zeilen 1.200 · Abgelehnt 34';
  const next = 'Nächster Versuch: 04.03. 06:07.';
  expect(rows({})).toEqual([`${head} Zuletzt erfolgreich: 04.03. 05:06. ${next} übernommen`]);
  expect(rows({ succeededAt: null, isOverdue: true, reason: 'no answer' })).toEqual([
    `${head} Noch nie erfolgreich. ${next} no answer überfällig`,
  ]);
  expect(rows({ status: 'completed_with_errors' })[0]).toMatch(/übernommen, mit Fehlern$/);
  expect(htmlOf({ feeds: [{ ...feed, reason: 'no answer' }] })).toContain(
    '<p class="tone-bad" lang="en">no answer</p>',
  );
  expect(notesOf(htmlOf({ feeds: [feed], outbox: { waiting: 0, dead: 2 } }))).toEqual([
    '2 Nachrichten an Webhooks waren nicht zustellbar.',
  ]);
  // Without feeds there may be messages that were given up.
  expect(sectionOf(htmlOf({ outbox: { waiting: 0, dead: 1 } }), 'h-got')).toContain('Eine Nachricht an einen Webhook');
});

test('imports are listed with kind, counts and outcome, and lead to their reports', () => {
  const html = htmlOf({ imports: [imported, { ...imported, name: 'report-2', outcome: 'active' }] });
  const head = '04.03. 05:06, nord.csv Preise · Zeilen 1.200 · Abgelehnt 34';
  expect(rowsOf(html, 'h-imports')).toEqual([`${head} nur geprüft`, `${head} übernommen`]);
  expect(html).toContain('href="/de-DE/feeds/report-1"');
});

test('the report of an import has counts, reasons in order, unread columns and rejected rows', async () => {
  const row = {
    line: 7,
    key: 'A-1',
    field: 'price',
    value: '12,345',
    reason: 'has more than two decimals',
    outcome: 'rejected',
  };
  const full: ConsoleReport = {
    ...imported,
    reason: 'the feed is empty',
    notes: ['a note of the import'],
    unread: [
      { column: 'Netto', nearest: 'price', isNet: true },
      { column: 'Preiss', nearest: 'price', isNet: false },
      { column: 'Farbe', nearest: null, isNet: false },
    ],
    reasons: { 'is no number': 1200, 'is missing': 3 },
    rejectedRows: [row, { ...row, line: 9, key: undefined, value: '' }],
  };
  const html = consoleHtml({ page: 'report', report: full });
  expectSoundView(html);
  await expectRecorded('portals/console-import-report', linesOf(html));
  expect(html).toContain('<a href="/de-DE/feeds">Dateien</a>');
  expect(markedOf(html)).toEqual(['Dateien']);
  expect(plain(html)).toContain('Bericht vom 04.03. 05:06 nord.csv · Preise nur geprüft');
  expect(html).toMatch(/<p class="note"><span lang="en">a note of the import<\/span>/);
  expect(notesOf(html)).toHaveLength(2);
  expect(wordsOf(html, /<div>(<dt.*?)<\/div>/g)).toEqual([
    'Zeilen 1.200',
    'Abgelehnt 34',
    'Ausgelassen 5',
    'Sekunden 1,3',
  ]);
  expect(rowsOf(html, 'h-reasons')).toEqual(['ist keine Zahl 1.200', 'fehlt 3']);
  expect(rowsOf(html, 'h-unread')).toEqual([
    'Netto Nettopreis: gelesen werden nur Preise mit Mehrwertsteuer.',
    'Preiss Ähnlichste bekannte Spalte: Preis mit Mehrwertsteuer',
    'Farbe',
  ]);
  const faults = 'Preis mit Mehrwertsteuer:';
  expect(rowsOf(html, 'h-rows')).toEqual([
    `Zeile 7, A-1 ${faults} 12,345 hat mehr als zwei Nachkommastellen`,
    `Zeile 9 ${faults} hat mehr als zwei Nachkommastellen`,
  ]);
  expect(sectionOf(html, 'h-rows')).toContain('Gezeigt werden die ersten 2.');
  expect(sectionOf(html, 'h-rows').match(/<q>/g)).toHaveLength(1);
  const all = consoleHtml({ page: 'report', report: { ...full, rejected: 1, leftOut: 1 } });
  expect(sectionOf(all, 'h-rows')).not.toContain('Gezeigt');
  const clean = { ...full, reason: null, notes: [], unread: [], reasons: {}, rejectedRows: [] };
  const short = consoleHtml({ page: 'report', report: clean });
  for (const id of ['h-reasons', 'h-unread', 'h-rows']) expect(sectionOf(short, id)).toBe('');
  expect(notesOf(short)).toEqual([]);
});

test('a merchant’s file is corrected and imported only by a role that may', () => {
  const preview = { columns: [], meanings: [], rows: [], held: null, changes: null, unsold: {} };
  const upload = { ...report, shop: 'Nordteile', preview };
  const html = consoleHtml({ page: 'upload', upload, isSaved: true }, ['catalogue']);
  expect([buttonsOf(html), alertsOf(html).length]).toEqual([['act=preview', 'act=save', 'act=import'], 1]);
  expect(html).toContain('action="/de-DE/uploads/import-1"');
  expect(plain(html)).toContain('Dateien Bericht vom 04.03. 05:06 Nordteile übernommen');
  const readOnly = consoleHtml({ page: 'upload', upload: { ...upload, endedAt: null }, isSaved: false }, ['support']);
  expect([buttonsOf(readOnly), alertsOf(readOnly)]).toEqual([[], []]);
  expect(readOnly).toMatch(/href="\/de-DE\/uploads\/import-1">Neu laden/);
  // The page belongs to the entry of all files.
  expect(markedOf(html)).toEqual(['Dateien']);
});
