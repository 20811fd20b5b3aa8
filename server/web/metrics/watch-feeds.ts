import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../clock/clock.js';
import { type FeedReport, feedStatuses } from '../../contract/feeds.js';
import { sharedReading } from './shared-reading.js';

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

/**
 * Adds the feeds that the marketplace gets by itself to the metrics; they are asked for when the metrics are read. A
 * marketplace that does not answer has none.
 * @param load the report of the marketplace
 */
export function watchFeeds(registry: Registry, clock: Clock, load: () => Promise<FeedReport>): void {
  const latest = sharedReading(clock, load);
  const inRegistry = { registers: [registry] };
  const labelNames = ['feed', 'shop', 'kind'];
  for (const [name, help, value] of series) {
    new Gauge({
      ...inRegistry,
      name: `partavo_feed_${name}`,
      help,
      labelNames,
      async collect() {
        this.reset();
        for (const feed of (await latest())?.feeds ?? []) {
          const { name: label, shop, kind } = feed;
          this.set({ feed: label, shop, kind }, value(feed));
        }
      },
    });
  }
  new Gauge({
    ...inRegistry,
    name: 'partavo_feed_status',
    help: 'What has become of a feed; 1 for its status, 0 for all others.',
    labelNames: [...labelNames, 'status'],
    async collect() {
      this.reset();
      for (const { name, shop, kind, status } of (await latest())?.feeds ?? [])
        for (const each of feedStatuses) this.set({ feed: name, shop, kind, status: each }, each === status ? 1 : 0);
    },
  });
  new Gauge({
    ...inRegistry,
    name: 'partavo_outbox_messages',
    help: 'Messages to receivers of webhooks that wait, or were given up (dead).',
    labelNames: ['state'],
    async collect() {
      this.reset();
      const { outbox } = (await latest()) ?? {};
      if (!outbox) return;
      this.set({ state: 'waiting' }, outbox.waiting);
      this.set({ state: 'dead' }, outbox.dead);
    },
  });
}
