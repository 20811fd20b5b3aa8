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

/** Identity of the file behind a name; null = no file. */
function identityOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}

/**
 * An open file and its name. Writes to a deleted or replaced file succeed silently and are lost with the process, so a
 * cart would be acknowledged and lost.
 */
class NamedFile {
  readonly #identity: string | null;
  #isSame = true;

  /** @param file path of the file that was just opened */
  constructor(private readonly file: string) {
    this.#identity = identityOf(file);
  }

  /** Call it before each change. @throws ProblemError `unavailable` if the name belongs to another file, or to none */
  requireSame(): void {
    const wasSame = this.#isSame;
    this.#isSame = identityOf(this.file) === this.#identity;
    if (this.#isSame) return;
    if (wasSame) logLine('error', 'file_gone', { file: this.file });
    throw new ProblemError('unavailable', `${this.file} was removed or replaced while the shop runs`);
  }
}

/** Limit of prepared statements per connection. Preparing costs more than the query. */
const maxStatements = 400;
/** Statements between two pauses. */
const preparedAtATime = 8;
/** How long a writer waits for the lock of another connection. */
const busyTimeoutMs = 5000;

/**
 * Copies a row that stays in memory. `node:sqlite` gives each row a hidden class of its own, which takes several times
 * the memory.
 */
export const ownedRow = <Row extends object>(row: Row): Row => ({ ...row });

export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/** A list of any number of ids in one statement, without a limit of parameters. */
export const idList = (ids: readonly number[]): RawBuilder<number> =>
  sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;

/** Converts values that node:sqlite refuses (undefined, booleans) or misreads (a Date as named parameters). */
function bindable(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}

type Statements = Map<string, SqliteStatement>;

/**
 * Adapts `node:sqlite` to Kysely's SQLite dialect.
 * @param statements cache of prepared statements, the latest last
 * @param beforeChange called before a transaction, or a change outside of one; may throw
 */
function adapter(database: DatabaseSync, statements: Statements, beforeChange: () => void): SqliteDatabase {
  const prepare = (text: string): SqliteStatement => {
    // A transaction that begins with a read could not write after another thread's change.
    const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
    const bind = (parameters: readonly unknown[]) => parameters.map(bindable);
    // A change with `returning` also returns rows.
    const isChange = /^\s*(?:insert|update|delete|replace)\b/i.test(text);
    return {
      reader: statement.columns().length > 0,
      all(parameters) {
        if (isChange && !database.isTransaction) beforeChange();
        return statement.all(...bind(parameters));
      },
      // SQLite has rolled back a failed write already; a second rollback would hide the cause.
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
 * SQLite's transactions include changes of tables. Without this, Kysely would leave an interrupted migration half done.
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
const connections = new WeakMap<object, Connection>();

function connectionOf(db: object): Connection {
  const connection = connections.get(db);
  if (!connection) throw new Error('only what openSqlite has opened has a connection');
  return connection;
}

/**
 * Opens a SQLite file. For writing it uses WAL mode with `synchronous=FULL`, so an acknowledged transaction survives
 * the death of the process and the machine.
 * @throws if the file is missing (read-only) or no database
 */
export function openSqlite<Tables>(file: string, options: { readOnly: boolean }): Kysely<Tables> {
  const database = new DatabaseSync(file, { readOnly: options.readOnly, timeout: busyTimeoutMs });
  if (!options.readOnly)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  // Pages are not memory-mapped, because a large catalogue would count as a gigabyte of the process's memory.
  else database.exec('pragma cache_size = -12288; pragma query_only = on');
  const named = options.readOnly ? null : new NamedFile(file);
  return sqliteOver(database, () => named?.requireSame());
}

/**
 * Kysely over an open connection.
 * @param beforeChange called before each transaction, which it may refuse by throwing
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

/** Closes a connection. Kysely alone would leave an unused one open. */
export async function closeSqlite(db: { destroy(): Promise<void> }): Promise<void> {
  await db.destroy();
  connectionOf(db).close();
}

/** Reads the rows of a table one by one; other queries may run in between. */
export function rowsOf<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
): Iterable<Tables[Table]> {
  const rows = connectionOf(db).database.prepare(`select * from ${table}`).iterate([]);
  return rows as Iterable<Tables[Table]>;
}

/** Prepares the statements that another connection has cached, so that their first use is fast. */
export async function prepareLike<Tables>(db: Kysely<Tables>, former: Kysely<Tables>, pause: Yield): Promise<void> {
  const { database } = connectionOf(db);
  for (const [index, text] of [...connectionOf(former).statements.keys()].entries()) {
    database.prepare(text);
    if (index % preparedAtATime === 0) await pause();
  }
}
