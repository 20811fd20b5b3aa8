import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { ExpectedError } from './expected-error.js';

/** An error in a data file: file, line, column and value in one sentence for its author. */
export class DataFileError extends ExpectedError {
  override name = 'DataFileError';
}

/** A row of a table; errors name its line. */
export class Row {
  constructor(
    readonly file: string,
    readonly line: number,
    private readonly cells: Readonly<Record<string, string>>,
  ) {}

  error(column: string, expected: string): DataFileError {
    const value = this.cells[column];
    const found = value === undefined ? 'the column is missing' : `found "${value}"`;
    return new DataFileError(`${this.file}, line ${this.line}, column ${column}: expected ${expected}, ${found}.`);
  }

  /** Empty if the column or the value is missing. */
  text(column: string): string {
    return this.cells[column] ?? '';
  }

  required(column: string): string {
    const value = this.text(column);
    if (value === '') throw this.error(column, 'a value');
    return value;
  }

  /** Reads a number; null if the value is empty. */
  number(column: string, low: number, high: number): number | null {
    const value = this.text(column);
    if (value === '') return null;
    const number = Number(value);
    if (!Number.isFinite(number) || number < low || number > high) {
      throw this.error(column, `a number from ${low} to ${high}`);
    }
    return number;
  }

  requiredNumber(column: string, low: number, high: number): number {
    const value = this.number(column, low, high);
    if (value === null) throw this.error(column, 'a number');
    return value;
  }

  oneOf<T extends string>(column: string, values: readonly T[]): T {
    const value = this.text(column);
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw this.error(column, `one of ${values.join(', ')}`);
    return found;
  }
}

/**
 * Reads a table with a header line, separated by commas or tabs (`.tsv`), in UTF-8. Unknown columns are ignored.
 * @throws DataFileError if the file is missing, empty or lacks a required column
 */
export function readTable(file: string, requiredColumns: readonly string[]): Row[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new DataFileError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  const rows: Row[] = [];
  let header: string[] | undefined;
  const tabs = file.endsWith('.tsv');
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: tabs ? '\t' : ',',
      quote: tabs ? false : '"',
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof records;
  } catch (error) {
    throw new DataFileError(`${file} is not a readable table: ${(error as Error).message}.`);
  }
  for (const { record, info } of records) {
    if (!header) {
      header = record;
      const missing = requiredColumns.filter((column) => !record.includes(column));
      if (missing.length > 0) {
        throw new DataFileError(
          `${file}, line 1: the header lacks the column ${missing.join(', ')}; found "${record.join(',')}".`,
        );
      }
      continue;
    }
    const columns = header;
    if (record.length !== columns.length) {
      throw new DataFileError(
        `${file}, line ${info.lines}: expected ${columns.length} columns, found ${record.length}.`,
      );
    }
    const cells: Record<string, string> = {};
    for (const [index, column] of columns.entries()) cells[column] = record[index] ?? '';
    rows.push(new Row(file, info.lines, cells));
  }
  if (rows.length === 0) throw new DataFileError(`${file} has no rows.`);
  return rows;
}

/**
 * Finds a table of the repository.
 * @param module `import.meta.url`; the tables are in `data` next to the source
 * @param bundled name of their folder next to the built program
 * @throws DataFileError if it is missing
 */
export function shippedTable(module: string, bundled: string, name: string): string {
  const files = ['./data/', `./${bundled}/`, `../${bundled}/`].map((path) =>
    fileURLToPath(new URL(path + name, module)),
  );
  const found = files.find((file) => existsSync(file));
  if (!found) throw new DataFileError(`The table ${name} is missing; looked for ${files.join(', ')}.`);
  return found;
}
