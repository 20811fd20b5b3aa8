import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { type FeedHost, startFeedHost } from '../../../test/fixtures/marketplace/feeds/feed-host.js';
import { type FeedRoom, feedOf, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import type { ShopId } from '../program/shop-choice.js';
import { saveColumns } from './chosen-columns.js';
import { keptRuns } from './feed-state.js';
import { runFeed } from './run-feed.js';
import { holdShop } from './shop-lock.js';

let host: FeedHost;
let room: FeedRoom;
let logged: Record<string, unknown>[];
beforeAll(async () => {
  host = await startFeedHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  room = await openFeedRoom(['ops']);
  logged = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    logged.push(JSON.parse(String(text)));
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await room.stop();
});

const { signal } = new AbortController();
const run = (feed = feedOf('a', `${host.origin}/a.csv?key=CANARY-KEY`), isForced = false) =>
  runFeed(feed, room.needs, signal, isForced);
const state = (name = 'a') => room.db.selectFrom('feed').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
const messages = () => room.db.selectFrom('outbox').selectAll().orderBy('created_at').execute();
const minutesUntilNext = async () => Math.round((Date.parse((await state()).next_at) - testClock.now()) / 60_000);
/** Serves a file at `/a.csv` with ETag and date. */
function serve(wish: object, etag = `"${JSON.stringify(wish).length}"`): void {
  host.asked = [];
  host.answers['/a.csv'] = (response, request) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag, 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' }).end(JSON.stringify(wish));
  };
}

test("content is imported once, recognised by its server's word or by its bytes", async () => {
  serve({ rows: 3 });
  expect(await run()).toMatchObject({ status: 'completed', isUnchanged: false, rows: 3 });
  expect(host.asked[0]?.headers).not.toHaveProperty('if-none-match');
  expect(await run()).toMatchObject({ status: 'completed', isUnchanged: true });
  expect(host.asked[1]?.headers).toMatchObject({
    'if-none-match': '"10"',
    'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT',
  });
  // The response has another tag and compression, but the same content.
  host.answers['/a.csv'] = (response) => response.writeHead(200, { etag: '"new"' }).end(gzipSync('{"rows":3}'));
  expect(await run()).toMatchObject({ isUnchanged: true });
  expect([(await state()).etag, room.imports()]).toEqual(['"new"', [expect.anything()]]);
  serve({ rows: 4, rejected: 1 });
  expect(await run()).toMatchObject({ status: 'completed_with_errors', isUnchanged: false, rows: 4, rejected: 1 });
  expect(await run()).toMatchObject({ status: 'completed_with_errors', isUnchanged: true });
  expect(await state()).toMatchObject({
    status: 'completed_with_errors',
    rows: 4,
    rejected: 1,
    failures: 0,
    is_running: 0,
  });
  expect(await minutesUntilNext()).toBe(60);
  expect(readdirSync(join(room.dataDir, 'feeds')).filter((name) => !name.endsWith('.lock'))).toEqual([]);
});

test('a feed is read with the columns that its merchant has saved, again after each change', async () => {
  const feed = feedOf('a', `${host.origin}/a.csv`, { choice: { id: 7 as ShopId } });
  const save = (header: string, shop = 7) =>
    saveColumns(room.db, shop as ShopId, [{ header, meaning: 'key' }], dateOf(testClock));
  serve({ rows: 3 });
  await save('Nr');
  await save('Other', 8);
  await run(feed);
  expect(await run(feed)).toMatchObject({ isUnchanged: true });
  await save('SKU');
  expect(await run(feed)).toMatchObject({ isUnchanged: false });
  const [nr, sku] = ['Nr', 'SKU'].map((header) => ({ header, meaning: 'key' }));
  expect(room.imports().map(({ columns }) => columns)).toEqual([[nr], [nr, sku]]);
  expect(readdirSync(join(room.dataDir, 'feeds')).filter((name) => !name.endsWith('.lock'))).toEqual([]);
});

