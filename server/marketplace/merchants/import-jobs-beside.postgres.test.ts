import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf, timestampOf } from '../../clock/clock.js';
import type { Repeated } from '../../contract/merchants.js';
import type { ShopId } from '../program/shop-choice.js';
import { openStateAt } from '../state/state-place.js';
import type { StateDb } from '../state/state-store.js';
import { type ImportJobs, startImportJobs } from './import-jobs.js';
import { reportOf } from './imports-of-shop.js';
import { acceptImport } from './queue-imports.js';
import { repeatImport } from './repeat-import.js';
import { keepSent } from './sent-files.js';

/** Two machines share the state and have a data folder each. */
let room: FeedRoom;
let folder: string;
let other: StateDb;
let started: ImportJobs[];
const start = (db: StateDb, dataDir: string): ImportJobs => {
  const { importProgram, clock } = room.needs;
  const made = startImportJobs({
    importProgram,
    clock,
    db,
    dataDir,
    targets: () => [],
    senders: () => ({}),
    namesOf: (id) => [String(id)],
  });
  started.push(made);
  return made;
};
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  room = await openFeedRoom();
  folder = mkdtempSync(join(tmpdir(), 'beside-'));
  other = await openStateAt({ clock: testClock, dataDir: folder, databaseUrl: room.databaseUrl });
  started = [];
});
afterEach(async () => {
  for (const each of started) await each.stop();
  await other.destroy();
  rmSync(folder, { recursive: true });
  await room.stop();
  vi.restoreAllMocks();
});

const statusOf = async (id: string) =>
  (await room.db.selectFrom('merchant_import').select('status').where('id', '=', id).executeTakeFirst())?.status;

test('each machine imports its own uploads, also if another looks first', async () => {
  const before = start(room.db, room.dataDir);
  const there = start(other, folder);
  // A machine stops before it has imported an upload.
  await before.stop();
  await keepSent(room.dataDir, 'import-1', Buffer.from('{"rows":3}'));
  const row = {
    id: 'import-1',
    shop_id: 7 as ShopId,
    source: 'offer',
    mode: 'partial',
    is_dry_run: 0,
    status: 'queued',
  } as const;
  await room.db
    .insertInto('merchant_import')
    .values({ ...row, created_at: timestampOf(testClock) })
    .execute();
  await keepSent(folder, 'import-2', Buffer.from('{"rows":1}'));
  await room.db
    .insertInto('merchant_import')
    .values({ ...row, id: 'import-2', created_at: timestampOf(testClock) })
    .execute();
  there.wake();
  await until('the other one is imported', async () => (await statusOf('import-2')) === 'completed');
  expect(await statusOf('import-1')).toBe('queued');
  start(room.db, room.dataDir);
  await until('it is imported where it is', async () => (await statusOf('import-1')) === 'completed');
  there.wake();
  await there.stop();
  expect(await statusOf('import-1')).toBe('completed');
});

test('another machine shows the preview of a file, and has it read again where the file is', async () => {
  const [, elsewhere] = [start(room.db, room.dataDir), { db: other, dataDir: folder }];
  const needs = { ...elsewhere, wakeJobs() {}, space: { requireSpace() {} }, feeds: () => [], shops: () => [] };
  const shop = { id: 7 as ShopId, imported_name: 'Shop 7', slug: 'shop-7' };
  const context = { requestId: 'r', idempotencyKey: null, clock: testClock };
  const columns = [{ header: 'Nr', meaning: null, samples: ['a'] }];
  const sample = { columns, meanings: ['key'], rows: [{ line: 2, values: {}, faults: [] }], held: null };
  const content = Buffer.from(JSON.stringify({ sample })).toString('base64');
  const wish = { mode: 'full', isDryRun: true, source: 'file', content } as const;
  const { id } = await acceptImport(
    { ...needs, db: room.db, dataDir: room.dataDir },
    { shopId: shop.id, tokenId: null },
    wish,
    context,
  );
  started[0]?.wake();
  await until('it is read', async () => (await statusOf(id)) === 'completed');
  expect((await reportOf(needs, shop, id, dateOf(testClock))).preview).toMatchObject({ columns });
  const again: Repeated = { id, act: 'import', mode: 'update', meanings: ['key'] };
  const next = await repeatImport(needs, { shopId: shop.id, tokenId: null }, again, context);
  start(other, folder).wake();
  started[0]?.wake();
  await until('it is imported', async () => (await statusOf(next.id)) === 'completed');
  expect(room.imports().at(-1)).toMatchObject({ columns: [{ header: 'Nr', meaning: 'key' }] });
});
