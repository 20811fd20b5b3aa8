import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Clock } from '../../clock/clock.js';
import { ExpectedError } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import { postgresDdl } from './migrations.js';
import { PostgresConnection, type PostgresTimes } from './postgres-connection.js';
import { isTransient, mayNotCreate, refusalOf, StateUnavailable } from './postgres-errors.js';
import type { StateTables } from './state-tables.js';
import { clocks } from './transact.js';

/** Oldest major version in the tests. */
const oldestServer = 15;
/** `usual`: changes of the shop, shorter than a visitor waits. `offers`: feeds. `long`: moving everything. */
const timeoutsMs = {
  usual: { statement: 5000, lock: 4000, idle: 10_000 },
  offers: { statement: 120_000, lock: 90_000, idle: 120_000 },
  long: { statement: 0, lock: 60_000, idle: 0 },
} satisfies Record<string, PostgresTimes>;
/** Time after which a silent server counts as gone: a little longer than its own timeouts. */
const silenceMs = { usual: 8000, offers: 125_000, long: 3_600_000 };
/** Milliseconds to wait for a new connection, or for a free one. */
const connectMs = 5000;
/** How long a start waits for the server. */
const usualPatienceMs = 15_000;
/** Pause between two log lines with the same reason. */
const linePauseMs = 5000;
/** Types that arrive as texts: `int8` and `numeric`. Our numbers are whole and below 2^53. */
const numberTypes: readonly number[] = [20, 1700];
/** Arbitrary number of the advisory lock. */
const migrationLock = 7_021_946;

export interface PostgresOptions {
  /** Limit of this process. */
  readonly connections: number;
  readonly clock: Clock;
  /** How long a start waits for the server. */
  readonly patienceMs?: number;
}

/** A database that no shop can run on. The message is a sentence for the operator. */
export class PostgresRefused extends ExpectedError {
  override name = 'PostgresRefused';
}

/** Names a database without user and password. */
export function databaseNameOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `PostgreSQL at ${host}${pathname}`;
}

/** Migrations lock in their own transaction, because PgBouncer would lose the lock of a session. */
class OwnAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
class OwnDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new OwnAdapter();
  }
}

/** Logs each reason once in a while. */
function createNotes(place: string, clock: Clock): (error: StateUnavailable) => void {
  const loggedAt = new Map<string, number>();
  return ({ message, cause }) => {
    const now = clock.steady();
    if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < linePauseMs) return;
    loggedAt.set(message, now);
    logLine('error', 'state_unavailable', { place, reason: message, cause: cause ? String(cause) : undefined });
  };
}

/**
 * Connects Kysely to PostgreSQL (P168). A lost connection is an error of its call and never ends the process; the next
 * call gets another connection. The driver is loaded here, so that a shop on SQLite does not need it.
 */
async function connect<Tables>(
  address: string,
  max: number,
  kind: keyof typeof timeoutsMs,
  clock: Clock,
  rewrite: (statement: string) => string = (statement) => statement,
): Promise<Kysely<Tables>> {
  const { Pool, types } = await import('pg');
  const warned = new WeakSet<object>();
  const note = createNotes(databaseNameOf(address), clock);
  const pool = new Pool({
    connectionString: address,
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: silenceMs[kind],
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        numberTypes.includes(type) ? Number : types.getTypeParser(type, format as 'text'),
    },
  });
  // Handles errors of idle connections. Running statements get their own errors.
  pool.on('error', (error) => note(new StateUnavailable(error)));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // Class 01, warning: the wait for the standby was cancelled, in whatever language.
    client.on('notice', ({ code }) => {
      if (code === '01000') warned.add(client);
    });
  });
  const source = {
    times: timeoutsMs[kind],
    note,
    hasWarned: (client: PostgresPoolClient) => warned.delete(client),
    async take(): Promise<PostgresPoolClient> {
      try {
        return (await pool.connect()) as PostgresPoolClient;
      } catch (error) {
        const unavailable = new StateUnavailable(error);
        note(unavailable);
        throw unavailable;
      }
    },
  };
  const connections: PostgresPool = {
    options: {},
    end: () => pool.end(),
    connect: async () => new PostgresConnection(await source.take(), source, rewrite),
  };
  const db = new Kysely<Tables>({
    dialect: new OwnDialect({ pool: connections }),
    // SQLite accepts an empty list, and PostgreSQL does not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  clocks.set(db, clock);
  return db;
}

/** @throws PostgresRefused if the server is too old, read-only or not in UTF-8 */
async function checkServer(db: Kysely<StateTables>, place: string): Promise<void> {
  const { rows } = await sql<{ version: number; readonly: string; encoding: string }>`
    select current_setting('server_version_num')::int as version, current_setting('transaction_read_only') as readonly,
    current_setting('server_encoding') as encoding`.execute(db);
  const [server] = rows;
  const major = Math.floor((server?.version ?? 0) / 10_000);
  if (major < oldestServer)
    throw new PostgresRefused(`${place} has version ${major}; the shop needs ${oldestServer} or later.`);
  if (server?.readonly === 'on')
    throw new PostgresRefused(
      `${place} is read-only: it is a standby, or was made so. Name the primary in DATABASE_URL.`,
    );
  if (server?.encoding !== 'UTF8')
    throw new PostgresRefused(`${place} keeps texts as ${server?.encoding}; make the database with encoding UTF8.`);
}

export async function doneMigrations(db: Kysely<StateTables>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  );
  if (!rows[0]?.there) return [];
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return done.rows.map(({ name }) => name);
}