test('known content is imported again if the operator asks for it or changed its settings', async () => {
  serve({ rows: 3 });
  await run();
  expect(await run(undefined, true)).toMatchObject({ isUnchanged: false });
  const mapped = feedOf('a', `${host.origin}/a.csv`, {
    digest: 'other',
    mapping: '/m.json',
    encoding: 'utf-8',
    maxRejects: 9,
  });
  expect(await run({ ...mapped, mode: 'partial' })).toMatchObject({ isUnchanged: false });
  expect(await run(mapped)).toMatchObject({ isUnchanged: true });
  const [first, , third] = room.imports();
  expect(first?.words).toEqual(['--shop', 'Shop a', '--data-dir', room.dataDir]);
  expect(third?.words.join(' ')).toBe(
    `--shop Shop a --mode partial --mapping /m.json --encoding utf-8 --max-rejects 9 --data-dir ${room.dataDir}`,
  );
});

test('content is imported again if the stored offers changed, as after a restore', async () => {
  serve({ rows: 3 });
  const epoch = (word: string) => {
    const offers = new OfferWriter(room.dataDir, () => null, testClock);
    offers.statements.setMeta('epoch', word);
    offers.close();
  };
  epoch('one');
  expect(await run()).toMatchObject({ isUnchanged: false });
  expect(await run()).toMatchObject({ isUnchanged: true });
  epoch('two');
  expect(await run()).toMatchObject({ isUnchanged: false });
  expect(await run()).toMatchObject({ isUnchanged: true });
});

test('known content is imported again if its rows may lead to other products', async () => {
  let made = 0;
  const callProducts = (key: string) => {
    const name = `g${++made}`;
    const file = writeCatalogue(room.dataDir, { generation: name });
    const catalogue = new DatabaseSync(join(room.dataDir, file));
    catalogue.prepare("insert or replace into meta (key, value) values ('product_keys', ?)").run(key);
    catalogue.close();
    activate(room.dataDir, name, file);
  };
  const lastWords = () => room.imports().at(-1)?.words.join(' ');
  callProducts('one');
  serve({ rows: 3 });
  expect(await run()).toMatchObject({ isUnchanged: false });
  expect(lastWords()).not.toContain('--repeat');
  callProducts('two');
  host.asked = [];
  expect(await run()).toMatchObject({ isUnchanged: false });
  expect(host.asked[0]?.headers).not.toHaveProperty('if-none-match');
  expect(lastWords()).toContain('--repeat');
  expect(await run()).toMatchObject({ isUnchanged: true });
  // A file of another mode has all data, whatever products are called.
  callProducts('three');
  serve({ rows: 4, outcome: 'held', held: 'name', refusal: 'Too much.' });
  expect(await run()).toMatchObject({ isUnchanged: false, status: 'held' });
  expect(lastWords()).not.toContain('--repeat');
  // A held feed waits for the operator.
  callProducts('four');
  expect(await run()).toMatchObject({ isUnchanged: true, status: 'held' });
});

test('compressed transfers are unpacked, and a decompression bomb is refused', async () => {
  host.answers['/a.csv'] = (response) => {
    testClock.pass(12_300);
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"rows":7}'));
  };
  expect(await run()).toMatchObject({ status: 'completed', rows: 7 });
  expect((await state()).seconds).toBe(12.3);
  host.answers['/a.csv'] = (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)));
  expect(await run()).toMatchObject({ status: 'failed', reason: 'It is larger than 1 MB.' });
  host.answers['/a.csv'] = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
  expect(await run()).toMatchObject({ status: 'failed', reason: 'It is damaged: it cannot be unpacked.' });
  host.answers['/a.csv'] = (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x');
  expect(await run()).toMatchObject({ status: 'failed', reason: expect.stringContaining('not asked to') });
});

