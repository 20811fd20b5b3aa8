import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

/** Whether SQLite reports a damaged file, or one that is no database. */
export function isDamage(error: unknown): boolean {
  const code = Number((error as { errcode?: unknown } | null)?.errcode) & 0xff;
  return code === sqliteCorrupt || code === sqliteNotADatabase;
}

/** Describes the damage of a SQLite file; null = it is sound. @param isQuick checks its pages only */
export function damageOf(file: string, isQuick = false): string | null {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) return 'it is not there';
  if (size === 0) return 'it is empty';
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5000 });
    const [first] = database.prepare(`pragma ${isQuick ? 'quick' : 'integrity'}_check`).all();
    const verdict = String(Object.values(first ?? {})[0]);
    // SQLite may list a hundred faults.
    if (verdict !== 'ok') return verdict.split('\n').slice(0, 2).join(' ');
    if (isQuick) return null;
    return database.prepare('pragma foreign_key_check').all().length > 0 ? 'rows refer to rows that are missing' : null;
  } catch (error) {
    if (isDamage(error)) return 'it is no SQLite file, or damaged';
    throw error;
  } finally {
    database?.close();
  }
}
