import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../state/state-store.js';
import { CommandError } from './command-input.js';

/** Makes an empty file that only its owner may read, since a state contains names and addresses. */
export function partialName(target: string): string {
  const partial = `${target}.part`;
  rmSync(partial, { force: true });
  closeSync(openSync(partial, 'wx', 0o600));
  return partial;
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

/**
 * Locks a file of a stopped shop and merges its write-ahead log.
 * @returns null for a damaged file, and for an empty one, which no shop can have open
 */
export function lockStopped(file: string): DatabaseSync | null {
  if (statSync(file).size === 0) return null;
  const database = new DatabaseSync(file, { timeout: 500 });
  try {
    // SQLite changes the journal only for the single user of a file.
    database.exec('pragma journal_mode = delete; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isDamage(error)) return null;
    throw new CommandError(`A shop or an import is running on ${dirname(file)}. Stop it first.`);
  }
}

/** Gives a file that will be replaced a second name, with the log of a damaged file. @returns that name */
export function keep(target: string, now: Date): string {
  const kept = `${target}.before-${now.toISOString().replace(/[:.]/g, '-')}`;
  // A link instead of a copy: closing another handle of the file would release the lock that SQLite holds (POSIX).
  linkSync(target, kept);
  for (const end of ['-wal', '-shm']) if (existsSync(target + end)) renameSync(target + end, kept + end);
  return kept;
}
