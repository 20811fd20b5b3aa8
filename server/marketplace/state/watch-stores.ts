import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import { logLine } from '../program/log.js';

/** Milliseconds after the start until the first look, when the first pages are out, and between two of them. */
const times = { first: 5000, hour: 3_600_000 };
/** Milliseconds that a look may take. An import that waits to write into `ids.db` gives up after five seconds. */
const longestMs = { ids: 4000, state: 60_000 };
type Store = keyof typeof longestMs;

const run = promisify(execFile);
export type StoreWatch = ReturnType<typeof watchStores>;

/**
 * Has SQLite look through the files that are changed in place, of which there are no sums: soon after the start and
 * once an hour. It reads all of a file, so a program of its own does it: no thread has time for that, and a program can
 * be ended where it takes too long.
 * @param operateProgram built file of the operator's commands
 * @returns the files that were damaged when they were looked at last, and how to end it
 */
export function watchStores(operateProgram: URL, dataDir: string, clock: Clock) {
  const damaged = new Set<Store>();
  const lookAt = async (store: Store, ended: AbortSignal): Promise<void> => {
    const file = `${store}.db`;
    if (!existsSync(join(dataDir, file))) return;
    const words = [fileURLToPath(operateProgram), 'validate', file, '--data-dir', dataDir];
    try {
      const { stdout } = await run(process.execPath, words, { timeout: longestMs[store], signal: ended });
      const reason = stdout.trim();
      if (reason === 'ok') return void damaged.delete(store);
      damaged.add(store);
      const advice = 'stop the shop and restore a backup: npm run restore -- FILE';
      logLine('error', 'store_damaged', { file, reason, advice });
    } catch (error) {
      if (!ended.aborted) logLine('warn', 'store_not_checked', { file, reason: String(error) });
    }
  };
  let waitMs = times.first;
  const loop = startLoop({
    clock,
    pauseMs: times.hour,
    async look(ended) {
      await clock.sleep(waitMs, ended);
      waitMs = 0;
      await lookAt('state', ended);
      await lookAt('ids', ended);
    },
    onFailure: (error) => logLine('warn', 'store_not_checked', { reason: String(error) }),
  });
  return { damaged: () => [...damaged], stop: loop.stop };
}
