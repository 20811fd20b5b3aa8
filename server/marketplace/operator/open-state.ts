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
import { CommandError } from './command-input.js';

/** An import before the first start makes a state with nothing but the pointer to the catalogue. */
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

/** @throws CommandError, StateFileError if the file is missing, damaged, or of another version */
async function checkFile(dataDir: string): Promise<void> {
  const file = stateFile(dataDir);
  if (!existsSync(file)) throw new CommandError(`There is no state.db in ${dataDir}.`);
  await fillNew(dataDir);
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  refuseNewer(file, database);
  if (migrationsOf(database).length < Object.keys(migrations).length)
    throw new CommandError(`${file} is of an older version. Start the shop once, which brings it up to date.`);
}

/**
 * Works on the state, also while a shop runs.
 * @throws CommandError, StateFileError or PostgresRefused if it is unusable
 */
export async function withState<T>(
  { dataDir, clock, databaseUrl }: StatePlace,
  work: (db: StateDb) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) {
    await using db = await openPostgresState(databaseUrl, migrations, { connections: 2, patienceMs: 0, clock });
    return await work(db);
  }
  await checkFile(dataDir);
  const db = openSqlite<StateTables>(stateFile(dataDir), { readOnly: false });
  try {
    return await work(db);
  } finally {
    await closeSqlite(db);
  }
}
