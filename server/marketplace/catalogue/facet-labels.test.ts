import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { list } from './listing.js';

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
