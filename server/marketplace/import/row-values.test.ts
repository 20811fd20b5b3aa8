import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { reportImports } from '../operator/report.js';

const { dataDir, importTable, served } = importFolder();

test('a product keeps its popularity until a file gives another one', async () => {
  const popularity = () => served("select popularity from product where norm_number = 'POP1'")?.popularity;
  const head = 'brand;number;category;title;popularity';
  const row = (...cells: string[]) => importTable('products', head, `Brand 1;POP1;${ids.pads};${cells.join(';')}`);
  const seen: unknown[] = [];
  for (const [title, given] of [
    ['A', '77'],
    ['B', ''],
    ['C', '0'],
    ['D', ''],
  ] as const) {
    await row(title, given);
    seen.push(popularity());
  }
  expect(seen).toEqual([77, 77, 0, 0]);
  await importTable('products', 'brand;number;category', `Brand 1;POP2;${ids.pads}`);
  expect(served("select popularity from product where norm_number = 'POP2'")?.popularity).toBe(1);
});

test.each([
  ['DE:4,90', 'shipping is not written as COUNTRY:PRICE:DAYS-DAYS:FREE-FROM'],
  ['DE:viel:1-2', 'shipping is not written as COUNTRY:PRICE:DAYS-DAYS:FREE-FROM'],
  ['DE:4,90:1-2:viel', 'shipping is not written as COUNTRY:PRICE:DAYS-DAYS:FREE-FROM'],
  ['DE:4,90:100', 'shipping is not written as COUNTRY:PRICE:DAYS-DAYS:FREE-FROM'],
  ['XX:4,90:1-2', 'shipping names no delivery country'],
  ['DE:4,90:1-2;de:5,90:1-2', 'shipping names DE twice'],
])('an import rejects the tariff %s', async (tariff, reason) => {
  const rates = () => served('select group_concat(country || tariff) as rates from shop_rate where shop_id = 3');
  const before = rates();
  const { reasons } = await importTable('shops', 'name;country;shipping', `Gamma;DE;"${tariff}"`, 'Beta;DE;');
  expect([reasons, rates()]).toEqual([{ [reason]: 1 }, before]);
});

test('a tariff of one day, in small letters and without a free parcel, is taken', async () => {
  await importTable('shops', 'name;country;shipping', 'Gamma;DE;"de:4,90:3; FR:9,90:4-2:50;"');
  expect(
    served(
      'select json_group_array(json_array(country, tariff, free_from, days_min, days_max) order by country) as rates from shop_rate where shop_id = 3',
    ),
  ).toEqual({
    rates: '[["DE",490,null,3,3],["FR",990,5000,4,4]]',
  });
});

test('a car that ends before it begins is rejected with its end, and one of a single month is not', async () => {
  const rows = ['Volkswagen;Polo;50;2005-03;2005-02', 'Volkswagen;Lupo;50;2005-03;2005-03'];
  expect(await importTable('vehicles', 'make;series;kw;from;to', ...rows)).toMatchObject({
    changes: { added: 1 },
    reasons: { 'to is before the month of "from"': 1 },
  });
  const [{ rowsFile } = { rowsFile: '' }] = await reportImports(dataDir(), 1);
  expect(JSON.parse(readFileSync(String(rowsFile), 'utf8'))).toMatchObject({ field: 'to', value: '2005-02' });
});

test('a note of a fitment in one language is shown in the others', async () => {
  await importTable('vehicles', 'make;series;kw;from;KTypNr', 'Volkswagen;Polo;55;2001-09;P1');
  await importTable('fitment', 'brand;number;KTypNr;note_fr;note_it', 'Brand 1;PAD1;P1;avec ABS;con ABS');
  const text = String(served("select text from fit_note where text like '%ABS%'")?.text);
  const french = 'avec ABS';
  expect(JSON.parse(text)).toEqual({ de: french, fr: french, it: 'con ABS', es: french, nl: french });
  await importTable('fitment', 'brand;number;KTypNr;note;note_it', 'Brand 1;PAD1;P1;bis 2009;fino al 2009');
  expect(served("select json_extract(text, '$.de') as german from fit_note where text like '%fino%'")).toEqual({
    german: 'bis 2009',
  });
});

test('the report names the product of a rejected row by its number', async () => {
  await importTable('products', 'brand;number;category', 'Brand 1;P9;none');
  const [{ rowsFile } = { rowsFile: '' }] = await reportImports(dataDir(), 1);
  expect(JSON.parse(readFileSync(String(rowsFile), 'utf8'))).toMatchObject({ line: 2, key: 'P9', field: 'category' });
});
