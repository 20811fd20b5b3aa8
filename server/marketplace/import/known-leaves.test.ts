import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';

const { importTable, served } = importFolder();

const imported = async (category: string) =>
  await importTable('products', 'brand;number;category', `Brand 1;NEW1;${category}`);

test.each([
  'de-title-2001',
  'FR-Title-2001',
  'nl-2001',
  '2001',
  'de-title-100 > de-title-301 > it-title-2001',
  'de-title-1523/2001',
])('the category "%s" is found by its title, slug, number, or the end of its path', async (category) => {
  expect((await imported(category)).rejected).toBe(0);
  expect(served("select category_id from product where article_number = 'NEW1'")).toEqual({ category_id: 2001 });
});

test.each(['de-title-2001 > de-title-301', '301'])(
  'the category "%s" is refused, because it is no leaf',
  async (category) => {
    expect((await imported(category)).rejected).toBe(1);
  },
);

test('a title of two categories is refused, and their ids are not', async () => {
  const titles = ['de', 'fr', 'es', 'it', 'nl'].map((language) => `title_${language}`).join(';');
  await importTable('categories', `id;parent;leaf_number;${titles}`, '950;900;977;de-title-2001;b;c;d;e');
  expect((await imported('de-title-2001')).reasons).toEqual({
    'category is the name of several categories; give its id': 1,
  });
  expect((await imported('950')).reasons).toEqual({});
});
