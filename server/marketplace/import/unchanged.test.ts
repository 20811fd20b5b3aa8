import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { runImportCommand } from './cli.js';
import type { ImportKind } from './reading/columns.js';

/** Files of each kind without news. */
const { dataDir, importTable, served } = importFolder();
const titles = ['de', 'fr', 'es', 'it', 'nl'].map((language) => `title_${language}`).join(';');
const catalogues = () => readdirSync(dataDir()).filter((name) => name.includes('catalogue'));

const kinds: readonly (readonly [ImportKind, head: string, row: string, other: string])[] = [
  ['vehicles', 'make;series;kw;from', 'Volkswagen;Polo;55;2001-09', 'Volkswagen;Polo;74;2001-09'],
  [
    'categories',
    `id;parent;leaf_number;goods;seo_text_de;${titles}`,
    `${ids.oils};900;463;oil, measured;Gut;Öle;Huiles;Aceites;Oli;Olie`,
    `${ids.oils};900;463;oil;Gut;Öle;Huiles;Aceites;Oli;Olie`,
  ],
  [
    'shops',
    'name;country;rating;shipping;policy',
    'Gamma;DE;4,5;"FR:9.90:2-4; DE:4.90:1-2:50";<p>Ja</p>',
    'Gamma;DE;4,5;DE:4.90:1-2:50;<p>Ja</p>',
  ],
  [
    'products',
    'brand;number;category;oe;attributes;brand_email',
    `Brand 1;PAD1;${ids.pads};Volkswagen:1K0 615 301|BMW:34 11;height=79 mm;a@brand.example`,
    `Brand 1;PAD1;${ids.pads};Volkswagen:1K0 615 301;height=79 mm;a@brand.example`,
  ],
  [
    'products',
    'brand;number;category;brand_email',
    `Brand 1;PAD1;${ids.pads};a@brand.example`,
    `Brand 1;PAD1;${ids.pads};b@brand.example`,
  ],
  [
    'fitment',
    'brand;number;model;note',
    `Brand 1;PAD1;${ids.bmwModel};bis 2009`,
    `Brand 1;PAD1;${ids.bmwModel};bis 2010`,
  ],
  ['attributes', 'code;kind;unit;label_de', 'runout;number;mm;Schlag', 'runout;number;cm;Schlag'],
  [
    'documents',
    'brand;number;type;url',
    'Brand 1;PAD1;safety;https://docs.example/a.pdf',
    'Brand 1;PAD1;safety;https://docs.example/b.pdf',
  ],
  ['warnings', 'category;text_de', `${ids.pads};Heiß`, `${ids.pads};Sehr heiß`],
  ['brands', 'brand;description_de', 'Brand 1;Gut', 'Brand 1;Besser'],
  ['reviews', 'key;rating;date;language', 'a;5;2026-10-01;de', 'a;4;2026-10-01;de'],
  ['offers', 'shop;key;brand;number;price', 'Gamma;a;Brand 1;PAD1;10,00', 'Gamma;a;Brand 1;PAD1;10,01'],
];

describe.each(kinds)('%s', (kind, head, row, other) => {
  test('a file without news makes no generation, and one with news does', async () => {
    const first = await importTable(kind, head, row);
    expect([first.outcome, first.rejected]).toEqual(['active', 0]);
    const visible = () => {
      const { generation } = served("select value as generation from main.meta where key = 'generation'") ?? {};
      return [generation, served('select max(number) as number from change')?.number];
    };
    const before = visible();
    const files = catalogues();
    const again = await importTable(kind, head, row);
    expect(again).toMatchObject({ outcome: 'unchanged', refusal: null, generation: null, commit: null, rejected: 0 });
    expect([visible(), catalogues()]).toEqual([before, files]);
    const changed = await importTable(kind, head, other);
    expect([changed.outcome, changed.rejected]).toEqual(['active', 0]);
    expect(visible()).toEqual([changed.generation ?? before[0], changed.commit ?? visible()[1]]);
    expect(visible()).not.toEqual(before);
    expect((await importTable(kind, head, other)).outcome).toBe('unchanged');
  });
});

test('the command says so and ends with code 0', async () => {
  await importTable('offers', 'shop;key;brand;number;price', 'Gamma;a;Brand 1;PAD1;10,00');
  const output: string[] = [];
  const file = join(dataDir(), 'table.csv');
  const code = await runImportCommand(['offers', file, '--data-dir', dataDir()], {}, testClock, (line) =>
    output.push(line),
  );
  expect([code, output.at(-2)]).toEqual([0, 'Nothing changed; everything stays as it is.']);
  expect(output).toContain('0 added, 0 changed, 1 unchanged, 0 removed');
  const summary = JSON.parse(readFileSync(/\S+\.summary\.json$/.exec(output.at(-1) as string)?.[0] as string, 'utf8'));
  expect(summary).toMatchObject({ outcome: 'unchanged', generation: null, changes: { unchanged: 1 } });
});

