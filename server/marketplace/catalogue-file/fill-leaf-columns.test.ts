import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { fillLeafColumns, fillProductLists } from './fill-leaf-columns.js';
import { decodeColumn, type LeafValue } from './leaf-format.js';

/** Returns the columns of the oil's leaf when it is the only product there and has these attributes. */
function columnsOf(...attributes: LeafValue[]) {
  const folder = mkdtempSync(join(tmpdir(), 'leaf-columns-'));
  const database = new DatabaseSync(join(folder, writeCatalogue(folder, { generation: 'g1' })));
  const stored = JSON.stringify(attributes.map(([key, value]) => [key, value, null]));
  database.prepare('update product set attributes = ?, place = null where id = ?').run(stored, ids.oil);
  database.prepare('delete from product where category_id = ? and id <> ?').run(ids.oils, ids.oil);
  fillProductLists(database);
  fillLeafColumns(database);
  const rows = database
    .prepare("select * from leaf_column where category_id = ? and key <> 'id' order by position")
    .all(ids.oils);
  const { parts } = database.prepare('select sum(article_count) as parts from brand').get() ?? {};
  const { products } = database.prepare('select count(*) as products from product').get() ?? {};
  database.close();
  rmSync(folder, { recursive: true });
  expect(parts).toBe(products);
  const values = rows.map(({ key, data }) => [key, decodeColumn(data as Uint8Array).values.map(([value]) => value)]);
  return Object.fromEntries(values) as Record<string, string[]>;
}

test('a filter shows the viscosity of a grade, unless the product names it itself', () => {
  expect(columnsOf(['grade', '5W-30 C3'])).toMatchObject({ viscosity: ['5W30'], grade: ['5W-30 C3'] });
  expect(columnsOf(['grade', '5W-30 C3'], ['viscosity', '0W20'])).toMatchObject({ viscosity: ['0W20'] });
  expect(columnsOf(['grade', 'DOT 4'])).not.toHaveProperty('viscosity');
});

test('no attribute takes the name of a filter of the shop, and a part without a place has none', () => {
  const own = ['id', 'category', 'place', 'price', 'delivery_country', 'delivery_days', 'shop_rating'];
  const columns = columnsOf(...own.map((key): LeafValue => [key, '1']), ['volume', '5']);
  expect(Object.keys(columns)).toEqual(['brand', 'condition', 'volume']);
});
