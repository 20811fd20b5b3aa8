import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, feedOf, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import { copyFromFolder } from './fetch-feed.js';
import { runFeed } from './run-feed.js';

let room: FeedRoom;
beforeEach(async () => {
  room = await openFeedRoom();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await room.stop();
});
const run = (feed: FeedSettings) => runFeed(feed, room.needs, new AbortController().signal);

test('the newest complete file of a folder is copied, and never an older one or a link', async () => {
  const folder = join(room.dataDir, 'in');
  mkdirSync(folder);
  const feed = feedOf('a', '', { source: { folder } });
  const put = (name: string, rows: number, secondsAgo: number) => {
    writeFileSync(join(folder, name), JSON.stringify({ rows }));
    const at = testClock.now() / 1000 - secondsAgo;
    utimesSync(join(folder, name), at, at);
  };
  expect(await run(feed)).toMatchObject({ status: 'failed', reason: 'There is no finished file in its folder.' });
  put('old.csv', 1, 900);
  put('b.csv', 2, 600);
  put('.hidden.csv', 3, 60);
  put('c.csv.part', 4, 60);
  put('being-written.csv', 5, 1);
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(room.dataDir, 'state.db'), join(folder, 'link.csv'));
  expect(await run(feed)).toMatchObject({ status: 'completed', rows: 2 });
  expect(await run(feed)).toMatchObject({ isUnchanged: true });
  rmSync(join(folder, 'b.csv'));
  expect(await run(feed)).toMatchObject({ isUnchanged: true });
  put('c.csv.part', 2, 300);
  renameSync(join(folder, 'c.csv.part'), join(folder, 'c.csv'));
  expect(await run(feed)).toMatchObject({ isUnchanged: true });
  put('d.csv', 6, 100);
  expect(await run(feed)).toMatchObject({ isUnchanged: false, rows: 6 });
  expect(room.imports().map(({ wish }) => wish.rows)).toEqual([2, 6]);
  const sha = createHash('sha256').update('{"rows":6}').digest('hex');
  expect(await room.db.selectFrom('feed').select('content').execute()).toEqual([{ content: sha }]);
});

test('a file is complete after ten seconds, and of two with one time that with the later name is taken', async () => {
  const [folder, file] = ['in', 'copy'].map((name) => join(room.dataDir, name)) as [string, string];
  const clock = new ManualClock();
  mkdirSync(folder);
  for (const [name, seconds] of [
    ['a.csv', 10],
    ['b.csv', 10],
    ['c.csv', 9],
  ] as const) {
    writeFileSync(join(folder, name), name);
    const at = clock.now() / 1000 - seconds;
    utimesSync(join(folder, name), at, at);
  }
  const { signal } = new AbortController();
  const copy = (bytes: number) =>
    copyFromFolder({ folder, file, etag: null, lastModified: null, signal, clock }, { ...room.needs.limits, bytes });
  await copy(5);
  expect(readFileSync(file, 'utf8')).toBe('b.csv');
  await expect(copy(4)).rejects.toThrow('larger than');
});

test.each([
  [
    'grows within the resolution of its time',
    (path: string) => appendFileSync(path, 'x'),
    600,
    'was changed while it was',
  ],
  ['is written again with as many bytes', (path: string) => writeFileSync(path, 'B'), 500, 'was changed while it was'],
  ['goes', (path: string) => rmSync(path), null, 'cannot be copied (ENOENT)'],
])('a file of a folder that %s while it is copied is no feed', async (_, change, secondsAgo, reason) => {
  const folder = join(room.dataDir, 'in');
  const path = join(folder, 'a.csv');
  mkdirSync(folder);
  writeFileSync(path, 'A');
  const age = (seconds: number) => utimesSync(path, testClock.now() / 1000 - seconds, testClock.now() / 1000 - seconds);
  age(600);
  // The search asks for the time when it has seen the file.
  const now = () => {
    change(path);
    if (secondsAgo !== null) age(secondsAgo);
    return testClock.now();
  };
  const { signal } = new AbortController();
  const wish = { folder, etag: null, lastModified: null, file: join(room.dataDir, 'copy'), signal };
  await expect(copyFromFolder({ ...wish, clock: { ...testClock, now } }, room.needs.limits)).rejects.toThrow(reason);
});
