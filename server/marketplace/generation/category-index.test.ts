import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { type TextOverride, TextOverrides } from '../offer-store/text-overrides.js';
import { type Category, CategoryIndex } from './category-index.js';

test('titles follow the operator’s texts at once, in their language and wherever they are shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'categories-'));
  const generation = await openCatalogue(folder, 'g1', writeCatalogue(folder, { generation: 'g1' }));
  const corrected = { textOverrides: new TextOverrides([], 'none') };
  const index = await CategoryIndex.load(generation.db, corrected, async () => {});
  const discs = index.all.get(ids.discs) as Category;
  const titles = () =>
    (['de', 'fr'] as const).map((language) => {
      const { title, parent } = index.wire(discs, language);
      return [title, parent?.title];
    });
  const imported = [
    ['de-title-1523', 'de-title-301'],
    ['fr-title-1523', 'fr-title-301'],
  ];
  expect(titles()).toEqual(imported);
  const override = (subject: number, text: string): TextOverride => ({
    ...{ kind: 'category', subject, field: 'title', language: 'de', text },
  });
  corrected.textOverrides = new TextOverrides([override(ids.discs, 'Scheiben'), override(301, 'Bremsen')], 'some');
  expect(titles()).toEqual([['Scheiben', 'Bremsen'], imported[1]]);
  const texts = async (language: 'de' | 'fr') => {
    const { seoText, description } = await index.detail(discs, language);
    return [seoText, description, discs.texts[language].single_title];
  };
  corrected.textOverrides = new TextOverrides(
    ['seoText', 'description', 'singleTitle'].map((field) => ({ ...override(ids.discs, `own ${field}`), field })),
    'others',
  );
  expect(await texts('de')).toEqual(['own seoText', 'own description', 'own singleTitle']);
  expect(await texts('fr')).toEqual(['seo', 'description', '']);
  corrected.textOverrides = new TextOverrides([], 'none');
  expect(titles()).toEqual(imported);
  expect(await texts('de')).toEqual(['seo', 'description', '']);
  await generation.close();
  rmSync(folder, { recursive: true });
});

test('categories follow their positions, lead to their roots and know all leaves below', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'categories-'));
  const file = writeCatalogue(folder, { generation: 'g1' });
  const database = new DatabaseSync(join(folder, file));
  database.exec(`update category set position = 9 where id = ${ids.discs}`);
  database.close();
  const generation = await openCatalogue(folder, 'g1', file);
  const { all, roots } = generation.categories;
  const idsOf = (entries: readonly Category[]) => entries.map(({ id }) => id);
  const [brakes, discs] = [all.get(ids.brakes), all.get(ids.discs)] as [Category, Category];
  const sorted = [ids.pads, ids.drums, ids.discs];
  expect([idsOf(roots), idsOf(brakes.leaves), idsOf(discs.leaves)]).toEqual([[100, 900], sorted, [ids.discs]]);
  expect(idsOf(all.get(ids.discGroup)?.children ?? [])).toEqual(sorted);
  expect(idsOf(generation.categories.ancestors(discs))).toEqual([ids.brakes, ids.discGroup]);
  expect(generation.categories.wire(discs, 'de')).toMatchObject({
    ...{ isLeaf: true, isUniversal: false, parent: { id: String(ids.discGroup) } },
    topParent: { id: String(ids.brakes) },
  });
  await generation.close();
  rmSync(folder, { recursive: true });
});
