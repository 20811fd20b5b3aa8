import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
  sql,
} from 'kysely';
import { ProblemError } from '../../contract/problem.js';
import { logLine } from '../program/log.js';
import type { Yield } from '../program/yield-to-event-loop.js';

/** The file that has the name now; null for none. */
function identityOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}

/**
 * A file that is open, and its name. Who writes to one that was removed or replaced meets no error, and all of it is
 * gone with the process: a cart would be promised that nobody can keep.
 */
class NamedFile {
  readonly #identity: string | null;
  #isSame = true;

  /** @param file its path; to be made while that is the open file's name */
  constructor(private readonly file: string) {
    this.#identity = identityOf(file);
  }

  /** Called before each change. @throws ProblemError `unavailable` where the name is another file's, or none's */
  requireSame(): void {
    const wasSame = this.#isSame;
    this.#isSame = identityOf(this.file) === this.#identity;
    if (this.#isSame) return;
    if (wasSame) logLine('error', 'file_gone', { file: this.file });
    throw new ProblemError('unavailable', `${this.file} was removed or replaced while the shop runs`);
  }
}

/** Most prepared statements cached per connection; preparing costs more than the query itself. */
const maxStatements = 400;
/** Statements that are prepared between two pauses. */
const preparedAtATime = 8;
/** How long a writer waits for another connection's lock before it gives up, in milliseconds. */
const busyTimeout = 5000;

/**
 * Copies a row that stays in memory. `node:sqlite` gives each row a hidden class of its own, which takes several times
 * the memory of objects with a shared shape.
 */
export const ownedRow = <Row extends object>(row: Row): Row => ({ ...row });

/** Ids of rows, for a query that asks for these. */
export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/** Ids to look into, however many there are: one statement for all, and no limit of parameters. */
export const idList = (ids: readonly number[]): RawBuilder<number> =>
  sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;

/**
 * What node:sqlite would refuse (undefined, booleans) or misread (a Date in first place is taken for named parameters).
 */
function bindable(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}

type Statements = Map<string, SqliteStatement>;

/**
 * `node:sqlite` in the shape that Kysely's SQLite dialect expects.
 * @param statements where prepared ones are kept, the latest last
 * @param beforeChange called before a transaction, or a change outside of one; may throw
 */
function adapter(database: DatabaseSync, statements: Statements, beforeChange: () => void): SqliteDatabase {
  const prepare = (text: string): SqliteStatement => {
    // A transaction that has read first could not write after another thread's change.
    const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
    const bind = (parameters: readonly unknown[]) => parameters.map(bindable);
    // One that returns rows is a change as well where it says `returning`.
    const isChange = /^\s*(?:insert|update|delete|replace)\b/i.test(text);
    return {
      reader: statement.columns().length > 0,
      all(parameters) {
        if (isChange && !database.isTransaction) beforeChange();
        return statement.all(...bind(parameters));
      },
      // SQLite has rolled back itself where it could not write; another one would hide the cause (`isTransaction`).
      run(parameters) {
        if (!database.isTransaction) {
          if (text === 'rollback') return { changes: 0, lastInsertRowid: 0 };
          beforeChange();
        }
        return statement.run(...bind(parameters));
      },
      iterate: (parameters) => statement.iterate(...bind(parameters)),
    };
  };
  return {
    close: () => database.close(),
    prepare(text) {
      const cached = statements.get(text);
      if (cached) {
        statements.delete(text);
        statements.set(text, cached);
        return cached;
      }
      const made = prepare(text);
      statements.set(text, made);
      if (statements.size > maxStatements) statements.delete(statements.keys().next().value as string);
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
  close(): void;
}
/** The SQLite connection of each Kysely instance. */
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
  const named = options.readOnly ? null : new NamedFile(file);
  return sqliteOver(database, () => named?.requireSame());
}

/**
 * Kysely over a connection that is open already.
 * @param beforeChange called before each transaction; what it throws refuses that
 */
export function sqliteOver<Tables>(database: DatabaseSync, beforeChange: () => void = () => {}): Kysely<Tables> {
  const statements: Statements = new Map();
  const adapted = adapter(database, statements, beforeChange);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: adapted }) });
  connections.set(db, {
    statements,
    database: adapted,
    close: () => {
      if (database.isOpen) database.close();
    },
  });
  return db;
}

/** Ends a connection, also one that was never asked, which Kysely would leave open. */
export async function closeSqlite(db: { destroy(): Promise<void> }): Promise<void> {
  await db.destroy();
  connectionOf(db).close();
}

/** The rows of a table one by one, while others may ask. */
export function rowsOf<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
): Iterable<Tables[Table]> {
  const rows = connectionOf(db).database.prepare(`select * from ${table}`).iterate([]);
  return rows as Iterable<Tables[Table]>;
}

/** Prepares the statements that another connection to the same tables has cached, so that their first use is fast. */
export async function prepareLike<Tables>(db: Kysely<Tables>, former: Kysely<Tables>, pause: Yield): Promise<void> {
  const { database } = connectionOf(db);
  for (const [index, text] of [...connectionOf(former).statements.keys()].entries()) {
    database.prepare(text);
    if (index % preparedAtATime === 0) await pause();
  }
}
