import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Rows of one statement: each call of SQLite costs as much as writing a short row. */
const rowsAtOnce = 64;

/** Short rows of one table, written as soon as a statement is full. */
export class RowBuffer {
  readonly #values: number[];
  #at = 0;

  constructor(
    private readonly columns: 3 | 4,
    private readonly insert: (values: readonly number[], rows: number) => void,
  ) {
    this.#values = Array<number>(rowsAtOnce * columns).fill(0);
  }

  /** @param fourth of a table with four columns */
  add(first: number, second: number, third: number, fourth: number): void {
    const at = this.#at;
    this.#values[at] = first;
    this.#values[at + 1] = second;
    this.#values[at + 2] = third;
    if (this.columns === 4) this.#values[at + 3] = fourth;
    this.#at += this.columns;
    if (this.#at < this.#values.length) return;
    this.insert(this.#values, rowsAtOnce);
    this.#at = 0;
  }

  end(): void {
    for (let at = 0; at < this.#at; at += this.columns) this.insert(this.#values.slice(at, at + this.columns), 1);
    this.#at = 0;
  }
}

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

  /** For many short rows of a table: `add` them in their order, then `end`. */
  rows(table: string, columns: 3 | 4): RowBuffer {
    const insert = (values: readonly number[], rows: number): void => {
      this.#insertion(table, columns, rows).run(...values);
    };
    return new RowBuffer(columns, insert);
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
