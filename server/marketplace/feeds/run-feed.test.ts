import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { feedRuns } from '../../../test/fixtures/marketplace/feeds/feed-runs.js';
import { feedOf } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import type { ShopId } from '../program/shop-choice.js';
import { saveColumns } from './chosen-columns.js';
import { keptRuns } from './feed-state.js';
import { runFeed } from './run-feed.js';
import { holdShop } from './shop-lock.js';

const feeds = feedRuns();
const { run, serve, state } = feeds;
const messages = () => feeds.room.db.selectFrom('outbox').selectAll().orderBy('created_at').execute();
const minutesUntilNext = async () => Math.round((Date.parse((await state()).next_at) - testClock.now()) / 60_000);

test("content is imported once, recognised by its server's word or by its bytes", async () => {
  serve({ rows: 3 });
  expect(await run()).toMatchObject({ status: 'completed', isUnchanged: false, rows: 3 });
  expect(feeds.host.asked[0]?.headers).not.toHaveProperty('if-none-match');
  expect(await run()).toMatchObject({ status: 'completed', isUnchanged: true });
  expect(feeds.host.asked[1]?.headers).toMatchObject({
    'if-none-match': '"10"',
    'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT',
  });
  // The response has another tag and compression, but the same content.
  feeds.host.answers['/a.csv'] = (response) => response.writeHead(200, { etag: '"new"' }).end(gzipSync('{"rows":3}'));
  expect(await run()).toMatchObject({ isUnchanged: true });
  expect([(await state()).etag, feeds.room.imports()]).toEqual(['"new"', [expect.anything()]]);
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
  expect(readdirSync(join(feeds.room.dataDir, 'feeds')).filter((name) => !name.endsWith('.lock'))).toEqual([]);
});

test('a feed is read with the columns that its merchant has saved, again after each change', async () => {
  const feed = feedOf('a', `${feeds.host.origin}/a.csv`, { choice: { id: 7 as ShopId } });
  const save = (header: string, shop = 7) =>
    saveColumns(feeds.room.db, shop as ShopId, [{ header, meaning: 'key' }], dateOf(testClock));
  serve({ rows: 3 });
  await save('Nr');
  await save('Other', 8);
  await run(feed);
  expect(await run(feed)).toMatchObject({ isUnchanged: true });
  await save('SKU');
  expect(await run(feed)).toMatchObject({ isUnchanged: false });
  const [nr, sku] = ['Nr', 'SKU'].map((header) => ({ header, meaning: 'key' }));
  expect(feeds.room.imports().map(({ columns }) => columns)).toEqual([[nr], [nr, sku]]);
  expect(readdirSync(join(feeds.room.dataDir, 'feeds')).filter((name) => !name.endsWith('.lock'))).toEqual([]);
});

test('known content is imported again if the operator asks for it or changed its settings', async () => {
  serve({ rows: 3 });
  await run();
  expect(await run(undefined, true)).toMatchObject({ isUnchanged: false });
  const mapped = feedOf('a', `${feeds.host.origin}/a.csv`, {
    digest: 'other',
    mapping: '/m.json',
    encoding: 'utf-8',
    maxRejects: 9,
  });
  expect(await run({ ...mapped, mode: 'partial' })).toMatchObject({ isUnchanged: false });
  expect(await run(mapped)).toMatchObject({ isUnchanged: true });
  const [first, , third] = feeds.room.imports();
  expect(first?.words).toEqual(['--shop', 'Shop a', '--data-dir', feeds.room.dataDir]);
  expect(third?.words.join(' ')).toBe(
    `--shop Shop a --mode partial --mapping /m.json --encoding utf-8 --max-rejects 9 --data-dir ${feeds.room.dataDir}`,
  );
});

test('content is imported again if the stored offers changed, as after a restore', async () => {
  serve({ rows: 3 });
  const epoch = (word: string) => {
    const offers = new OfferWriter(feeds.room.dataDir, () => null, testClock);
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
    const file = writeCatalogue(feeds.room.dataDir, { generation: name });
    const catalogue = new DatabaseSync(join(feeds.room.dataDir, file));
    catalogue.prepare("insert or replace into meta (key, value) values ('product_keys', ?)").run(key);
    catalogue.close();
    activate(feeds.room.dataDir, name, file);
  };
  const lastWords = () => feeds.room.imports().at(-1)?.words.join(' ');
  callProducts('one');
  serve({ rows: 3 });
  expect(await run()).toMatchObject({ isUnchanged: false });
  expect(lastWords()).not.toContain('--repeat');
  callProducts('two');
  feeds.host.asked = [];
  expect(await run()).toMatchObject({ isUnchanged: false });
  expect(feeds.host.asked[0]?.headers).not.toHaveProperty('if-none-match');
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

test('a failing feed is retried later each time, up to eight intervals, or as long as its server asks', async () => {
  feeds.host.answers['/a.csv'] = (response) => response.writeHead(503).end();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    await run();
    pauses.push(await minutesUntilNext());
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 480, 480, 480]);
  serve({ rows: 1 });
  await run();
  expect([(await state()).failures, await minutesUntilNext()]).toEqual([0, 60]);
  feeds.host.answers['/a.csv'] = (response) => response.writeHead(429, { 'retry-after': '1200' }).end();
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
  expect(feeds.host.asked.every(({ headers }) => headers['if-none-match'] === undefined)).toBe(true);
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
  expect(feeds.logged).toMatchObject([
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
  expect(JSON.stringify([feeds.logged, await messages(), await state()])).not.toContain('CANARY');
});

test('the last runs of a feed are stored with their reports', async () => {
  for (let n = 0; n < keptRuns + 3; n++) {
    serve({ rows: n }, `"${n}"`);
    await run();
  }
  expect(await feeds.room.db.selectFrom('feed_run').select('rows').execute()).toHaveLength(keptRuns);
  expect(
    readdirSync(join(feeds.room.dataDir, 'imports')).filter((name) => name.endsWith('.summary.json')),
  ).toHaveLength(keptRuns);
});

test('a feed waits while another feed of its shop is imported', async () => {
  serve({ rows: 1 });
  const lease = await holdShop(feeds.room.needs, 'SHOP A');
  expect(await run()).toBeNull();
  await lease?.release();
  expect(await run()).toMatchObject({ status: 'completed' });
});

test('a run that is cancelled stays due', async () => {
  serve({ rows: 1, waitsFor: 'a word that never comes' });
  const ended = new AbortController();
  const running = runFeed(feedOf('a', `${feeds.host.origin}/a.csv`), feeds.room.needs, ended.signal);
  await until('it is being imported', () => feeds.room.imports().length > 0);
  ended.abort(new Error('over'));
  expect(await running).toMatchObject({ status: 'cancelled' });
  expect(await minutesUntilNext()).toBeLessThanOrEqual(0);
  expect(existsSync(join(feeds.room.dataDir, 'feeds/a.download'))).toBe(false);
});
