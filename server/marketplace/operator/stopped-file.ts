import { existsSync, linkSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../state/state-store.js';
import { CommandError } from './command-error.js';

/**
 * A file of a shop that does not run, locked; all of it is in the one file then, without the log beside it.
 * @returns null for a damaged file, and an empty one, which no shop can have open
 */
export function lockStopped(file: string): DatabaseSync | null {
  if (statSync(file).size === 0) return null;
  const database = new DatabaseSync(file, { timeout: 500 });
  try {
    // Only who is alone with a file may change its journal.
    database.exec('pragma journal_mode = delete; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isDamage(error)) return null;
    throw new CommandError(`A shop or an import is running on ${dirname(file)}. Stop it first.`);
  }
}

/** A second name for what is about to be replaced, with what a damaged file has beside it. @returns that name */
export function keep(target: string, now: Date): string {
  const kept = `${target}.before-${now.toISOString().replace(/[:.]/g, '-')}`;
  // A link and not a copy: closing a second handle on the file would give up the lock that SQLite holds on it.
  linkSync(target, kept);
  for (const end of ['-wal', '-shm']) if (existsSync(target + end)) renameSync(target + end, kept + end);
  return kept;
}
