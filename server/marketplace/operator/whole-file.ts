import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../store/state-store.js';

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Gives a finished file its name. After a crash there is the whole file under that name, or what was there before. */
export function putInPlace(part: string, target: string): void {
  flush(part);
  renameSync(part, target);
  flush(dirname(target));
}

/** A name for a file while it is written, readable by its owner only: the state holds names and addresses. */
export function partOf(target: string): string {
  const part = `${target}.part`;
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', 0o600));
  return part;
}

/** Says what is wrong with a SQLite file; null where nothing is. */
export function damageOf(file: string): string | null {
  if (!existsSync(file)) return 'it is not there';
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5000 });
    const [first] = database.prepare('pragma integrity_check').all();
    const verdict = String(Object.values(first ?? {})[0]);
    if (verdict !== 'ok') return verdict;
    return database.prepare('pragma foreign_key_check').all().length > 0 ? 'rows refer to rows that are missing' : null;
  } catch (error) {
    if (isDamage(error)) return 'it is no SQLite file, or damaged';
    throw error;
  } finally {
    database?.close();
  }
}
