import { expect, test } from 'vitest';
import type { FullTextResult } from '../../server/contract/search.js';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import { brandFilter } from '../../test/fixtures/views/pages/catalogue-views.js';
import {
  category,
  foundOf,
  fullTextModelOf,
  universal,
} from '../../test/fixtures/views/pages/shop-brand-search-views.js';
import { IslandHostProvider } from '../island.js';
import type { FullTextModel } from '../search-models.js';
import { FullTextView } from './full-text.view.js';

type Reading = FullTextResult['reading'];
const page = pageOf(editions['de-DE'], { path: '/Volltextsuche?query=x' });
const readingOf = (change: Partial<Reading> = {}): Reading => ({ ...foundOf().reading, ...change });
const base = fullTextModelOf({
  query: 'golf scheibe',
  read: '/Volltextsuche?query=scheibe&f=abc&vehicle=1&page=2',
});
const html = (result: Partial<FullTextResult> = {}, more: Partial<FullTextModel> = {}): string =>
  htmlOf(<FullTextView model={{ ...base, result: foundOf(result), ...more }} />, page);
const words = (...of: Parameters<typeof html>): string => plain(html(...of)).trim();
const none: Partial<FullTextResult> = {
  resultCount: 0,
  universal: [],
  specific: [],
  products: [],
  universalProducts: [],
};
const note = (kind: Reading['notes'][number]['kind'], text = 'W', values: string[] = []) => ({ kind, text, values });

test('each note on how the words were read is a sentence of its own', () => {
  const notes = [
    note('unknown'),
    note('unsold'),
    note('missing'),
    note('nearest', '10 mm', ['10.5 mm', '11 mm']),
    note('car'),
    note('language', 'fr'),
    note('symptom'),
    note('similar', 'W', ['A.1', 'B 2']),
  ];
  expect(words({ reading: readingOf({ notes }) })).toContain(
    '„W“ haben wir nicht verstanden. W führen wir nicht. Sie sehen Teile anderer Marken. Zu „W“ gibt es hier keinen Treffer; wir zeigen die Teile ohne diese Angabe. 10 mm gibt es hier nicht. Am nächsten kommen: 10,5 mm, 11 mm. „W“ blieb unberücksichtigt: Dafür fehlt noch die Angabe des Fahrzeugs. Sprache der Suche: Französisch. Häufig liegt es an diesen Teilen.',
  );
  expect(words({ reading: readingOf({ notes }) })).toContain('Ähnlich sind: A.1, B 2.');
});

test('an unknown word is not noted where another sentence says it, an unsold brand without a hit offers nothing else', () => {
  const reading = readingOf({ notes: [note('unknown'), note('unsold', 'Marke')] });
  expect(words({ ...none, reading })).not.toContain('nicht verstanden');
  expect(words({ ...none, reading })).toMatch(/Marke führen wir nicht\.(?! Sie sehen)/);
  const help = [{ page: 'shipping' as const, title: 'Versand' }];
  expect(words({ reading }, { help })).not.toContain('nicht verstanden');
  expect(html({}, { help })).toMatch(/Hilfe dazu.*href="\/Informationen\/[^"]*">Versand</);
});

test('words that name another car lead back to the own one', () => {
  const own = { vehicle, isOtherCar: true };
  const other = { ...vehicle, model: null };
  const markup = html({ vehicle: other, reading: readingOf({ withoutCar: 'scheibe' }) }, own);
  expect(plain(markup)).toContain('Gesucht für Volkswagen Golf VII, nicht für Volkswagen Golf VII 1.6 TDI.');
  expect(markup).toContain('href="/Volltextsuche?query=scheibe&amp;modelId=77" rel="nofollow"');
  expect(words({ vehicle: other }, { vehicle })).not.toContain('Gesucht für');
  expect(html({ vehicle: other }, own)).not.toContain('modelId=77" rel="nofollow"');
});

const car = (id: string, family: string | null, change: object = {}) => ({
  ...vehicle,
  seriesFamily: family === null ? null : { id: family, name: family },
  seriesPage: { id, slug: `Golf-${id}`, name: `Golf ${id}` },
  model: null,
  ...change,
});

test('generations lead to the part for each of them, engines are folded', () => {
  const choices = [car('1', 'Golf'), car('2', 'Golf')] as FullTextResult['choices'];
  const reading = readingOf({ withoutCar: 'scheibe', f: 'abc' });
  const named = { ...category, isLeaf: true };
  const leaf = html({ choices, reading, named });
  expect(leaf).toContain('href="/Bremsscheiben/Golf-1/2-1-1523?f=abc"');
  expect(plain(leaf)).toContain('Golf: welches Modell?');
  const group = html({ choices, reading, named: { ...named, isLeaf: false } });
  expect(group).toContain('href="/Volltextsuche?query=scheibe&amp;vehicleSeriesGroupId=1"');
  expect(html({ choices, reading, named: { ...named, isUniversal: true } })).toContain('vehicleSeriesGroupId=2');
  expect(html({ choices, reading: readingOf() })).toContain('href="/Ersatzteile/Golf-1/2-1-"');
  const engines = words({
    choices: [vehicle, vehicle].map((each, at) => ({ ...each, model: each.model && { ...each.model, id: `${at}` } })),
  });
  expect(engines).toContain('Welcher Motor? (2)');
});

