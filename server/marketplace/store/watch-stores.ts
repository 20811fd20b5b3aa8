import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import type { CheckedStore } from '../../contract/storage.js';
import { logLine } from '../http/log.js';

/** Milliseconds after the start until the first look, when the first pages are out, and between two of them. */
const times = { first: 5000, hour: 3_600_000 };
/** Milliseconds that a look may take. An import that waits to write into `ids.db` gives up after five seconds. */
const longestMs: Readonly<Record<CheckedStore, number>> = { ids: 4000, state: 60_000 };
const verdict = z.object({ damage: z.string().nullable() });

const run = promisify(execFile);

/** What is known of the files that are changed in place, of which there are no sums. */
export interface StoreWatch {
  /** Those that were damaged when they were looked at last. */
  damaged(): CheckedStore[];
  stop(): Promise<void>;
}

/**
 * Has SQLite look through the files soon after the start and once an hour. It reads all of a file, so a program of its
 * own does it: no thread has time for that, and a program can be ended where it takes too long.
 * @param operateProgram built file of the operator's commands
 */
export function watchStores(operateProgram: URL, dataDir: string, clock: Clock): StoreWatch {
  const ended = new AbortController();
  const damaged = new Set<CheckedStore>();
  const look = async (store: CheckedStore): Promise<void> => {
    const file = `${store}.db`;
    const words = [fileURLToPath(operateProgram), 'validate', store, '--json', '--data-dir', dataDir];
    const limits = { timeout: longestMs[store], killSignal: 'SIGKILL', signal: ended.signal } as const;
    try {
      const { stdout } = await run(process.execPath, words, limits);
      const { damage } = verdict.parse(JSON.parse(stdout));
      if (damage === null) return void damaged.delete(store);
      damaged.add(store);
      const advice = 'stop the shop and restore a backup: npm run restore -- FILE';
      logLine('error', 'store_damaged', { file, reason: damage, advice });
    } catch (error) {
      if (!ended.signal.aborted) logLine('warn', 'store_not_checked', { file, reason: String(error) });
    }
  };
  let looking = Promise.resolve();
  const lookAtAll = (): void => {
    looking = look('state').then(() => look('ids'));
  };
  const timers = [clock.after(times.first, lookAtAll), clock.every(times.hour, lookAtAll)];
  return {
    damaged: () => [...damaged],
    async stop() {
      for (const timer of timers) timer.cancel();
      ended.abort();
      await looking;
    },
  };
}
