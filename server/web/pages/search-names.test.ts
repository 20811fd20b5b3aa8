import { expect, test } from 'vitest';
import type { PageRequest } from '../render/page.js';
import { editions } from '../routes/editions.js';
import { brandByName, categoryByName } from './search-names.js';

const edition = editions['de-DE'];
const [allCategories, allManufacturers] = edition.pathNames.partNumberDefaults;
const entry = (urlId: string, de: string) => ({ urlId, seoAliases: { de } });
/** Pages of the directory, and the level of each category. */
const pages: Record<string, object[][]> = {
  categories: [[entry('1', 'Bremsen')], [entry('2', 'Bremsscheiben')], [entry('3', allCategories)]],
  'universal-categories': [[entry('4', 'Bremsen')]],
};
const levels: Record<string, number> = { '1': 3, '2': 2, '3': 1, '4': 1 };
const calls: Record<string, (values: Record<string, string | number>) => unknown> = {
  directory: ({ kind = '', page = 1 }) => ({
    kind,
    pageCount: pages[kind]?.length,
    entries: pages[kind]?.[Number(page) - 1],
  }),
  navigation: ({ categoryId = '' }) => ({ category: { urlId: categoryId, level: levels[categoryId] } }),
  brands: () => [{ slug: 'Kelvo' }, { slug: allManufacturers }],
};
const api = { call: async (id: string, values: Record<string, string>) => calls[id]?.(values) };
const request = { edition, api } as unknown as PageRequest;

test('a word names a category on any page of the directory, the broadest of several', async () => {
  const named = async (name: string) => (await categoryByName(request, name))?.urlId ?? null;
  expect(await Promise.all(['bremsscheiben', 'Bremsen', 'Unbekannt', allCategories].map(named))).toEqual([
    '2',
    '4',
    null,
    null,
  ]);
});

test('a word names a brand, but the word for all of them names none', async () => {
  const named = async (name: string) => (await brandByName(request, name))?.slug ?? null;
  expect(await Promise.all(['KELVO', 'Unbekannt', allManufacturers].map(named))).toEqual(['Kelvo', null, null]);
});
