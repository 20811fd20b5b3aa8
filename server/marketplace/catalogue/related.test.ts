import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Category } from '../generation/category-index.js';
import { related } from './article.js';
import { readProducts } from './product-list.js';

test('a part is shown with the best-selling one that fits its car and place, of equals the first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'related-'));
  const file = writeCatalogue(folder, { generation: 'related' });
  const database = new DatabaseSync(join(folder, file));
  // The discs with even numbers sit at the front.
  database.exec(`update product set popularity = case when id in (1003, 1005, 1007) then 50 when id = 1004 then 99
    when id in (1001, 1002) then 500 else 1 end where category_id = ${ids.discs}`);
  // The best-selling ones fit another car.
  database.exec('update fitment set model_number = 2 + model_number where product_id in (1001, 1002)');
  database.close();
  const generation = await openCatalogue(folder, 'related', file);
  const [pads] = await readProducts(generation, [ids.pad]);
  if (!pads) throw new Error('no pads');
  const category = generation.categories.all.get(ids.pads) as Category;
  const besides = async (place: string) =>
    (await related(generation, { ...pads, place }, category, null)).map(({ id }) => id);
  expect([await besides('front'), await besides('rear')]).toEqual([[1003], [1004]]);
  await generation.close();
  rmSync(folder, { recursive: true });
});
