import { sql } from 'kysely';
import { type Clock, dateOf } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import { removeOldGenerations } from '../catalogue-file/old-generations.js';
import { logLine } from '../program/log.js';
import { idempotencyHours } from '../state/idempotency.js';
import type { StateDb } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { sessionDays } from './sessions.js';
import { snapshotHours } from './snapshots.js';

const hour = 3_600_000;
/** Milliseconds that the clock may be ahead of what is expected: a shop without a visitor for a day is a quiet one. */
const mostAhead = 24 * hour;

/**
 * Tells whether the clock may be believed where rows are deleted for good by their age: a machine that starts with a
 * wrong clock is usually put right within minutes.
 */
export class ClockWatch {
  #at: number;
  #steady: number;

  /**
   * @param newest when the state was last changed, in milliseconds since 1970; NaN = never
   */
  constructor(
    newest: number,
    private readonly clock: Clock,
  ) {
    this.#at = Number.isNaN(newest) ? clock.now() : newest;
    this.#steady = clock.steady();
  }

  /** Hours by which the clock has gone on more than it should have since the last call; 0 where that is plausible. */
  hoursAhead(): number {
    const [at, steady] = [this.clock.now(), this.clock.steady()];
    const ahead = at - this.#at - (steady - this.#steady);
    [this.#at, this.#steady] = [at, steady];
    return ahead > mostAhead ? Math.round(ahead / hour) : 0;
  }
}

/** For how long rows of a table are kept, counted from the time in a column. */
export interface RetentionRule {
  readonly table: keyof StateTables;
  readonly column: 'changed_at' | 'created_at' | 'at' | 'day' | 'moved_at';
  readonly keeps: { readonly hours: number } | { readonly months: number };
}

/**
 * What is forgotten, and when (D71). A session takes its cart and its keys along. Users are kept until they ask; saved
 * vehicles go with them. The audit holds no personal data.
 */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'session', column: 'changed_at', keeps: { hours: sessionDays * 24 } },
  { table: 'idempotency', column: 'created_at', keeps: { hours: idempotencyHours } },
  { table: 'merchant_key', column: 'created_at', keeps: { hours: idempotencyHours } },
  { table: 'cart_snapshot', column: 'created_at', keeps: { hours: snapshotHours } },
  { table: 'cart_audit', column: 'at', keeps: { months: 12 } },
  // It leads on for a minute.
  { table: 'session_move', column: 'moved_at', keeps: { hours: 1 } },
  // A login ends after half a day (D87).
  { table: 'merchant_session', column: 'created_at', keeps: { hours: 12 } },
  { table: 'merchant_audit', column: 'at', keeps: { months: 12 } },
  { table: 'operator_session', column: 'created_at', keeps: { hours: 12 } },
  { table: 'operator_audit', column: 'at', keeps: { months: 12 } },
  // 90 days (D80); a day goes as a whole.
  { table: 'search_count', column: 'day', keeps: { hours: 90 * 24 } },
  // A message is tried for a day and a half; then it is there to be looked at.
  { table: 'outbox', column: 'created_at', keeps: { months: 3 } },
  { table: 'handover', column: 'created_at', keeps: { months: 12 } },
  // By then the data have been looked at, or the article is another.
  { table: 'data_report', column: 'created_at', keeps: { months: 12 } },
  // Claims from a declaration lapse after three years, counted from a year's end.
  { table: 'withdrawal', column: 'created_at', keeps: { months: 48 } },
];

/** The time (ISO 8601) up to which rows have had their time. */
export function cutoffOf({ keeps }: RetentionRule, now: Date): string {
  if ('hours' in keeps) return new Date(now.getTime() - keeps.hours * hour).toISOString();
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - keeps.months);
  return cutoff.toISOString();
}

/** Rows that are forgotten in one statement, and a few more of the same time. */
const usualPortion = 2000;

/** Forgets what is past its time (D71), in portions, so that nobody waits long. */
export async function forgetExpired(db: StateDb, now: Date, portion = usualPortion): Promise<void> {
  const { ref } = db.dynamic;
  for (const rule of retentionRules) {
    const { table } = rule;
    const column = ref(rule.column);
    const cutoff = cutoffOf(rule, now);
    for (let until: string | undefined; until !== cutoff; ) {
      const last = await db
        .selectFrom(table)
        .select(sql<string>`${sql.ref(rule.column)}`.as('time'))
        .where(column, '<=', cutoff)
        .orderBy(column)
        .limit(1)
        .offset(portion)
        .executeTakeFirst();
      until = last?.time ?? cutoff;
      await db.deleteFrom(table).where(column, '<=', until).execute();
    }
  }
}

/** Most sessions that are kept. */
const maxSessions = 500_000;

/**
 * Forgets sessions beyond a number: first those without a cart and a user, and of these the ones that were changed
 * longest ago.
 * @returns how many
 */
export async function forgetSurplusSessions(db: StateDb, most = maxSessions): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count <= most) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', 'in', (query) =>
      query
        .selectFrom('session')
        .select('session.id')
        .orderBy(sql`user_id is not null or exists (select 1 from cart_line where cart_line.session_id = session.id)`)
        .orderBy('session.changed_at')
        .limit(count - most),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Cleans up state and old catalogues now and once an hour; an hour later where the clock may be wrong, since carts
 * would be gone for good.
 * @returns ends it, after the work under way
 */
export function startRetention(db: StateDb, dataDir: string, clock: Clock): () => Promise<void> {
  let watch: ClockWatch | undefined;
  return startLoop({
    clock,
    pauseMs: hour,
    async look() {
      watch ??= new ClockWatch(await lastChange(db), clock);
      const hours = watch.hoursAhead();
      if (hours > 0) return logLine('warn', 'clock_ahead', { hours });
      await forgetExpired(db, dateOf(clock));
      const sessions = await forgetSurplusSessions(db);
      if (sessions > 0) logLine('warn', 'sessions_forgotten', { sessions });
      await tidyCatalogues(dataDir);
    },
    onFailure: (error) => logLine('error', 'retention_failed', { reason: String(error) }),
  }).stop;
}

/** When a session was last changed, in milliseconds since 1970; NaN where there is none. */
async function lastChange(db: StateDb): Promise<number> {
  const newest = await db
    .selectFrom('session')
    .select((expression) => expression.fn.max('changed_at').as('at'))
    .executeTakeFirst();
  return Date.parse(newest?.at ?? '');
}

/** Removes old catalogues and says so in the log. */
export async function tidyCatalogues(dataDir: string): Promise<void> {
  const files = await removeOldGenerations(dataDir);
  if (files.length > 0) logLine('info', 'catalogues_removed', { files });
}
