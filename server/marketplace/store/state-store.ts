import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.js';
import { openSqlite } from './node-sqlite.js';
import type { StateTables } from './state-tables.js';

export type StateDb = Kysely<StateTables>;

/** Where the state of a marketplace lives: sessions, carts, and the pointer to its catalogue. */
export const stateFile = (dataDir: string): string => join(dataDir, 'state.db');

/**
 * Opens `state.db` for writing, made and brought up to date where needed.
 * @throws when a migration fails; the file then stays as it was
 */
export async function openStateStore(dataDir: string): Promise<StateDb> {
  mkdirSync(dataDir, { recursive: true });
  const db = openSqlite<StateTables>(stateFile(dataDir), { readOnly: false });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
}
