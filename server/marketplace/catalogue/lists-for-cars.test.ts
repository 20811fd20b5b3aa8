import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { idsOf } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { encodeFilters } from '../../contract/filter-code.js';
import type { Request } from '../../contract/operations/handler-types.js';
import { fillLeafColumns } from '../catalogue-file/fill-leaf-columns.js';
import type { Generation } from '../generation/generation.js';
import { approvedFirst } from './approved-goods.js';
import { getBrand } from './brands.js';
import { list } from './listing.js';
import { navigate } from './navigation.js';

/** Oils with and without approvals, numbered below the one of the small catalogue. */
const oils = { plain: 1190, long: 1191, other: 1192 };
/**
 * Ten more leaves beside the discs. The pads fit both Golfs, but one engine of the first. The discs are drawn as bumpers,
 * which sit at the front and not on an axle.
 */
const folder = mkdtempSync(join(tmpdir(), 'lists-'));
let generation: Generation;
beforeAll(async () => {
  const file = writeCatalogue(folder, { generation: 'lists' });
  const catalogue = new DatabaseSync(join(folder, file));
  catalogue.exec(`
    create temporary table leaves as with recursive n(n) as (select 1 union all select n + 1 from n where n < 10)
      select category.* from category, n where id = ${ids.pads};
    update leaves set id = 4000 + rowid, popularity = 10 + rowid, leaf_number = null;
    insert into category select * from leaves;
    insert into category_text select leaves.id, language, title || leaves.id, slug, '', '', ''
      from category_text, leaves where category_id = ${ids.pads};
    insert into fitment_series_page values (23, ${ids.pads}, ${ids.pad});
    delete from fitment where model_number = 2 and category_id = ${ids.pads};
    update category set kind = 'bumper' where id = ${ids.discs};
    create temporary table oils as select product.*, value as oil from product, json_each('${JSON.stringify(Object.values(oils))}')
      where product.id = ${ids.oil};
    update oils set id = oil, norm_number = 'OIL' || oil, popularity = oil - 1100, attributes = case oil
      when ${oils.plain} then '[]' when ${oils.long} then '[["approval","VW 504 00, VW 507 00",null]]'
      else '[["approval","VW 508 00",null]]' end;
    alter table oils drop column oil;
    insert into product select * from oils;
    insert into leaf_product select ${ids.oils}, 1 + rowid, id from oils;
    insert into model_approval values (1, ${ids.oils}, 'VW 504 00, VW 508 00', 0), (2, ${ids.oils}, 'VW 504 00', 0),
      (4, ${ids.oils}, 'VW 508 00', 0);
  `);
  fillLeafColumns(catalogue);
  catalogue.close();
  generation = await openCatalogue(folder, 'lists', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(folder, { recursive: true });
});

const nothing = () => undefined;
const listed = (tail: string, more: Partial<Request<'listing'>> = {}) =>
  list(
    generation,
    { ...{ locale: 'de-DE', country: 'DE', sort: 'popularity', page: 1, first: 'x', second: 'x' }, tail, ...more },
    nothing,
  );
const counted = async (...asked: Parameters<typeof listed>) => (await listed(...asked)).resultCount;
const chosen = (key: string, value: string) => ({ f: encodeFilters([{ key, values: [value] }]) });
const navigated = (more: Partial<Request<'navigation'>>) =>
  navigate(generation, { locale: 'de-DE', country: 'DE', ...more }, nothing);

test('a group lists universal goods for a car, and a brand only the parts that fit it', async () => {
  expect([await counted('--900'), await counted(`3-${ids.golfModel}-900`)]).toEqual([4, 4]);
  expect([await counted('---2'), await counted(`3-${ids.golfModel}--2`)]).toEqual([9 + 4, 9]);
});

test('a brand shows twelve of its best-selling products', async () => {
  const request = { locale: 'de-DE', country: 'DE', id: '2' } as const;
  expect((await getBrand(generation, request, nothing)).products).toHaveLength(12);
});

test('the car in an address has priority over the one of the visitor', async () => {
  expect(await counted(`3-${ids.bmwModel}-${ids.discs}`, { modelId: ids.golfModel })).toBe(0);
  expect(await counted(`--${ids.pads}`, { modelId: ids.bmwModel })).toBe(0);
  // The type number belongs to a Volkswagen.
  expect(await counted(`1-2-${ids.discs}`, { kbaTypeId: '90001' })).toBe(0);
});

test('in a list of several leaves a filter that only one of them has can be undone', async () => {
  const { resultCount, filters } = await listed(`--${ids.discGroup}`, chosen('thickness', '21'));
  expect(resultCount).toBe(1);
  expect(filters.find(({ key }) => key === 'thickness')?.attributes).toContainEqual(
    expect.objectContaining({ value: '21', isActive: true }),
  );
});

test('places have the words of the parts, and those of most parts in a list of several kinds', async () => {
  const front = async (more: object) =>
    (await listed(`--${ids.discGroup}`, more)).filters.find(({ key }) => key === 'place')?.attributes[0]?.label;
  expect(await front({})).toBe('Vorderachse');
  expect(await front(chosen('category', String(ids.discs)))).toBe('Vorn');
});

test('navigation names the ten best-selling leaves below, and four of each group', async () => {
  const { popular } = await navigated({});
  expect(idsOf(popular)).toEqual([ids.pads, ids.discs, ids.oils, 4010, 4009, 4008, 4007, 4006, 4005, 4004]);
  const { categories, popular: below } = await navigated({ categoryId: String(ids.brakes) });
  expect(categories.map(({ children }) => idsOf(children))).toEqual([[ids.pads, ids.discs, 4010, 4009]]);
  expect(idsOf(below)).not.toContain(ids.oils);
  expect((await navigated({ categoryId: String(ids.pads) })).popular).toEqual([]);
});

test('navigation names the series and models that parts of the category fit, by their popularity in the country', async () => {
  const series = async (more: Partial<Request<'navigation'>>) =>
    (await navigated({ type: '1', id: '1', ...more })).seriesPages.map(({ name }) => name);
  expect(await series({ categoryId: String(ids.discs) })).toEqual(['Golf V']);
  expect(await series({ categoryId: String(ids.pads) })).toEqual(['Golf VI', 'Golf V']);
  expect(await series({ locale: 'fr-FR' })).toEqual(['Golf V', 'Golf VI']);
  const models = async (category: number) =>
    (await navigated({ type: '2', id: '21', categoryId: String(category) })).models.map(({ id }) => id);
  expect([(await models(ids.discs)).length, await models(ids.pads)]).toEqual([2, [ids.golfModel]]);
});

test('goods with an approval that each possible car requires come before other goods, and parts keep their places', async () => {
  const hits = [oils.plain, ids.firstDisc, oils.other, oils.long].map((id) => ({
    id,
    category_id: id === ids.firstDisc ? ids.discs : ids.oils,
  }));
  const order = async (...models: number[]) => (await approvedFirst(generation, hits, models)).map(({ id }) => id);
  expect(await order(1, 2)).toEqual([oils.long, ids.firstDisc, oils.plain, oils.other]);
  expect(await order(1)).toEqual([oils.other, ids.firstDisc, oils.long, oils.plain]);
  for (const models of [[], [1, 2, 4], [3]]) expect(await order(...models)).toEqual(hits.map(({ id }) => id));
});
