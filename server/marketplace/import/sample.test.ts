import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { ColumnMeaning } from '../../contract/file-preview.js';
import { runImportCommand } from './cli.js';
import { defaultLimits } from './guards.js';
import { readHeldFeed } from './held-feeds.js';
import { columnsOf } from './reading/columns.js';
import { noMapping } from './reading/mapping.js';

const { dataDir, importFile, served } = importFolder();
const shop = 'Gamma';
const chosen = (meanings: Readonly<Record<string, string | null>>): ColumnMeaning[] =>
  Object.entries(meanings).map(([header, meaning]) => ({ header, meaning }));
/** Imports a file with meanings that the merchant has chosen. */
const read = (content: string, headers: ColumnMeaning[] = [], isDryRun = false) =>
  importFile('offers', content, { shop, isDryRun, limits: defaultLimits, mapping: { ...noMapping, headers } });

test('the sample has the first 20 rows in the spelling of the shop, with what is refused', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `k${at};Brand 1;PAD1;1.234,5${at % 10} €;4,0;1 bis 3 Tage;rot`);
  rows[1] = 'k1;Brand 1;PAD1;dear;0;;';
  rows[20] = 'k20;Brand 1;PAD1;1,00;4;;blau';
  const { sample } = await read(`SKU;Marke;HAN;Preis (brutto);Bestand;Lieferzeit;Farbe\n${rows.join('\n')}\n`);
  expect(sample?.meanings).toEqual(columnsOf.offers.map(({ name }) => name));
  expect(sample?.columns.map(({ header, meaning }) => [header, meaning])).toEqual([
    ['SKU', 'key'],
    ['Marke', 'brand'],
    ['HAN', 'number'],
    ['Preis (brutto)', 'price'],
    ['Bestand', 'stock'],
    ['Lieferzeit', 'handling'],
    ['Farbe', null],
  ]);
  expect(sample?.columns[0]?.samples).toEqual(['k0', 'k1', 'k2']);
  expect(sample?.columns[6]?.samples).toEqual(['rot']);
  expect(sample?.rows).toHaveLength(20);
  expect(sample?.rows.slice(0, 2)).toEqual([
    {
      line: 2,
      values: { key: 'k0', brand: 'Brand 1', number: 'PAD1', price: '1234.50', stock: '4', handling: '1–3' },
      faults: [],
    },
    {
      line: 3,
      values: { key: 'k1', brand: 'Brand 1', number: 'PAD1', price: 'dear', stock: '0' },
      faults: [{ field: 'stock', reason: 'is out of stock', outcome: 'left out' }],
    },
  ]);
});

test('a file without required columns still shows its columns and rows', async () => {
  const { outcome, refusal, sample } = await read('Kürzel;Hersteller;Verkauf;HAN\nx1;Brand 1;10,00;PAD1\n');
  expect([outcome, refusal]).toEqual(['refused', expect.stringContaining('the header lacks key, price')]);
  expect(sample?.columns).toContainEqual({ header: 'Verkauf', meaning: null, samples: ['10,00'] });
  expect(sample?.rows).toEqual([{ line: 2, values: { brand: 'Brand 1', number: 'PAD1' }, faults: [] }]);
});

test('chosen meanings come before the spellings, and a column without a meaning is not read', async () => {
  const table = 'Kürzel;Hersteller;Verkauf;HAN;Preis;Bestand\nx1;Brand 1;10,00;PAD1;99,00;3\n';
  const headers = chosen({ KÜRZEL: 'key', Verkauf: 'price', Bestand: null, Fehlt: 'stock' });
  const { outcome, sample } = await read(table, headers);
  expect([outcome, sample?.columns.map(({ meaning }) => meaning)]).toEqual([
    'active',
    ['key', 'brand', 'price', 'number', null, null],
  ]);
  expect(served("select price, stock from offer where shop_id = 3 and key = 'x1'")).toMatchObject({ price: 1000 });
  expect((await read(table, chosen({ Kürzel: 'key', Verkauf: 'price', Preis: 'price' }))).refusal).toContain(
    'the column price appears twice in the header ("Verkauf" and "Preis")',
  );
});

