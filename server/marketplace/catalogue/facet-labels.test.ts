import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Generation } from '../generation/generation.js';
import { filtersWire } from './facet-labels.js';
import { list } from './listing.js';
import { parseRange } from './ranges.js';

/** Returns the names of categories in the filter of a brand's parts, after changes to the catalogue. */
async function categoriesOf(brand: number, changes: string): Promise<string[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'labels-'));
  const file = writeCatalogue(folder, { generation: 'labels' });
  const database = new DatabaseSync(join(folder, file), { enableForeignKeyConstraints: false });
  database.exec(changes);
  database.close();
  const generation = await openCatalogue(folder, 'labels', file);
  const request = { locale: 'de-DE', country: 'DE', sort: 'popularity', page: 1, pageSize: 20 } as const;
  const { filters } = await list(
    generation,
    { ...request, first: 'x', second: 'x', tail: `---${brand}` },
    () => undefined,
  );
  await generation.close();
  rmSync(folder, { recursive: true });
  return filters.find(({ key }) => key === 'category')?.attributes.map(({ label }) => label);
}
const title = (id: number, text: string) => `update category_text set title = '${text}' where category_id = ${id};`;

test('a filter names a category with the one above, unless both are called the same or the one above is the root', async () => {
  const texts = title(301, 'Bremsen') + title(ids.discs, 'Scheiben') + title(ids.pads, 'Beläge');
  expect(await categoriesOf(1, texts)).toEqual(['Beläge (Bremsen)', 'Scheiben (Bremsen)']);
  expect(await categoriesOf(1, texts + title(ids.pads, 'bremsen'))).toEqual(['Bremsen', 'Scheiben (Bremsen)']);
  const root = `update category set id = 1 where id = 301; update category set parent_id = 1 where parent_id = 301;
    update category_text set category_id = 1 where category_id = 301;`;
  expect(await categoriesOf(1, texts + root)).toEqual(['Beläge', 'Scheiben']);
});

const room = mkdtempSync(join(tmpdir(), 'labels-'));
let generation: Generation;
beforeAll(async () => {
  generation = await openCatalogue(room, 'g1', writeCatalogue(room, { generation: 'g1' }));
});
afterAll(async () => {
  await generation.close();
  rmSync(room, { recursive: true });
});
const facet = (key: string, values: readonly string[], isSingle = false) => ({
  ...{ key, isSingle },
  values: values.map((value) => ({
    ...{ value, unit: null, count: ['none', 'chosen'].includes(value) ? 0 : 1, isActive: value === 'chosen' },
    range: value.includes('-') ? parseRange(value) : null,
  })),
});
const shown = (...facets: ReturnType<typeof facet>[]) =>
  filtersWire(
    { facets, rows: Uint32Array.of(1), price: { min: 100, max: 200, active: null }, ignored: [] },
    { generation, kind: 'disc', locale: 'de-DE' },
  );

test.each([
  ['diameter', ['100', '9', '20'], ['9', '20', '100']],
  ['width', ['300-', '-249', '250-299'], ['-249', '250-299', '300-']],
  ['type', ['D2S', 'W5W', 'H7', 'H4'], ['H4', 'H7', 'D2S', 'W5W']],
  ['place', ['rear', 'front'], ['front', 'rear']],
  ['brand', ['3', '1', '2'], ['1', '2', '3']],
  ['material', ['Stahl', 'none', 'Alu', 'chosen'], ['Alu', 'chosen', 'Stahl']],
])('values of the filter %s are in the order of people', (key, values, expected) => {
  const filter = shown(facet(key, values)).find((each) => each.key === key);
  expect(filter?.attributes.map(({ value }) => value)).toEqual(expected);
});

test('countries begin with those of the language, and steps keep their order', () => {
  const [days, countries] = shown(
    facet('delivery_country', ['FR', 'CH', 'AT', 'DE'], true),
    facet('delivery_days', ['5', '1', '3'], true),
  )
    .filter(({ key }) => key !== 'price')
    .map(({ attributes }) => attributes.map(({ value }) => value));
  expect([days, countries]).toEqual([
    ['5', '1', '3'],
    ['DE', 'AT', 'CH', 'FR'],
  ]);
});

test("filters that decide come first, then the leaf's own and those of the delivery", () => {
  const keys = ['condition', 'width', 'shop_rating', 'brand', 'viscosity', 'category', 'delivery_days'];
  expect(shown(...keys.map((key) => facet(key, ['1']))).map(({ key }) => key)).toEqual([
    ...['category', 'viscosity', 'brand', 'price', 'width'],
    ...['condition', 'delivery_days', 'shop_rating'],
  ]);
});
