import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../test/support/ticking-clock.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { removeShop } from './removals.js';
import { shopIds } from './shops.js';

let dataDir: string;
let writer: OfferWriter;
let ids: IdRegistry;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'shop-ids-'));
  writer = new OfferWriter(dataDir, () => null, testClock);
  ids = new IdRegistry(join(dataDir, 'ids.db'));
});
afterEach(() => {
  writer.close();
  ids.close();
  rmSync(dataDir, { recursive: true });
});

/** The shops got their ids while the folder shared its offers, so the registry does not know them. */
const put = (shops: Readonly<Record<string, number>>) =>
  writer.commit(() => {
    const columns = writer.database.prepare('pragma table_info(shop)').all();
    const insert = writer.database.prepare(`insert into shop values (${columns.map(() => '?').join(', ')})`);
    for (const [name, id] of Object.entries(shops))
      insert.run(
        ...columns.map(({ name: column, type, notnull }) => {
          if (column === 'id') return id;
          if (column === 'name' || column === 'slug') return name;
          return notnull === 0 ? null : type === 'text' ? '' : 0;
        }),
      );
  });

test('a folder whose offers are its own again gives no id of another shop', () => {
  ids.idOf('shop', 'Before');
  put({ Before: 1, Shared: 2, Gone: 3 });
  removeShop(writer, 3);
  const idOf = shopIds(writer, ids);
  expect(['New', 'Gone', 'Shared', 'Before', 'New'].map(idOf)).toEqual([4, 3, 2, 1, 4]);
});

test('an import with --anew keeps the ids of shops', () => {
  put({ A: 1, B: 2 });
  writer.clear();
  const idOf = shopIds(writer, ids);
  expect(['B', 'New', 'A'].map(idOf)).toEqual([2, 3, 1]);
});

test('folders that share offers give no id that a shop of any of them has had', () => {
  put({ Shared: 1 });
  writer.commit(() => writer.statements.putKey({ shop_id: 5, key: 'k', id: 901, withheld: 0 }, 7, null));
  const idOf = shopIds({ database: writer.database, isShared: true } as OfferWriter, ids);
  expect(['New', 'Shared', 'New', 'Other'].map(idOf)).toEqual([6, 1, 6, 7]);
});
