import { logLine } from '../http/log.js';
import { removeOldGenerations } from '../store/old-generations.js';
import type { StateDb } from '../store/state-store.js';
import { sessionDays } from './sessions.js';
import { snapshotHours } from './snapshots.js';
import { idempotencyHours } from './write-cart.js';

const hour = 3_600_000;

/** For how long rows of a table are kept, counted from the time in a column. */
export interface RetentionRule {
  readonly table: 'session' | 'idempotency' | 'cart_snapshot' | 'cart_audit' | 'withdrawal' | 'outbox';
  readonly column: 'changed_at' | 'created_at' | 'at';
  readonly keeps: { readonly hours: number } | { readonly months: number };
}

/**
 * What is forgotten, and when (D71). A session takes its cart and its keys along. Users are kept until they ask; saved
 * vehicles go with them. The audit holds no personal data.
 */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'session', column: 'changed_at', keeps: { hours: sessionDays * 24 } },
  { table: 'idempotency', column: 'created_at', keeps: { hours: idempotencyHours } },
  { table: 'cart_snapshot', column: 'created_at', keeps: { hours: snapshotHours } },
  { table: 'cart_audit', column: 'at', keeps: { months: 12 } },
  // A message is tried for a day and a half; then it is there to be looked at.
  { table: 'outbox', column: 'created_at', keeps: { months: 3 } },
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

/** Forgets what is past its time (D71). */
export async function forgetExpired(db: StateDb, now = new Date()): Promise<void> {
  const { ref } = db.dynamic;
  for (const rule of retentionRules) {
    await db.deleteFrom(rule.table).where(ref(rule.column), '<=', cutoffOf(rule, now)).execute();
  }
}

/** Cleans up state and old catalogues now and once a day. @returns a function that ends it */
export function startRetention(db: StateDb, dataDir: string): () => void {
  const run = async (): Promise<void> => {
    try {
      await forgetExpired(db);
      await tidyCatalogues(dataDir);
    } catch (error) {
      logLine('error', 'retention_failed', { reason: String(error) });
    }
  };
  void run();
  const timer = setInterval(() => void run(), 24 * hour);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes old catalogues and says so in the log. */
export async function tidyCatalogues(dataDir: string): Promise<void> {
  const files = await removeOldGenerations(dataDir);
  if (files.length > 0) logLine('info', 'catalogues_removed', { files });
}
