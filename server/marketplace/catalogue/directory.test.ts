import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { DirectoryKind } from '../../contract/directory.js';
import type { Locale } from '../../contract/locales.js';
import type { Generation } from '../generation/generation.js';
import { listDirectory } from './directory.js';

/** Further brands and further parts. */
const many = 2600;
/** More makers of cars than the directory combines with categories. */
const makers = 12;
const folder = mkdtempSync(join(tmpdir(), 'directory-'));
let generation: Generation;
beforeAll(async () => {
  const file = writeCatalogue(folder, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(folder, file));
  const upTo = (count: number) =>
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count}) select`;
  catalogue.exec(`
    create temporary table brands as ${upTo(many)} brand.* from brand, n where id = 1;
    update brands set id = 100 + rowid, slug = 'b-' || rowid, seo_name = 'B-' || rowid;
    insert into brand select * from brands;
    update brand set article_count = 0 where id = 3;
    create temporary table parts as ${upTo(many)} product.* from product, n where id = ${ids.pad};
    update parts set id = 5000 + rowid, norm_number = 'PART' || rowid;
    insert into product select * from parts;
    update manufacturer set popularity = '{}';
    create temporary table makers as ${upTo(makers)} 10 + n as id, 'M' || n as name, n from n;
    insert into manufacturer select id, name, name, name, json_object('DE', n % 6 + 1, 'FR', 13 - n) from makers;
    insert into fitment_manufacturer select id, ${ids.discs}, ${ids.firstDisc} from makers;
  `);
  catalogue.close();
  changeOffers(folder, file, (writer) =>
    writer.commit((commit) => {
      const [sold] = writer.statements.offersOf(ids.pad);
      for (let part = 1; sold && part <= many; part++)
        commit.put({ ...sold, key: `part ${part}`, product_id: 5000 + part }, null, []);
    }),
  );
  generation = await openCatalogue(folder, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(folder, { recursive: true });
});

/** Lists a page of a directory, with the tags that it depends on. */
async function list(kind: DirectoryKind, page = 1, locale: Locale = 'de-DE') {
  const tags: unknown[] = [];
  const found = await listDirectory(generation, { kind, page, locale, country: 'DE' }, (...tag) => tags.push(tag));
  return { ...found, tags };
}

test.each([
  ['brands', 2 + many],
  ['articles', discCount + 2 + many],
] as const)(
  'a long directory names each of its %s on one of its pages, and brands only with parts',
  async (kind, count) => {
    const pages = [await list(kind, 1), await list(kind, 2)];
    expect(pages.map(({ entries, pageCount }) => [entries.length, pageCount])).toEqual([
      [2500, 2],
      [count - 2500, 2],
    ]);
    expect(new Set(pages.flatMap(({ entries }) => entries.map((entry) => JSON.stringify(entry)))).size).toBe(count);
    await expect(list(kind, 3)).rejects.toMatchObject({ code: 'not_found' });
  },
);

test('a directory has only articles that ship to the country of its edition', async () => {
  expect((await list('articles', 1, 'de-AT')).entries).toHaveLength(discCount + 1);
});

test.each<[DirectoryKind, string | null]>([
  ['articles', 'assortment'],
  ['shops', 'shop'],
  ['categories', 'category'],
  ['universal-categories', 'category'],
  ['brands', null],
  ['manufacturers', null],
  ['manufacturer-categories', null],
])('a directory of %s is outdated once any %s changes', async (kind, tag) => {
  expect((await list(kind)).tags).toEqual(tag === null ? [] : [[tag, [0]]]);
});

test('categories are combined with the ten makers that are most popular in the country', async () => {
  const makersIn = async (locale: Locale) => {
    const { entries } = await list('manufacturer-categories', 1, locale);
    return [...new Set(entries.map((entry) => ('manufacturer' in entry ? Number(entry.manufacturer.id) : null)))];
  };
  // Of equally popular makers the first comes first.
  expect(await makersIn('de-DE')).toEqual([15, 21, 14, 20, 13, 19, 12, 18, 11, 17]);
  expect(await makersIn('fr-FR')).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});
