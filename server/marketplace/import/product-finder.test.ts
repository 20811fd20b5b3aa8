import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';

const { importTable, served } = importFolder();

test('a row without brand finds the only product with its number or GTIN', async () => {
  const gtins = ['4006633374668', '4006633374675'];
  const products = await importTable(
    'products',
    'brand;number;category;gtin',
    `Brand 2;PAD1;${ids.pads};${gtins[0]}`,
    `Brand 2;PAD2;${ids.pads};${gtins[1]}`,
    `Brand 3;PAD3;${ids.pads};${gtins[1]}`,
  );
  expect([products.rejected, products.reasons]).toEqual([0, {}]);
  const rows = [';PAD1', ';DISC1', `${gtins[0]};`, `${gtins[1]};`, ';PAD9', '4006633374682;'];
  const summary = await importTable(
    'offers',
    'shop;key;price;stock;gtin;number',
    ...rows.map((row, at) => `Gamma;k${at};10;5;${row}`),
  );
  expect(summary.reasons).toEqual({
    'number is of several brands; name one': 1,
    'gtin is the number of several products': 1,
    'number is of no known product': 1,
    'gtin is of no known product': 1,
  });
  expect(
    served(
      "select group_concat(key || ' ' || norm_number, ', ' order by key) as found from offers.offer join product on product.id = product_id where key like 'k_'",
    ),
  ).toEqual({ found: 'k1 DISC1, k2 PAD1' });
});
