import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  activate,
  changeOffers,
  writeCatalogue,
} from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import type { TextOverrideLanguage, WantedText } from '../../contract/text-overrides.js';
import type { Generation } from '../generation/generation.js';
import { openStateAt } from '../state/state-place.js';
import type { StateDb } from '../state/state-store.js';
import { serveTextOverrides } from '../text-overrides/serve-text-overrides.js';
import type { Operator } from './sessions.js';
import { correctTexts, textOf, textsOf } from './texts.js';

let dataDir: string;
let db: StateDb;
let generation: Generation;
let acts: unknown[];
let file: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'texts-'));
  file = writeCatalogue(dataDir, { generation: 'g1' });
  activate(dataDir, 'g1', file);
  db = await openStateAt({ dataDir, clock: testClock });
  changeCatalogue("update product set norm_number = 'DISC1', popularity = 1e6 where id = 1002");
  generation = await openCatalogue(dataDir, 'g1', file);
  acts = [];
});
afterEach(async () => {
  await generation.close();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

function changeCatalogue(sql: string): void {
  using catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec(sql);
}
const text = (field: string, words: string | null, language: TextOverrideLanguage = ''): WantedText => ({
  field,
  language,
  text: words,
});
const noted = async (_: StateDb, act: unknown): Promise<void> => void acts.push(act);
/** Corrects texts of the shop Alpha, or of another. */
const correct = (texts: WantedText[], { id = 1, note = noted } = {}): Promise<number> =>
  correctTexts(
    db,
    generation,
    { note } as unknown as Operator,
    { kind: 'shop', id, texts, locale: 'de-DE' },
    dateOf(testClock),
  );
const kept = async () => {
  const { texts } = await textOf(db, generation, { kind: 'shop', id: 1, locale: 'de-DE' }, true);
  return texts.flatMap(({ field, corrected }) => (corrected === null ? [] : [[field, corrected]]));
};

test('a refused text or subject, or a locked audit trail, leaves all texts as they were', async () => {
  expect(await correct([text('name', 'n'.repeat(80))])).toBe(1);
  const sound = text('terms', '<p>Neu</p>');
  for (const wrong of [text('name', 'n'.repeat(81)), text('email', 'Neu'), text('name', 'Neu', 'de')])
    await expect(correct([sound, wrong]), JSON.stringify(wrong)).rejects.toMatchObject({ code: 'invalid' });
  await expect(correct([sound], { id: 99 })).rejects.toMatchObject({ code: 'not_found' });
  const note = () => Promise.reject(new Error('the audit trail is locked'));
  await expect(correct([sound], { note })).rejects.toThrow('locked');
  expect(await kept()).toEqual([['name', 'n'.repeat(80)]]);
  expect(acts).toEqual([{ event: 'text_corrected', what: 'shop 1: name' }]);
});

test('an override is kept tidy, and an empty text or the imported one removes it', async () => {
  expect(await correct([text('name', ' A\u0308lpha\u0000\n Teile '), text('terms', ' <p>A\r\nB</p> ')])).toBe(2);
  expect(await kept()).toEqual([
    ['name', 'Älpha Teile'],
    ['terms', '<p>A\nB</p>'],
  ]);
  expect(await correct([text('name', 'Älpha Teile'), text('policy', '<p>Widerruf</p>')])).toBe(0);
  expect(await correct([text('name', ' Alpha '), text('terms', null), text('policy', '')])).toBe(2);
  expect(await kept()).toEqual([]);
  expect(acts).toEqual([
    { event: 'text_corrected', what: 'shop 1: name, terms' },
    { event: 'text_restored', what: 'shop 1: name, terms' },
  ]);
});

test('a correction changes one text of one subject only', async () => {
  const row = { kind: 'category', subject: 1, field: 'name', language: '', text: 'Other', changed_at: '2026' } as const;
  const french = { ...row, kind: 'shop', language: 'fr' } as const;
  await db.insertInto('correction').values([row, french]).execute();
  expect(await correct([text('name', 'Neu')], { id: 2 })).toBe(1);
  expect(await kept()).toEqual([]);
  expect(await correct([text('name', 'Neu'), text('terms', '<p>Neu</p>')])).toBe(2);
  expect(await correct([text('name', 'Neuer')])).toBe(1);
  expect(await kept()).toEqual([
    ['name', 'Neuer'],
    ['terms', '<p>Neu</p>'],
  ]);
  const rows = await db.selectFrom('correction').selectAll().orderBy('text').execute();
  expect(rows.map(({ kind, subject, field, text: words }) => `${kind} ${subject} ${field} ${words}`)).toEqual([
    'shop 1 terms <p>Neu</p>',
    'shop 2 name Neu',
    'shop 1 name Neuer',
    ...['category 1 name Other', 'shop 1 name Other'].sort(),
  ]);
});

test('corrected subjects are listed the last changed first, also those that left the catalogue', async () => {
  const row = { field: 'title', text: 'T' } as const;
  await db
    .insertInto('correction')
    .values([
      { ...row, kind: 'shop', subject: 99, field: 'name', language: '', changed_at: '2026-01-02' },
      { ...row, kind: 'product', subject: 1001, language: 'de', changed_at: '2026-01-01' },
      { ...row, kind: 'product', subject: 1001, language: 'fr', changed_at: '2026-01-03' },
    ])
    .execute();
  const { corrected, found } = await textsOf(db, generation, { query: ' ', locale: 'de-DE' });
  expect(found).toEqual([]);
  expect(corrected).toMatchObject([
    { kind: 'product', id: 1001, detail: 'Brand 2 DISC-1', changedAt: '2026-01-03', texts: 2 },
    { kind: 'shop', id: 99, name: 'shop 99', detail: '', changedAt: '2026-01-02', texts: 1 },
  ]);
});

test('subjects are found by id, name and number, and a brand before the number narrows them', async () => {
  const find = async (query: string) =>
    (await textsOf(db, generation, { query, locale: 'de-DE' })).found.map(({ kind, id }) => `${kind} ${id}`);
  expect(await find('2')).toContain('shop 2');
  expect(await find('ALPH')).toEqual(['shop 1']);
  expect(await find(`fr-title-${ids.discs}`)).toEqual([`category ${ids.discs}`]);
  expect(await find('disc-1')).toEqual(['product 1002', 'product 1001']);
  expect(await find('Brand 3 disc 1')).toEqual(['product 1002']);
});

test('texts of categories and articles are imported and corrected by language', async () => {
  changeCatalogue(`update product set title = '{"de":"Scheibe","fr":"Disque"}' where id = 1001;
    update category_text set seo_text = 'seo de', single_title = 'eine' where language = 'de'`);
  const germanOf = async (kind: 'category' | 'product', id: number) => {
    const { texts } = await textOf(db, generation, { kind, id, locale: 'fr-FR' }, true);
    return Object.fromEntries(texts.flatMap((each) => (each.language === 'de' ? [[each.field, each.imported]] : [])));
  };
  expect(await germanOf('product', 1001)).toEqual({ title: 'Scheibe' });
  expect(await germanOf('category', ids.discs)).toMatchObject({ description: 'description', seoText: 'seo de' });
  const wish = { kind: 'category', id: ids.discs, locale: 'de-DE' } as const;
  const texts = [
    text('title', 'Scheiben', 'de'),
    text('title', `fr-title-${ids.discs}`, 'fr'),
    text('seoText', 'A', 'it'),
  ];
  const operator = { note: noted } as unknown as Operator;
  expect(await correctTexts(db, generation, operator, { ...wish, texts }, dateOf(testClock))).toBe(2);
  expect(acts).toEqual([{ event: 'text_corrected', what: `category ${ids.discs}: title de, seoText it` }]);
});

test('corrected subjects are found by their imported names, too, and a category is named with its parent', async () => {
  const name = { kind: 'shop', subject: 1, field: 'name', language: '', text: 'Nordteile' } as const;
  const title = { kind: 'category', subject: ids.discs, field: 'title', language: 'de', text: 'Scheiben' } as const;
  changeOffers(dataDir, file, (writer) => serveTextOverrides(writer, [name, title], (each) => each.text));
  generation.offers.catchUp();
  const find = async (query: string) => (await textsOf(db, generation, { query, locale: 'fr-FR' })).found;
  const discs = { kind: 'category', id: ids.discs, name: `fr-title-${ids.discs}`, detail: 'fr-title-301' };
  for (const query of [`de-title-${ids.discs}`, 'scheiben']) expect(await find(query)).toEqual([discs]);
  for (const query of ['alph', 'nordt'])
    expect(await find(query)).toEqual([{ kind: 'shop', id: 1, name: 'Nordteile', detail: 'Stadt' }]);
  expect(await find('de-title-100')).toMatchObject([{ id: 100, detail: '' }]);
});

test('a search shows twenty subjects of a kind', async () => {
  for (let n = 1; n <= 21; n++)
    changeCatalogue(`create temp table copy as select * from brand limit 1;
      update copy set id = ${n + 10}, name = 'Other ${n}', seo_name = 'other-${n}', slug = 'other-${n}';
      insert into brand select * from copy;
      update product set brand_id = ${n + 10}, norm_number = 'SAME' where id = ${1000 + n}`);
  changeOffers(dataDir, file, (writer) =>
    writer.commit(() => {
      writer.database.exec('create temp table copy as select * from shop limit 1');
      for (let n = 10; n <= 30; n++)
        writer.database.exec(`update copy set id = ${n}, name = 'Same ${n}', slug = 'same-${n}';
          insert into shop select * from copy`);
    }),
  );
  const own = await openCatalogue(dataDir, 'g1', file);
  const { found } = await textsOf(db, own, { query: 'same', locale: 'de-DE' });
  await own.close();
  expect(found.map(({ kind }) => kind)).toEqual([...Array(20).fill('product'), ...Array(20).fill('shop')]);
});
