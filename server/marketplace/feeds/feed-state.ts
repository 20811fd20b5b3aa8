import type { Kysely, Selectable, Updateable } from 'kysely';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { Lease } from '../state/lease.js';
import type { StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

const minute = 60_000;
/** Intervals that a feed which fails again and again waits at most. */
const mostIntervals = 8;
/** New feeds that begin in a minute: a file with hundreds of them must not start them all at once. */
const startsPerMinute = 6;

/** A number from 0 up to 1, as `Math.random` gives it. */
export type Random = () => number;

/** Milliseconds until a feed that is new begins: within ten seconds for each new one, and within its interval. */
export const firstPause = (every: number, newFeeds: number, random: Random): number =>
  random() * Math.min(every, (newFeeds * minute) / startsPerMinute);

/** Milliseconds after a success: the interval, give or take a twentieth, so that feeds do not fall into step. */
export const usualPause = (every: number, random: Random): number => every * (0.95 + random() / 10);

/**
 * Milliseconds after a feed could not be had: a minute, then twice as long each time, up to eight intervals.
 * @param failures how many there have been without a success, this one included
 * @param asked milliseconds that the server has asked for (`Retry-After`)
 */
export function pauseAfterFailure(every: number, failures: number, asked: number, random: Random): number {
  const pause = minute * 2 ** Math.min(failures - 1, 30) * (0.75 + random() / 2);
  return Math.min(every * mostIntervals, Math.max(pause, asked));
}

/** Milliseconds after content was refused: the interval, then twice as long each time, up to eight. */
export const pauseAfterRefusal = (every: number, failures: number, random: Random): number =>
  usualPause(every, random) * Math.min(mostIntervals, 2 ** Math.min(failures - 1, 30));

export type FeedRow = Selectable<StateTables['feed']>;
export type FeedChange = Updateable<StateTables['feed']>;
type FeedRunRow = Omit<Selectable<StateTables['feed_run']>, 'id'>;
type Db = Kysely<StateTables>;

/** Runs of a feed that are kept, with the reports of their imports. */
export const keptRuns = 20;

/**
 * Gives each feed of the file its row, and forgets those that it no longer names. New ones begin one after another.
 */
export async function nameFeeds(db: Db, feeds: readonly FeedSettings[], now: Date, random: Random): Promise<void> {
  await transact(db, async (tx) => {
    const names = feeds.map(({ name }) => name);
    // First, as a transaction that has read may find that another program has written since.
    await tx.deleteFrom('feed').where('name', 'not in', names).execute();
    const known = new Set((await tx.selectFrom('feed').select('name').execute()).map(({ name }) => name));
    const fresh = feeds.filter(({ name }) => !known.has(name));
    for (const { name, digest, every } of fresh) {
      const next = new Date(now.getTime() + firstPause(every, fresh.length, random));
      const row = { name, settings: digest, named_at: now.toISOString(), next_at: next.toISOString() };
      await tx
        .insertInto('feed')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** Makes feeds due, and forgets what is known of their content. @returns how many there were */
export async function forgetContent(db: Db, feeds: readonly FeedSettings[], now: Date): Promise<number> {
  const names = feeds.map(({ name }) => name);
  const { numUpdatedRows } = await db
    .updateTable('feed')
    .set({ content: null, next_at: now.toISOString() })
    .where('name', 'in', names)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Names of the feeds that are due, the one that waits longest first. */
export async function dueFeeds(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('feed')
    .select('name')
    .where('next_at', '<=', now.toISOString())
    .orderBy('next_at')
    .execute();
  return rows.map(({ name }) => name);
}

/** Notes that a run begins: from now on the feed is due, until the run ends. */
export async function beginRun(db: Db, { name, digest }: FeedSettings, now: Date): Promise<FeedRow> {
  const at = now.toISOString();
  return db
    .insertInto('feed')
    .values({ name, settings: digest, named_at: at, next_at: at, tried_at: at, is_running: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ next_at: at, tried_at: at, is_running: 1 }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Notes the end of a run.
 * @param change what is known of the feed now
 * @param lease of its shop
 * @param tell called in the same transaction, for messages about it
 * @returns reports of imports that belong to runs which are kept no longer
 * @throws LeaseLost where another process runs the feed by now; nothing has changed then
 */
export async function endRun(
  db: Db,
  run: FeedRunRow,
  change: FeedChange,
  lease: Lease,
  tell: (tx: Db) => Promise<void>,
): Promise<string[]> {
  return transact(db, async (tx) => {
    await lease.confirm(tx);
    const { numUpdatedRows } = await tx
      .updateTable('feed')
      .set({ ...change, is_running: 0 })
      .where('name', '=', run.feed)
      .executeTakeFirstOrThrow();
    // The file names it no longer.
    if (numUpdatedRows === 0n) return run.report === null ? [] : [run.report];
    await tx.insertInto('feed_run').values(run).execute();
    const old = await tx
      .selectFrom('feed_run')
      .select(['id', 'report'])
      .where('feed', '=', run.feed)
      .orderBy('id', 'desc')
      .limit(1000)
      .offset(keptRuns)
      .execute();
    for (const { id } of old) await tx.deleteFrom('feed_run').where('id', '=', id).execute();
    await tell(tx);
    return old.flatMap(({ report }) => report ?? []);
  });
}
