import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { activate } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { type FeedHost, startFeedHost } from '../../../test/fixtures/marketplace/feeds/feed-host.js';
import { type FeedRoom, feedOf, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf, timestampOf } from '../../clock/clock.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import { firstPause } from './feed-state.js';
import { reportFeeds } from './report-feeds.js';
import { createScheduler, type Scheduler } from './scheduler.js';

const hour = 3_600_000;
let host: FeedHost;
let room: FeedRoom;
let scheduler: Scheduler | null;
beforeAll(async () => {
  host = await startFeedHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  room = await openFeedRoom();
  scheduler = null;
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  await scheduler?.stop();
  vi.restoreAllMocks();
  await room.stop();
});

const webhooks = [{ name: 'ops', address: '', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] }];
/** Makes a file with a feed for each shop. @param waitsFor word of `release` that ends the imports; null = at once */
function fileOf(shops: readonly string[], waitsFor: string | null = null): ShopFile {
  const feeds = shops.map((shop, index) => {
    host.answers[`/${index}.csv`] = (response) => response.end(JSON.stringify({ waitsFor, index }));
    return feedOf(`feed-${index}`, `${host.origin}/${index}.csv`, { shop });
  });
  return { feeds, webhooks: [], senders: {} };
}
async function start(file: ShopFile): Promise<Scheduler> {
  scheduler = createScheduler({ ...room.needs, read: () => file });
  await scheduler.tick();
  testClock.pass(hour);
  return scheduler;
}
/** Runs the scheduler until nothing is due. */
async function runAll(own: Scheduler): Promise<void> {
  for (let isOver = false; !isOver; ) {
    await own.tick();
    await own.idle();
    const due = room.db.selectFrom('feed').select('name').where('next_at', '<=', timestampOf(testClock));
    isOver = (await due.execute()).length === 0;
  }
}
/** Puts a folder where the lock of a shop belongs, so that nobody can take it. @returns its path */
function breakLock(shop: string): string {
  const name = createHash('sha256').update(shop).digest('hex').slice(0, 24);
  const lock = join(room.dataDir, 'feeds', `${name}.lock`);
  rmSync(lock, { force: true });
  mkdirSync(lock, { recursive: true });
  return lock;
}
/** Ends the imports that wait for a word. */
const release = (word: string): void => writeFileSync(join(room.dataDir, 'imports', word), '');
/** Returns the highest number of imports at the same time, of one shop or of all. */
function mostTogether(shop?: string): number {
  let running = 0;
  return Math.max(
    ...room
      .imports('both')
      .filter((note) => shop === undefined || note.shop === shop)
      .map(({ event }) => (running += event === 'start' ? 1 : -1)),
  );
}
/**
 * Lets imports begin and wait, looks for more that are due, and ends them all.
 * @param count imports that begin before the first one ends
 * @returns number of feeds that were requested before the first import ended
 */
async function runWaiting(shops: readonly string[], count: number): Promise<number> {
  host.asked.length = 0;
  const own = await start(fileOf(shops, 'go'));
  for (let look = 0; look < 3; look++) {
    await own.tick();
    await until(`${count} are imported`, () => room.imports().length >= count);
  }
  const requested = host.asked.length;
  release('go');
  await runAll(own);
  return requested;
}

test('two feeds of one shop run one after the other', async () => {
  expect(await runWaiting(['One', 'ONE', 'one'], 1)).toBe(1);
  expect([room.imports('end').length, mostTogether()]).toEqual([3, 1]);
});

test('feeds of several shops run in parallel, two at a time', async () => {
  expect(await runWaiting(['A', 'B', 'C', 'A'], 2)).toBe(2);
  expect([room.imports('end').length, mostTogether(), mostTogether('A')]).toEqual([4, 2, 1]);
});

test('due feeds stay due after a restart, and others wait', async () => {
  const file = fileOf(['A', 'B']);
  await runAll(await start(file));
  await scheduler?.stop();
  const again = createScheduler({ ...room.needs, read: () => file });
  scheduler = again;
  await again.tick();
  await again.idle();
  expect(room.imports()).toHaveLength(2);
  testClock.pass(hour * 1.1);
  host.answers['/0.csv'] = (response) => response.end('{"rows":8}');
  await runAll(again);
  expect(room.imports().map(({ wish }) => wish.rows)).toEqual([undefined, undefined, 8]);
});

