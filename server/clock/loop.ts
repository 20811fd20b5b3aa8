import { type Clock, type Timer, timestampOf } from './clock.js';

/** Failures of a loop: since when (ISO 8601, UTC), and the error of the last look. */
export interface LoopTrouble {
  readonly since: string;
  readonly error: unknown;
}

/** Repeated looks for due work. */
export interface Loop {
  /** The last failure; null after a look without an error. */
  readonly trouble: LoopTrouble | null;
  /** Resolves after the first look, with or without an error. */
  readonly firstLook: Promise<void>;
  /** Looks soon, without the rest of the pause. It does not shorten the pause after a failure. */
  wake(): void;
  /** Begins no further look. Resolves at the end of the present one. */
  stop(): Promise<void>;
}

interface LoopNeeds {
  readonly clock: Clock;
  /**
   * Finds the due work and does it. An error counts as a failure.
   * @param ended aborts when the loop stops
   * @returns milliseconds until the next look; without a value `pauseMs`
   */
  look(ended: AbortSignal): Promise<number | undefined> | Promise<void>;
  readonly pauseMs: number;
  /** The pause after a failed look; it doubles with each failure up to `most`. */
  readonly retryMs?: typeof usualRetryMs;
  /** Receives each failure that the stop has not caused. */
  onFailure(error: unknown, failures: number): void;
}

/** At most half a minute, so that work continues within a minute after its trouble. */
export const usualRetryMs = { first: 1000, most: 30_000 };

/** Milliseconds until the next try. @param failures their number, with the present one */
export const retryAfter = (failures: number, { first, most } = usualRetryMs): number =>
  Math.min(most, first * 2 ** (failures - 1));

/**
 * Looks at once, and then repeatedly, one look at a time. A timer of the event loop separates any two looks, so that no
 * failure and no wake-up blocks the thread.
 */
export function startLoop({ clock, look, pauseMs, retryMs = usualRetryMs, onFailure }: LoopNeeds): Loop {
  const ended = new AbortController();
  let timer: Timer | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isWoken = false;
  let failures = 0;
  let trouble: LoopTrouble | null = null;

  const lookOnce = async (): Promise<number> => {
    try {
      const next = await look(ended.signal);
      failures = 0;
      trouble = null;
      return typeof next === 'number' ? next : pauseMs;
    } catch (error) {
      if (ended.signal.aborted) return 0;
      failures += 1;
      trouble = { since: trouble?.since ?? timestampOf(clock), error };
      onFailure(error, failures);
      return retryAfter(failures, retryMs);
    }
  };
  const begin = (): void => {
    isLooking = true;
    isWoken = false;
    looking = lookOnce().then((pause) => {
      isLooking = false;
      if (!ended.signal.aborted) timer = clock.after(isWoken && failures === 0 ? 0 : pause, begin);
    });
  };
  begin();
  return {
    get trouble() {
      return trouble;
    },
    firstLook: looking,
    wake() {
      isWoken = true;
      if (isLooking || failures > 0 || ended.signal.aborted) return;
      timer?.cancel();
      timer = clock.after(0, begin);
    },
    async stop() {
      ended.abort(new Error('the shop ends'));
      timer?.cancel();
      await looking;
    },
  };
}
