import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { unknownDays } from '../offer-store/unknown-facts.js';
import { runImportCommand } from './cli.js';

const { dataDir, importFile, importTable, served } = importFolder();

test('summary and command name the columns that were not read', async () => {
  const table =
    'Art.-Nr.;Hersteller;HAN;Preis (brutto);Preis netto;Lagerbestandsmenge;Farbe\na;Brand 1;PAD1;10,00;8,40;3;rot\n';
  const { unread } = await importFile('offers', table, { shop: 'Gamma' });
  expect(unread).toEqual([
    { column: 'Preis netto', nearest: null, isNet: true },
    { column: 'Lagerbestandsmenge', nearest: 'stock', isNet: false },
    { column: 'Farbe', nearest: null, isNet: false },
  ]);
  expect(served("select price from offer where shop_id = 3 and key = 'a'")).toEqual({ price: 1000 });
  const output: string[] = [];
  const words = ['offers', join(dataDir(), 'table.csv'), '--shop', 'Gamma', '--data-dir', dataDir()];
  await runImportCommand(words, {}, testClock, (line) => output.push(line));
  expect(output).toContain('Not read: Preis netto (a net price), Lagerbestandsmenge (nearest known: stock), Farbe.');
});

test('the report of a refused file names its unread columns as well', async () => {
  const { outcome, unread } = await importTable('offers', 'shop;key;mpn;price;Farbe', 'Gamma;a;X;abc;rot');
  expect([outcome, unread]).toEqual(['refused', [{ column: 'Farbe', nearest: null, isNet: false }]]);
});

test('columns of other systems bring their values', async () => {
  const head = 'shop;key;brand;mpn;price;Lieferzeit;Vorrätig?';
  const row = (words: string, available: string) => `Gamma;a;Brand 1;PAD1;10,00;${words};${available}`;
  const stored = () =>
    served("select handling_min as low, handling_max as high from offer where shop_id = 3 and key = 'a'");
  await importTable('offers', head, row('sofort lieferbar, 1-3 Werktage', '4'));
  expect(stored()).toEqual({ low: 1, high: 3 });
  const vague = await importTable('offers', head, row('auf Anfrage', '1'));
  expect(stored()).toEqual({ low: unknownDays, high: unknownDays });
  expect(vague.reasons).toEqual({ 'handling names no days; the delivery time stays unknown': 1 });
  expect((await importTable('offers', head, row('2', '0'))).changes).toMatchObject({ removed: 1 });
});
