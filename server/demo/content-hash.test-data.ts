import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** One hash over every row of every table, without the two rows that name the generation. */
export function contentHash(database: DatabaseSync): string {
  const hash = createHash('sha256');
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .all();
  for (const { name } of tables) {
    const where = name === 'meta' ? "where key not in ('generation', 'created_at')" : '';
    hash.update(`${name}\n`);
    const columns = database.prepare(`select name from pragma_table_info('${name}')`).all();
    const line = `concat_ws('|', ${columns.map((column) => column.name).join(', ')})`;
    const row = database.prepare(`select group_concat(${line}, char(10)) as text from ${name} ${where}`).get();
    hash.update(String(row?.text));
  }
  return hash.digest('hex');
}