test('a killed run is repeated, after an import that outlived its shop is ended', async () => {
  const file = fileOf(['A']);
  const own = await start(file);
  const download = join(room.dataDir, 'feeds/feed-0.download');
  mkdirSync(join(room.dataDir, 'feeds'), { recursive: true });
  writeFileSync(download, '{"waitsFor":"a word that never comes"}');
  await room.db
    .updateTable('feed')
    .set({ is_running: 1, tried_at: timestampOf(testClock), next_at: timestampOf(testClock) })
    .execute();
  const program = room.needs.importProgram.pathname;
  const orphan = spawn(process.execPath, [program, 'offers', download, '--data-dir', room.dataDir], {
    stdio: 'ignore',
  });
  const ended = once(orphan, 'exit');
  await until('it is being imported', () => room.imports().length > 0);
  await runAll(own);
  expect(await ended).toEqual([null, 'SIGKILL']);
  const row = await room.db.selectFrom('feed').selectAll().executeTakeFirstOrThrow();
  expect([row.status, row.is_running, room.imports('end').length]).toEqual(['completed', 0, 1]);
});

test('a feed whose lock cannot be taken is reported until it runs again, and other feeds run meanwhile', async () => {
  const own = await start(fileOf(['Broken', 'Sound']));
  const lock = breakLock('broken');
  await own.tick();
  await own.idle();
  expect([own.trouble()?.reason, room.imports().map(({ shop }) => shop)]).toEqual([
    expect.stringMatching(/^The feed "feed-0" cannot be run: .*unable to open database file/),
    ['Sound'],
  ]);
  const since = own.trouble()?.since;
  testClock.pass(31_000);
  await own.tick();
  await own.idle();
  expect(own.trouble()?.since).toBe(since);
  rmdirSync(lock);
  testClock.pass(29_000);
  await own.tick();
  await own.idle();
  expect(room.imports().map(({ shop }) => shop)).toEqual(['Sound']);
  testClock.pass(2000);
  await own.tick();
  await own.idle();
  expect([own.trouble(), room.imports().map(({ shop }) => shop)]).toEqual([null, ['Sound', 'Broken']]);
});

test('feeds run at their usual times after a clock that was a day ahead is set back', async () => {
  const own = await start(fileOf(['Broken', 'Sound']));
  testClock.pass(24 * hour);
  const lock = breakLock('broken');
  await own.tick();
  await own.idle();
  rmdirSync(lock);
  testClock.pass(-24 * hour);
  await own.tick();
  await own.idle();
  expect([own.trouble(), room.imports().map(({ shop }) => shop)]).toEqual([null, ['Sound', 'Broken']]);
  const rows = await room.db.selectFrom('feed').select('next_at').execute();
  expect(rows.filter(({ next_at }) => Date.parse(next_at) > testClock.now() + 1.1 * hour)).toEqual([]);
});

test('a feed without success for too long is reported once, until its next success', async () => {
  const file = { ...fileOf(['A']), webhooks };
  host.answers['/0.csv'] = (response) => response.writeHead(500).end();
  const own = await start(file);
  await runAll(own);
  const events = () => room.db.selectFrom('outbox').select(['type', 'body']).orderBy('created_at').execute();
  expect(await events()).toEqual([]);
  for (let round = 0; round < 3; round++) {
    testClock.pass(3 * hour);
    await runAll(own);
  }
  const [message, ...more] = await events();
  expect(more).toEqual([]);
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'feed.overdue',
    data: { feed: 'feed-0', shop: 'A', succeededAt: null, reason: 'Its server answered 500.' },
  });
  expect((await reportFeeds(room.db, file.feeds, null, dateOf(testClock))).feeds[0]).toMatchObject({ isOverdue: true });
  host.answers['/0.csv'] = (response) => response.end('{}');
  testClock.pass(8 * hour);
  await runAll(own);
  expect((await reportFeeds(room.db, file.feeds, null, dateOf(testClock))).feeds[0]).toMatchObject({
    isOverdue: false,
    status: 'completed',
  });
  host.answers['/0.csv'] = (response) => response.writeHead(500).end();
  testClock.pass(4 * hour);
  await runAll(own);
  testClock.pass(60_000);
  await own.tick();
  expect((await events()).map(({ type }) => type)).toEqual(['feed.overdue', 'feed.overdue']);
});

