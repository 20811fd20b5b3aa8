import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { fillLeafColumns } from '../catalogue-file/fill-leaf-columns.js';
import type { Generation } from '../generation/generation.js';
import { findFullText } from './full-text.js';
import { suggest } from './suggestions.js';

/** Twelve oils, one of them pinned. No pads fit the first Golf, but the second one. */
const folder = mkdtempSync(join(tmpdir(), 'search-context-'));
let generation: Generation;
beforeAll(async () => {
  const file = writeCatalogue(folder, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(folder, file));
  catalogue.exec(`
    create temporary table oils as with recursive n(n) as (select 1 union all select n + 1 from n where n < 11)
      select product.* from product, n where id = ${ids.oil};
    update oils set id = 2000 + rowid, norm_number = 'OIL' || rowid;
    insert into product select * from oils;
    insert into leaf_product select ${ids.oils}, 1 + rowid, id from oils;
    update category set product_count = 12 where id in (${ids.oils}, 900);
    insert into search_steering (id, rule, language, words, target, product_id)
      values (1, 'pin', 'de', 'title', '', 2011), (2, 'pin', 'de', 'de-title-4630', '', ${ids.firstDisc});
    delete from fitment where category_id = ${ids.pads} and model_number = 1;
    delete from product_model where product_id = ${ids.pad} and model_number = 1;
  `);
  fillLeafColumns(catalogue);
  catalogue.close();
  generation = await openCatalogue(folder, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(folder, { recursive: true });
});

const search = (term: string, more: object = {}) =>
  findFullText(
    generation,
    { country: 'DE', locale: 'de-DE', sort: 'popularity', page: 1, pageSize: 20, term, ...more },
    () => undefined,
  );
const sizes = async (...asked: Parameters<typeof search>) => {
  const { products, universalProducts, availablePageCount } = await search(...asked);
  return [products.length, universalProducts.length, availablePageCount];
};

test('beside parts of cars a page has eight universal goods; alone they fill it', async () => {
  expect(await sizes('title')).toEqual([20, 8, 2]);
  expect(await sizes('title', { page: 2 })).toEqual([6, 4, 2]);
  expect(await sizes('title 4630')).toEqual([0, 12, 1]);
  expect(await sizes('title', { pageSize: 5 })).toEqual([5, 5, 6]);
});

test('a part that the car lacks is named, and whether another engine of its series has one', async () => {
  const absent = async (term: string) => {
    const { absent: found } = await search(term, { type: 3, id: ids.golfModel });
    return found && [Number(found.category.id), found.isForOthers];
  };
  expect(await absent('de-title-2001')).toEqual([ids.pads, true]);
  expect(await absent('de-title-2010')).toEqual([ids.drums, false]);
  expect(await absent('de-title-1523')).toBeUndefined();
});

test('the car of the visitor counts unless the page has one', async () => {
  const modelOf = async (more: object) => (await search('title', more)).vehicle?.model?.id;
  expect(await modelOf({ modelId: ids.golfModel })).toBe(ids.golfModel);
  expect(await modelOf({ vehicleModelId: ids.golfConditional })).toBe(ids.golfConditional);
  expect(await modelOf({ modelId: ids.bmwModel, vehicleModelId: ids.golfModel })).toBe(ids.bmwModel);
  expect(await modelOf({ type: 3, id: ids.golfModel, modelId: ids.bmwModel })).toBe(ids.golfModel);
});

test('suggestions are for the car of the page before the one of the visitor', async () => {
  const cars = { vehicleModelId: ids.golfModel, modelId: ids.bmwModel };
  const { vehicle } = await suggest(
    generation,
    { query: 'title', country: 'DE', locale: 'de-DE', ...cars },
    () => undefined,
  );
  expect(vehicle?.model?.id).toBe(ids.golfModel);
});

test('cars to choose from are in the order of their popularity in the country', async () => {
  const models = async (more: object) => (await search('golf v', more)).choices.map(({ model }) => model?.id);
  expect(await models({})).toEqual([ids.golfModel, ids.golfConditional]);
  expect(await models({ locale: 'fr-FR', country: 'FR' })).toEqual([ids.golfConditional, ids.golfModel]);
  const pages = async (more: object) => (await search('golf', more)).choices.map(({ seriesPage }) => seriesPage?.name);
  expect(await pages({})).toEqual(['Golf VI', 'Golf V']);
  expect(await pages({ locale: 'fr-FR', country: 'FR' })).toEqual(['Golf V', 'Golf VI']);
});

test('goods that the operator has pinned come first, also beside a car', async () => {
  for (const more of [{}, { vehicleModelId: ids.golfModel }]) {
    const { universalProducts } = await suggest(
      generation,
      { query: 'title', country: 'DE', locale: 'de-DE', ...more },
      () => undefined,
    );
    expect(universalProducts).toHaveLength(4);
    expect(universalProducts[0]?.id).toBe('2011');
  }
});

test('a pinned part is not shown for a car that it does not fit', async () => {
  const pinned = async (more: object) => (await search('de-title-4630', more)).products.map(({ id }) => Number(id));
  expect(await pinned({ type: 3, id: ids.golfModel })).toEqual([ids.firstDisc]);
  expect(await pinned({ type: 3, id: ids.bmwModel })).toEqual([]);
});

test('the capacity of an engine is rounded to tenths of a litre', async () => {
  const notes = async (capacity: string) =>
    (await search(`golf v de-title-1523 ${capacity}`)).reading.notes.map(({ kind, text }) => `${kind} ${text}`);
  expect([await notes('1.9 l'), await notes('1.8 l')]).toEqual([[], ['car 1.8 l']]);
  expect([await notes('1896 ccm'), await notes('1796 ccm')]).toEqual([[], ['car 1796 ccm']]);
});
