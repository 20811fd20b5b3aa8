import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import { digestOf, textOverridesOf } from '../offer-store/text-overrides.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import { runProgram } from '../program/run-program.js';
import type { StateDb } from '../state/state-store.js';

/** Milliseconds between two looks. */
const pauseMs = 2000;
/** Milliseconds between looks while repeated runs change nothing. */
const pauseAfterRepeatMs = 30_000;
/** Milliseconds after which the program is killed. */
const longestRunMs = 60_000;

interface Needs {
  readonly db: StateDb;
  readonly clock: Clock;
  /** Digest of the overrides that the shop shows; null without a catalogue. */
  served(): string | null;
  /** Writes the overrides of the state into the offer store. */
  readonly serve: (signal: AbortSignal) => Promise<void>;
}

/** Keeps the texts that the shop shows equal to those of the state. */
export interface FollowedTextOverrides {
  /** Whether the shop shows all overrides of the state. */
  isServed(): Promise<boolean>;
  /** Compares at once. */
  look(): void;
  stop(): Promise<void>;
}

/**
 * A program of its own writes `offers.db`: it may wait for an import, and calls must not wait with it.
 * @param operateProgram built file
 */
export const servedByProgram =
  (operateProgram: URL, dataDir: string): Needs['serve'] =>
  async (signal) => {
    const words = ['text-overrides', 'serve', '--data-dir', dataDir];
    await runProgram(operateProgram, words, { timeout: longestRunMs, signal });
  };

/** Compares the state with the shop periodically: another machine may change the state, a restored backup the shop. */
export function followTextOverrides({ db, clock, served, serve }: Needs): FollowedTextOverrides {
  let done = '';
  const loop = startLoop({
    clock,
    pauseMs,
    async look(ended) {
      const wanted = digestOf(await textOverridesOf(db));
      if (served() === null || served() === wanted) return undefined;
      // If a run had no effect, the next one waits longer.
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