test("a shop's offers are removed once its feed has failed too long, and return with the next success", async () => {
  const [feed] = fileOf(['A']).feeds;
  const file: ShopFile = { feeds: feed ? [{ ...feed, expiresAfterMs: 48 * hour }] : [], webhooks, senders: {} };
  const own = await start(file);
  await runAll(own);
  host.answers['/0.csv'] = (response) => response.writeHead(500).end();
  const done = () => room.imports('start').map(({ kind, shop }) => `${kind} ${shop}`);
  testClock.pass(47 * hour);
  await runAll(own);
  expect(done()).toEqual(['offers A']);
  for (let round = 0; round < 2; round++) {
    testClock.pass(2 * hour);
    await runAll(own);
  }
  expect(done()).toEqual(['offers A', 'expire A']);
  const events = await room.db.selectFrom('outbox').select('type').orderBy('created_at').execute();
  expect(events.map(({ type }) => type)).toEqual(['feed.overdue', 'offers.expired']);
  // The same content is imported again.
  host.answers['/0.csv'] = (response) => response.end(JSON.stringify({ waitsFor: null, index: 0 }));
  testClock.pass(9 * hour);
  await runAll(own);
  expect(done()).toEqual(['offers A', 'expire A', 'offers A']);
});

test('a broken lock does not affect offers of other shops, and the scheduler continues', async () => {
  const { feeds } = fileOf(['Broken', 'A']);
  const own = await start({
    feeds: feeds.map((feed) => ({ ...feed, expiresAfterMs: 48 * hour })),
    webhooks,
    senders: {},
  });
  await runAll(own);
  for (const path of Object.keys(host.answers)) host.answers[path] = (response) => response.writeHead(500).end();
  const lock = breakLock('broken');
  testClock.pass(49 * hour);
  await own.tick();
  expect(room.imports().flatMap(({ kind, shop }) => (kind === 'expire' ? shop : []))).toEqual(['A']);
  rmdirSync(lock);
  testClock.pass(31_000);
  await own.tick();
  expect(room.imports().flatMap(({ kind, shop }) => (kind === 'expire' ? shop : []))).toEqual(['A', 'Broken']);
});

test('the report of a shop has its feeds with their last runs, and that of all shops has no runs', async () => {
  const file = fileOf(['A', 'B']);
  const reasons = { 'price is no price': 2 };
  host.answers['/0.csv'] = (response) => response.end(JSON.stringify({ rows: 9, rejected: 2, reasons }));
  const own = await start(file);
  expect((await reportFeeds(room.db, file.feeds, null, dateOf(testClock))).feeds.map(({ status }) => status)).toEqual([
    'queued',
    'queued',
  ]);
  await runAll(own);
  const all = await reportFeeds(room.db, file.feeds, null, dateOf(testClock));
  expect(all.feeds.map(({ name, status, runs }) => [name, status, runs.length])).toEqual([
    ['feed-0', 'completed_with_errors', 0],
    ['feed-1', 'completed', 0],
  ]);
  const { feeds } = await reportFeeds(room.db, file.feeds, 'a', dateOf(testClock));
  expect(feeds).toMatchObject([
    { shop: 'A', rows: 9, rejected: 2, failures: 0, runs: [{ status: 'completed_with_errors', rows: 9, reasons }] },
  ]);
});

test('feeds that the file no longer names are forgotten, and new ones begin', async () => {
  let file = fileOf(['A', 'B']);
  const own = createScheduler({ ...room.needs, read: () => file });
  scheduler = own;
  await own.tick();
  testClock.pass(hour);
  await runAll(own);
  file = { feeds: [feedOf('new', `${host.origin}/1.csv`)], webhooks: [], senders: {} };
  await own.tick();
  testClock.pass(hour);
  await runAll(own);
  const rows = await room.db.selectFrom('feed').select(['name', 'status']).execute();
  expect(rows).toEqual([{ name: 'new', status: 'completed' }]);
  expect(await room.db.selectFrom('feed_run').select('feed').execute()).toEqual([{ feed: 'new' }]);
});

test('another catalogue is reported once, and the first one is not', async () => {
  const own = await start({ feeds: [], webhooks, senders: {} });
  for (const generation of ['g1', 'g1', 'g2', 'g2', 'g3']) {
    activate(room.dataDir, generation, `${generation}.db`);
    await own.tick();
    await own.idle();
  }
  const events = await room.db.selectFrom('outbox').select(['type', 'body']).orderBy('created_at').execute();
  expect(events.map(({ type, body }) => [type, JSON.parse(body).data])).toMatchObject([
    ['catalogue.changed', { previous: 'g1', generation: 'g2' }],
    ['catalogue.changed', { previous: 'g2', generation: 'g3' }],
  ]);
});

test('500 new hourly feeds begin within an hour', () => {
  const minutes = Array.from({ length: 500 }, () => Math.floor(firstPause(hour, 500, Math.random) / 60_000));
  const busiest = Math.max(...Array.from({ length: 60 }, (_, minute) => minutes.filter((m) => m === minute).length));
  expect([Math.max(...minutes) < 60, busiest < 30, new Set(minutes).size > 50]).toEqual([true, true, true]);
  expect(firstPause(hour, 1, () => 0.999)).toBeLessThan(10_000);
});
