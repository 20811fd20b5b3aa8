import { join } from 'node:path';
import { expect, test } from 'vitest';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { isTariffs } from '../offer-store/offer-log.js';
import { withheldBits } from '../offer-store/withheld.js';
import { runOperatorCommand } from './cli.js';

const { dataDir, importFile, importTable, served } = importFolder();

async function remove(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await runOperatorCommand(['remove', ...args], { DATA_DIR: dataDir() }, testClock, (line) =>
    lines.push(line),
  );
  return { code, output: lines.join('\n') };
}
const offers = (rows: string) => query(join(dataDir(), 'offers.db'), rows);
const everything = () => [
  served('select (select count(*) from product) as products, (select count(*) from model) as models'),
  offers('select * from offer'),
  offers('select * from shop'),
];

test('a dry run lists dependent rows and changes nothing', async () => {
  const written = () => [...everything(), offers('select * from meta'), offers('select * from change')];
  const before = written();
  const dryRun = async (...words: string[]): Promise<string> => {
    const { code, output } = await remove(...words, '--dry-run');
    expect(code).toBe(0);
    return output;
  };
  expect(await dryRun('product', 'brand 1', 'pad 1')).toMatch(
    /^Would remove product Brand 1 PAD-1, with:\n.* 1 +offers, which stay.*\n +1 +of them sold until now\n +2 +fitments\n/,
  );
  expect(await dryRun('category', String(ids.discGroup))).toMatch(
    new RegExp(`\\n +3 +categories below it\\n +${discCount + 1} +products\\n`),
  );
  expect(await dryRun('vehicle', '5001')).toMatch(/ 2 +registration keys\n +26 +fitments\n +0 +products that/);
  expect(await dryRun('shop', 'beta')).toMatch(new RegExp(` ${discCount} +offers\n`));
  expect(written()).toEqual(before);
});

test('a dry run tells offers that are sold from those that are not', async () => {
  const stock = `key;stock\nk${ids.offerOf(ids.pad, 'C')};0\n`;
  await importFile('offers', stock, { shop: 'Gamma', mode: 'partial' });
  expect((await remove('product', 'Brand 1', 'PAD1', '--dry-run')).output).toMatch(
    / 1 +offers, which stay.*\n +0 +of them sold until now/,
  );
  await importFile('offers', stock.replace('stock', 'mode').replace(';0', ';delete'), {
    shop: 'Gamma',
    mode: 'partial',
  });
  expect((await remove('shop', 'Gamma', '--dry-run')).output).toMatch(/ 0 +offers\n +0 +of them sold until now/);
});

test('remove takes a product with its fitments, and its offers are sold again when it returns', async () => {
  expect((await remove('product', 'Brand 1', 'PAD1')).code).toBe(0);
  const left = `select (select count(*) from product where id = ${ids.pad}) + (select count(*) from fitment where product_id = ${ids.pad})
    + (select count(*) from product_model where product_id = ${ids.pad}) + (select count(*) from search_product where product_id = ${ids.pad}) as rows`;
  expect(served(left)).toEqual({ rows: 0 });
  const offer = `select id, withheld from offer where product_id = ${ids.pad}`;
  expect(offers(offer)).toEqual([{ id: ids.offerOf(ids.pad, 'C'), withheld: withheldBits.gone }]);
  await importTable('products', 'brand;number;category', `Brand 1;PAD1;${ids.pads}`);
  expect(offers(offer)).toEqual([{ id: ids.offerOf(ids.pad, 'C'), withheld: 0 }]);
});

test('remove takes a tyre with its label', async () => {
  const titles = ['de', 'fr', 'es', 'it', 'nl'].map((language) => `title_${language}`).join(';');
  const tyres = `${ids.pads};${ids.discGroup};1002;tyre;tyre;a;b;c;d;e`;
  await importTable('categories', `id;parent;leaf_number;kind;goods;${titles}`, tyres);
  const columns = 'brand;number;category;fuel_class;wet_grip_class;noise;noise_class;eprel';
  await importTable('products', columns, `Brand 1;PAD1;${ids.pads};B;A;71;B;381667`);
  const labels = () => served('select count(*) as labels from tyre_label');
  expect(labels()).toEqual({ labels: 1 });
  expect((await remove('product', 'Brand 1', 'PAD1')).code).toBe(0);
  expect(labels()).toEqual({ labels: 0 });
});

