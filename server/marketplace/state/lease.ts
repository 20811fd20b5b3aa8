import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Clock } from '../../clock/clock.js';
import type { StateDb } from './state-store.js';

/** How long a lease outlives its holder. */
const usualMs = 30_000;
/** Renewals within that time. */
const beats = 6;
/** The database's own clock in milliseconds, because clocks of machines may differ. */
const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export class LeaseLost extends Error {
  override name = 'LeaseLost';
  constructor(what: string) {
    super(`another process has taken over ${what}`);
  }
}

/** Work that one process does at a time (P209). */
export interface Lease {
  /** Aborted with `LeaseLost` when another process may hold the lease. */
  readonly signal: AbortSignal;
  /** Extends the lease until the transaction ends. @throws LeaseLost */
  confirm(tx: StateDb): Promise<void>;
  /** Releases the lease. Never throws. */
  release(): Promise<void>;
}

/** Whether other processes may write to the same state. `state.db` belongs to one folder. */
export const isShared = (db: StateDb): boolean => db.getExecutor().adapter.supportsMultipleConnections !== false;

/**
 * Takes a lease in PostgreSQL and renews it until it is released. The database's clock ends it. A holder that cannot
 * renew it stops by its own clock, which started earlier.
 * @param name such as `feeds`
 * @param leaseMs how long the lease outlives its holder
 * @returns null while another process holds it
 */
export async function acquireLease(db: StateDb, name: string, clock: Clock, leaseMs = usualMs): Promise<Lease | null> {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  // A database clock that was set back must not prolong a dead holder's lease. A living holder renews it in time.
  await sql`update lease set ends_at = ${databaseNow} + ${leaseMs}
    where name = ${name} and ends_at > ${databaseNow} + ${leaseMs}`.execute(db);
  const isHeld = await sql`select 1 from lease where name = ${name} and ends_at > ${databaseNow}`.execute(db);
  if (isHeld.rows.length > 0) return null;
  let renewedAt = clock.steady();
  const taken =
    await sql`insert into lease (name, holder, ends_at) values (${name}, ${holder}, ${databaseNow} + ${leaseMs})
    on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at where lease.ends_at <= ${databaseNow}
    returning 1`.execute(db);
  if (taken.rows.length === 0) return null;

  const lost = new AbortController();
  const end = (): void => {
    beat.cancel();
    lost.abort(new LeaseLost(name));
  };
  const renewIn = async (tx: StateDb): Promise<boolean> => {
    const { numAffectedRows } = await sql`update lease set ends_at = ${databaseNow} + ${leaseMs}
      where name = ${name} and holder = ${holder}`.execute(tx);
    return numAffectedRows === 1n;
  };
  let renewing: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    const began = clock.steady();
    if (await renewIn(db)) renewedAt = began;
    else end();
  };
  const beat = clock.every(leaseMs / beats, () => {
    if (clock.steady() - renewedAt > leaseMs) end();
    // The database may return before the lease ends.
    renewing ??= renew()
      .catch(() => {})
      .finally(() => {
        renewing = null;
      });
  });
  return {
    signal: lost.signal,
    async confirm(tx) {
      lost.signal.throwIfAborted();
      if (await renewIn(tx)) return;
      end();
      lost.signal.throwIfAborted();
    },
    async release() {
      beat.cancel();
      await renewing;
      // A lease that cannot be released expires.
      await sql`delete from lease where name = ${name} and holder = ${holder}`.execute(db).catch(() => {});
    },
  };
}
