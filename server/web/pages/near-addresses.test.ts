import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import type { Client } from '../api/client.js';
import { type Edition, editions } from '../routes/editions.js';
import { createNearAddresses } from './near-addresses.js';

const entries: Record<string, unknown[]> = {
  manufacturers: [{ id: '10', seoName: 'Volkswagen', name: 'Volkswagen' }],
  'series-pages': [{ id: '267', slug: 'Golf-VII', name: 'Golf VII' }],
  categories: [{ urlId: '1523', seoAliases: { de: 'Bremsscheiben' }, title: 'Bremsscheiben' }],
  'universal-categories': [{ urlId: '463', seoAliases: { de: 'Motoroel' }, title: 'Motoröl' }],
  brands: [{ id: '7', slug: 'Golf-VII', name: 'Golf VII' }],
  shops: [{ id: '3', slug: 'Autoteile-Hagedorn', name: 'Autoteile Hagedorn' }],
};
const discs = { urlId: '1523', seoAlias: 'Bremsscheiben', title: 'Bremsscheiben', isUniversal: false };
/** A search whose words name no page alone. */
const nothingFound = {
  named: null,
  vehicle: null,
  reading: { withoutCar: 'x', notes: [], hasEngine: false, f: '' },
  corrected: null,
  choices: [],
  vehicleSpecific: [],
  universal: [],
};
interface Setting {
  fails?: boolean;
  /** Whether the search fails, while names can be read. */
  isSearchDown?: () => boolean;
  hasTwins?: boolean;
  brands?: object[];
  editions?: readonly Edition[];
}
function setUp(more: Setting = {}) {
  const asked: string[] = [];
  const terms: string[] = [];
  const call = async (id: string, { kind, term }: { kind: string; term?: string }) => {
    if (id === 'fullText') {
      terms.push(String(term));
      if (more.fails || more.isSearchDown?.()) throw new Error('down');
      return { ...nothingFound, specific: [discs] };
    }
    asked.push(kind);
    if (more.fails) throw new Error('down');
    const own = kind === 'brands' && !more.hasTwins ? (more.brands ?? []) : entries[kind];
    return { kind, entries: own, pageCount: 1, lastModified: '2026-01-01T00:00:00Z' };
  };
  const client = { for: () => ({ call }), generation: () => 'g1' } as unknown as Client;
  const edition = editions['de-DE'];
  const { editions: on = [edition] } = more;
  const clock = new ManualClock();
  const find = createNearAddresses({ client, shopName: 'Partavo', editions: on, clock });
  return {
    clock,
    asked,
    terms,
    find: (path: string, accept?: string) => find({ edition, prefix: '', path, moved: false, origin: '' }, accept),
  };
}

