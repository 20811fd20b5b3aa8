import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { encodeFilters } from '../../contract/filter-code.js';
import { fillLeafColumns } from '../catalogue-file/fill-leaf-columns.js';
import type { Generation } from '../generation/generation.js';
import { list } from './listing.js';

/** Of 25 discs the odd ones belong to the front: ten are 21 mm thick and three 25 mm; those of the rear 12 mm. */
let dataDir: string;
let generation: Generation;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'measures-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec(`
    create temporary table thick as select id, case when place = 'rear' then '12' when id % 5 = 0 then '25' else '21' end
      as value from product where category_id = ${ids.discs};
    update product set attributes = json_set(attributes, '$[1][1]', (select value from thick where thick.id = product.id))
      where category_id = ${ids.discs};
    update product_model set note_id = 1 where model_number = 2 and product_id in (select id from thick where value = '25');
  `);
  fillLeafColumns(catalogue);
  catalogue.close();
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});
const listed = (tail: string, f?: string, of = generation) =>
  list(
    of,
    { first: 'x', second: 'x', tail, locale: 'de-DE', country: 'DE', page: 1, sort: 'popularity', ...(f && { f }) },
    () => {},
  );

test('sizes have the usual notation, by place, with their number of products', async () => {
  const { measures = [] } = await listed(`--${ids.discs}`);
  expect(measures.map(({ label, place, count }) => [label, place, count])).toEqual([
    ['288,5×21', 'vorn', 10],
    ['288,5×25', 'vorn', 3],
    ['288,5×12', 'hinten', 12],
  ]);
  expect(new Set(measures.map(({ drawing }) => drawing)).size).toBe(3);
  const ofBrand = await listed(`--${ids.discs}`, encodeFilters([{ key: 'brand', values: ['1'] }]));
  expect([ofBrand.resultCount, ...(ofBrand.measures ?? []).map(({ count }) => count)]).toEqual([8, 3, 1, 4]);
});

test('each size filters exactly its products, and is marked when chosen', async () => {
  const { measures = [] } = await listed(`--${ids.discs}`);
  for (const { chosen, count, label } of measures) {
    const f = encodeFilters(chosen.map(({ key, value }) => ({ key, values: [value] })));
    const narrowed = await listed(`--${ids.discs}`, f);
    expect(narrowed.resultCount).toBe(count);
    expect(narrowed.measures?.filter(({ isActive }) => isActive).map((each) => each.label)).toEqual([label]);
    // The others stay as alternatives.
    expect(narrowed.measures).toHaveLength(3);
  }
});

test('a size shows a condition of the model only if all its products have it', async () => {
  const { measures = [] } = await listed(`3-5002-${ids.discs}`);
  expect(measures.map(({ label, notes }) => [label, notes])).toEqual([
    ['288,5×21', []],
    ['288,5×25', ['de: bis 2009']],
    ['288,5×12', []],
  ]);
});

test('no sizes are shown if no measure decides, or all products have the same one', async () => {
  expect((await listed(`--${ids.pads}`)).measures).toEqual([]);
  expect((await listed(`--${ids.oils}`)).measures).toEqual([]);
});

const thickness = (value: string, condition: string): string =>
  `update product set attributes = json_set(attributes, '$[1][1]', '${value}') where category_id = ${ids.discs} and ${condition};`;
test.each([
  ['of one size and place are all one', `update product set place = 'front'; ${thickness('21', 'true')}`, []],
  [
    'that tell no thickness are of no size',
    `${thickness('21', "place = 'front'")} ${thickness('12', "place = 'rear'")}
     update product set attributes = json_remove(attributes, '$[1]') where id = ${ids.firstDisc};`,
    [
      ['288,5×21', 12],
      ['288,5×12', 12],
    ],
  ],
  [
    'of eight sizes are compared',
    `update product set place = 'front'; ${thickness("' || (10 + id % 8) || '", 'true')}`,
    [10, 11, 12, 13, 14, 15, 16, 17].map((size) => [`288,5×${size}`, size === 11 ? 4 : 3]),
  ],
  [
    'of nine sizes are too many to compare',
    `update product set place = 'front'; ${thickness("' || (10 + id % 9) || '", 'true')}`,
    [],
  ],
])('discs %s', async (_, changes, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'measures-'));
  const file = writeCatalogue(folder, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(folder, file));
  catalogue.exec(changes);
  fillLeafColumns(catalogue);
  catalogue.close();
  const own = await openCatalogue(folder, 'g1', file);
  const { measures = [] } = await listed(`--${ids.discs}`, undefined, own);
  await own.close();
  rmSync(folder, { recursive: true });
  expect(measures.map(({ label, count }) => [label, count])).toEqual(expected);
});
