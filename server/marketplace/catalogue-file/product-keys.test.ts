import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { productKeysOf, storeProductKeys } from './product-keys.js';

test.each([
  ['update product set popularity = 7, title = null', false],
  ['update product set ean = ean, norm_number = norm_number', false],
  ["update product set ean = '4006633000017' where id = 1001", true],
  ["update product set norm_number = 'OTHER' where id = 1001", true],
  ['update product set brand_id = 1 where id = 1001', true],
  ['delete from product where id = 1001', true],
  ['update brand set name = name', false],
  ["update brand set name = 'Other' where id = 1", true],
  ['delete from brand where id = 3', true],
])('%s: rows of feeds may mean other products: %s', (statement, isOther) => {
  const folder = mkdtempSync(join(tmpdir(), 'product-keys-'));
  const database = new DatabaseSync(join(folder, writeCatalogue(folder, { generation: 'g1' })));
  storeProductKeys(database, 'g2');
  database.exec(statement);
  expect(productKeysOf(database)).toBe(isOther ? 'g2' : '');
  database.close();
  rmSync(folder, { recursive: true });
});
