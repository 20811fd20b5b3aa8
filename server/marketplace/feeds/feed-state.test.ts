import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, feedOf, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { Lease } from '../state/lease.js';
import { dueFeeds, endRun, forgetContent, keptRuns, nameFeeds } from './feed-state.js';
import { expireOffers, postOverdue } from './overdue.js';
import { reportFeeds } from './report-feeds.js';
import { holdShop } from './shop-lock.js';

const hour = 3_600_000;
const [one, two] = ['a', 'b'].map((name) => feedOf(name, 'https://feeds.example/a.csv')) as [
  ReturnType<typeof feedOf>,
  ReturnType<typeof feedOf>,
];
const webhooks = [{ name: 'ops', address: '', secrets: [] }];
const lease = { confirm: async () => {} } as unknown as Lease;
let room: FeedRoom;
let now: Date;
beforeEach(async () => {
  room = await openFeedRoom();
  now = new Date(testClock.now());
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await room.stop();
});

const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();
/** Names a feed, with a last success so many milliseconds ago. */
const know = (name: string, succeededMs: number, next_at = ago(-hour)) =>
  room.db
    .insertInto('feed')
    .values({
      name,
      settings: 'x',
      content: 'known',
      named_at: ago(99 * hour),
      succeeded_at: ago(succeededMs),
      next_at,
    })
    .execute();
const rows = <Column extends 'content' | 'overdue_since' | 'failures' | 'next_at'>(column: Column) =>
  room.db.selectFrom('feed').select(['name', column]).orderBy('name').execute();
const end = (feed: string, rows: number, failures: number) => {
  const counts = {
    is_unchanged: 0,
    rejected: 0,
    left_out: 0,
    held: 0,
    seconds: 1,
    reason: null,
    reasons: '{}',
  } as const;
  const run = { ...counts, feed, rows, started_at: ago(0), status: 'completed', report: `${feed}-${rows}` } as const;
  return endRun(room.db, run, { failures }, lease, async () => {});
};

test('a run is noted for its feed alone, and the latest twenty of each feed are kept and reported', async () => {
  await nameFeeds(room.db, [one, two], new Date(now.getTime() - 90_500), () => 0);
  await end('b', 100, 3);
  const dropped: string[] = [];
  for (let n = 0; n < keptRuns + 2; n++) dropped.push(...(await end('a', n, 0)));
  expect(dropped).toEqual(['a-0', 'a-1']);
  expect(await rows('failures')).toMatchObject([{ failures: 0 }, { failures: 3 }]);
  expect(await end('gone', 1, 0)).toEqual(['gone-1']);
  const { feeds } = await reportFeeds(room.db, [one, two], 'SHOP A', now);
  expect(feeds.map(({ name, age }) => [name, age])).toEqual([['a', 90]]);
  const latest = Array.from({ length: keptRuns }, (_, index) => keptRuns + 1 - index);
  expect(feeds[0]?.runs.map((run) => run.rows)).toEqual(latest);
  const ofOther = await room.db.selectFrom('feed_run').select('rows').where('feed', '=', 'b').execute();
  expect(ofOther).toEqual([{ rows: 100 }]);
});

test('feeds are due at their time, the longest waiting first', async () => {
  for (const [name, ms] of [
    ['now', 0],
    ['later', -1],
    ['long', hour],
    ['longer', 2 * hour],
  ] as const)
    await know(name, hour, ago(ms));
  expect(await dueFeeds(room.db, now)).toEqual(['longer', 'long', 'now']);
  await room.db.updateTable('feed').set({ status: 'completed' }).execute();
  const named = ['now', 'later'].map((name) => feedOf(name, 'https://feeds.example/a.csv'));
  const { feeds } = await reportFeeds(room.db, named, null, now);
  expect(feeds.map(({ status }) => status)).toEqual(['queued', 'completed']);
});

test('only the named feeds forget their content, and are due', async () => {
  for (const name of ['a', 'b']) await know(name, hour);
  expect(await forgetContent(room.db, [one], now)).toBe(1);
  expect(await rows('content')).toMatchObject([{ content: null }, { content: 'known' }]);
  expect(await dueFeeds(room.db, now)).toEqual(['a']);
});

test('each feed is overdue by its own last success, and is reported once', async () => {
  await know('a', 4 * hour);
  await know('b', 2 * hour);
  const post = () => postOverdue(room.db, lease, { feeds: [one, two], webhooks, senders: {} }, now);
  for (let round = 0; round < 2; round++) await post();
  expect(await rows('overdue_since')).toEqual([
    { name: 'a', overdue_since: now.toISOString() },
    { name: 'b', overdue_since: null },
  ]);
  now = new Date(now.getTime() + 2 * hour);
  await post();
  const messages = await room.db.selectFrom('outbox').select('body').orderBy('created_at').execute();
  expect(messages.map(({ body }) => JSON.parse(body).data.feed)).toEqual(['a', 'b']);
});

test('offers expire by the last success of their own feed, which alone forgets its content', async () => {
  const clock = { ...room.needs.clock, now: () => now.getTime() };
  await know('a', 48 * hour);
  await know('b', 48 * hour + 1);
  const feeds = [one, two].map((feed) => ({ ...feed, expiresAfterMs: 48 * hour }));
  const file = { feeds, webhooks, senders: {} };
  await expireOffers({ ...room.needs, clock }, file, new AbortController().signal);
  expect(room.imports().map(({ kind, shop }) => [kind, shop])).toEqual([['expire', 'Shop b']]);
  // A feed that is imported now does not expire.
  await room.db.updateTable('feed').set({ content: 'known' }).execute();
  const importing = await holdShop(room.needs, 'Shop b');
  const written = vi.mocked(process.stderr.write).mock.calls.length;
  await expireOffers({ ...room.needs, clock }, file, new AbortController().signal);
  await importing?.release();
  expect([room.imports().length, vi.mocked(process.stderr.write).mock.calls.length]).toEqual([1, written]);
  await room.db.updateTable('feed').set({ content: null }).where('name', '=', 'b').execute();
  expect(await rows('content')).toMatchObject([{ content: 'known' }, { content: null }]);
});
