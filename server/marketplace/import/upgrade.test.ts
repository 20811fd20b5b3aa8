import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { query } from '../../../test/fixtures/marketplace/store/query.js';
import { runOperatorCommand } from '../operator/cli.js';
import { catalogueVersion } from '../store/catalogue-schema.js';
import { stateFile } from '../store/state-store.js';
import { startService } from '../workers/catalogue-service.js';
import { runImportCommand } from './cli.js';

const service = importFolder();

async function upgrade(): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await runOperatorCommand(['upgrade'], { DATA_DIR: service.dataDir() }, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}

/** The catalogue of the service as a program had made it whose tables lacked what these statements take away. */
function makeOlder(...statements: string[]): void {
  const file = writeCatalogue(service.dataDir(), { generation: 'older' });
  const database = new DatabaseSync(join(service.dataDir(), file));
  for (const statement of [...statements, `pragma user_version = ${catalogueVersion - 1}`]) database.exec(statement);
  database.close();
  activate(service.dataDir(), 'older', file);
}
const pointer = () => String(query(stateFile(service.dataDir()), 'select file from catalogue_pointer')[0]?.file);

test('the catalogue of an older version is carried over: the same ids, offers and prices in tables of this one', async () => {
  expect(await upgrade()).toEqual({ code: 0, said: expect.stringContaining('of this version already') });
  makeOlder(
    'drop table tyre_label',
    'alter table brand drop column eu_responsible',
    "alter table shop add column fax text not null default ''",
    'insert into withheld_offer select * from offer where id = 11003',
    'delete from offer where id = 11003',
    "insert into offer_fault values (11003, 'forgotten')",
  );
  const importing = await runImportCommand(['shops', '/none.csv'], { DATA_DIR: service.dataDir() }, () => {});
  expect([importing, pointer()]).toEqual([1, 'catalogue-older.db']);
  const { code, said } = await upgrade();
  expect([code, said.split('\n')[1]]).toEqual([0, 'This version has no place for shop.fax.']);
  const [now, before] = [join(service.dataDir(), pointer()), join(service.dataDir(), 'catalogue-g1.db')];
  expect(existsSync(join(service.dataDir(), 'catalogue-older.db'))).toBe(true);
  for (const rows of [
    'select id, product_id, shop_id, key, price, stock from offer order by id',
    'select * from product order by id',
    'select * from product_model order by 1, 2',
    'select * from product_price order by 1, 2',
    'select * from leaf_product order by 1, 2',
    'select * from shop order by id',
    'select reason from offer_fault',
    "select product_id from search_product where rank in (select rowid from search_text where search_text match 'disc2')",
  ])
    expect([rows, query(now, rows)]).toEqual([rows, query(before, rows)]);
  expect(query(now, 'pragma user_version')).toEqual([{ user_version: catalogueVersion }]);
  const again = await startService({ dataDir: service.dataDir() });
  expect(again.generation).toBe(said.match(/is now (\w+),/)?.[1]);
  await again.stop();
});

test('what no older catalogue can tell is refused by name, nothing changes, and feeds may begin anew', async () => {
  makeOlder('alter table shop drop column policy');
  const { code, said } = await upgrade();
  expect([code, said]).toEqual([1, expect.stringContaining('does not tell shop.policy')]);
  expect([pointer(), existsSync(join(service.dataDir(), 'catalogue-older.db'))]).toEqual(['catalogue-older.db', true]);
  const feed = join(service.dataDir(), 'shops.csv');
  writeFileSync(feed, 'name;country\nAlpha;DE\n');
  const lines: string[] = [];
  const imported = (...more: string[]) =>
    runImportCommand(['shops', feed, ...more], { DATA_DIR: service.dataDir() }, (line) => lines.push(line));
  expect(await imported()).toBe(1);
  expect(lines.join('\n')).toContain('Bring it up to date first: npm run upgrade');
  expect(await imported('--anew')).toBe(0);
  expect(query(join(service.dataDir(), pointer()), 'select name from shop')).toEqual([{ name: 'Alpha' }]);
});