test('a server that takes too long in total fails the feed', async () => {
  const clock = new ManualClock();
  // Shorter than a lease, which a busy database would renew too late for this clock.
  const limits = { ...room.needs.limits, silenceMs: 600_000, totalMs: 20_000 };
  host.answers['/a.csv'] = (response) => {
    response.writeHead(200).write('x');
    void clock.advance(limits.totalMs);
  };
  const late = await runFeed(feedOf('a', `${host.origin}/a.csv`), { ...room.needs, clock, limits }, signal);
  expect(late).toMatchObject({ reason: expect.stringContaining('took too long'), applied: null });
  expect([room.imports(), (await state()).content]).toEqual([[], null]);
});

test.each([
  ['a server that falls silent', (response) => void response.writeHead(200).write('x'), 'took too long'],
  [
    'a body without end',
    (response) => {
      response.on('drain', () => response.write(Buffer.alloc(50_000))).write(Buffer.alloc(200_000));
    },
    'larger than',
  ],
  [
    'a broken answer',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy());
    },
    'broke off',
  ],
  ['an error', (response) => response.writeHead(500).end(), 'answered 500'],
  ['a page that is not asked for', (response) => response.writeHead(304).end(), 'answered 304'],
  ['nothing at all', (response) => response.end(), 'is empty'],
] satisfies [string, FeedHost['answers'][string], string][])('%s fails the feed', async (_, answer, reason) => {
  host.answers['/a.csv'] = answer;
  const silenceMs = reason === 'took too long' ? 700 : room.needs.limits.silenceMs;
  const needs = { ...room.needs, limits: { ...room.needs.limits, silenceMs } };
  const failed = await runFeed(feedOf('a', `${host.origin}/a.csv?key=CANARY-KEY`), needs, signal);
  expect(failed).toMatchObject({ reason: expect.stringContaining(reason), applied: null });
  expect([room.imports(), (await state()).content]).toEqual([[], null]);
  expect(JSON.stringify(logged)).not.toMatch(/CANARY|127\.0\.0\.1/);
});

test('redirects are few, checked like the first address, and another origin gets no password', async () => {
  const other = await startFeedHost();
  const moved = (location: string) => {
    host.answers['/moved'] = (response) => response.writeHead(302, { location }).end();
    const source = { address: `${host.origin}/moved`, authorization: 'Bearer CANARY' };
    return run(feedOf('a', '', { source }));
  };
  try {
    for (const inside of ['http://169.254.169.254/x', 'http://10.0.0.1/', 'http://[fd00::1]/', 'http://0.0.0.0/'])
      expect(await moved(inside)).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('not on the open net'),
      });
    for (const odd of ['file:///etc/passwd', 'ftp://x.example/', 'http://a:b@127.0.0.1/'])
      expect(await moved(odd)).toMatchObject({ reason: expect.stringContaining('not https') });
    expect(await moved('/moved')).toMatchObject({ reason: 'It leads through more than 3 redirects.' });
    other.answers['/b.csv'] = (response) => response.end('{"rows":2}');
    serve({ rows: 1 });
    expect(await moved('/a.csv')).toMatchObject({ rows: 1 });
    expect(host.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer CANARY', 'Bearer CANARY']);
    expect(await moved(`${other.origin}/b.csv`)).toMatchObject({ rows: 2 });
    expect(other.asked[0]?.headers.authorization).toBeUndefined();
  } finally {
    await other.stop();
  }
});

test('a failing feed is retried later each time, up to eight intervals, or as long as its server asks', async () => {
  host.answers['/a.csv'] = (response) => response.writeHead(503).end();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    await run();
    pauses.push(await minutesUntilNext());
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 480, 480, 480]);
  serve({ rows: 1 });
  await run();
  expect([(await state()).failures, await minutesUntilNext()]).toEqual([0, 60]);
  host.answers['/a.csv'] = (response) => response.writeHead(429, { 'retry-after': '1200' }).end();
  await run();
  expect(await minutesUntilNext()).toBe(20);
});

