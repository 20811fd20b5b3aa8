import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';

const lookMs = 250;

/**
 * Creates a table without committing it. SQLite opens the file of another user read-only; there the creation fails,
 * while `begin exclusive` alone would succeed without a lock.
 */
const statements = {
  exclusive: 'pragma journal_mode = memory; begin exclusive; create table held (by_whom text)',
  shared: 'begin; select count(*) from sqlite_master',
} as const;

/** Whether another connection holds the lock. */
export const isBusy = (error: unknown): boolean => (Number((error as { errcode?: unknown }).errcode) & 0xff) === 5;

/**
 * Locks a file; the lock ends with the process, however it dies.
 * @param file created if it is missing
 * @param kind `shared` excludes exclusive locks only
 * @param timeoutMs how long to block this thread for another lock
 * @returns the release, to be called once; null if the timeout has passed
 * @throws an error with a sentence (`sentenceOf`) if the file cannot be created or written
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

/** Waits for an exclusive lock without blocking the thread. */
export async function waitForLock(file: string, timeoutMs: number, clock: Clock): Promise<(() => void) | null> {
  const end = clock.steady() + timeoutMs;
  for (;;) {
    const unlock = lockFile(file, 'exclusive');
    if (unlock || clock.steady() >= end) return unlock;
    await clock.sleep(lookMs);
  }
}
