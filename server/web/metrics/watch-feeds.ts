import type { Registry } from 'prom-client';
import type { Clock } from '../../clock/clock.js';
import { type FeedReport, feedStatuses } from '../../contract/feeds.js';
import { marketplaceGauges } from './marketplace-gauges.js';

type Feed = FeedReport['feeds'][number];

/** Series of each feed: what it is, and its value. */
const series: readonly (readonly [name: string, help: string, value: (feed: Feed) => number])[] = [
  ['age_seconds', 'Seconds since the shop last had what the feed says, changed or not.', ({ age }) => age],
  ['overdue', 'Whether that is longer ago than the operator wants (0 or 1).', ({ isOverdue }) => Number(isOverdue)],
  ['rows', 'Rows of the last content that was read.', ({ rows }) => rows],
  ['rejected_rows', 'Rows of it that were rejected.', ({ rejected }) => rejected],
  ['held_changes', 'Changes of it that wait for an approval.', ({ held }) => held],
  ['run_seconds', 'Seconds that getting and importing it took.', ({ seconds }) => seconds],
  ['failures', 'Failures and refusals since the last success.', ({ failures }) => failures],
];
const labelsOf = ({ name, shop, kind }: Feed) => ({ feed: name, shop, kind });

/**
 * Adds the feeds that the marketplace gets by itself to the metrics.
 * @param load asks the marketplace for its report
 */
export function watchFeeds(registry: Registry, clock: Clock, load: () => Promise<FeedReport>): void {
  const add = marketplaceGauges(registry, clock, load);
  const labelNames = ['feed', 'shop', 'kind'];
  for (const [name, help, value] of series)
    add(`partavo_feed_${name}`, help, labelNames, (gauge, { feeds }) => {
      for (const feed of feeds) gauge.set(labelsOf(feed), value(feed));
    });
  const statusHelp = 'Status of a feed: 1 for its status, 0 for all others.';
  add('partavo_feed_status', statusHelp, [...labelNames, 'status'], (gauge, { feeds }) => {
    for (const feed of feeds)
      for (const status of feedStatuses) gauge.set({ ...labelsOf(feed), status }, status === feed.status ? 1 : 0);
  });
  const outboxHelp = 'Messages to receivers of webhooks that wait, or were given up (dead).';
  add('partavo_outbox_messages', outboxHelp, ['state'], (gauge, { outbox }) => {
    gauge.set({ state: 'waiting' }, outbox.waiting);
    gauge.set({ state: 'dead' }, outbox.dead);
  });
}
