import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';

const sqliteBusy = 5;
/** Milliseconds between two looks at a lock that somebody has. */
const pause = 250;

/**
 * Takes a lock of the file system, which ends with the process that has it, whatever it dies of.
 * @param file of the lock; made where it is missing
 * @param timeoutMs how long somebody else is waited for
 * @returns gives it back; null where somebody else still has it
 */
export async function takeLock(file: string, timeoutMs: number, clock: Clock): Promise<(() => void) | null> {
  const end = clock.steady() + timeoutMs;
  for (;;) {
    const lock = new DatabaseSync(file, { timeout: 0 });
    try {
      lock.exec('begin exclusive');
      return () => lock.close();
    } catch (error) {
      lock.close();
      if ((Number((error as { errcode?: unknown }).errcode) & 0xff) !== sqliteBusy) throw error;
    }
    if (clock.steady() >= end) return null;
    await clock.sleep(pause);
  }
}
