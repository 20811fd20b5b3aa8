import { dateOf } from '../../clock/clock.js';
import { putEvent } from '../outbox/outbox.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import { runProgram } from '../program/run-program.js';
import { shopWords } from '../program/shop-choice.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import type { Lease } from '../state/lease.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import type { FeedRow } from './feed-state.js';
import type { RunNeeds } from './run-feed.js';
import { holdShop } from './shop-lock.js';

/** Milliseconds since the last success, or since the feed was named. */
export const ageOf = (row: Pick<FeedRow, 'succeeded_at' | 'named_at'>, now: Date): number =>
  Math.max(0, now.getTime() - Date.parse(row.succeeded_at ?? row.named_at));

export const isOverdue = (
  { overdueAfterMs }: Pick<FeedSettings, 'overdueAfterMs'>,
  row: Pick<FeedRow, 'succeeded_at' | 'named_at'>,
  now: Date,
): boolean => ageOf(row, now) > overdueAfterMs;

/** Reports feeds that have become overdue, once until their next success. */
export async function postOverdue(db: StateDb, lease: Lease, { feeds, webhooks }: ShopFile, now: Date): Promise<void> {
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

/**
 * Removes the offers of shops whose feed has failed longer than the operator allows. The next success restores them,
 * because the content is forgotten.
 */
export async function expireOffers(
  needs: Pick<RunNeeds, 'db' | 'dataDir' | 'importProgram' | 'clock' | 'leaseMs'>,
  { feeds, webhooks }: ShopFile,
  signal: AbortSignal,
): Promise<void> {
  const { db, dataDir, importProgram, clock } = needs;
  const targets = webhooks.map((webhook) => webhook.name);
  for (const { name, shop, choice, kind, mode, expiresAfterMs } of feeds) {
    if (expiresAfterMs === null) continue;
    const row = await db
      .selectFrom('feed')
      .select(['named_at', 'succeeded_at'])
      .where('name', '=', name)
      .where('content', 'is not', null)
      .executeTakeFirst();
    if (!row || ageOf(row, dateOf(clock)) <= expiresAfterMs) continue;
    let lease: Lease | null = null;
    try {
      lease = await holdShop(needs, shop);
      if (!lease) continue;
      const { confirm } = lease;
      const ended = AbortSignal.any([signal, lease.signal]);
      await runProgram(importProgram, ['expire', ...shopWords(choice), '--data-dir', dataDir], { signal: ended });
      await transact(db, async (tx) => {
        await confirm(tx);
        await tx.updateTable('feed').set({ content: null }).where('name', '=', name).execute();
        const data = { feed: name, shop, kind, mode, succeededAt: row.succeeded_at };
        await putEvent(tx, targets, { type: 'offers.expired', data }, dateOf(clock));
      });
      logLine('warn', 'offers_expired', { feed: name, shop, succeededAt: row.succeeded_at });
    } catch (error) {
      if (signal.aborted) return;
      logLine('error', 'offers_not_expired', { feed: name, shop, reason: sentenceOf(error) });
    } finally {
      await lease?.release();
    }
  }
}
