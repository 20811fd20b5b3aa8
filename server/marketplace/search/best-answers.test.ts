import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { idsOf } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { decodeFilters, encodeFilters } from '../../contract/filters.js';
import type { Generation } from '../generation/generation.js';
import { updateFromProducts } from '../import/update-derived-tables.js';
import { findFullText } from './full-text.js';
import { findProducts } from './products.js';
import { suggest } from './suggestions.js';

const titles = {
  [ids.discGroup]: 'Bremsscheiben',
  [ids.discs]: 'Bremsscheiben',
  [ids.pads]: 'Bremsbeläge',
  [ids.oils]: 'Motoröl',
};
const lamps = 5000;
const emptyLamps = 5001;
const batteries = 5020;
/** Groups and leaves by id: above and title. Each leaf has one part, except the empty one. */
const more: readonly (readonly [id: number, above: number | null, title: string])[] = [
  [lamps, null, 'Leuchten'],
  [emptyLamps, lamps, 'Leuchten'],
  [5002, lamps, 'Reflektor'],
  ...Array.from({ length: 6 }, (_, at) => [5010 + at, 900, `Fühler Typ${'abcdef'[at]}`] as const),
  [batteries, null, 'Batterien'],
  [5021, batteries, 'Starterbatterie'],
  [5022, batteries, 'Batteriekabel'],
  [5030, 900, 'Glühkerzen'],
  [5031, 900, 'Rad Bolzen'],
  [5032, 900, 'Ei Kanne'],
];
/** Numbers that begin alike. */
const alike = 300;

