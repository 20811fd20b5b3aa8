import { logLine } from '../log.js';
import type { StateDb } from '../store/state-store.js';
import { sessionCutoff } from './sessions.js';
import { snapshotCutoff } from './snapshots.js';
import { idempotencyHours } from './write-cart.js';

const hour = 3_600_000;
/** Months that the audit trail is kept; it holds no personal data (D71). */
const auditMonths = 12;
/** Months that declarations of withdrawal are kept: claims from them lapse after three years, counted from a year's end. */
const withdrawalMonths = 48;

/** Forgets what is past its time: sessions with their carts and keys, idempotency keys, carts to be put back, old audit rows and withdrawals (D71). */
export async function forgetExpired(db: StateDb, now = new Date()): Promise<void> {
  const monthsAgo = (months: number): string => {
    const cutoff = new Date(now);
    cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
    return cutoff.toISOString();
  };
  const keyCutoff = new Date(now.getTime() - idempotencyHours * hour).toISOString();
  await db.deleteFrom('session').where('changed_at', '<=', sessionCutoff(now)).execute();
  await db.deleteFrom('idempotency').where('created_at', '<', keyCutoff).execute();
  await db.deleteFrom('cart_snapshot').where('created_at', '<=', snapshotCutoff(now)).execute();
  await db.deleteFrom('cart_audit').where('at', '<', monthsAgo(auditMonths)).execute();
  await db.deleteFrom('withdrawal').where('created_at', '<', monthsAgo(withdrawalMonths)).execute();
}

/** Cleans up now and once a day. @returns a function that ends it */
export function startRetention(db: StateDb): () => void {
  const run = () =>
    forgetExpired(db).catch((error: unknown) => logLine('error', 'retention_failed', { reason: String(error) }));
  void run();
  const timer = setInterval(() => void run(), 24 * hour);
  timer.unref();
  return () => clearInterval(timer);
}
