import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Clock } from '../../clock/clock.js';
import type { StateDb } from './state-store.js';

/** Milliseconds that a lease outlives a holder that is gone. */
const usualMs = 30_000;
/** How often a lease is renewed before it would end. */
const beats = 6;
/** The database's own clock in milliseconds, so that those of machines may differ. */
const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Somebody else has taken over what this process was doing. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
  constructor(what: string) {
    super(`another process has taken over ${what}`);
  }
}

/** What one process does while no other may (P209). */
export interface Lease {
  /** Aborted when it may be somebody else's, with `LeaseLost`. */
  readonly signal: AbortSignal;
  /** Keeps it this process's until the transaction ends. @throws LeaseLost where it is not any more */
  confirm(tx: StateDb): Promise<void>;
  /** Gives it back; never throws. */
  release(): Promise<void>;
}

/** Whether other processes may write to the same state: not to `state.db`, which belongs to who has its folder. */
export const isShared = (db: StateDb): boolean => db.getExecutor().adapter.supportsMultipleConnections !== false;

/**
 * Takes a lease in PostgreSQL and renews it until it is released. What ends it is the clock of the database; a holder
 * that could not renew it gives up by its own, which began earlier.
 * @param name such as `feeds`
 * @param leaseMs milliseconds that it outlives a holder that is gone
 * @returns null while somebody else has it
 */
export async function takeLease(db: StateDb, name: string, clock: Clock, leaseMs = usualMs): Promise<Lease | null> {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
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
    // A database that is away may be back before the lease has ended.
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
      // Where it cannot be given back it ends by itself.
      await sql`delete from lease where name = ${name} and holder = ${holder}`.execute(db).catch(() => {});
    },
  };
}
