import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { attributesOf } from './attributes.js';
import { fuelNamed } from './read-car.js';
import { parseDate, parseTime } from './reading/times.js';

const { dataDir, importTable, served } = importFolder();

test('every kind knows a make by its short name', async () => {
  const cars = await importTable(
    'vehicles',
    'Hersteller;Baureihe;Motorisierung;Kraftstoff;Leistung (kW);Hubraum;Baujahr von;Baujahr bis',
    'Volkswagen;Polo;1.4;Benzin;63;1390;10/2003;15.05.2009',
    'V W;Lupo;1.0;Super;37;999;1998;2005-07',
  );
  expect(cars).toMatchObject({ outcome: 'active', changes: { added: 2 }, unread: [] });
  expect(served("select year_start as first, year_end as last from model where name = '1.4'")).toEqual({
    first: 2003,
    last: 2009,
  });
  const oe = await importTable(
    'products',
    'brand;number;category;OE-Nummern',
    `Brand 1;PAD1;${ids.pads};VW:1K0 615 301`,
  );
  expect(oe).toMatchObject({ rejected: 0, changes: { changed: 1 } });
  const fits = await importTable(
    'fitment',
    'brand;number;Fahrzeugmarke;Baureihe;Kraftstoff',
    'Brand 1;PAD1;VW;Polo;Essence',
  );
  expect(fits).toMatchObject({ rejected: 0, changes: { fitments: 1 } });
});

test.each([
  ['petrol', ['Benzin', 'essence', 'GASOLINA', 'benzina', 'benzine']],
  ['diesel', ['Diesel', 'gazole', 'gasóleo', 'gasolio']],
  ['electric', ['Elektro', 'électrique', 'eléctrico', 'elettrica', 'elektrisch']],
  ['hybrid', ['Hybrid', 'híbrido', 'ibrido', 'Benzin/Elektro']],
  ['lpg', ['Autogas', 'GPL', 'GLP', 'LPG']],
  ['cng', ['Erdgas', 'GNV', 'metano', 'aardgas']],
])('the fuel %s is known in five languages', (fuel, words) => {
  expect(words.map(fuelNamed)).toEqual(words.map(() => fuel));
});

describe('dates', () => {
  test.each([
    ['2003', 2003, null, null],
    ['2003-10', 2003, 10, null],
    ['10/2003', 2003, 10, null],
    ['10.2003', 2003, 10, null],
    ['15.10.2003', 2003, 10, 15],
    ['15/10/2003', 2003, 10, 15],
    ['15-10-2003', 2003, 10, 15],
    ['2003-10-15', 2003, 10, 15],
  ])('%s is read', (text, year, month, day) => expect(parseDate(text)).toEqual({ year, month, day }));
  test.each(['13/2003', '31.02.2003', '2003-1', '10/03', 'Oktober 2003', '15.10/2003x', '2003-10/15'])(
    '%s is no date',
    (text) => expect(parseDate(text)).toBeNull(),
  );
  test('a time needs a day', () => {
    const noon = Date.UTC(2026, 11, 24, 11);
    expect([parseTime('24/12/2026 12:00 +01:00'), parseTime('12/2026'), parseTime('2026')]).toEqual([noon, null, null]);
  });
});

test.each([
  ['Durchmesser: 312 mm|Dicke: 23,5 mm|Lochanzahl: 5'],
  ['Durchmesser=312 mm;Dicke=23,5 mm;Lochanzahl=5'],
  ['Durchmesser: 312 mm, Dicke: 23,5 mm, Lochanzahl: 5'],
  ['Durchmesser = 312 mm, Dicke = 23,5 mm | Lochanzahl = 5'],
])('attributes are read with any sign between the pairs: %s', (attributes) => {
  expect(JSON.parse(attributesOf({ attributes }, 'disc') ?? '')).toEqual([
    ['diameter', '312', 'mm'],
    ['thickness', '23.5', 'mm'],
    ['holes', '5', null],
  ]);
});

test('a bar or comma inside a value stays', () => {
  const attributes = 'Farbe=rot|blau, matt;Werkstoff: Stahl|verzinkt';
  expect(JSON.parse(attributesOf({ attributes }, '') ?? '').map(([, value]: string[]) => value)).toEqual([
    'rot|blau, matt',
    'Stahl|verzinkt',
  ]);
});

test('categories need titles only in the languages of the editions', async () => {
  const columns = ['id;parent;leaf_number;title_de;title_fr', '950;900;977;Keilriemen;Courroies'] as const;
  const titles = () =>
    served(
      "select group_concat(title, '|') as titles from (select title from category_text where category_id = 950 order by language)",
    );
  expect((await importTable('categories', ...columns)).reasons).toEqual({ 'title_es is missing': 1 });
  writeFileSync(join(dataDir(), 'shop.json'), JSON.stringify({ name: 'S', editions: { 'de-DE': {}, 'fr-FR': {} } }));
  expect((await importTable('categories', ...columns)).changes).toMatchObject({ added: 1 });
  expect(titles()).toEqual({ titles: 'Keilriemen|Keilriemen|Courroies|Keilriemen|Keilriemen' });
  await importTable(
    'categories',
    'id;parent;leaf_number;title_de;title_fr;title_nl',
    '950;900;977;Riemen;Courroies;Riemen nl',
  );
  expect(titles()).toEqual({ titles: 'Riemen|Keilriemen|Courroies|Keilriemen|Riemen nl' });
  const lacking = await importTable('categories', 'id;parent;leaf_number;title_de', '951;900;978;Ketten');
  expect(lacking.reasons).toEqual({ 'title_fr is missing': 1 });
});
