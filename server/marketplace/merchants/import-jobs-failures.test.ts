import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { timestampOf } from '../../clock/clock.js';
import { holdShop } from '../feeds/shop-lock.js';
import type { ShopId } from '../program/shop-choice.js';
import { type ImportJobs, startImportJobs } from './import-jobs.js';
import { dropSent, keepSent } from './sent-files.js';

/** Import jobs on a clock that only the test moves, with real files, locks and programs. */
let room: FeedRoom;
let clock: ManualClock;
let jobs: ImportJobs;
let lines: { event: string; id?: string; attempts?: number; reason?: string }[];
beforeEach(async () => {
  room = await openFeedRoom();
  clock = new ManualClock();
  lines = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)));
    return true;
  });
  jobs = startImportJobs({
    ...room.needs,
    clock,
    targets: () => [],
    senders: () => ({}),
    namesOf: (id) => [String(id), `Shop ${id}`],
  });
  // The first look has ended, so the next one finds new uploads.
  await clock.untilWaiting();
});
afterEach(async () => {
  await jobs.stop();
  vi.restoreAllMocks();
  await room.stop();
});

async function send(id: string, shop: number, wish: object = {}): Promise<void> {
  await keepSent(room.dataDir, id, Buffer.from(JSON.stringify({ name: id, ...wish })));
  const row = {
    id,
    shop_id: shop as ShopId,
    source: 'offer',
    mode: 'partial',
    is_dry_run: 0,
    status: 'queued',
  } as const;
  await room.db
    .insertInto('merchant_import')
    .values({ ...row, created_at: timestampOf(clock) })
    .execute();
  jobs.wake();
}
const row = (id: string) =>
  room.db.selectFrom('merchant_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** Advances the clock by a second at a time until a condition holds. @returns the seconds */
async function secondsUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<number> {
  const began = clock.steady();
  await clock.advance(0);
  await until(what, async () => {
    if (await isSo()) return true;
    // A running program takes real time, and hardly any of this clock's. Queries of an attempt end before the next second.
    const isRunning = room.imports().length > room.imports('end').length;
    if (!isRunning) await until('the loop rests', () => clock.waiting > 0);
    if (await isSo()) return true;
    await clock.advance(isRunning ? 20 : 1000);
    return isSo();
  });
  return (clock.steady() - began) / 1000;
}
const completed = (...ids: string[]): Promise<number> =>
  secondsUntil(`${ids} are completed`, async () =>
    (await Promise.all(ids.map(row))).every(({ status }) => status === 'completed'),
  );
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1000);
    // Lets queries to PostgreSQL end before the next second.
    await until('the loop rests', () => clock.waiting > 0);
  }
}
const linesOf = (event: string) => lines.filter((line) => line.event === event);
/** Number of log lines about jobs. */
const jobLines = (): number => lines.filter(({ event }) => event.startsWith('merchant_import')).length;
const lockOf = (name: string): string =>
  join(room.dataDir, 'feeds', `${createHash('sha256').update(name).digest('hex').slice(0, 24)}.lock`);

/** Blocks writes to the state until the returned function is called. */
async function refuseWrites(): Promise<() => Promise<void>> {
  if (room.databaseUrl === undefined) {
    await sql`pragma query_only = 1`.execute(room.db);
    return async () => void (await sql`pragma query_only = 0`.execute(room.db));
  }
  const name = new URL(room.databaseUrl).pathname.slice(1);
  const client = new Client({ connectionString: process.env.TEST_POSTGRES });
  await client.connect();
  await client.query(`alter database ${name} allow_connections false`);
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  return async () => {
    await client.query(`alter database ${name} allow_connections true`);
    await client.end();
  };
}

test('a broken lock costs one log line for each attempt, and does not affect other shops', async () => {
  mkdirSync(lockOf('2'), { recursive: true });
  await send('stuck', 2);
  await send('free', 3);
  await completed('free');
  const before = linesOf('merchant_import_postponed').length;
  expect(before).toBeGreaterThan(0);
  const since = jobs.trouble()?.since;
  // The attempts are 1, 2, 4 and 8 s apart.
  const seconds = await secondsUntil('five attempts have failed', async () => (await row('stuck')).attempts === 5);
  expect([seconds < 20, jobs.trouble()?.since]).toEqual([true, since]);
  const { attempts, status, next_attempt_at: next } = await row('stuck');
  expect([attempts, status]).toEqual([5, 'queued']);
  // The clock may have advanced since the fifth attempt, after which the job waits for 16 s.
  const waitSeconds = Math.ceil((Date.parse(String(next)) - clock.now()) / 1000);
  expect([waitSeconds > 8, waitSeconds <= 16]).toEqual([true, true]);
  expect(linesOf('merchant_import_postponed').map((line) => [line.id, line.attempts])).toEqual(
    [1, 2, 3, 4, 5].map((attempt) => ['stuck', attempt]),
  );
  expect(jobs.trouble()?.reason).toContain('unable to open database file');
  await pass(waitSeconds + 114);
  expect([linesOf('merchant_import_postponed').length, jobLines()]).toEqual([9, 9]);
  rmdirSync(lockOf('2'));
  expect(await completed('stuck')).toBeLessThan(60);
  await secondsUntil('all is well', () => jobs.trouble() === null);
});

