import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { closeSqlite, sqliteOver } from '../files/node-sqlite.js';
import { type Engine, moveOffers } from '../offer-commits/move-offers.js';
import { UsageError } from '../program/run-command.js';
import { migrations } from '../state/migrations.js';
import { databaseNameOf, openPostgresForMove } from '../state/postgres.js';
import type { StatePlace } from '../state/state-place.js';
import { openStateStore, stateFile } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { CommandError, type CommandInput } from './command-input.js';
import movedTables from './moved-tables.json' with { type: 'json' };
import { table as lined } from './report-text.js';
import { lockStopped } from './sqlite-files.js';

type Db = Kysely<StateTables>;
type Row = Record<string, unknown>;
type Table = Exclude<keyof StateTables, 'catalogue_pointer' | 'lease'>;

/**
 * Key columns of each table that moves; tables that others refer to come first. The pointer to the catalogue stays with
 * the folder, and leases with their process.
 */
const keysOf: Readonly<Record<Table, readonly string[]>> = movedTables;
const tables = Object.entries(keysOf);
/** Rows of one insert statement, within SQLite's limit of parameters. */
const page = 500;

/** A moved table with the SHA-256 of its rows, which is the same on both sides. */
export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  readonly digest: string;
}

/** Reads a table page by page in the order of its keys. */
async function* pagesOf(db: Db, table: string, keys: readonly string[]): AsyncGenerator<Row[]> {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  for (let last: Row | undefined; ; ) {
    const known = last;
    const after = known ? sql`where (${columns}) > (${sql.join(keys.map((key) => known[key]))})` : sql``;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${page}`.execute(db);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** Counts and hashes rows, independent of the order of their columns. */
function createSum() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(rows: readonly Row[]): void {
      count += rows.length;
      for (const row of rows)
        hash.update(`${JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))}\n`);
    },
    end: () => ({ rows: count, digest: hash.digest('hex') }),
  };
}

async function sumOf(db: Db, table: string, keys: readonly string[]) {
  const sum = createSum();
  for await (const rows of pagesOf(db, table, keys)) sum.add(rows);
  return sum.end();
}

/** @throws CommandError if the target has other rows afterwards than the source */
async function copyTable(source: Db, target: Db, table: string, keys: readonly string[]): Promise<MovedTable> {
  const sum = createSum();
  for await (const rows of pagesOf(source, table, keys)) {
    const columns = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(target);
    sum.add(rows);
  }
  const sent = sum.end();
  const kept = await sumOf(target, table, keys);
  if (sent.rows !== kept.rows || sent.digest !== kept.digest)
    throw new CommandError(`${table} has ${kept.rows} other rows than the ${sent.rows} that were to be moved.`);
  return { table, ...kept };
}

/** Makes PostgreSQL continue the numbers of the moved rows. */
async function raiseNumbers(db: Db): Promise<void> {
  for (const [table, [column]] of tables) {
    if (column !== 'position' && !(column === 'id' && (await isNumbered(db, table)))) continue;
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) + 1, false)`.execute(db);
  }
}

async function isNumbered(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ is_identity: string }>`select is_identity from information_schema.columns
    where table_name = ${table} and column_name = 'id' and table_schema = current_schema()`.execute(db);
  return rows[0]?.is_identity === 'YES';
}

/** @throws CommandError if the target is not empty */
async function requireEmpty(target: Db, place: string): Promise<void> {
  for (const [table] of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(target);
    if (rows.length > 0) throw new CommandError(`${place} is not empty (${table}); nothing was moved.`);
  }
}

/**
 * Moves the state of a stopped shop between `state.db` and PostgreSQL, in one transaction. The source stays as it is.
 * @returns the moved tables, as read from the target
 * @throws CommandError if the target is not empty or a shop is running; PostgresRefused
 */
async function moveState({ dataDir, clock }: StatePlace, databaseUrl: string, to: Engine): Promise<MovedTable[]> {
  const file = stateFile(dataDir);
  if (to === 'postgres' && !existsSync(file)) throw new CommandError(`There is no state.db in ${dataDir}.`);
  await closeSqlite(await openStateStore(dataDir));
  const database = lockStopped(file);
  if (!database) throw new CommandError(`${file} is damaged. Restore a backup: npm run restore -- FILE.`);
  try {
    const local = sqliteOver<StateTables>(database);
    await using remote = await openPostgresForMove(databaseUrl, migrations, clock);
    return await remote.transaction().execute(async (tx) => {
      await sql`lock table ${sql.join(tables.map(([table]) => sql.table(table)))} in exclusive mode`.execute(tx);
      const [source, target] = to === 'postgres' ? [local, tx] : [tx, local];
      await requireEmpty(target, to === 'postgres' ? databaseNameOf(databaseUrl) : file);
      const moved: MovedTable[] = [];
      for (const [table, keys] of tables) moved.push(await copyTable(source, target, table, keys));
      if (to === 'postgres') await raiseNumbers(tx);
      else database.exec('commit');
      return moved;
    });
  } finally {
    database.close();
  }
}

/** `move sqlite postgres` or `move postgres sqlite`. @throws UsageError, CommandError, PostgresRefused */
export async function moveCommand({ words: [from, to], say, ...place }: CommandInput): Promise<void> {
  const { dataDir, databaseUrl } = place;
  if (!((from === 'sqlite' && to === 'postgres') || (from === 'postgres' && to === 'sqlite')))
    throw new UsageError('move goes from sqlite to postgres, or from postgres to sqlite.');
  if (databaseUrl === undefined) throw new CommandError('DATABASE_URL does not say which PostgreSQL is meant.');
  // Offers first, because moving them can be repeated.
  const offers = await moveOffers(place, databaseUrl, to);
  const moved = [...(await moveState(place, databaseUrl, to)), ...offers];
  say(
    lined([
      ['table', 'rows', 'SHA-256, the same on both sides'],
      ...moved.map((each) => [each.table, each.rows, each.digest]),
    ]).join('\n'),
  );
  const [left, reached] =
    to === 'postgres'
      ? [stateFile(dataDir), databaseNameOf(databaseUrl)]
      : [databaseNameOf(databaseUrl), stateFile(dataDir)];
  say(`All of it is in ${reached}. The source still has it in ${left}.`);
  say(to === 'postgres' ? 'Start the shop with DATABASE_URL.' : 'Start the shop without DATABASE_URL.');
}
