import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import type { FeedReport } from '../../contract/feeds.js';
import { watchFeeds } from './marketplace-gauges.js';

const feed: FeedReport['feeds'][number] = {
  name: 'alpha',
  shop: 'Alpha "GmbH"',
  kind: 'offers',
  mode: 'full',
  status: 'held',
  reason: null,
  triedAt: null,
  succeededAt: null,
  appliedAt: null,
  nextAt: '2026-11-22T12:00:00.000Z',
  age: 90,
  isOverdue: true,
  failures: 2,
  rows: 50,
  rejected: 3,
  held: 40,
  seconds: 1.5,
  runs: [],
};

it("the metrics have the marketplace's report about its feeds, requested once per reading", async () => {
  const [registry, clock] = [new Registry(), new ManualClock()];
  let asked = 0;
  watchFeeds(registry, clock, async () => {
    asked++;
    return { feeds: [feed], outbox: { waiting: 4, dead: 1 } };
  });
  const lines = (await registry.metrics()).split('\n');
  const labels = 'feed="alpha",shop="Alpha \\"GmbH\\"",kind="offers"';
  expect(lines).toEqual(
    expect.arrayContaining([
      `partavo_feed_age_seconds{${labels}} 90`,
      `partavo_feed_overdue{${labels}} 1`,
      `partavo_feed_rows{${labels}} 50`,
      `partavo_feed_rejected_rows{${labels}} 3`,
      `partavo_feed_held_changes{${labels}} 40`,
      `partavo_feed_run_seconds{${labels}} 1.5`,
      `partavo_feed_failures{${labels}} 2`,
      `partavo_feed_status{${labels},status="held"} 1`,
      `partavo_feed_status{${labels},status="completed"} 0`,
      'partavo_outbox_messages{state="waiting"} 4',
      'partavo_outbox_messages{state="dead"} 1',
    ]),
  );
  expect(asked).toBe(1);
});

it('a marketplace that does not answer has no feeds, and the other metrics stay', async () => {
  const [registry, clock] = [new Registry(), new ManualClock()];
  watchFeeds(registry, clock, () => Promise.reject(new Error('unavailable')));
  expect(await registry.metrics()).not.toMatch(/^partavo/m);
});
