import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf, timestampOf } from '../../clock/clock.js';
import { saveColumns } from '../feeds/chosen-columns.js';
import { holdShop } from '../feeds/shop-lock.js';
import type { ShopId } from '../program/shop-choice.js';
import type { Senders } from '../shop-file/shop-file.js';
import { type ImportJobs, startImportJobs } from './import-jobs.js';
import { keepSent, sentFile } from './sent-files.js';

let senders: Senders;
let room: FeedRoom;
let jobs: ImportJobs;
beforeEach(async () => {
  senders = {};
  room = await openFeedRoom();
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  jobs = start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await jobs.stop();
  await room.stop();
});

function start(): ImportJobs {
  const { db, dataDir, importProgram, clock } = room.needs;
  return startImportJobs({
    db,
    dataDir,
    importProgram,
    clock,
    targets: () => ['ops'],
    senders: () => senders,
    namesOf: (id) => [String(id), `Shop ${id}`],
  });
}
async function send(
  id: string,
  shop: number,
  wish: object,
  source: 'offer' | 'batch' | 'file' | 'terms' = 'offer',
  more: { is_dry_run?: 1; file_id?: string; created_at?: string } = {},
): Promise<void> {
  if (!more.file_id) await keepSent(room.dataDir, id, Buffer.from(JSON.stringify(wish)));
  const row = { id, shop_id: shop as ShopId, source, mode: 'partial', is_dry_run: 0, status: 'queued' } as const;
  await room.db
    .insertInto('merchant_import')
    .values({ ...row, created_at: timestampOf(testClock), ...more })
    .execute();
  jobs.wake();
}
const row = (id: string) =>
  room.db.selectFrom('merchant_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ended = (...ids: string[]): Promise<void> =>
  until(`${ids} have ended`, async () => {
    const rows = await Promise.all(ids.map(row));
    return rows.every(({ ended_at: at }) => at !== null);
  });
const order = (): unknown[] => room.imports().map(({ wish }) => wish.name);
const kept = (): string[] => readdirSync(join(room.dataDir, 'feeds')).filter((name) => name.endsWith('.upload'));

test('an upload is imported, its outcome stored, and its file removed', async () => {
  await send('import-1', 7, { rows: 3, rejected: 1, changes: { changed: 2 } }, 'batch');
  await ended('import-1');
  expect(await row('import-1')).toMatchObject({
    status: 'completed_with_errors',
    rows: 3,
    rejected: 1,
    changes: '{"changed":2}',
    report: expect.stringMatching(/\.summary\.json$/),
  });
  await until('the file goes', () => kept().length === 0);
  const [{ words } = { words: [] }] = room.imports();
  expect(words.join(' ')).toBe(`--shop-id 7 --mode partial --max-rejects 100 --data-dir ${room.dataDir}`);
});

test('somebody waits for an offer, and only files have the columns that their merchant has chosen', async () => {
  vi.stubEnv('IMPORT_PRIORITY', 'low');
  const chosen = [{ header: 'Preis', meaning: 'price' }] as const;
  await saveColumns(room.db, 7 as ShopId, chosen, dateOf(testClock));
  for (const source of ['offer', 'batch', 'terms', 'file'] as const) {
    await send(source, 7, { name: source }, source, source === 'offer' ? {} : { is_dry_run: 1 });
    await ended(source);
  }
  const made = room.imports().map((note) => [note.kind, note.priority, note.columns, note.words.includes('--dry-run')]);
  expect(made).toEqual([
    ['offers', 'normal', null, false],
    ['offers', 'normal', null, true],
    ['shops', 'normal', null, true],
    ['offers', 'low', chosen, true],
  ]);
});

test('a job whose file is gone ends, and only a file to repeat is asked for again', async () => {
  // Another machine may have a younger file.
  const created_at = new Date(testClock.now() - 25 * 3_600_000).toISOString();
  await send('again', 7, {}, 'file', { file_id: 'removed', created_at });
  await ended('again');
  expect(await row('again')).toMatchObject({
    status: 'refused',
    reason: 'The file is no longer kept; send it again.',
  });
  const lease = await holdShop(room.needs, '8');
  await send('lost', 8, {}, 'file', { created_at });
  rmSync(sentFile(room.dataDir, 'lost'));
  await lease?.release();
  await ended('lost');
  expect(await row('lost')).toMatchObject({ status: 'failed', rows: 0 });
  expect(room.imports()).toEqual([]);
});

test('imports of a shop run one after the other, and one offer does not wait for others’ files', async () => {
  await send('file-a', 1, { name: 'file a', waitsFor: 'release' }, 'file');
  await send('file-b', 2, { name: 'file b' }, 'file');
  await send('offer-a', 1, { name: 'offer a' });
  await send('offer-c', 3, { name: 'offer c' });
  await ended('offer-c');
  await until('the file is being imported', () => order().includes('file a'));
  expect(order().sort()).toEqual(['file a', 'offer c']);
  writeFileSync(join(room.dataDir, 'imports/release'), '');
  await ended('file-a', 'file-b', 'offer-a');
  expect(order().slice(2).sort()).toEqual(['file b', 'offer a']);
});

test('the operator’s feed goes first, by any name of the shop', async () => {
  const lease = await holdShop(room.needs, 'shop 4');
  await send('waiting-1', 4, { name: 'waits' });
  await send('waiting-2', 4, { name: 'waits longer' });
  // A later upload of another shop does not wait.
  await send('other-1', 8, { name: 'other' });
  await ended('other-1');
  expect([order(), (await row('waiting-1')).status]).toEqual([['other'], 'queued']);
  await lease?.release();
  await ended('waiting-1', 'waiting-2');
  expect(order()).toEqual(['other', 'waits', 'waits longer']);
});

test('jobs left by a stop are imported after the next start', async () => {
  await send('left-over', 5, { name: 'left', waitsFor: 'a word that never comes' });
  await until('it runs', async () => (await row('left-over')).status === 'processing' && order().length === 1);
  await jobs.stop();
  expect((await row('left-over')).ended_at).toBeNull();
  expect(kept()).toEqual(['merchant-left-over.upload']);
  await keepSent(room.dataDir, 'left-over', Buffer.from(JSON.stringify({ name: 'again' })));
  jobs = start();
  await ended('left-over');
  expect([order(), (await row('left-over')).status]).toEqual([['left', 'again'], 'completed']);
});

test('webhooks report a held job; a failed job is reported without internal words', async () => {
  await send('held-one', 6, { outcome: 'held', refusal: 'Too many go.', held: 'h1', rows: 60 }, 'file');
  await send('failed-1', 6, { complaint: 'TypeError: inner', code: 70 });
  await ended('held-one', 'failed-1');
  expect(await row('held-one')).toMatchObject({ status: 'held', reason: 'Too many go.', held: 60 });
  expect(await row('failed-1')).toMatchObject({ status: 'failed', reason: expect.not.stringContaining('inner') });
  const [message] = await room.db.selectFrom('outbox').select(['type', 'target']).execute();
  expect(message).toEqual({ type: 'import.held', target: 'ops' });
  const trail = await room.db.selectFrom('merchant_audit').select(['event', 'what']).execute();
  expect(trail.map(({ what }) => what)).toEqual(['held-one held', 'failed-1 failed']);
  expect(existsSync(join(room.dataDir, 'imports'))).toBe(true);
});

test('a merchant hears by mail of a held upload, once a day', async () => {
  senders = { 'de-DE': { name: 'Teile Nord', address: 'hilfe@teile-nord.example' } };
  using offers = new DatabaseSync(join(room.dataDir, 'offers.db'));
  offers.exec('create table shop (id, name, slug, country, email)');
  offers.exec("insert into shop values (6, 'Six', 'six', 'DE', 'six@shops.example'), (7, 'Seven', 'seven', 'DE', '')");
  const held = { outcome: 'held', refusal: 'Too many go.', rows: 60 };
  const preview = { added: 0, changed: 1, removed: 59, prices: [], removals: [] };
  await send('held-one', 6, { ...held, held: 'h1', preview }, 'file');
  await send('held-two', 6, { ...held, held: 'h2' }, 'file');
  await send('held-else', 7, { ...held, held: 'h3' }, 'file');
  await ended('held-one', 'held-two', 'held-else');
  const mails = await room.db.selectFrom('outbox').select(['type', 'body']).where('target', '=', '@mail').execute();
  expect(mails.map(({ type, body }) => [type, JSON.parse(body)])).toEqual([
    [
      'import.held',
      {
        from: senders['de-DE'],
        to: 'six@shops.example',
        subject: expect.stringContaining('Teile Nord: '),
        text: expect.stringContaining('Entfernt: 59'),
      },
    ],
  ]);
});

test('files that have had no job for a day go at the next start; those of jobs, and young ones, stay', async () => {
  const lease = await holdShop(room.needs, '7');
  await send('queued', 7, {});
  for (const id of ['forgotten', 'young']) await keepSent(room.dataDir, id, Buffer.from('{}'));
  await jobs.stop();
  const old = new Date(testClock.now() - 25 * 3_600_000);
  for (const id of ['queued', 'forgotten']) utimesSync(sentFile(room.dataDir, id), old, old);
  jobs = start();
  await until('one file is gone', () => kept().length === 2);
  expect(kept().sort()).toEqual(['merchant-queued.upload', 'merchant-young.upload']);
  await lease?.release();
  await ended('queued');
});
