import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { GiveWay } from './give-way.js';

/** Statements kept prepared per connection; preparing again costs three times the query itself. */
const keptStatements = 400;
/** Statements that are prepared before the next pause: about a millisecond's work. */
const preparedAtATime = 8;
/** How long a writer waits for another connection's lock before it gives up, in milliseconds. */
const busyTimeout = 5000;

/**
 * A row for as long as a catalogue is served. `node:sqlite` makes each row a table of its own, five to ten times the size
 * of an object whose shape is shared with the others.
 */
export const keptRow = <Row extends object>(row: Row): Row => ({ ...row });

/** Ids of rows, for a query that asks for these. */
export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/** What node:sqlite would refuse (undefined, booleans) or misread (a Date in first place is taken for named parameters). */
function bindable(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}

type Statements = Map<string, SqliteStatement>;

/** `node:sqlite` in the shape that Kysely's SQLite dialect expects. @param statements where prepared ones are kept, the latest last */
function adapter(database: DatabaseSync, statements: Statements): SqliteDatabase {
  const prepare = (text: string): SqliteStatement => {
    const statement = database.prepare(text);
    const bind = (parameters: readonly unknown[]) => parameters.map(bindable);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...bind(parameters)),
      run: (parameters) => statement.run(...bind(parameters)),
      iterate: (parameters) => statement.iterate(...bind(parameters)),
    };
  };
  return {
    close: () => database.close(),
    prepare(text) {
      const kept = statements.get(text);
      if (kept) {
        statements.delete(text);
        statements.set(text, kept);
        return kept;
      }
      const made = prepare(text);
      statements.set(text, made);
      if (statements.size > keptStatements) statements.delete(statements.keys().next().value as string);
      return made;
    },
  };
}

/**
 * In SQLite a change of tables is part of the transaction that makes it. Kysely does not use that of its own accord and
 * would leave a migration that was interrupted half done.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

interface Connection {
  readonly database: SqliteDatabase;
  readonly statements: Statements;
}
/** What lies behind each Kysely. */
const connections = new WeakMap<object, Connection>();

function connectionOf(db: object): Connection {
  const connection = connections.get(db);
  if (!connection) throw new Error('only what openSqlite has opened has a connection');
  return connection;
}

/**
 * Opens a SQLite file behind Kysely. A file opened for writing is in WAL mode with `synchronous=FULL`: an
 * acknowledged transaction survives the death of the process and of the machine.
 * @throws when the file is missing (read-only) or is no database
 */
export function openSqlite<Tables>(file: string, options: { readOnly: boolean }): Kysely<Tables> {
  const database = new DatabaseSync(file, { readOnly: options.readOnly, timeout: busyTimeout });
  if (!options.readOnly)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  // Pages are read, not mapped: mapped ones count as the program's own memory, a gigabyte of a large catalogue.
  else database.exec('pragma cache_size = -12288; pragma query_only = on');
  const statements: Statements = new Map();
  const adapted = adapter(database, statements);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: adapted }) });
  connections.set(db, { statements, database: adapted });
  return db;
}

/** The rows of a table one by one, while others may ask. */
export function rowsOf<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
): Iterable<Tables[Table]> {
  const rows = connectionOf(db).database.prepare(`select * from ${table}`).iterate([]);
  return rows as Iterable<Tables[Table]>;
}

/** Prepares what another connection to a file of the same tables has been asked, so that nobody who asks it again waits for that. */
export async function prepareLike<Tables>(db: Kysely<Tables>, former: Kysely<Tables>, pause: GiveWay): Promise<void> {
  const { database } = connectionOf(db);
  for (const [index, text] of [...connectionOf(former).statements.keys()].entries()) {
    database.prepare(text);
    if (index % preparedAtATime === 0) await pause();
  }
}
