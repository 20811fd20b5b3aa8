import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import { digestOf, textOverridesOf } from '../offer-store/text-overrides.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import { runProgram } from '../program/run-program.js';
import type { StateDb } from '../state/state-store.js';

/** Between two looks. */
const pauseMs = 2000;
/** After work that changed nothing. */
const pauseAfterRepeatMs = 30_000;
/** After this time a program is given up. */
const longestRunMs = 60_000;

interface Needs {
  readonly db: StateDb;
  readonly clock: Clock;
  /** Of the texts that are shown; null while there is no catalogue. */
  served(): string | null;
  /** Makes the shop show what the state has. */
  readonly serve: (signal: AbortSignal) => Promise<void>;
}

/** Sees to it that the shop shows the texts that the state has. */
export interface FollowedTextOverrides {
  /** Whether it does. */
  isServed(): Promise<boolean>;
  /** Looks soon. */
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
    const words = ['text-overrides', 'serve', '--data-dir', dataDir];
    await runProgram(operateProgram, words, { timeout: longestRunMs, signal });
  };

/**
 * Compares again and again what the state has with what is shown here: another machine may have changed the one, a
 * restored backup either.
 */
export function followTextOverrides({ db, clock, served, serve }: Needs): FollowedTextOverrides {
  let done = '';
  const loop = startLoop({
    clock,
    pauseMs,
    async look(ended) {
      const wanted = digestOf(await textOverridesOf(db));
      if (served() === null || served() === wanted) return undefined;
      // What was done and is not seen is not done again and again.
      const isRepeated = done === wanted;
      await serve(ended);
      done = wanted;
      logLine('info', 'text_overrides_served', {});
      return isRepeated ? pauseAfterRepeatMs : undefined;
    },
    onFailure: (error) => logLine('warn', 'text_overrides_not_served', { reason: sentenceOf(error) }),
  });
  return {
    isServed: async () => served() === digestOf(await textOverridesOf(db)),
    look: loop.wake,
    stop: loop.stop,
  };
}
