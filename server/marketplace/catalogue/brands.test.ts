import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { listBrands } from './brands.js';

test('brands are listed by name in the order of the language, then by id', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brands-'));
  const file = writeCatalogue(folder, { generation: 'brands' });
  const database = new DatabaseSync(join(folder, file));
  database.exec("update brand set name = case id when 1 then 'Zebra' when 2 then 'Ähre' else 'Bolt' end");
  database.close();
  const generation = await openCatalogue(folder, 'brands', file);
  const brands = listBrands(generation, { locale: 'de-DE', country: 'DE' });
  expect(brands.map(({ id, name }) => [id, name])).toEqual([
    ['2', 'Ähre'],
    ['3', 'Bolt'],
    ['1', 'Zebra'],
  ]);
  await generation.close();
  rmSync(folder, { recursive: true });
});
