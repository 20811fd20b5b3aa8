import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';

/** Inserts a row, or replaces the known one with the same key. @returns false if nothing differs */
export function putRow<Table extends keyof CatalogueTables>(
  database: DatabaseSync,
  table: Table,
  known: Readonly<Record<string, unknown>> | undefined,
  row: { readonly [Column in keyof CatalogueTables[Table]]: SQLInputValue },
): boolean {
  const cells = Object.entries<SQLInputValue>(row);
  if (known !== undefined && cells.every(([column, value]) => known[column] === value)) return false;
  const columns = cells.map(([column]) => column).join(', ');
  database
    .prepare(`insert or replace into ${table} (${columns}) values (${cells.map(() => '?').join(', ')})`)
    .run(...cells.map(([, value]) => value));
  return true;
}