test('several generations have the name of their family', () => {
  const about = { ...vehicle, seriesPage: null, model: null };
  const choices = [car('1', 'Golf'), car('2', 'Golf')] as FullTextResult['choices'];
  const one = { vehicle: about, choices, vehicleSpecific: [category], specific: [] };
  expect(words(one)).toMatch(/Kategorien für Volkswagen Golf .*Artikel für Volkswagen Golf /);
  expect(html(one)).toContain('href="/Volltextsuche?query=Volkswagen%20Golf%20Bremsscheiben"');
  const mixed = { ...one, choices: [...choices, car('3', 'Polo')] as FullTextResult['choices'] };
  expect(words(mixed)).toMatch(/Kategorien für Volkswagen Brems/);
  expect(html(mixed)).toContain('href="/Bremsscheiben/Volkswagen/1-1-1523"');
  expect(words({ ...one, vehicle })).toContain('Kategorien für Volkswagen Golf VII 1.6 TDI');
});

test('a leaf keeps the filters that words became, other categories do not', () => {
  const reading = readingOf({ f: 'abc' });
  const markup = html({
    reading,
    specific: [{ ...category, isLeaf: true }],
    universal: [{ ...universal, isLeaf: false }],
  });
  expect(markup).toContain('href="/Bremsscheiben/Alle-Fahrzeuge/--1523?f=abc"');
  expect(markup).toContain('href="/Bremsscheiben/8-9"');
  expect(html({ page: 2 })).not.toContain('id="categories"');
  expect(html({ filters: [brandFilter] })).not.toContain('id="categories"');
  expect(html({ filters: [brandFilter], reading })).toContain('id="categories"');
});

test('the filters count a search by its remaining words and its car', () => {
  const asked = (result: Partial<FullTextResult>, more: Partial<FullTextModel>): string =>
    html({ filters: [brandFilter], ...result }, more);
  expect(asked({}, {})).toContain('action="/Volltextsuche"');
  expect(asked({}, {})).toContain('name="query" value="scheibe"');
  expect(asked({}, {})).not.toContain('name="page"');
  const withCar = asked({ vehicle, reading: readingOf({ withoutCar: 'scheibe' }) }, {});
  expect(withCar).toMatch(
    /href="\/Volltextsuche\?query=scheibe" aria-label="Fahrzeug: Volkswagen Golf VII 1\.6 TDI, Filter/,
  );
  expect(plain(withCar)).toContain('Beste Treffer Gesamtpreis, aufsteigend');
  const addressOf = (reading: Reading, more: Partial<FullTextModel>): string => {
    const host = { render: (_: unknown, __: unknown, props: object) => JSON.stringify(props) };
    const view = <FullTextView model={{ ...base, result: foundOf({ filters: [brandFilter], reading }), ...more }} />;
    const markup = htmlOf(<IslandHostProvider value={host}>{view}</IslandHostProvider>, page);
    return /asked&quot;:&quot;(.*?)&quot;/.exec(markup)?.[1] ?? '';
  };
  expect(addressOf(readingOf(), {})).toBe('/Volltextsuche/golf%20scheibe?');
  const context = { type: '3', id: '77' } as const;
  expect(addressOf(readingOf({ rest: 'öl 5' }), { context, isAsTyped: true })).toBe(
    '/Volltextsuche/%C3%B6l%205?type=3&amp;id=77&amp;exact=1',
  );
});

test('a search that filters emptied has filters to take back, and one without any hit says so', () => {
  const emptied = words({ ...none, filters: [brandFilter] });
  expect(emptied).toContain('0 Treffer.');
  expect(emptied).toContain('Kein Artikel entspricht allen gewählten Filtern.');
  expect(words(none)).toMatch(/Zu „golf scheibe“ haben wir nichts gefunden\./);
  expect(html(none)).not.toContain('id="liste"');
  expect(words({ ...none, specific: [category] })).toContain('0 Treffer.');
});

test('a part that the shop lacks for the car leads to other engines and to all cars', () => {
  const absent = { category, isForOthers: true };
  const markup = html({ ...none, absent, vehicle });
  expect(plain(markup)).toContain('„Bremsscheiben“ haben wir für Volkswagen Golf VII 1.6 TDI nicht im Angebot.');
  expect(markup).toContain('href="/Bremsscheiben/Golf-VII/2-2-1523"');
  expect(markup).toContain('href="/Bremsscheiben/Alle-Fahrzeuge/--1523"');
  expect(words({ ...none, absent: { category, isForOthers: false }, vehicle })).not.toContain('andere Motoren');
  expect(words({ ...none, absent })).toContain('haben wir nichts gefunden');
});

test('a correction names both words, and what was typed if that finds something', () => {
  const spelling = {
    term: 'Scheibe',
    words: [{ from: 'Schiebe', to: 'Scheibe' }],
    href: '/right',
    exactHref: '/typed',
  };
  const corrected = html({}, { spelling });
  expect(plain(corrected)).toContain('Statt „Schiebe“ haben wir „Scheibe“ gesucht. Genau „golf scheibe“ suchen');
  expect(corrected).toContain('href="/typed"');
  expect(corrected).not.toContain('href="/right"');
  const meant = html({}, { spelling: { ...spelling, words: [], exactHref: null } });
  expect(plain(meant)).toContain('Meinten Sie „Scheibe“?');
  expect(meant).toContain('href="/right"');
});
