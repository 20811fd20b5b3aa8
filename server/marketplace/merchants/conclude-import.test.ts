import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { type Imported, noCounts } from '../feeds/import-program.js';
import type { ShopId } from '../program/shop-choice.js';
import { concludeImport } from './conclude-import.js';
import { fileOf, type ImportRow } from './sent-files.js';

const clock = new ManualClock();
const hour = 3_600_000;
const result: Imported = { ...noCounts, status: 'completed', isUnchanged: false, reason: null };
let room: FeedRoom;
beforeEach(async () => {
  room = await openFeedRoom();
  mkdirSync(join(room.dataDir, 'imports'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await room.stop();
});

const ago = (ms: number): string => new Date(clock.now() - ms).toISOString();
async function put(id: string, shop: number, more: Partial<ImportRow> = {}): Promise<ImportRow> {
  const row = { source: 'file', mode: 'full', is_dry_run: 0, status: 'queued', created_at: ago(0) } as const;
  await room.db
    .insertInto('merchant_import')
    .values({ ...row, id, shop_id: shop as ShopId, ...more })
    .execute();
  return room.db.selectFrom('merchant_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
const conclude = (row: ImportRow, outcome = result) =>
  concludeImport({ ...room.needs, clock, targets: () => ['ops'], senders: () => ({}) }, row, outcome);
const statuses = async (): Promise<string[]> => {
  const rows = await room.db.selectFrom('merchant_import').select(['id', 'status']).orderBy('position').execute();
  return rows.map(({ id, status }) => `${id} ${status}`);
};

test('an import ends alone, and only the oldest ended ones of its shop go with their reports', async () => {
  const ended = (ms: number) => ({ status: 'completed', created_at: ago(ms), ended_at: ago(ms) }) as const;
  const reportOf = (id: string): string => join(room.dataDir, 'imports', `${id}.summary.json`);
  for (const id of ['old-199', 'old-200']) writeFileSync(reportOf(id), '');
  for (let n = 0; n <= 201; n++) await put(`old-${n}`, 7, { ...ended(30 * hour + n), report: `old-${n}.summary.json` });
  for (const n of [1, 2]) await put(`other-${n}`, 8, ended(99 * hour));
  await put('open', 7, { created_at: ago(99 * hour) });
  await conclude(await put('import', 7));
  const left = await statuses();
  expect(left.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, n) => `old-${n} completed`));
  expect(left.slice(200)).toEqual(['other-1 completed', 'other-2 completed', 'open queued', 'import completed']);
  expect(['old-199', 'old-200'].map((id) => existsSync(reportOf(id)))).toEqual([true, false]);
});

test('a whole file replaces held ones of its shop that came before it; a part, a trial and an offer do not', async () => {
  const summary = { kind: 'offers', files: [], outcome: 'held', refusal: null, generation: null, startedAt: ago(0) };
  const counts = { seconds: 1, rows: 1, rejected: 0, leftOut: 0, reasons: {} };
  const folderOf = (held: string): string => join(room.dataDir, 'held', held);
  const hold = async (held: string, shop: number): Promise<void> => {
    const report = `${held}.summary.json`;
    mkdirSync(folderOf(held), { recursive: true });
    writeFileSync(join(room.dataDir, 'imports', report), JSON.stringify({ ...summary, ...counts, held }));
    await put(held, shop, { status: 'held', ended_at: ago(0), report, held: 1 });
  };
  await hold('held-7', 7);
  await hold('held-8', 8);
  await conclude(await put('part', 7, { mode: 'update' }));
  await conclude(await put('trial', 7, { is_dry_run: 1 }));
  await conclude(await put('offer', 7, { source: 'offer' }));
  const before = ['held-7 held', 'held-8 held', 'part completed', 'trial completed', 'offer completed'];
  expect(await statuses()).toEqual(before);
  const whole = await put('whole', 7);
  await hold('later-7', 7);
  await conclude(whole);
  expect(await statuses()).toEqual(['held-7 cancelled', ...before.slice(1), 'whole completed', 'later-7 held']);
  expect(['held-7', 'held-8', 'later-7'].map((held) => existsSync(folderOf(held)))).toEqual([false, true, true]);
  // The same file, read in another way, replaces itself also as a part.
  await conclude(await put('repeated', 8, { mode: 'update', file_id: 'held-8' }));
  expect((await statuses())[1]).toBe('held-8 cancelled');
});

test('an outcome is stored once, with its counts, and without the path of the file', async () => {
  const row = await put('import', 7, { created_at: ago(90_060) });
  const reason = `${fileOf(room.dataDir, row)} has too few rows.`;
  const counts = { rows: 9, rejected: 2, leftOut: 3, held: 9, changes: { changed: 4 }, reasons: { 'is no price': 2 } };
  await conclude(row, { ...result, ...counts, status: 'held', isUnchanged: true, reason });
  await conclude(row, { ...result, status: 'failed' });
  const stored = { rows: 9, rejected: 2, held: 9 };
  const words = 'The file has too few rows.';
  expect(await room.db.selectFrom('merchant_import').selectAll().execute()).toMatchObject([
    { ...stored, status: 'held', left_out: 3, is_unchanged: 1, reason: words, changes: '{"changed":4}' },
  ]);
  const messages = await room.db.selectFrom('outbox').select(['target', 'body']).execute();
  expect(messages.map(({ target, body }) => [target, JSON.parse(body).data])).toEqual([
    [
      'ops',
      {
        ...{ feed: 'merchant import', shop: '7', kind: 'offers', mode: 'full', startedAt: ago(90_060), status: 'held' },
        ...{ ...stored, leftOut: 3, seconds: 90.1, reason: words, reasons: counts.reasons },
      },
    ],
  ]);
  const acts = await room.db.selectFrom('merchant_audit').select(['shop_id', 'token_id', 'event', 'what']).execute();
  expect(acts).toEqual([{ shop_id: 7, token_id: null, event: 'import_ended', what: 'import held' }]);
});

test('only files have a preview', async () => {
  const columns = [{ header: 'Nr', meaning: 'key', samples: [] }];
  const sample = { columns, meanings: ['key'], rows: [{ line: 2, values: {}, faults: [] }], held: null };
  const summary = { kind: 'offers', files: [], outcome: 'active', refusal: null, generation: null, startedAt: ago(0) };
  const counts = { seconds: 1, rows: 1, rejected: 0, leftOut: 0, reasons: {} };
  const report = 'a.summary.json';
  writeFileSync(join(room.dataDir, 'imports', report), JSON.stringify({ ...summary, ...counts, sample }));
  for (const source of ['file', 'batch'] as const)
    await conclude(await put(source, 7, { source }), { ...result, report });
  expect(await room.db.selectFrom('merchant_preview').select('import_id').execute()).toEqual([{ import_id: 'file' }]);
});