test('refused content is not known, is retried less and less often, and is reported once', async () => {
  serve({
    refusal: 'Too many rows are wrong.',
    outcome: 'refused',
    rows: 9,
    rejected: 8,
    reasons: { 'price is no price': 8 },
  });
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await run()).toMatchObject({ status: 'refused', reason: 'Too many rows are wrong.' });
    pauses.push(await minutesUntilNext());
  }
  expect(pauses).toEqual([60, 120, 240, 480, 480]);
  expect(host.asked.every(({ headers }) => headers['if-none-match'] === undefined)).toBe(true);
  const [message, ...more] = await messages();
  expect(more).toEqual([]);
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'import.refused',
    timestamp: message?.created_at,
    data: {
      feed: 'a',
      shop: 'Shop a',
      kind: 'offers',
      status: 'refused',
      rows: 9,
      rejected: 8,
      reasons: { 'price is no price': 8 },
    },
  });
  serve({ complaint: 'There is no shop "Shop a"; import it first.' });
  expect(await run()).toMatchObject({ status: 'refused', reason: 'There is no shop "Shop a"; import it first.' });
  serve({ complaint: 'out of memory', code: 134 });
  expect(await run()).toMatchObject({ status: 'failed', reason: 'out of memory' });
  expect((await messages()).map(({ type }) => type)).toEqual(['import.refused', 'import.refused']);
  // After a success the same reason is news.
  serve({ rows: 2 });
  await run();
  serve({ complaint: 'There is no shop "Shop a"; import it first.' });
  await run();
  expect(await messages()).toHaveLength(3);
});

test('a held feed is reported, and each run is a log line without addresses', async () => {
  serve({ outcome: 'held', refusal: 'It would take off too much.', rows: 50, held: 'name' });
  await run();
  await run();
  expect(await state()).toMatchObject({ status: 'held', held: 50, failures: 0 });
  expect((await messages()).map(({ type, target, state: sent }) => [type, target, sent])).toEqual([
    ['import.held', 'ops', 'waiting'],
  ]);
  expect(logged).toMatchObject([
    {
      level: 'warn',
      event: 'feed_run',
      feed: 'a',
      shop: 'Shop a',
      status: 'held',
      rows: 50,
      held: 50,
      isUnchanged: false,
    },
    { level: 'info', event: 'feed_run', status: 'held', isUnchanged: true },
  ]);
  expect(JSON.stringify([logged, await messages(), await state()])).not.toContain('CANARY');
});

test('the last runs of a feed are stored with their reports', async () => {
  for (let n = 0; n < keptRuns + 3; n++) {
    serve({ rows: n }, `"${n}"`);
    await run();
  }
  expect(await room.db.selectFrom('feed_run').select('rows').execute()).toHaveLength(keptRuns);
  expect(readdirSync(join(room.dataDir, 'imports')).filter((name) => name.endsWith('.summary.json'))).toHaveLength(
    keptRuns,
  );
});

test('a feed waits while another feed of its shop is imported', async () => {
  serve({ rows: 1 });
  const lease = await holdShop(room.needs, 'SHOP A');
  expect(await run()).toBeNull();
  await lease?.release();
  expect(await run()).toMatchObject({ status: 'completed' });
});

test('a run that is cancelled stays due', async () => {
  serve({ rows: 1, waitsFor: 'a word that never comes' });
  const ended = new AbortController();
  const running = runFeed(feedOf('a', `${host.origin}/a.csv`), room.needs, ended.signal);
  await until('it is being imported', () => room.imports().length > 0);
  ended.abort(new Error('over'));
  expect(await running).toMatchObject({ status: 'cancelled' });
  expect(await minutesUntilNext()).toBeLessThanOrEqual(0);
  expect(existsSync(join(room.dataDir, 'feeds/a.download'))).toBe(false);
});
