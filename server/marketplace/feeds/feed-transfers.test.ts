import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type FeedHost, startFeedHost } from '../../../test/fixtures/marketplace/feeds/feed-host.js';
import { feedRuns } from '../../../test/fixtures/marketplace/feeds/feed-runs.js';
import { feedOf } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { runFeed } from './run-feed.js';

/** How the content of a feed comes over the network. */
const feeds = feedRuns();
const { run, serve, signal, state } = feeds;

test('compressed transfers are unpacked, and a decompression bomb is refused', async () => {
  feeds.host.answers['/a.csv'] = (response) => {
    testClock.pass(12_300);
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"rows":7}'));
  };
  expect(await run()).toMatchObject({ status: 'completed', rows: 7 });
  expect((await state()).seconds).toBe(12.3);
  feeds.host.answers['/a.csv'] = (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)));
  expect(await run()).toMatchObject({ status: 'failed', reason: 'It is larger than 1 MB.' });
  feeds.host.answers['/a.csv'] = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
  expect(await run()).toMatchObject({ status: 'failed', reason: 'It is damaged: it cannot be unpacked.' });
  feeds.host.answers['/a.csv'] = (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x');
  expect(await run()).toMatchObject({ status: 'failed', reason: expect.stringContaining('not asked to') });
});

test('a server that takes too long in total fails the feed', async () => {
  const clock = new ManualClock();
  // Shorter than a lease, which a busy database would renew too late for this clock.
  const limits = { ...feeds.room.needs.limits, silenceMs: 600_000, totalMs: 20_000 };
  feeds.host.answers['/a.csv'] = (response) => {
    response.writeHead(200).write('x');
    void clock.advance(limits.totalMs);
  };
  const late = await runFeed(feedOf('a', `${feeds.host.origin}/a.csv`), { ...feeds.room.needs, clock, limits }, signal);
  expect(late).toMatchObject({ reason: expect.stringContaining('took too long'), applied: null });
  expect([feeds.room.imports(), (await state()).content]).toEqual([[], null]);
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
  feeds.host.answers['/a.csv'] = answer;
  const silenceMs = reason === 'took too long' ? 700 : feeds.room.needs.limits.silenceMs;
  const needs = { ...feeds.room.needs, limits: { ...feeds.room.needs.limits, silenceMs } };
  const failed = await runFeed(feedOf('a', `${feeds.host.origin}/a.csv?key=CANARY-KEY`), needs, signal);
  expect(failed).toMatchObject({ reason: expect.stringContaining(reason), applied: null });
  expect([feeds.room.imports(), (await state()).content]).toEqual([[], null]);
  expect(JSON.stringify(feeds.logged)).not.toMatch(/CANARY|127\.0\.0\.1/);
});

test('redirects are few, checked like the first address, and another origin gets no password', async () => {
  const other = await startFeedHost();
  const moved = (location: string) => {
    feeds.host.answers['/moved'] = (response) => response.writeHead(302, { location }).end();
    const source = { address: `${feeds.host.origin}/moved`, authorization: 'Bearer CANARY' };
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
    expect(feeds.host.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer CANARY', 'Bearer CANARY']);
    expect(await moved(`${other.origin}/b.csv`)).toMatchObject({ rows: 2 });
    expect(other.asked[0]?.headers.authorization).toBeUndefined();
  } finally {
    await other.stop();
  }
});
