import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';

/** Milliseconds between two looks at a lock that somebody has. */
const lookMs = 250;

/**
 * The write is what SQLite refuses on a file of another user, which it opens for reading only, and where `begin
 * exclusive` alone would lock nothing. It is never committed, so that the file stays empty.
 */
const statements = {
  exclusive: 'pragma journal_mode = memory; begin exclusive; create table held (by_whom text)',
  shared: 'begin; select count(*) from sqlite_master',
} as const;

/** Whether SQLite says that another connection holds the lock. */
export const isBusy = (error: unknown): boolean => (Number((error as { errcode?: unknown }).errcode) & 0xff) === 5;

/**
 * Takes a lock of the system on a file, which ends with the process that has it, whatever it dies of.
 * @param file made where it is missing
 * @param kind `shared` keeps exclusive ones away, and no other shared one
 * @param timeoutMs how long somebody else is waited for, while this thread does nothing else
 * @returns gives it back, once; null where somebody else has it
 * @throws an error with a sentence (`sentenceOf`) where the file cannot be made, or an exclusive one not be written
 */
export function lockFile(file: string, kind: keyof typeof statements, timeoutMs = 0): (() => void) | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { timeout: timeoutMs });
    database.exec(statements[kind]);
    return () => {
      if (database?.isOpen) database.close();
    };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw Object.assign(error as Error, { path: file });
  }
}

/** The same, exclusive, while this thread goes on. @param timeoutMs how long somebody else is waited for */
export async function waitForLock(file: string, timeoutMs: number, clock: Clock): Promise<(() => void) | null> {
  const end = clock.steady() + timeoutMs;
  for (;;) {
    const unlock = lockFile(file, 'exclusive');
    if (unlock || clock.steady() >= end) return unlock;
    await clock.sleep(lookMs);
  }
}
