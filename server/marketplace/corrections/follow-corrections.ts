import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Clock, Timer } from '../../clock/clock.js';
import { logLine } from '../http/log.js';
import type { StateDb } from '../store/state-store.js';
import { digestOf } from './corrections.js';
import { correctionsOf } from './state-corrections.js';

/** Milliseconds between two looks, after a failure, and after which a program is given up. */
const usualPause = 2000;
const pauseAfterFailure = 30_000;
const longest = 60_000;

const run = promisify(execFile);

interface Needs {
  readonly db: StateDb;
  readonly clock: Clock;
  /** Of the texts that are shown; null while there is no catalogue. */
  served(): string | null;
  /** Makes the shop show what the state has. */
  readonly serve: (signal: AbortSignal) => Promise<void>;
}

/** Sees to it that the shop shows the texts that the state has. */
export interface FollowedCorrections {
  /** Whether it does. */
  isServed(): Promise<boolean>;
  /** Looks at once. */
  look(): void;
  stop(): Promise<void>;
}

/**
 * A program of its own fills `offers.db`: it may have to wait for an import, and no cart waits with it.
 * @param operateProgram built file
 */
export const servedByProgram =
  (operateProgram: URL, dataDir: string): Needs['serve'] =>
  async (signal) => {
    const words = [fileURLToPath(operateProgram), 'corrections', 'serve', '--data-dir', dataDir];
    await run(process.execPath, words, { timeout: longest, signal });
  };

/**
 * Compares again and again what the state has with what is shown here: another machine may have changed the one, a
 * restored backup either.
 */
export function followCorrections({ db, clock, served, serve }: Needs): FollowedCorrections {
  const ended = new AbortController();
  let timer: Timer | null = null;
  let work: Promise<void> | null = null;
  let done = '';
  const isServed = async (): Promise<boolean> => served() === digestOf(await correctionsOf(db));
  const follow = async (): Promise<number> => {
    try {
      const wanted = digestOf(await correctionsOf(db));
      if (served() === null || served() === wanted) return usualPause;
      // What was done and is not seen is not done again and again.
      const isRepeated = done === wanted;
      await serve(ended.signal);
      done = wanted;
      logLine('info', 'corrections_served', {});
      return isRepeated ? pauseAfterFailure : usualPause;
    } catch (error) {
      if (ended.signal.aborted) return usualPause;
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      logLine('warn', 'corrections_not_served', { reason });
      return pauseAfterFailure;
    }
  };
  const wait = (pause: number): void => {
    if (ended.signal.aborted) return;
    timer = clock.after(pause, look);
  };
  function look(): void {
    if (work || ended.signal.aborted) return;
    timer?.cancel();
    work = follow().then((pause) => {
      work = null;
      wait(pause);
    });
  }
  look();
  return {
    isServed,
    look,
    async stop() {
      ended.abort();
      timer?.cancel();
      await work;
    },
  };
}