test('where the lock of the second name cannot be taken, that of the first is given back', async () => {
  mkdirSync(lockOf('shop 2'), { recursive: true });
  await send('stuck', 2);
  await secondsUntil('an attempt has failed', async () => (await row('stuck')).attempts > 0);
  let lease = null as Awaited<ReturnType<typeof holdShop>>;
  await secondsUntil('the first is free', async () => {
    lease ??= await holdShop({ ...room.needs, clock }, '2');
    return lease !== null;
  });
  await lease?.release();
});

test('a folder of locks that is gone for a while stops nothing for good', async () => {
  await send('early', 2);
  const folder = join(room.dataDir, 'feeds');
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'no folder');
  await pass(5);
  expect((await row('early')).status).toBe('queued');
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  expect(await completed('early')).toBeLessThan(60);
});

test('two shops that are held keep no third one waiting, and go on when they are given free', async () => {
  const held = [await holdShop(room.needs, '1'), await holdShop(room.needs, 'shop 2')];
  for (const [index, id] of ['one', 'two', 'three'].entries()) await send(id, index + 1);
  await completed('three');
  await pass(3);
  expect([await row('one'), await row('two')]).toMatchObject([
    { status: 'queued', attempts: 0 },
    { status: 'queued', attempts: 0 },
  ]);
  expect([room.imports().map(({ wish }) => wish.name), lines]).toEqual([['three'], []]);
  for (const each of held) await each?.release();
  // The look that the clock wakes may have begun before both were given free.
  await secondsUntil('both have begun', () => room.imports().length === 3);
  await completed('one', 'two');
});

test('a state that refuses writes costs one line for each look, and the job begins when it is well', async () => {
  await send('waiting', 4);
  const mend = await refuseWrites();
  await secondsUntil('three looks have failed', () => linesOf('merchant_imports_failed').length === 3);
  expect([room.imports(), jobLines()]).toEqual([[], 3]);
  expect(jobs.trouble()?.reason).toBe(linesOf('merchant_imports_failed')[2]?.reason);
  expect(jobs.trouble()?.reason).toMatch(
    room.databaseUrl === undefined ? /may not be written by this user/ : /^PostgreSQL cannot be reached\.$/,
  );
  await mend();
  expect(await completed('waiting')).toBeLessThan(60);
  expect(jobs.trouble()).toBeNull();
});

test('the outcome of an import that ends while the state is unavailable is stored later, and the import runs once', async () => {
  await send('under-way', 5, { waitsFor: 'release', changes: { changed: 7 } });
  await clock.advance(0);
  await until('it runs', () => room.imports().length === 1);
  const mend = await refuseWrites();
  writeFileSync(join(room.dataDir, 'imports/release'), '');
  await secondsUntil('two looks have failed', () => linesOf('merchant_imports_failed').length === 2);
  await mend();
  expect((await row('under-way')).status).toBe('processing');
  await completed('under-way');
  expect([(await row('under-way')).changes, room.imports().length]).toEqual(['{"changed":7}', 1]);
  // The shop is free for the next import.
  await send('next', 5);
  await completed('next');
});

test('an import that disk or database prevent is repeated; the merchant does not notice', async () => {
  await send('no-room', 6, { complaint: '/data/offers.db has no room: the disk is full.' });
  await secondsUntil('it was tried twice', async () => (await row('no-room')).attempts === 2);
  expect(await row('no-room')).toMatchObject({ status: 'queued', reason: null, ended_at: null });
  expect(jobs.trouble()).toMatchObject({ reason: '/data/offers.db has no room: the disk is full.' });
  await keepSent(room.dataDir, 'no-room', Buffer.from('{"name":"no-room"}'));
  await secondsUntil('it is completed', async () => (await row('no-room')).status === 'completed');
});

test('a job whose file is gone has failed, and those behind it go on', async () => {
  const lease = await holdShop(room.needs, '7');
  await send('lost', 7);
  await send('behind', 7);
  await dropSent(room.dataDir, 'lost');
  await lease?.release();
  // Other machines leave an upload to its own machine for a day.
  if (room.databaseUrl !== undefined) clock.jump(25 * 3_600_000);
  await completed('behind');
  expect(await row('lost')).toMatchObject({
    status: 'failed',
    reason: expect.not.stringContaining('lost'),
    is_unchanged: 0,
  });
});
