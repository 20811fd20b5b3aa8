import { logLine } from '../http/log.js';
import { putEvent } from '../outbox/outbox.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import type { Lease } from '../store/lease.js';
import type { StateDb } from '../store/state-store.js';
import { transact } from '../store/transact.js';
import type { FeedRow } from './feed-state.js';

/** Milliseconds since the shop last had what a feed says; since it was named, where it never had. */
export const ageOf = (row: Pick<FeedRow, 'succeeded_at' | 'named_at'>, now: Date): number =>
  Math.max(0, now.getTime() - Date.parse(row.succeeded_at ?? row.named_at));

export const isOverdue = (
  { overdueAfter }: Pick<FeedSettings, 'overdueAfter'>,
  row: Pick<FeedRow, 'succeeded_at' | 'named_at'>,
  now: Date,
): boolean => ageOf(row, now) > overdueAfter;

/** Tells of feeds that have become overdue, once until their next success. */
export async function tellOverdue(db: StateDb, lease: Lease, { feeds, webhooks }: ShopFile, now: Date): Promise<void> {
  const targets = webhooks.map(({ name }) => name);
  const settings = new Map(feeds.map((feed) => [feed.name, feed]));
  const rows = await db
    .selectFrom('feed')
    .select(['name', 'named_at', 'succeeded_at', 'status', 'reason', 'failures'])
    .where('overdue_since', 'is', null)
    .execute();
  for (const row of rows) {
    const feed = settings.get(row.name);
    if (!feed || !isOverdue(feed, row, now)) continue;
    const { name, shop, kind, mode } = feed;
    const { succeeded_at: succeededAt, status, reason, failures } = row;
    const data = { feed: name, shop, kind, mode, succeededAt, status, reason, failures };
    await transact(db, async (tx) => {
      await lease.confirm(tx);
      await tx.updateTable('feed').set({ overdue_since: now.toISOString() }).where('name', '=', name).execute();
      await putEvent(tx, targets, { type: 'feed.overdue', data }, now);
    });
    logLine('warn', 'feed_overdue', { feed: name, shop, kind, succeededAt, failures });
  }
}
