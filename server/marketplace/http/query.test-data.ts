import { DatabaseSync } from 'node:sqlite';

/** Rows of a SQLite file that nobody has to have open. */
export function query(file: string, text: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}
