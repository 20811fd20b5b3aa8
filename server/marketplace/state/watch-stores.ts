import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { retryAfter, startLoop } from '../../clock/loop.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import { runProgram } from '../program/run-program.js';

/** The first check waits until the first pages are out. */
const firstPauseMs = 5000;
const pauseMs = 3_600_000;
/** A busy machine may need too long for one check, and a large file for every check. */
const retryMs = { first: 30_000, most: pauseMs };
/** An import that waits to write into `ids.db` gives up after five seconds. */
const longestMs = { ids: 4000, state: 60_000 };
type Store = keyof typeof longestMs;

export type StoreWatch = ReturnType<typeof watchStores>;

/**
 * Has SQLite check the files that change in place and have no checksums: soon after the start and once an hour. It
 * repeats a check without a result sooner. A program does it, because it reads whole files and can be killed when it
 * takes too long.
 * @param checkProgram built file of `check-store.ts`
 * @returns the files that the last check found damaged, and how to stop
 */
export function watchStores(checkProgram: URL, dataDir: string, clock: Clock) {
  const damaged = new Set<Store>();
  /** @returns whether the check has a result */
  const lookAt = async (store: Store, ended: AbortSignal): Promise<boolean> => {
    const file = `${store}.db`;
    if (!existsSync(join(dataDir, file))) return true;
    try {
      const limits = { timeout: longestMs[store], signal: ended };
      const reason = (await runProgram(checkProgram, [join(dataDir, file)], limits)).trim();
      if (reason === 'ok') {
        damaged.delete(store);
        return true;
      }
      damaged.add(store);
      const advice = 'stop the shop and restore a backup: npm run restore -- FILE';
      logLine('error', 'store_damaged', { file, reason, advice });
      return true;
    } catch (error) {
      if (!ended.aborted) logLine('warn', 'store_not_checked', { file, reason: sentenceOf(error) });
      return false;
    }
  };
  let waitMs = firstPauseMs;
  let failures = 0;
  const loop = startLoop({
    clock,
    pauseMs,
    async look(ended) {
      await clock.sleep(waitMs, ended);
      waitMs = 0;
      const hasResults = [await lookAt('state', ended), await lookAt('ids', ended)].every(Boolean);
      failures = hasResults ? 0 : failures + 1;
      return hasResults ? pauseMs : retryAfter(failures, retryMs);
    },
    onFailure: (error) => logLine('warn', 'store_not_checked', { reason: sentenceOf(error) }),
  });
  return { damaged: () => [...damaged], stop: loop.stop };
}
