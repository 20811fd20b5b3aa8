import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { openSqlite } from '../files/node-sqlite.js';
import { ExpectedError } from '../program/expected-error.js';
import { migrations as allMigrations } from './migrations.js';
import type { StateTables } from './state-tables.js';
import { isDamage } from './store-damage.js';

export type StateDb = Kysely<StateTables>;

/** Path of the state: sessions, carts, and the pointer to the catalogue. */
export const stateFile = (dataDir: string): string => join(dataDir, 'state.db');

/**
 * Makes the state readable by its owner only, before SQLite opens it, because it contains names and addresses. SQLite
 * gives `-wal` and `-shm` the same mode. An existing file is never opened here: closing it would drop this process's
 * locks on it (POSIX).
 * @returns its path
 */
export function privateStateFile(dataDir: string): string {
  const file = stateFile(dataDir);
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    const stat = statSync(each, { throwIfNoEntry: false });
    if (stat && (stat.mode & 0o077) !== 0 && stat.uid === process.getuid?.()) chmodSync(each, 0o600);
  }
  return file;
}

/** A `state.db` that this program must not change. The message is a sentence for the operator. */
export class StateFileError extends ExpectedError {
  override name = 'StateFileError';
}

/** Turns SQLite's error about damage into a sentence, and adds the path to other errors. @throws always */
export function refuseDamaged(file: string, error: unknown): never {
  if (!isDamage(error)) throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  throw new StateFileError(`${file} is damaged. Restore a backup: npm run restore -- FILE.`);
}

/** Names of the migrations of a file, in their order; empty for a new file. */
export function migrationsOf(database: DatabaseSync): string[] {
  const hasTable = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
  if (!hasTable) return [];
  return database
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => String(name));
}

/** @throws StateFileError if a newer version of the program wrote the file */
export function refuseNewer(file: string, database: DatabaseSync, known = allMigrations): void {
  const unknown = migrationsOf(database).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return;
  throw new StateFileError(
    `${file} was written by a newer version of the shop (${unknown.join(', ')}). Start that version, or restore a backup that was made with this one: npm run restore -- FILE.`,
  );
}

/** Opens a database; errors name its file. @throws StateFileError if it is damaged */
export function openNamed(file: string, options: DatabaseSyncOptions): DatabaseSync {
  try {
    return new DatabaseSync(file, options);
  } catch (error) {
    return refuseDamaged(file, error);
  }
}

/**
 * Checks the file before anything changes in it.
 * @returns whether its tables are up to date
 * @throws StateFileError for a damaged file or one of a newer version
 */
export function isUpToDate(file: string, migrations: Record<string, Migration> = allMigrations): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5000 });
    refuseNewer(file, database, migrations);
    return migrationsOf(database).length === Object.keys(migrations).length;
  } catch (error) {
    return refuseDamaged(file, error);
  } finally {
    database?.close();
  }
}

/**
 * Opens `state.db` for writing and migrates it in one transaction.
 * @throws StateFileError for a damaged file or one of a newer version, and if a migration fails
 */
export async function openStateStore(dataDir: string, migrations = allMigrations): Promise<StateDb> {
  mkdirSync(dataDir, { recursive: true });
  const file = privateStateFile(dataDir);
  const isReady = isUpToDate(file, migrations);
  const db = openSqlite<StateTables>(file, { readOnly: false });
  if (isReady) return db;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
}