test('remove takes a category with everything below it', async () => {
  await importTable('warnings', 'category;text_de', `${ids.discGroup};Heiß`, `${ids.oils};Giftig`);
  expect((await remove('category', String(ids.discGroup))).code).toBe(0);
  expect(served('select group_concat(category_id) as warned from category_warning')).toEqual({
    warned: String(ids.oils),
  });
  expect(served('select group_concat(id) as ids from (select id from category order by id)')).toEqual({
    ids: `${ids.brakes},900,${ids.oils}`,
  });
  expect(served('select group_concat(id) as ids from product')).toEqual({ ids: String(ids.oil) });
  expect(offers(`select count(*) as offers from offer where withheld = 0`)).toEqual([{ offers: 1 }]);
});

test('remove takes a vehicle with its fitments, and its series if that is empty then', async () => {
  await importTable('approvals', 'model;category;approvals', `5001;${ids.oils};VW 507 00`);
  expect((await remove('vehicle', '5001')).code).toBe(0);
  expect(served('select count(*) as rows from model_approval where model_number = 1')).toEqual({ rows: 0 });
  expect(served('select count(*) as rows from fitment')).toEqual(served('select count(*) as rows from product_model'));
  expect(
    served(
      "select (select count(*) from model where id = '5001') + (select count(*) from fitment where model_number = 1) as rows",
    ),
  ).toEqual({ rows: 0 });
  expect(served('select count(*) as rows from fitment_series_page where series_page_id = 21')).toEqual({ rows: 26 });
  const keys = 'select (select count(*) from kba) as keys, (select count(*) from series where id = 201) as series';
  expect(served(keys)).toEqual({ keys: 0, series: 1 });
  expect((await remove('vehicle', '5003')).code).toBe(0);
  expect(
    served(
      'select (select count(*) from series where id = 202) + (select count(*) from series_page where id = 22) as rows',
    ),
  ).toEqual({ rows: 0 });
});

test('remove takes a shop with its offers and tariff, and its ids return with it', async () => {
  const [known] = offers('select id from offer_key where shop_id = 3');
  expect((await remove('shop', 'Gamma')).code).toBe(0);
  expect(
    offers(
      'select (select count(*) from offer where shop_id = 3) + (select count(*) from shop where id = 3) + (select count(*) from shop_rate where shop_id = 3) as rows',
    ),
  ).toEqual([{ rows: 0 }]);
  // The last commit tells readers to drop what they know of the shop.
  expect(offers(`select flags & ${isTariffs} as tariffs, shops from change order by number desc limit 1`)).toEqual([
    { tariffs: isTariffs, shops: new Uint8Array(Uint32Array.of(3).buffer) },
  ]);
  await importTable(
    'shops',
    'name;country;street;postcode;city;phone;email;register',
    'Gamma;DE;S 1;1;B;1;a@b.example;HRB',
  );
  await importTable(
    'offers',
    'shop;key;brand;number;price;stock',
    `Gamma;k${ids.offerOf(ids.pad, 'C')};Brand 1;PAD1;10,00;3`,
  );
  expect(offers('select id from offer where shop_id = 3')).toEqual([known]);
});

test.each([
  [2, ['brand', 'Brand 1']],
  [2, ['product', 'Brand 1']],
  [2, ['product', 'Brand 1', 'PAD', '1']],
  [2, ['shop', 'Gamma', 'Alpha']],
  [1, ['product', 'Brand 1', 'NONE']],
  [1, ['category', '4711']],
  [1, ['vehicle', '4711']],
  [1, ['shop', 'Delta']],
])('remove ends with %s for %j', async (code, args) => {
  const before = everything();
  expect((await remove(...args.map(String))).code).toBe(code);
  expect(everything()).toEqual(before);
});
