import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

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
    let statement = this.#statements.get(table);
    if (!statement) {
      statement = this.database.prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`);
      this.#statements.set(table, statement);
    }
    statement.run(...values);
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
