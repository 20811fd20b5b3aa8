import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { KnownBrands, ProductFinder } from './product-finder.js';

const { dataDir, importTable, served } = importFolder();
const gtins = ['4006633374668', '4006633374675'];
async function importProducts(): Promise<void> {
  const products = await importTable(
    'products',
    'brand;number;category;gtin',
    `Brand 2;PAD1;${ids.pads};${gtins[0]}`,
    `Brand 2;PAD2;${ids.pads};${gtins[1]}`,
    `Brand 3;PAD3;${ids.pads};${gtins[1]}`,
  );
  expect([products.rejected, products.reasons]).toEqual([0, {}]);
}

test('a row finds its product by brand and number, else by a GTIN or number that only one product has', async () => {
  await importProducts();
  const rows = [
    'Brand 2;PAD1;',
    'Brand 1;PAD9;',
    ';DISC1;',
    ';;',
    ';PAD1;',
    ';;',
    ';PAD9;',
    ';;',
    'X;DISC1;',
    'Brand 1;PAD9;',
  ];
  const codes = ['', gtins[0], '', gtins[0], '', gtins[1], '', '4006633374682', '', ''];
  const summary = await importTable(
    'offers',
    'shop;key;price;stock;brand;number;gtin',
    ...rows.map((row, at) => `Gamma;k${at};10;5;${row}${codes[at]}`),
  );
  expect(summary.reasons).toEqual({
    'number is of several brands; name one': 1,
    'gtin is the number of several products': 1,
    'number is of no known product': 1,
    'gtin is of no known product': 1,
    'brand is no known brand': 1,
    'number is no known product of Brand n': 1,
  });
  const found = served(
    `select group_concat(key || ' ' || norm_number || ' of ' || brand_id, ', ' order by key) as found
     from offers.offer join product on product.id = product_id where key like 'k_'`,
  );
  expect(found).toEqual({ found: 'k0 PAD1 of 2, k1 PAD1 of 2, k2 DISC1 of 2, k3 PAD1 of 2' });
});

test('a large feed finds the same products when the numbers of its brands are in memory', async () => {
  await importProducts();
  const name = served("select value from meta where key = 'generation'")?.value;
  const database = new DatabaseSync(join(dataDir(), `catalogue-${name}.db`), { readOnly: true });
  const finder = new ProductFinder(database);
  const find = (brand: string, number: string) => finder.find({ fields: { brand, number }, line: 1 });
  const all = () => ['1', '2'].map((brand) => find(`Brand ${brand}`, 'PAD-1'));
  const before = all();
  for (let asked = 2; asked < 40_000; asked++) find('Brand 1', 'PAD1');
  expect(all()).toEqual(before);
  expect(() => find('Brand 1', 'PAD2')).toThrow('is no known product of Brand 1');
  database.close();
});

test('two new brands whose names give one address get an address each', () => {
  const database = new DatabaseSync(join(dataDir(), 'catalogue-g1.db'));
  const registry = new IdRegistry(join(dataDir(), 'ids.db'));
  for (const known of ['Brand 1', 'Brand 2', 'Brand 3']) registry.idOf('brand', known);
  const brands = new KnownBrands(database);
  const made = ['Ж Parts', 'Я Parts'].map((name) => brands.findOrMake(name, registry));
  expect(made.map(({ isNew }) => isNew)).toEqual([true, true]);
  const slugs = database.prepare("select slug from brand where name like '% Parts' order by id").all();
  expect(slugs).toEqual([{ slug: 'Parts' }, { slug: `Parts-${made[1]?.id}` }]);
  registry.close();
  database.close();
});
