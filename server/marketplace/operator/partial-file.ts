import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../state/state-store.js';

/** A name for a file while it is written, readable by its owner only: the state holds names and addresses. */
export function partialName(target: string): string {
  const partial = `${target}.part`;
  rmSync(partial, { force: true });
  closeSync(openSync(partial, 'wx', 0o600));
  return partial;
}

/** Says what is wrong with a SQLite file; null where nothing is. @param isQuick looks at its pages alone */
export function damageOf(file: string, isQuick = false): string | null {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) return 'it is not there';
  if (size === 0) return 'it is empty';
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5000 });
    const [first] = database.prepare(`pragma ${isQuick ? 'quick' : 'integrity'}_check`).all();
    const verdict = String(Object.values(first ?? {})[0]);
    // A torn file has a hundred lines of it.
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
