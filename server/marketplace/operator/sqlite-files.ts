import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../state/store-damage.js';
import { CommandError } from './command-input.js';

/** Makes an empty file that only its owner may read, since a state contains names and addresses. */
export function partialName(target: string): string {
  const partial = `${target}.part`;
  rmSync(partial, { force: true });
  closeSync(openSync(partial, 'wx', 0o600));
  return partial;
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