const folder = mkdtempSync(join(tmpdir(), 'best-answers-'));
let generation: Generation;
beforeAll(async () => {
  const file = writeCatalogue(folder, { generation: 'g1', titles });
  const catalogue = new DatabaseSync(join(folder, file));
  const upTo = (count: number) =>
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count}) select`;
  catalogue.exec(`
    create temporary table leaves as select * from category where id = ${ids.pads};
    create temporary table texts as select * from category_text where category_id = ${ids.pads};
    create temporary table parts as select * from product where id = ${ids.pad};`);
  const groups = new Set(more.map(([, above]) => above));
  for (const [id, above, title] of more) {
    const isLeaf = !groups.has(id);
    catalogue.exec(`
      update leaves set id = ${id}, parent_id = ${above}, top_parent_id = ${above ?? id}, level = ${above ? 2 : 1},
        is_leaf = ${isLeaf ? 1 : 0}, leaf_number = null, popularity = 6000 - ${id}, product_count = ${isLeaf ? 1 : 9};
      insert into category select * from leaves;
      update texts set category_id = ${id}, title = '${title}';
      insert into category_text select * from texts;
      update parts set id = ${id} + 2000, category_id = ${id}, norm_number = 'PART' || ${id};
      insert into product select * from parts where ${isLeaf && id !== emptyLamps ? 1 : 0};`);
  }
  catalogue.exec(`
    create temporary table alike as ${upTo(alike)} product.*, n from product, n where id = ${ids.pad};
    update alike set id = 8000 + n, category_id = 5002, norm_number = 'XA1' || (999 + n);
    alter table alike drop column n;
    insert into product select * from alike;
    insert into oe_number select id, 2, 'YB 3' || id, 'YB3' || id from alike;
    insert into fitment values (4, ${ids.pads}, ${ids.pad}, 0);
    update product set attributes = '[["approval","ACEA C3",null]]' where id = ${ids.oil};
    update product set attributes = '[["width","30","mm"]]' where category_id = 5021;
    update product set attributes = '[["height","30","mm"],["length","30","mm"],["diameter","25","mm"]]' where category_id = 5022;
    update product set attributes = '[["watt","77","W"]]' where category_id between 5010 and 5015;
    insert into series_family values (13, 2, 'C3', 'c3');
    update series_page set name = 'C3 II', series_family_id = 13 where id = 22;
  `);
  updateFromProducts(catalogue);
  catalogue.close();
  generation = await openCatalogue(folder, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(folder, { recursive: true });
});

const filtersOf = ({ reading }: Awaited<ReturnType<typeof find>>) => decodeFilters(reading.f || 'W10');
const find = (term: string, asked: object = {}) =>
  findFullText(
    generation,
    { country: 'DE', locale: 'de-DE', sort: 'popularity', page: 1, pageSize: 20, term, ...asked },
    () => undefined,
  );
const categoriesOf = async (term: string) => idsOf((await find(term)).specific);

test('a group is hidden behind its leaf of the same name, if that has parts', async () => {
  expect(await categoriesOf('Bremsscheiben')).toEqual([ids.discs]);
  expect(await categoriesOf('Leuchten')).toEqual([lamps]);
});

test('of six parts with the word five are named, and the products of three are shown', async () => {
  const { specific, products } = await find('Fühler');
  expect(idsOf(specific)).toEqual([5010, 5011, 5012, 5013, 5014]);
  expect(idsOf(products)).toEqual([7010, 7011, 7012]);
});

test('a grade of oil beside a part of cars is a car', async () => {
  expect(filtersOf(await find('Motoröl C3'))).toEqual([{ key: 'approval', values: ['ACEA C3'] }]);
  expect((await find('C3 Bremsscheiben')).vehicle?.seriesPage?.name).toBe('C3 II');
});

test('the cheapest of a group is searched among the things with its name', async () => {
  expect(idsOf((await find('Batterie')).products)).toEqual([7021, 7022]);
  const cheap = await find('billige Batterie');
  expect([idsOf(cheap.products), cheap.reading.sort]).toEqual([[7021], 'price']);
});

test('a leaf that the car lacks is absent, even if its group of the same name fits; universal goods never are', async () => {
  const absent = async (term: string) => (await find(term, { type: 3, id: '5004' })).absent?.category.id;
  expect([await absent('Bremsscheiben'), await absent('Bremsbeläge')]).toEqual([String(ids.discs), undefined]);
  const { results, corrected } = await find('Brensscheiben', { type: 3, id: '5004' });
  expect([results, corrected]).toEqual([0, null]);
  const oil = await find('Motoröl', { type: 3, id: ids.bmwModel });
  expect([oil.absent, idsOf(oil.universalProducts)]).toEqual([undefined, [ids.oil]]);
});

test('a chosen filter replaces the one in the words', async () => {
  const counted = async (asked: object) => (await find('Brand 2 Bremsscheiben', asked)).resultCount;
  const f = encodeFilters([{ key: 'brand', values: ['1'] }]);
  expect([await counted({}), await counted({ f })]).toEqual([9, 8]);
});

test('three hundred numbers that begin alike are cut, fewer are complete', async () => {
  const cut = async (term: string) => {
    const { isCut, resultCount } = await find(term);
    return [isCut, resultCount];
  };
  expect([await cut('YB3'), await cut('YB382')]).toEqual([
    [true, alike],
    [false, 100],
  ]);
});

test('a measure chooses the leaves that have it as the best one has, and a second brand is an alternative', async () => {
  const answer = async (term: string) => {
    const found = await find(term);
    return [filtersOf(found), idsOf(found.products)];
  };
  expect(await answer('Batterie 25 mm')).toEqual([[{ key: 'diameter', values: ['25'] }], [7022]]);
  expect(await answer('Batterie 30 mm')).toEqual([[{ key: 'width', values: ['30'] }], [7021]]);
  expect(filtersOf(await find('Batteriekabel 30 mm'))).toEqual([{ key: 'height', values: ['30'] }]);
  expect(filtersOf(await find('Batteriekabel Länge 30 mm'))).toEqual([{ key: 'length', values: ['30'] }]);
  expect((await find('77 W')).resultCount).toBe(6);
  const both = await find('Brand 1 Brand 2 Bremsscheiben');
  expect([filtersOf(both), both.resultCount]).toEqual([[{ key: 'brand', values: ['1', '2'] }], 17]);
  const query = { query: 'Brand 1 Brand 2 Bremsscheiben', country: 'DE', locale: 'de-DE' } as const;
  const { products } = await suggest(generation, query, () => undefined);
  expect([...new Set(products.map(({ brand }) => brand.id))].sort()).toEqual(['1', '2']);
});

test('only the number of a leaf chooses it', async () => {
  const request = { country: 'DE', locale: 'de-DE', sort: 'popularity', page: 1, pageSize: 20 } as const;
  const f = encodeFilters([{ key: 'cleaf', values: ['null'] }]);
  await expect(findProducts(generation, { ...request, f }, () => undefined)).rejects.toMatchObject({ code: 'invalid' });
});

test('halves of a compound have three letters at least', async () => {
  expect(await categoriesOf('Radbolzen')).toEqual([5031]);
  expect(await categoriesOf('Eikanne')).toEqual([]);
});

test('of two faults the one with more words counts, but a long word weighs more than one short word', async () => {
  const first = async (term: string) => [(await categoriesOf(term))[0], (await find(term)).reading.notes[0]?.kind];
  expect(await first('Startschwierigkeiten, Bremsen ruckeln, vibrieren')).toEqual([ids.discs, 'symptom']);
  expect(await first('Startschwierigkeiten, Bremsen vibrieren')).toEqual([5021, 'symptom']);
  expect(await first('Kaltstartprobleme, Bremsen vibrieren')).toEqual([5030, 'symptom']);
});
