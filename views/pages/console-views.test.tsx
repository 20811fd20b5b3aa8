import { expect, test } from 'vitest';
import type { ConsoleRole, Overview } from '../../server/contract/console.js';
import { expectSoundView, plain } from '../../test/fixtures/views/page.js';
import {
  alertsOf,
  consoleHtml,
  markedOf,
  notesOf,
  rowsOf,
  sectionOf,
  wordsOf,
} from '../../test/fixtures/views/portal.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';
import type { LoadSpan, RecentLoad } from '../load.js';
import type { ConsoleModel } from './console-models.js';

const at = '2026-03-04T05:06:07.000Z';
const step = { requests: 4, times: { p50: 0.0054, p95: 0.0994, p99: 0.9994 }, failed: 2, refused: 3 };
const span: LoadSpan = {
  whole: { ...step, requests: 4000 },
  steps: [
    { ...step, from: '2026-03-04T04:06:00.000Z' },
    { ...step, failed: 0, refused: 0, from: '2026-03-04T04:07:00.000Z' },
  ],
  to: '2026-03-04T05:05:00.000Z',
};
const load: RecentLoad = {
  since: '2026-03-01T01:02:00.000Z',
  hour: span,
  day: { whole: { requests: 0, times: null, failed: 0, refused: 0 }, steps: [], to: '2026-03-04T05:05:00.000Z' },
};
const overview: Overview = {
  at,
  catalogue: {
    generation: 'g-12',
    activatedAt: '2026-03-02T01:02:00.000Z',
    isDemonstration: true,
    vehicles: 101,
    products: 2002,
    productsWithoutOffer: 303,
    offers: 4004,
    shops: 55,
  },
  trouble: null,
  disk: { free: 1_500_000_000_000, state: 999_400, offers: 12_600_000, catalogue: 1_000_000_000 },
  open: {
    held: 1,
    feeds: 2,
    withheld: 3000,
    shops: 4,
    withdrawals: 5,
    dataReports: 6,
    messages: 7,
    overdueRows: 8,
  },
  days: [
    { day: '2026-03-02', added: 1500, handovers: 7, searches: 30, withoutResults: 4, rejectedRows: 0 },
    { day: '2026-03-03', added: 1500, handovers: 9, searches: 20, withoutResults: 5, rejectedRows: 0 },
  ],
};
const pageOf = (change: Partial<Overview> = {}): ConsoleModel => ({
  page: 'overview',
  overview: { ...overview, ...change },
  failure: null,
  load,
});
const log: ConsoleModel = { page: 'log', acts: [] };
const linksOf = (html: string): string[] =>
  wordsOf(html.split('<nav')[1]?.split('<form')[0] ?? '', /<a[^>]*>(.*?)<\/a>/g);

test('the navigation offers each role its pages, and marks the one that is open', () => {
  const everybody = ['Übersicht', 'Dateien', 'Angebote', 'Händler', 'Suchen', 'Texte'];
  const expected: [ConsoleRole[], string[]][] = [
    [['read'], everybody],
    [['support'], [...everybody.slice(0, 5), 'Kundschaft', 'Texte']],
    [['owner'], [...everybody.slice(0, 5), 'Kundschaft', 'Texte', 'Protokoll']],
  ];
  for (const [roles, links] of expected) expect([roles, linksOf(consoleHtml(log, roles))]).toEqual([roles, links]);
  expect([markedOf(consoleHtml(pageOf())), markedOf(consoleHtml(log))]).toEqual([['Übersicht'], ['Protokoll']]);
  expect(consoleHtml(log)).toContain('href="/de-DE/customers"');
});

test('the frame names the person with all roles, the languages, and a way out with a proof', () => {
  const html = consoleHtml(log, ['catalogue', 'support']);
  expect(html).toMatch(/<b>ada@post\.example<\/b><span[^>]*>Katalog, Kundendienst<\/span>/);
  expect(html).toMatch(
    /<form action="\/de-DE\/sign-out" method="post"><input type="hidden" name="proof" value="the-proof"/,
  );
  expect(html).toContain('<a href="/fr-FR/here" lang="fr-FR" hrefLang="fr-FR">Français</a>');
  // The token of the configuration has no name.
  expect(consoleHtml(log, ['owner'], null)).toContain('<b>Betreiberkonsole</b>');
});

