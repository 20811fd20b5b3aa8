import type { Transaction } from 'kysely';
import type { Clock } from '../../clock/clock.js';
import { isConflict, StateUnavailable } from './postgres-errors.js';
import type { StateDb } from './state-store.js';
import type { StateTables } from './state-tables.js';

/** Attempts of a change that conflicts with others. */
const mostTries = 5;
/** Longest pause before the second attempt; it doubles each time. */
const firstPauseMs = 20;

/** Clocks of databases with conflicts. In SQLite changes take turns. */
export const clocks = new WeakMap<object, Clock>();

/**
 * Runs a change of the state in one transaction (P167).
 * @param work may run again after a conflict, so it must change nothing but the state
 * @throws StateUnavailable if it conflicts again and again
 */
export async function transact<T>(db: StateDb, work: (tx: Transaction<StateTables>) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tried === mostTries) throw new StateUnavailable(error);
      await clocks.get(db)?.sleep(Math.random() * firstPauseMs * 2 ** tried);
    }
  }
}
