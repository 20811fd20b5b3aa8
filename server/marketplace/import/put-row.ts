import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';

/**
 * Puts a row in the place of a known one of the same key, or beside the others.
 * @returns false where the known row is the same, so that nothing is written
 */
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
