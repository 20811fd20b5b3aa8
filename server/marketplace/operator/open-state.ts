import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../store/migrations/index.js';
import { migrationsOf, openStateStore, refuseDamaged, refuseNewer, stateFile } from '../store/state-store.js';
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
 * Opens the state of a data folder, which a shop may be using, and leaves its tables as they are.
 * @throws CommandError or StateFileError where it is missing, damaged, or of another version than this program
 */
export async function openState(dataDir: string, { readOnly }: { readOnly: boolean }): Promise<DatabaseSync> {
  const file = stateFile(dataDir);
  if (!existsSync(file)) throw new CommandError(`There is no state.db in ${dataDir}.`);
  await fillNew(dataDir);
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 });
  try {
    refuseNewer(file, database);
    if (migrationsOf(database).length < Object.keys(migrations).length)
      throw new CommandError(`${file} is of an older version. Start the shop once, which brings it up to date.`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
