import type { FeedReport, FeedStatus } from '../../contract/feeds.js';
import { countOutbox } from '../outbox/outbox.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { StateDb } from '../state/state-store.js';
import type { FeedRow } from './feed-state.js';
import { ageOf, isOverdue } from './overdue.js';

type Run = FeedReport['feeds'][number]['runs'][number];

async function runsOf(db: StateDb, feed: string): Promise<Run[]> {
  const rows = await db.selectFrom('feed_run').selectAll().where('feed', '=', feed).orderBy('id', 'desc').execute();
  return rows.map(({ id: _, feed: __, started_at, is_unchanged, left_out, reasons, ...rest }) => ({
    ...rest,
    startedAt: started_at,
    isUnchanged: is_unchanged === 1,
    leftOut: left_out,
    reasons: JSON.parse(reasons),
  }));
}

/** A due feed that does not run is queued. */
function statusOf({ is_running, next_at, status }: FeedRow, now: Date): FeedStatus {
  if (is_running === 1) return 'processing';
  return next_at <= now.toISOString() ? 'queued' : (status ?? 'queued');
}

/**
 * Reports on the feeds of the operator's file.
 * @param shop reports this shop only, with its last runs; null = all shops without runs
 */
export async function reportFeeds(
  db: StateDb,
  feeds: readonly FeedSettings[],
  shop: string | null,
  now: Date,
): Promise<FeedReport> {
  const rows = new Map((await db.selectFrom('feed').selectAll().execute()).map((row) => [row.name, row]));
  const reported: FeedReport['feeds'] = [];
  for (const feed of feeds) {
    const row = rows.get(feed.name);
    if (!row || (shop !== null && feed.shop.toLowerCase() !== shop.toLowerCase())) continue;
    const { name, kind, mode } = feed;
    const { reason, failures, rows: read, rejected, held, seconds } = row;
    reported.push({
      name,
      shop: feed.shop,
      kind,
      mode,
      status: statusOf(row, now),
      reason,
      triedAt: row.tried_at,
      succeededAt: row.succeeded_at,
      appliedAt: row.applied_at,
      nextAt: row.next_at,
      age: Math.floor(ageOf(row, now) / 1000),
      isOverdue: isOverdue(feed, row, now),
      failures,
      rows: read,
      rejected,
      held,
      seconds,
      runs: shop === null ? [] : await runsOf(db, name),
    });
  }
  return { feeds: reported, outbox: await countOutbox(db) };
}
