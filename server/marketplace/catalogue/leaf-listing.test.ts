import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Category } from '../generation/category-index.js';
import { listLeaf } from './leaf-listing.js';
import { readSelection } from './selection.js';

test('a list by price is in the order of the pieces that the car needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leaf-listing-'));
  // Only B offers the fifth disc: one of them costs 42.40 € with parcel, six cost 204.90 €.
  // A sends one of the sixth for 41.90 €, B sends six for 210.90 €.
  const file = writeCatalogue(folder, { generation: 'pieces', without: [ids.offerOf(1005, 'A')] });
  const database = new DatabaseSync(join(folder, file));
  database.exec(`update category set per_cylinder = 1 where id = ${ids.discs}`);
  database.exec(`update model set cylinders = 6 where id = '${ids.golfModel}'`);
  database.close();
  const generation = await openCatalogue(folder, 'pieces', file);
  const order = async (tail: string): Promise<number[]> => {
    const request = {
      ...({ locale: 'de-DE', country: 'DE', sort: 'price', page: 1 } as const),
      first: 'x',
      second: 'x',
      tail,
    };
    const selection = readSelection(generation, request);
    const listed = await listLeaf(generation, { ...selection, category: selection.category as Category }, request);
    return listed.page(3, 3);
  };
  expect(await order(`--${ids.discs}`)).toEqual([1004, 1006, 1005]);
  expect(await order(`3-${ids.golfConditional}-${ids.discs}`)).toEqual([1004, 1006, 1005]);
  expect(await order(`3-${ids.golfModel}-${ids.discs}`)).toEqual([1004, 1005, 1006]);
  await generation.close();
  rmSync(folder, { recursive: true });
});
