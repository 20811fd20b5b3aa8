import type { Kysely, Selectable, Updateable } from 'kysely';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { Lease } from '../state/lease.js';
import type { StateTables } from '../state/state-tables.js';
import { transact } from '../state/transact.js';

const minuteMs = 60_000;
/** Longest wait of a failing feed, in intervals. */
const mostIntervals = 8;
/** A file with hundreds of new feeds must not start them all at once. */
const startsPerMinute = 6;

/** Returns a number from 0 up to 1, as `Math.random` does. */
export type Random = () => number;

/** Pause before a new feed: within ten seconds for each new feed, and within its interval. */
export const firstPause = (everyMs: number, newFeeds: number, random: Random): number =>
  random() * Math.min(everyMs, (newFeeds * minuteMs) / startsPerMinute);

/** Pause after a success: the interval ± 5 %, so that feeds do not align. */
export const usualPause = (everyMs: number, random: Random): number => everyMs * (0.95 + random() / 10);

/**
 * Pause after a failed download: a minuteMs, doubled each time, up to eight intervals.
 * @param failures since the last success, including this one
 * @param askedMs pause that the server requests (`Retry-After`)
 */
export function pauseAfterFailure(everyMs: number, failures: number, askedMs: number, random: Random): number {
  const pauseMs = minuteMs * 2 ** Math.min(failures - 1, 30) * (0.75 + random() / 2);
  return Math.min(everyMs * mostIntervals, Math.max(pauseMs, askedMs));
}

/** Pause after refused content: the interval, doubled each time, up to eight intervals. */
export const pauseAfterRefusal = (everyMs: number, failures: number, random: Random): number =>
  usualPause(everyMs, random) * Math.min(mostIntervals, 2 ** Math.min(failures - 1, 30));

export type FeedRow = Selectable<StateTables['feed']>;
export type FeedChange = Updateable<StateTables['feed']>;
type FeedRunRow = Omit<Selectable<StateTables['feed_run']>, 'id'>;
type Db = Kysely<StateTables>;

/** Runs per feed that are stored, with their reports. */
export const keptRuns = 20;

/** Adds a row for each new feed of the file, and deletes feeds that it no longer names. */
export async function nameFeeds(db: Db, feeds: readonly FeedSettings[], now: Date, random: Random): Promise<void> {
  await transact(db, async (tx) => {
    const names = feeds.map(({ name }) => name);
    // Writes first: after a read, another program's write would make the transaction fail.
    await tx.deleteFrom('feed').where('name', 'not in', names).execute();
    const known = new Set((await tx.selectFrom('feed').select('name').execute()).map(({ name }) => name));
    const fresh = feeds.filter(({ name }) => !known.has(name));
    for (const { name, digest, everyMs } of fresh) {
      const next = new Date(now.getTime() + firstPause(everyMs, fresh.length, random));
      const row = { name, settings: digest, named_at: now.toISOString(), next_at: next.toISOString() };
      await tx
        .insertInto('feed')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** Makes feeds due and forgets their content. @returns the number of feeds */
export async function forgetContent(db: Db, feeds: readonly FeedSettings[], now: Date): Promise<number> {
  const names = feeds.map(({ name }) => name);
  const { numUpdatedRows } = await db
    .updateTable('feed')
    .set({ content: null, next_at: now.toISOString() })
    .where('name', 'in', names)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns the names of due feeds, the longest waiting first. A feed that last ran in the future is due: the clock was ahead. */
export async function dueFeeds(db: Db, now: Date): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db
    .selectFrom('feed')
    .select('name')
    .where(({ eb, fn, or }) => or([eb('next_at', '<=', at), eb(fn.coalesce('tried_at', 'named_at'), '>', at)]))
    .orderBy('next_at')
    .execute();
  return rows.map(({ name }) => name);
}

/** Notes that a run begins. The feed stays due until the run ends. */
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
 * @param change the feed's new values
 * @param lease of its shop
 * @param addEvents called in the same transaction, for messages about the run
 * @returns reports of runs that are deleted
 * @throws LeaseLost if another process runs the feed now; then nothing has changed
 */
export async function endRun(
  db: Db,
  run: FeedRunRow,
  change: FeedChange,
  lease: Lease,
  addEvents: (tx: Db) => Promise<void>,
): Promise<string[]> {
  return transact(db, async (tx) => {
    await lease.confirm(tx);
    const { numUpdatedRows } = await tx
      .updateTable('feed')
      .set({ ...change, is_running: 0 })
      .where('name', '=', run.feed)
      .executeTakeFirstOrThrow();
    // The file no longer names the feed.
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
    await addEvents(tx);
    return old.flatMap(({ report }) => report ?? []);
  });
}