test.each([
  ['/Ersatzteile', '/Ersatzteile/Alle-Fahrzeuge/--'],
  ['/ersatzteile/alle-fahrzeuge', '/Ersatzteile/Alle-Fahrzeuge/--'],
  ['/Alle-Fahrzeuge', '/Ersatzteile/Alle-Fahrzeuge/--'],
  ['/Ersatzteile/Volkswagen', '/Ersatzteile/Volkswagen/1-10-'],
  ['/volkswagen', '/Ersatzteile/Volkswagen/1-10-'],
  ['/Ersatzteile/Volkswagen/1-', '/Ersatzteile/Volkswagen/1-10-'],
  ['/Ersatzteile/Golf-VII', '/Ersatzteile/Golf-VII/2-267-'],
  ['/bremsscheiben', '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
  ['/Bremsscheiben/Alle-Fahrzeuge', '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
  ['/Bremsscheiben/Volkswagen', '/Bremsscheiben/Volkswagen/1-10-1523'],
  ['/Bremsscheiben/Golf-VII', '/Bremsscheiben/Golf-VII/2-267-1523'],
  ['/Motor%C3%B6l', '/Motoroel/8-463'],
  ['/Impressum', '/Informationen/Impressum'],
  ['/Shop', null],
  ['/Ersatzteile/Alle-Fahrzeuge/Shop/Volkswagen', null],
  ['/Motoroel/Volkswagen', null],
  ['/Ersatzteile/Volkswagen/Golf-VII', null],
  ['/Bremsscheiben/x/1-99-1523', null],
  ['/gibt-es-nicht', null],
])('%s means %s', async (path, meaning) => {
  expect((await setUp().find(path)).meaning).toBe(meaning);
});

test('usual names in the language of an edition that is off mean no page', async () => {
  const meanings = async (find: ReturnType<typeof setUp>['find']) =>
    Promise.all(['/Kasse', '/checkout', '/carrello'].map(async (path) => (await find(path)).meaning));
  expect(await meanings(setUp().find)).toEqual(['/Warenkorb', '/Warenkorb', null]);
  const both = setUp({ editions: [editions['de-DE'], editions['it-IT']] });
  expect(await meanings(both.find)).toEqual(['/Warenkorb', '/Warenkorb', '/Warenkorb']);
});

test('a name of two pages means neither, and both are near', async () => {
  const { meaning, pages } = await setUp({ hasTwins: true }).find('/Golf-VII');
  expect([meaning, pages.map(({ path }) => path)]).toEqual([
    null,
    ['/Ersatzteile/Golf-VII/2-267-', '/Golf-VII-Ersatzteile/Alle-Fahrzeuge/---7'],
  ]);
});

test('mistakes in every part of an address lead to similar names', async () => {
  const { find } = setUp();
  expect(await find('/Bremscheiben/Wolkswagen/9-9-9')).toEqual({
    meaning: null,
    pages: [
      { label: 'Bremsscheiben', path: '/Bremsscheiben/Alle-Fahrzeuge/--1523' },
      { label: 'Volkswagen', path: '/Ersatzteile/Volkswagen/1-10-' },
    ],
  });
  expect((await find('/Shop/Autoteil-Hagedorn')).pages).toEqual([
    { label: 'Autoteile Hagedorn', path: '/Shop/Autoteile-Hagedorn' },
  ]);
  expect(await find('/%E0%A4%A')).toEqual({ meaning: null, pages: [] });
});

test('a flood of wrong addresses reads the names once and looks for few of them', async () => {
  const { asked, find } = setUp({ hasTwins: true });
  const answers = await Promise.all(Array.from({ length: 500 }, (_, index) => find(`/Bremsscheibe${index % 250}`)));
  const looked = answers.filter(({ pages }) => pages.length > 0).length;
  expect([looked > 0, looked <= 60, asked.length]).toEqual([true, true, 6]);
  // A repeated lookup does not count against the limit.
  expect((await find('/Bremsscheibe0')).pages).toHaveLength(1);
});

test('an error page names six pages at most', async () => {
  const brands = Array.from({ length: 9 }, (_, id) => ({ id: `${id}`, slug: `Marke-${id}`, name: `Marke ${id}` }));
  expect((await setUp({ brands }).find('/Marke')).pages).toHaveLength(6);
});

test('a browser also gets what a search for the words finds, searched once', async () => {
  const { terms, find } = setUp();
  const path = '/Scheiben-fuer-die-Bremse';
  expect((await find(path)).pages).toEqual([]);
  for (let time = 0; time < 2; time += 1)
    expect(await find(path, 'text/html,*/*;q=0.8')).toEqual({
      meaning: null,
      pages: [{ label: 'Bremsscheiben', path: '/Bremsscheiben/Alle-Fahrzeuge/--1523' }],
    });
  expect(terms).toEqual(['Scheiben fuer die Bremse']);
});

test('without the catalogue nothing is near, and it is asked again', async () => {
  const { asked, find } = setUp({ fails: true });
  for (const path of ['/Volkswagen', '/Golf-VII']) expect(await find(path)).toEqual({ meaning: null, pages: [] });
  expect(asked).toHaveLength(12);
});

test('a failed search is repeated after two seconds, and what was found is known for an hour', async () => {
  let isDown = true;
  const { terms, asked, find, clock } = setUp({ isSearchDown: () => isDown });
  // The memory of answers takes zero for no time at all.
  await clock.advance(1);
  const found = async () => (await find('/Scheiben-fuer-die-Bremse', 'text/html')).pages.length;
  expect(await found()).toBe(0);
  isDown = false;
  await clock.advance(1900);
  expect([await found(), terms.length]).toEqual([0, 1]);
  await clock.advance(200);
  await until('it is searched again', async () => (await found()) === 1);
  await clock.advance(3_590_000);
  expect([await found(), terms.length, asked.length]).toEqual([1, 2, 6]);
  await clock.advance(20_000);
  await until('the names are read again', async () => (await found()) === 1 && asked.length === 12);
});