test('without a session each page is the way in, and says why it was refused', () => {
  for (const model of [log, pageOf()]) {
    const html = consoleHtml(model, null);
    expect([html.includes('id="token"'), html.includes('sign-out'), html.includes('Stand:')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(html).not.toMatch(/role="alert"|aria-invalid|\/login"|Abmelden/);
  }
  const faults = [
    ['token', true, 'Dieses Token gilt nicht oder nicht mehr.'],
    ['limit', false, 'Zu viele Versuche. Bitte warten Sie einige Minuten.'],
    ['role', false, 'Ihr Konto hat keine Rolle in dieser Konsole.'],
    [
      'provider',
      false,
      'Der Anmeldedienst ist gerade nicht erreichbar. Mit dem Token können Sie sich trotzdem anmelden.',
    ],
  ] as const;
  for (const [fault, isWrong, words] of faults) {
    const html = consoleHtml({ page: 'signIn', fault, hasLogin: isWrong }, null);
    expect([fault, alertsOf(html)]).toEqual([fault, [words]]);
    expect([html.includes('aria-invalid="true"'), html.includes('href="/de-DE/login"')]).toEqual([isWrong, isWrong]);
    expect(html).toContain('action="/de-DE/sign-in"');
  }
  expect(consoleHtml({ page: 'signIn', fault: null, hasLogin: false })).toMatch(
    /<h1>Betreiberkonsole<\/h1><p class="lead">Mit dem Token aus der Konfiguration.*id="token"/,
  );
  // The cookie of a login arrives with the next request.
  const signedIn = consoleHtml({ page: 'signedIn' }, null);
  expect(signedIn).toMatch(/href="\/de-DE\/overview">Weiter zur Übersicht</);
  expect(signedIn).not.toContain('id="token"');
});

test('the overview counts what waits for somebody with these roles, with links', async () => {
  const html = consoleHtml(pageOf());
  expectSoundView(html);
  await expectRecorded('portals/console-overview', linesOf(html));
  const tasks = (markup: string): string[] =>
    [...sectionOf(markup, 'h-todo').matchAll(/href="([^"]*)">(.*?)<\/a>/g)].map(
      ([, to, words = '']) => `${to?.replace('/de-DE/', '')}:${plain(words)}`,
    );
  expect(tasks(html)).toEqual([
    'feeds: 1 zurückgehaltene Datei',
    'feeds: 2 Feeds mit Störung',
    'offers: 3.000 Angebote ohne Pflichtangaben',
    'offers: 4 Händler ohne vollständige Angaben',
    'customers: 5 offene Widerrufe',
    'customers: 6 gemeldete Datenfehler',
    'feeds: 7 nicht zustellbare Nachrichten',
    'overview: 8 Datensätze über der Löschfrist',
  ]);
  expect(html).not.toContain('Alles erledigt.');
  expect(tasks(consoleHtml(pageOf(), ['read'])).join()).not.toContain('customers');
  const none = Object.fromEntries(Object.keys(overview.open).map((name) => [name, 0])) as Overview['open'];
  expect(tasks(consoleHtml(pageOf({ open: { ...none, messages: 1 } })))).toEqual([
    'feeds: 1 nicht zustellbare Nachricht',
  ]);
  const done = sectionOf(consoleHtml(pageOf({ open: none })), 'h-todo');
  expect([done.includes('Alles erledigt.'), done.includes('<li')]).toEqual([true, false]);
  // A page that a person may not open has no tasks for them.
  const others = sectionOf(consoleHtml(pageOf({ open: { ...none, withdrawals: 1 } }), ['read']), 'h-todo');
  expect(others).toContain('Alles erledigt.');
});

test('the overview shows the age and size of everything', () => {
  const html = consoleHtml(pageOf());
  const figures = (markup: string): string[] => wordsOf(sectionOf(markup, 'h-figures'), /<div>(<dt.*?)<\/div>/g);
  expect(figures(html)).toEqual([
    'Fahrzeuge 101',
    'Artikel 2.002',
    'Artikel ohne Angebot 303',
    'Angebote im Verkauf 4.004',
    'Händler 55',
    'Freier Speicher 2 TB',
    'Katalog 1 GB',
    'Angebotsdaten 13 MB',
    'Warenkörbe und Konten 999 kB',
  ]);
  expect(notesOf(html)).toEqual([]);
  const words = plain(html);
  expect(words).toContain('Stand: 04.03. 05:06');
  expect(words).toContain('Katalog g-12, aktiv seit 02.03. 01:02. Er enthält erfundene Daten.');
  const huge = { ...overview.disk, free: 2.5e15 };
  const real = overview.catalogue && { ...overview.catalogue, isDemonstration: false };
  const other = consoleHtml(pageOf({ catalogue: real, disk: huge }));
  expect([other.includes('erfundene'), figures(other)[5]]).toEqual([false, 'Freier Speicher 2.500 TB']);
  const broken = consoleHtml(pageOf({ catalogue: null, trouble: 'no such file' }));
  expect([notesOf(broken), figures(broken).length, broken.includes('aktiv seit')]).toEqual([
    ['no such file'],
    4,
    false,
  ]);
});

test('charts name the sum, the first highest day, and searches without results', () => {
  const section = sectionOf(consoleHtml(pageOf()), 'h-days');
  expect(wordsOf(section, /<figure[^>]*>(.*?)<\/figure>/g)).toEqual([
    'In Warenkörbe gelegt 3.000 In 30 Tagen: 3.000. Höchster Tag: 02.03.2026 mit 1.500.',
    'An die Kasse übergeben 16 In 30 Tagen: 16. Höchster Tag: 03.03.2026 mit 9.',
    'Suchen 50 In 30 Tagen: 50, davon ohne Treffer: 9. Höchster Tag: 02.03.2026 mit 30.',
    'Abgelehnte Zeilen 0 Nichts in diesen 30 Tagen.',
  ]);
  // Only searches have a highlighted part: those without results.
  expect(section.match(/class="part"/g)).toHaveLength(2);
  const [, , searches = ''] = section.split('<figure').slice(1);
  expect(searches).toMatch(/class="part"[^>]* height="10".*class="part"[^>]* height="12"/);
  const silent = { ...overview.days[0], searches: 0 } as Overview['days'][number];
  expect(sectionOf(consoleHtml(pageOf({ days: [silent] })), 'h-days')).not.toContain('davon ohne Treffer');
});

test('the load of an hour and a day has times, failures and refusals', () => {
  const section = sectionOf(consoleHtml(pageOf()), 'h-load');
  const [intro = '', hour = '', day = ''] = section.split('<h3>').map((part) => plain(part));
  expect(intro).toContain('gezählt seit 01.03. 01:02.');
  expect(hour).toContain('Letzte Stunde Antwortzeit (p95) 99 ms');
  const times = 'Anfragen: 4.000. Die Hälfte dauerte höchstens 5,4 ms, 95 % höchstens 99 ms, 99 % höchstens 999 ms.';
  expect(hour).toContain(times);
  expect(hour).toContain(
    'Fehler und Abweisungen 5 04:06 05:05 Fehler (5xx): 2. Wegen zu vieler Anfragen abgewiesen: 3.',
  );
  expect(hour).toContain('p50 5,4 ms p95 99 ms p99 999 ms');
  expect(day).toContain('Letzte 24 Stunden Antwortzeit (p95) – Keine Anfragen.');
  expect(day).toContain('Fehler und Abweisungen 0 Keine Fehler, nichts abgewiesen.');
  // A bar has all errors, its highlighted part the failures.
  const [, hourBars = ''] = section.split('<h3>')[1]?.split('Fehler und Abweisungen') ?? [];
  expect(hourBars).toMatch(/viewBox="0 0 20 72".*y="0"[^>]*height="72".*class="part"[^>]*height="29"/);
  const slow = { ...span, whole: { ...span.whole, times: { p50: 0.9995, p95: 1.26, p99: 100.6 } } };
  const told = plain(sectionOf(consoleHtml({ ...pageOf(), load: { ...load, day: slow } } as ConsoleModel), 'h-load'));
  expect(told).toContain('höchstens 1 s, 95 % höchstens 1,3 s, 99 % höchstens 101 s.');
  expect(told.split('Letzte 24 Stunden')[1]).toContain('04.03. 04:06 04.03. 05:05');
});

test('an overview that is being made asks again, and one that failed says why', () => {
  const waiting = consoleHtml({ page: 'overview', overview: null, failure: null, load });
  expect(notesOf(waiting)).toEqual(['Der Bericht wird gerade erstellt. Neu laden']);
  expect(waiting).toContain('<a href="/de-DE/overview">Neu laden</a>');
  const failed = consoleHtml({ page: 'overview', overview: null, failure: 'disk full', load });
  expect(notesOf(failed)).toEqual(['Der Bericht konnte nicht erstellt werden: disk full']);
  for (const html of [waiting, failed])
    expect([sectionOf(html, 'h-load') !== '', rowsOf(html, 'h-todo')]).toEqual([true, []]);
});
