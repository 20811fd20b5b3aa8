import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { closeSqlite, openSqlite } from '../files/node-sqlite.js';
import { migrations } from '../state/migrations.js';
import { openPostgresState } from '../state/postgres.js';
import type { StatePlace } from '../state/state-place.js';
import {
  migrationsOf,
  openStateStore,
  refuseDamaged,
  refuseNewer,
  type StateDb,
  stateFile,
} from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { CommandError } from './command-error.js';

/** An import before the first start of a shop leaves a state with nothing but the pointer to the catalogue. */
async function fillNew(dataDir: string): Promise<void> {
  const database = new DatabaseSync(stateFile(dataDir), { timeout: 5000 });
  let isNew: boolean;
  try {
    isNew = migrationsOf(database).length === 0;
  } catch (error) {
    refuseDamaged(stateFile(dataDir), error);
  } finally {
    database.close();
  }
  if (isNew) await (await openStateStore(dataDir)).destroy();
}

/**
 * @throws CommandError or StateFileError where the file is missing, damaged, or of another version than this program
 */
async function checkFile(dataDir: string): Promise<void> {
  const file = stateFile(dataDir);
  if (!existsSync(file)) throw new CommandError(`There is no state.db in ${dataDir}.`);
  await fillNew(dataDir);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    refuseNewer(file, database);
    if (migrationsOf(database).length < Object.keys(migrations).length)
      throw new CommandError(`${file} is of an older version. Start the shop once, which brings it up to date.`);
  } finally {
    database.close();
  }
}

/**
 * Works on the state, which a shop may be using, with the functions that the shop itself has.
 * @throws CommandError, StateFileError or PostgresRefused where it cannot be used
 */
export async function withState<T>(
  { dataDir, clock, databaseUrl }: StatePlace,
  work: (db: StateDb) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) {
    const db = await openPostgresState(databaseUrl, migrations, { connections: 2, patience: 0, clock });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }
  await checkFile(dataDir);
  const db = openSqlite<StateTables>(stateFile(dataDir), { readOnly: false });
  try {
    return await work(db);
  } finally {
    await closeSqlite(db);
  }
}
