import { sql } from 'kysely';
import type { Clock } from '../../clock/clock.js';
import { closeSqlite } from '../files/node-sqlite.js';
import { logLine } from '../program/log.js';
import { migrations as allMigrations } from './migrations.js';
import { databaseNameOf, openPostgresState } from './postgres.js';
import { openStateStore, type StateDb } from './state-store.js';

/** Place of the state: the data folder or a PostgreSQL database. */
export interface StatePlace {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Address of PostgreSQL; left out, the state is `state.db` in the folder. */
  readonly databaseUrl?: string | undefined;
  /** Limit of this process. */
  readonly databaseConnections?: number | undefined;
}

const usualConnections = 10;

/**
 * Opens the state for writing and migrates it. A folder with PostgreSQL has a `state.db` as well, for the pointer to
 * its catalogue.
 * @param onFolder called as soon as `state.db` and its tables exist
 * @throws StateFileError, PostgresRefused
 */
export async function openStateAt(
  { dataDir, clock, databaseUrl, databaseConnections = usualConnections }: StatePlace,
  onFolder: () => void = () => {},
  migrations = allMigrations,
): Promise<StateDb> {
  const local = await openStateStore(dataDir, migrations);
  onFolder();
  if (databaseUrl === undefined) return local;
  try {
    const db = await openPostgresState(databaseUrl, migrations, { connections: databaseConnections, clock });
    if ((await hasSessions(local)) && !(await hasSessions(db)))
      logLine('warn', 'state_left_behind', {
        reason: `${databaseNameOf(databaseUrl)} is empty, while state.db has carts: npm run move -- sqlite postgres`,
      });
    return db;
  } finally {
    await closeSqlite(local);
  }
}

async function hasSessions(db: StateDb): Promise<boolean> {
  const { rows } = await sql`select id from session limit 1`.execute(db);
  return rows.length > 0;
}
