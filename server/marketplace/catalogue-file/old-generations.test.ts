import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';
import { catalogueFiles, removeOldGenerations } from './old-generations.js';

const { dataDir } = operatorFolder();

test('old catalogues are deleted; the served one, newer ones and all ids stay', async () => {
  const made = (generation: string, at: number) =>
    utimesSync(join(dataDir(), writeCatalogue(dataDir(), { generation })), at, at);
  for (const [index, generation] of ['a', 'b', 'c', 'd', 'e'].entries()) made(generation, 1000 + index);
  utimesSync(join(dataDir(), 'catalogue-g1.db'), 900, 900);
  expect(await removeOldGenerations(dataDir())).toEqual([]);
  activate(dataDir(), 'd', 'catalogue-d.db');
  for (const end of ['.damaged', '.sums', '-wal']) writeFileSync(join(dataDir(), `catalogue-a.db${end}`), '');
  expect((await removeOldGenerations(dataDir())).sort()).toEqual(['catalogue-a.db', 'catalogue-g1.db']);
  expect(catalogueFiles(dataDir())).toEqual(['e', 'd', 'c', 'b'].map((each) => `catalogue-${each}.db`));
  expect(readdirSync(dataDir()).filter((name) => name.startsWith('catalogue-a'))).toEqual([]);
  expect(query(join(dataDir(), 'ids.db'), 'select * from id')).toHaveLength(2);
});

test('while no catalogue of the folder is served, all stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unserved-'));
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, `catalogue-${name}.db`), '');
  expect(await removeOldGenerations(folder)).toEqual([]);
  activate(folder, 'gone', 'catalogue-gone.db');
  expect(await removeOldGenerations(folder)).toEqual([]);
  expect(catalogueFiles(folder)).toHaveLength(4);
  rmSync(folder, { recursive: true });
});