/**
 * Migrates the tables in one transaction, one process after another. A database of a later version also serves this
 * one, because tables are extended first and cut later.
 */
async function migrate(db: Kysely<StateTables>, place: string, known: Record<string, Migration>): Promise<void> {
  const lacks = (done: readonly string[]): boolean => Object.keys(known).some((name) => !done.includes(name));
  if (!lacks(await doneMigrations(db))) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    const done = await doneMigrations(tx);
    if (!lacks(done)) return;
    const strange = done.filter((name) => !Object.hasOwn(known, name));
    if (strange.length > 0)
      throw new PostgresRefused(
        `${place} was written by another version of the shop (${strange.join(', ')}), which lacks what this one needs.`,
      );
    const may = await sql<{
      create: boolean;
    }>`select has_schema_privilege(current_schema(), 'create') as create`.execute(tx);
    if (!may.rows[0]?.create) throw new PostgresRefused(`${place} ${mayNotCreate}`);
    const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => known } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  });
}

async function prepare(address: string, known: Record<string, Migration>, clock: Clock): Promise<void> {
  await using db = await connect<StateTables>(address, 1, 'long', clock, postgresDdl);
  await checkServer(db, databaseNameOf(address));
  await migrate(db, databaseNameOf(address), known);
}

/**
 * Opens the state in PostgreSQL and migrates its tables. Waits for a server that is starting.
 * @throws PostgresRefused
 */
export async function openPostgresState(
  address: string,
  known: Record<string, Migration>,
  { connections, clock, patienceMs = usualPatienceMs }: PostgresOptions,
): Promise<Kysely<StateTables>> {
  const end = clock.steady() + patienceMs;
  for (;;) {
    try {
      await prepare(address, known, clock);
      return await connect<StateTables>(address, connections, 'usual', clock);
    } catch (error) {
      const cause = error instanceof StateUnavailable ? error.cause : error;
      if (isTransient(cause) && clock.steady() < end) {
        await clock.sleep(250);
        continue;
      }
      const why = refusalOf(cause);
      throw why === null ? error : new PostgresRefused(`${databaseNameOf(address)} ${why}`);
    }
  }
}

/** Opens a database for other tables, with long timeouts. Does not call the server yet. */
export const openPostgresTables = <Tables>(
  address: string,
  connections: number,
  clock: Clock,
): Promise<Kysely<Tables>> => connect<Tables>(address, connections, 'offers', clock);

/** Opens one connection without timeouts for moving everything. @throws PostgresRefused */
export async function openPostgresForMove(
  address: string,
  known: Record<string, Migration>,
  clock: Clock,
): Promise<Kysely<StateTables>> {
  await (await openPostgresState(address, known, { connections: 1, patienceMs: 0, clock })).destroy();
  return connect<StateTables>(address, 1, 'long', clock);
}

export async function describePostgres(db: Kysely<StateTables>, address: string) {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return { file: databaseNameOf(address), bytes: rows[0]?.bytes ?? 0 };
}
