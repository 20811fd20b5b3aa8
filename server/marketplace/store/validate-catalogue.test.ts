import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ids, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { validateCatalogue } from './validate-catalogue.js';

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checks-'));
  database = new DatabaseSync(join(folder, writeCatalogue(folder, { generation: 'g1' })));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the checks complain of; null = nothing. */
function complaint(changed: readonly string[] | null): string | null {
  try {
    validateCatalogue(database, { everyLeaf: false, integrity: 'full', changed });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test('tables that were not written are not looked at again, those that were are', () => {
  expect([complaint(null), complaint(['offer', 'product_price'])]).toEqual([null, null]);
  database.exec(`update offer set price = 0 where id = ${ids.offerOf(ids.pad, 'C')}`);
  expect(complaint(null)).toContain('1 offers without a price');
  expect(complaint(['offer'])).toContain('1 offers without a price');
  expect(complaint(['fit_note'])).toBeNull();
});

test('an offer of nobody, a cheapest offer that is gone and a lost product are found', () => {
  database.exec(`update offer set shop_id = 99 where id = ${ids.offerOf(ids.oil, 'A')}`);
  database.exec(`delete from offer where id = ${ids.offerOf(ids.pad, 'C')}`);
  const found = complaint(['offer', 'product_price']);
  expect(found).toContain('1 offers without product or shop');
  expect(found).toMatch(/1 cheapest offers that do not exist/);
  database.exec(`delete from product where id = ${ids.firstDisc}`);
  expect(complaint(null)).toMatch(/2 offers without product|fitting parts that do not exist/);
});
