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

const hourMs = 3_600_000;
/** Lead of the clock that is plausible: a shop may have no visitor for a day. */
const mostAheadMs = 24 * hourMs;

/**
 * Checks the clock before rows are deleted by age. A machine that starts with a wrong clock usually corrects it in
 * minutes.
 */
export class ClockWatch {
  #at: number;
  #steady: number;

  /** @param newest time of the last change of the state in milliseconds since 1970; NaN = never */
  constructor(
    newest: number,
    private readonly clock: Clock,
  ) {
    this.#at = Number.isNaN(newest) ? clock.now() : newest;
    this.#steady = clock.steady();
  }

  /** Returns the implausible lead of the clock since the last call in hours; 0 = plausible. */
  hoursAhead(): number {
    const [at, steady] = [this.clock.now(), this.clock.steady()];
    const ahead = at - this.#at - (steady - this.#steady);
    [this.#at, this.#steady] = [at, steady];
    return ahead > mostAheadMs ? Math.round(ahead / hourMs) : 0;
  }
}

/** How long the rows of a table are kept, counted from the time in a column. */
export interface RetentionRule {
  readonly table: keyof StateTables;
  readonly column: 'changed_at' | 'created_at' | 'at' | 'day' | 'moved_at';
  readonly keeps: { readonly hours: number } | { readonly months: number };
}

/**
 * Retention periods (D71). A session takes its cart and its keys with it. Users stay until they ask for deletion, and
 * so do their vehicles. Of the audits only that of the console names persons (P261).
 */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'session', column: 'changed_at', keeps: { hours: sessionDays * 24 } },
  { table: 'idempotency', column: 'created_at', keeps: { hours: idempotencyHours } },
  { table: 'merchant_key', column: 'created_at', keeps: { hours: idempotencyHours } },
  { table: 'merchant_preview', column: 'created_at', keeps: { hours: idempotencyHours } },
  { table: 'cart_snapshot', column: 'created_at', keeps: { hours: snapshotHours } },
  { table: 'cart_audit', column: 'at', keeps: { months: 12 } },
  // A moved session needs its row for only a minute.
  { table: 'session_move', column: 'moved_at', keeps: { hours: 1 } },
  // A login ends after half a day (D87).
  { table: 'merchant_session', column: 'created_at', keeps: { hours: 12 } },
  { table: 'merchant_audit', column: 'at', keeps: { months: 12 } },
  { table: 'operator_session', column: 'created_at', keeps: { hours: 12 } },
  { table: 'operator_audit', column: 'at', keeps: { months: 12 } },
  // 90 days (D80); a day is deleted as a whole.
  { table: 'search_count', column: 'day', keeps: { hours: 90 * 24 } },
  // A message is sent for a day and a half. Operators can look at it afterwards.
  { table: 'outbox', column: 'created_at', keeps: { months: 3 } },
  { table: 'handover', column: 'created_at', keeps: { months: 12 } },
  // Until then the data are checked, or the article has changed.
  { table: 'data_report', column: 'created_at', keeps: { months: 12 } },
  // Claims lapse after three years, counted from the end of a year.
  { table: 'withdrawal', column: 'created_at', keeps: { months: 48 } },
];

/** Returns the time (ISO 8601) up to which rows are deleted. */
export function cutoffOf({ keeps }: RetentionRule, now: Date): string {
  if ('hours' in keeps) return new Date(now.getTime() - keeps.hours * hourMs).toISOString();
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - keeps.months);
  return cutoff.toISOString();
}

/** Rows that one statement deletes, besides more rows of the same time. */
const portion = 2000;

/** Deletes expired rows (D71) in portions, so that other writes wait little. */
export async function forgetExpired(db: StateDb, now: Date): Promise<void> {
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

const maxSessions = 500_000;

/** Deletes sessions beyond a limit: those without cart and user first, the oldest first. Returns their number. */
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
 * Cleans up the state and old catalogues now and every hour. A round with an implausible clock deletes nothing. Returns
 * a function that stops it after the work in progress.
 */
export function startRetention(db: StateDb, dataDir: string, clock: Clock): () => Promise<void> {
  let watch: ClockWatch | undefined;
  return startLoop({
    clock,
    pauseMs: hourMs,
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

/** Returns the last change of any session in milliseconds since 1970; NaN = never. */
async function lastChange(db: StateDb): Promise<number> {
  const { at } = await db
    .selectFrom('session')
    .select((expression) => expression.fn.max('changed_at').as('at'))
    .executeTakeFirstOrThrow();
  return Date.parse(at ?? '');
}

/** Removes old catalogues and logs it. */
export async function tidyCatalogues(dataDir: string): Promise<void> {
  const files = await removeOldGenerations(dataDir);
  if (files.length > 0) logLine('info', 'catalogues_removed', { files });
}
