import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import type { TextOverrideLanguage, WantedText } from '../../contract/text-overrides.js';
import type { Generation } from '../generation/generation.js';
import { openStateAt } from '../state/state-place.js';
import type { StateDb } from '../state/state-store.js';
import type { Operator } from './sessions.js';
import { correctTexts, textOf } from './texts.js';

let dataDir: string;
let db: StateDb;
let generation: Generation;
let acts: unknown[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'texts-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  activate(dataDir, 'g1', file);
  db = await openStateAt({ dataDir, clock: testClock });
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
