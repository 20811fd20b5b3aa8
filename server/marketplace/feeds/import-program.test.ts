import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { previewLimits } from '../../contract/file-preview.js';
import type { ShopId } from '../program/shop-choice.js';
import { saveColumns, savedColumns, savedColumnsOf } from './chosen-columns.js';
import { runImportProgram } from './import-program.js';

const clock = new ManualClock();
let room: FeedRoom;
beforeEach(async () => {
  room = await openFeedRoom();
});
afterEach(() => room.stop());

const run = (wish: object) => {
  const file = join(room.dataDir, 'a.csv');
  writeFileSync(file, JSON.stringify(wish));
  const words = ['offers', file, '--data-dir', room.dataDir];
  return runImportProgram(room.needs.importProgram, words, {}, new AbortController().signal, clock);
};

test('an import has four hours, and the five most frequent reasons are kept', async () => {
  const hanging = run({ waitsFor: 'a word that never comes' });
  await until('it runs', () => room.imports().length === 1);
  await clock.advance(4 * 3_600_000);
  const reason = 'The import has ended without a report (null).';
  expect(await hanging).toMatchObject({ status: 'failed', isOutage: false, reason });
  const reasons = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`reason ${n}`, 6 - n]));
  expect(Object.keys((await run({ reasons })).reasons)).toEqual(Array.from({ length: 5 }, (_, n) => `reason ${n}`));
});

test('the latest columns of a merchant are kept, each once, up to those of one file', async () => {
  const columns = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ header: `column ${from + n}`, meaning: 'key' }));
  const save = (chosen: ReturnType<typeof columns>) => saveColumns(room.db, 7 as ShopId, chosen, dateOf(clock));
  await save(columns(0, previewLimits.columns));
  await save(columns(1, 2));
  await save(columns(1000, 1));
  const kept = JSON.parse((await savedColumns(room.db, 7 as ShopId)) ?? '');
  expect(kept).toHaveLength(previewLimits.columns);
  expect([kept[0], ...kept.slice(-3)]).toEqual([...columns(3, 1), ...columns(1, 2), ...columns(1000, 1)]);
});

test('a feed finds the columns of its shop also by its name', async () => {
  const columnsOf = async (name: string) => savedColumnsOf(room.db, room.dataDir, { name });
  expect(await columnsOf('Alpha')).toBeNull();
  writeCatalogue(room.dataDir, { generation: 'g1' });
  const chosen = [{ header: 'Nr', meaning: 'key' }];
  await saveColumns(room.db, 1 as ShopId, chosen, dateOf(clock));
  expect(JSON.parse((await columnsOf('ALPHA')) ?? '')).toEqual(chosen);
  expect([await columnsOf('Beta'), await columnsOf('Nobody')]).toEqual([null, null]);
});
