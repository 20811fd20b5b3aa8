import type { Transaction } from 'kysely';
import type { Clock } from '../../clock/clock.js';
import { isConflict, StateUnavailable } from './postgres-errors.js';
import type { StateDb } from './state-store.js';
import type { StateTables } from './state-tables.js';

/** How often a change is tried that others keep getting in the way of. */
const mostTries = 5;
/** Milliseconds before the second try, at most; before each further one twice as long. */
const firstPause = 20;

/** The clocks of databases whose changes can get in each other's way. On SQLite they take turns. */
export const clocks = new WeakMap<object, Clock>();

/**
 * Runs a change of the state in one transaction (P167): all of it is kept, or nothing.
 * @param work may run again where PostgreSQL has undone it because of another one, so it changes nothing but the state
 * @throws StateUnavailable where that happens again and again
 */
export async function transact<T>(db: StateDb, work: (tx: Transaction<StateTables>) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tried === mostTries) throw new StateUnavailable(error);
      await clocks.get(db)?.sleep(Math.random() * firstPause * 2 ** tried);
    }
  }
}
