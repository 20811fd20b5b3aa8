import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Rows of one statement: each call of SQLite costs as much as writing a short row. */
const rowsAtOnce = 64;

/** Fills a new database file quickly: one transaction, one cached statement per table, no journal. */
export class BulkWriter {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param file path of a file that does not exist yet; worthless until `close`, since a crash may tear it. */
  constructor(file: string, tables: string) {
    // SQLite's defensive mode would keep a journal all the same.
    this.database = new DatabaseSync(file, { defensive: false });
    this.database.exec(
      'pragma page_size = 8192; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536; pragma locking_mode = exclusive',
    );
    this.database.exec(tables);
    this.database.exec('begin');
  }

  /** Adds one row; values in the order of the table's columns. */
  insert(table: string, ...values: SQLInputValue[]): void {
    this.#insertion(table, values.length, 1).run(...values);
  }

  /** Adds many short rows; the values of all, row after row. */
  insertAll(table: string, columns: number, values: readonly SQLInputValue[]): void {
    const atOnce = rowsAtOnce * columns;
    const whole = values.length - (values.length % atOnce);
    for (let from = 0; from < whole; from += atOnce)
      this.#insertion(table, columns, rowsAtOnce).run(...values.slice(from, from + atOnce));
    for (let from = whole; from < values.length; from += columns)
      this.insert(table, ...values.slice(from, from + columns));
  }

  #insertion(table: string, columns: number, rows: number): StatementSync {
    const name = `${table} ${rows}`;
    const known = this.#statements.get(name);
    if (known) return known;
    const row = `(${Array(columns).fill('?').join(', ')})`;
    const statement = this.database.prepare(`insert into ${table} values ${Array(rows).fill(row).join(', ')}`);
    this.#statements.set(name, statement);
    return statement;
  }

  /** Ends the transaction, builds indexes and statistics and marks the file with the version of its tables. */
  finish(indexes: string, version: number): void {
    this.database.exec('commit');
    this.database.exec(indexes);
    this.database.exec(`pragma user_version = ${version}; analyze`);
  }

  close(): void {
    this.database.close();
  }
}
