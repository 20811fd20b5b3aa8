import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedHost, startFeedHost } from '../../../test/fixtures/marketplace/feeds/feed-host.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { createOutbound, openNetAndLoopback } from '../../outbound/outbound.js';
import { fetchFeed } from './fetch-feed.js';

let host: FeedHost;
beforeAll(async () => {
  host = await startFeedHost();
});
afterAll(() => host.stop());

test.each([
  ['a number of seconds', '1200', 1_200_000],
  ['a date', 'Mon, 05 Jan 2026 12:15:00 GMT', 900_000],
  ['a date that has passed', 'Mon, 05 Jan 2026 11:00:00 GMT', 0],
  ['no date', 'soon', 0],
])('a server asks for a pause by %s', async (_, asked, retryAfterMs) => {
  const outbound = createOutbound(openNetAndLoopback, 60_000);
  host.answers['/a.csv'] = (response) => response.writeHead(503, { 'retry-after': asked }).end();
  const wish = { address: `${host.origin}/a.csv`, authorization: null, etag: null, lastModified: null, file: '' };
  const limits = { bytes: 1, totalMs: 60_000, silenceMs: 60_000 };
  const { signal } = new AbortController();
  try {
    const fetched = fetchFeed(outbound, { ...wish, signal, clock: new ManualClock() }, limits);
    await expect(fetched).rejects.toMatchObject({ message: 'Its server answered 503.', retryAfterMs });
  } finally {
    await outbound.close();
  }
});