test('no choice makes a net price or another currency the price', async () => {
  for (const name of ['Preis netto', 'VK EUR netto']) {
    const { refusal } = await read(`SKU;HAN;${name}\nx;PAD1;1\n`, chosen({ [name]: 'price' }));
    expect(refusal).toContain('is a net price');
  }
  expect((await read('SKU;HAN;Preis CHF\nx;PAD1;1\n', chosen({ 'Preis CHF': 'price' }))).refusal).toContain(
    'is not in euros',
  );
});

test('a dry run says what would change and be held, and a held feed keeps the meanings', async () => {
  const all = Array.from({ length: 12 }, (_, at) => `k${at};Brand 1;PAD1;10,00;5`);
  await read(`key;brand;number;price;stock\n${all.join('\n')}\n`);
  const headers = chosen({ Nr: 'key', Euro: 'price' });
  const short = 'Nr;brand;number;Euro;stock\nk0;Brand 1;PAD1;11,00;5\n';
  const dry = await read(short, headers, true);
  expect(dry).toMatchObject({ outcome: 'dry run', changes: { changed: 1, removed: 11 } });
  expect(dry.sample?.held).toContain('would take off 11 of the 12 offers');
  expect(dry.preview).toMatchObject({ removed: 11, prices: [{ key: 'k0', before: 1000, now: 1100 }] });
  const { held, sample } = await read(short, headers);
  expect(sample?.held).toBe(dry.sample?.held);
  expect(readHeldFeed(dataDir(), held ?? '').mapping.headers).toEqual(headers);
});

test('a dry run of a file with too many errors also says what the other rows change', async () => {
  const table = 'key;brand;number;price;stock\nk0;Brand 1;PAD1;10,00;5\nk1;Brand 1;PAD1;dear;5\n';
  const options = { shop, isDryRun: true, maxRejects: 5 };
  const { outcome, refusal, changes } = await importFile('offers', table, options);
  expect([outcome, refusal, changes.added]).toEqual(['refused', '1 of 2 rows were rejected, more than 5 per cent.', 1]);
  expect(await importFile('offers', table, { ...options, isDryRun: false })).toMatchObject({ changes: {} });
});

test('hostile headers are columns like any other, or a clear refusal', async () => {
  const strange = ['__proto__', 'constructor', '=cmd|x', '\u202ebell\u0007', '<script>', '---'];
  const { outcome, sample } = await read(
    `key;number;price;${strange.join(';')}\nx1;PAD1;1,00;a;b;c;d;e;f\n`,
    chosen({ __proto__x: 'brand', constructor: null, '': 'stock', '---': 'handling' }),
    true,
  );
  expect([outcome, sample?.columns.slice(3).map(({ header, meaning }) => [header, meaning])]).toEqual([
    'dry run',
    [
      ['__proto__', null],
      ['constructor', null],
      ['=cmd|x', null],
      ['\u202ebell ', null],
      ['<script>', null],
      ['---', null],
    ],
  ]);
  expect((await read(`key;${'x'.repeat(1_000_000)}\n1;2\n`)).refusal).toContain('the first line is longer than 64 kB');
  expect((await read('key;n\0umber;price\nx;y;1\n')).refusal).toContain('is no text: it contains bytes of zero');
  const many = Array.from({ length: 300 }, (_, at) => `c${at}`);
  expect(
    (await read(`key;number;price;${many.join(';')}\nx1;PAD1;1;${many.join(';')}\n`, [], true)).sample?.columns,
  ).toHaveLength(200);
});

test('the command reads chosen meanings from a file, and leaves out those that no longer exist', async () => {
  const [feed, columns] = [join(dataDir(), 'feed.csv'), join(dataDir(), 'columns.json')];
  writeFileSync(feed, 'Nr;Marke;HAN;Euro\nc1;Brand 1;PAD1;12,00\n');
  writeFileSync(columns, JSON.stringify(chosen({ Nr: 'key', Euro: 'price', Marke: 'colour' })));
  const words = ['offers', feed, '--shop', shop, '--columns', columns, '--data-dir', dataDir()];
  expect(await runImportCommand(words, {}, testClock, () => {})).toBe(0);
  expect(served("select price from offer where shop_id = 3 and key = 'c1'")).toEqual({ price: 1200 });
});
