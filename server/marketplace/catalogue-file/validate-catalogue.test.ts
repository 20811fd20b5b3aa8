import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
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

/** The message of the checks; null = no fault. */
function complaint(changed: readonly string[] | null): string | null {
  try {
    validateCatalogue(database, { everyLeaf: false, integrity: 'full', changed });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test('only changed tables are checked again', () => {
  expect([complaint(null), complaint(['product', 'product_flags'])]).toEqual([null, null]);
  database.exec('insert into product_flags (product_id, flags) values (4711, 2)');
  expect(complaint(null)).toContain('1 flags of products that do not exist');
  expect(complaint(['product_flags'])).toContain('1 flags of products that do not exist');
  expect(complaint(['fit_note'])).toBeNull();
});

test('products without brand, category or list are found', () => {
  database.exec(`update product set brand_id = 99 where id = ${ids.oil}`);
  database.exec(`delete from leaf_product where product_id = ${ids.pad}`);
  expect(complaint(['product', 'leaf_product'])).toMatch(/1 products without brand or leaf.*1 leaf lists that miss/);
  database.exec(`delete from product where id = ${ids.firstDisc}`);
  expect(complaint(null)).toMatch(/1 fitting parts that do not exist/);
});

test('a new catalogue of the whole trade has no leaf without products', () => {
  const checks = { everyLeaf: true, integrity: 'quick', changed: null } as const;
  expect(() => validateCatalogue(database, checks)).toThrow('1 leaves without products');
});

test('a damaged table is found if it is one of those that changed', () => {
  database.exec(`
    create table probe (x check (x > 0));
    pragma ignore_check_constraints = on;
    insert into probe values (-1);
    pragma ignore_check_constraints = off;
  `);
  expect(complaint(null)).toContain('CHECK constraint failed in probe');
  expect([complaint(['probe']), complaint(['fit_note'])]).toEqual([
    expect.stringContaining('CHECK constraint failed in probe'),
    null,
  ]);
});
