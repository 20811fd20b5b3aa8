import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import type { TextOverrideLanguage, WantedText } from '../../contract/text-overrides.js';
import type { Generation } from '../generation/generation.js';
import { openStateAt } from '../state/state-place.js';
import type { StateDb } from '../state/state-store.js';
import type { Operator } from './sessions.js';
import { correctTexts, textOf, textsOf } from './texts.js';

let dataDir: string;
let db: StateDb;
let generation: Generation;
let acts: unknown[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'texts-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  activate(dataDir, 'g1', file);
  db = await openStateAt({ dataDir, clock: testClock });
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec("update product set norm_number = 'DISC1' where id = 1002");
  catalogue.close();
  generation = await openCatalogue(dataDir, 'g1', file);
  acts = [];
});
afterEach(async () => {
  await generation.close();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

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
  expect(await correct([text('name', ' Alpha\u0000\n Teile '), text('terms', ' <p>A\r\nB</p> ')])).toBe(2);
  expect(await kept()).toEqual([
    ['name', 'Alpha Teile'],
    ['terms', '<p>A\nB</p>'],
  ]);
  expect(await correct([text('name', 'Alpha Teile'), text('policy', '<p>Widerruf</p>')])).toBe(0);
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
  expect(await find('disc-1')).toEqual(['product 1001', 'product 1002']);
  expect(await find('Brand 3 disc 1')).toEqual(['product 1002']);
});