test('a price that is due changes even if the file has no news', async () => {
  const head = 'shop;key;brand;number;price;sale_price;sale_price_effective_date';
  const tomorrow = new Date(testClock.now() + 24 * 3600_000).toISOString().slice(0, 10);
  const [a, b] = ['Gamma;a;Brand 1;PAD1;10,00;;', `Beta;b;Brand 1;PAD1;10,00;8,00;${tomorrow}/${tomorrow}`];
  await importTable('offers', head, a, b);
  const offers = new OfferWriter(dataDir(), () => null, testClock);
  offers.commit(() => offers.database.exec('update offer_change set at = 1 where price = 800'));
  offers.close();
  const { outcome, changes } = await importTable('offers', head, a);
  expect([outcome, changes]).toEqual(['active', { added: 0, changed: 0, unchanged: 1, removed: 0 }]);
  expect(served("select price from offer where key = 'b'")).toEqual({ price: 800 });
});

test('a row that announces no price any more takes the announced one back', async () => {
  const head = 'shop;key;brand;number;price;sale_price;sale_price_effective_date';
  const tomorrow = new Date(testClock.now() + 24 * 3600_000).toISOString().slice(0, 10);
  const row = 'Gamma;a;Brand 1;PAD1;10,00';
  await importTable('offers', head, `${row};8,00;${tomorrow}/${tomorrow}`);
  const { changes } = await importTable('offers', head, `${row};;`);
  expect([changes.changed, served('select count(*) as announced from offer_change')]).toEqual([1, { announced: 0 }]);
});

test('the surcharge of bulky goods follows the tariff of the shop, though their row has no news', async () => {
  const bulky = () =>
    importTable('offers', 'shop;key;brand;number;price;shipping', 'Gamma;a;Brand 1;PAD1;10,00;DE:::20.00 EUR');
  const surcharge = () => served("select surcharge from offer where key = 'a'");
  const tariffs = ['DE:4.90:1-2', 'DE:6.90:1-2'];
  for (const [at, tariff] of tariffs.entries()) {
    await importTable('shops', 'name;country;shipping', `Gamma;DE;${tariff}`);
    await bulky();
    expect([tariff, surcharge()]).toEqual([tariff, { surcharge: [1510, 1310][at] }]);
  }
});

describe('withheld offers are reported with their reason', () => {
  const head = 'shop;key;brand;number;price';

  test('the summary counts offers of its files only, also if nothing changed', async () => {
    const identity = 'Straße 1;10115;Stadt;+49;e@shop.example;HRB 1';
    const shops = ['Delta;DE;;;;;;;0', `Epsilon;DE;${identity};0`];
    await importTable('shops', 'name;country;street;postcode;city;phone;email;register;return_cost', ...shops);
    await importTable('offers', head, 'Delta;x;Brand 1;DISC6;10,00');
    const rows = ['Alpha;a;Brand 1;PAD1;10,00', 'Epsilon;b;Brand 1;DISC3;10,00'];
    const nowhere = { 'the shop ships to none of the six countries (shipping)': 1 };
    expect((await importTable('offers', head, ...rows)).unsold).toEqual({ offers: 1, reasons: nowhere });
    rows.push('Delta;a;Brand 1;PAD1;10,00', 'Delta;b;Brand 1;DISC3;10,00');
    const who = 'the shop has not said who trades (street, postcode, city, phone, email, register)';
    const unsold = { offers: 3, reasons: { [who]: 2, ...nowhere } };
    expect((await importTable('offers', head, ...rows)).unsold).toEqual(unsold);
    const again = await importTable('offers', head, ...rows);
    expect([again.outcome, again.unsold]).toEqual(['unchanged', unsold]);
    const output: string[] = [];
    await runImportCommand(['offers', join(dataDir(), 'table.csv'), '--data-dir', dataDir()], {}, testClock, (line) =>
      output.push(line),
    );
    expect(output.slice(-5, -2)).toEqual([
      'Not sold are 3 of the offers in these files (npm run report names them):',
      `  2 × ${who}`,
      '  1 × the shop ships to none of the six countries (shipping)',
    ]);
    expect((await importTable('offers', head, 'Alpha;a;Brand 1;PAD1;11,00')).unsold).toEqual({
      offers: 0,
      reasons: {},
    });
  });
});
