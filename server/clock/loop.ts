import { type Clock, type Timer, timestampOf } from './clock.js';

/** Why a loop does not get on: since when (ISO 8601, UTC), and the error of the last look. */
export interface LoopTrouble {
  readonly since: string;
  readonly error: unknown;
}

/** Work that looks again and again what is to be done. */
export interface Loop {
  /** Null while the last look was well. */
  readonly trouble: LoopTrouble | null;
  /** Resolves after the first look, whatever came of it. */
  readonly firstLook: Promise<void>;
  /** Looks soon instead of after the pause. A pause after a failure is not shortened. */
  wake(): void;
  /** Begins no further look; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

interface LoopNeeds {
  readonly clock: Clock;
  /**
   * Finds the work that is due, and does it. An error that it throws counts as a failure.
   * @param ended aborts when the loop is stopped
   * @returns milliseconds until the next look; nothing = `pauseMs`
   */
  look(ended: AbortSignal): Promise<number | undefined> | Promise<void>;
  readonly pauseMs: number;
  /** Milliseconds until a look is repeated that has failed, twice as long each time up to the most. */
  readonly retryMs?: typeof usualRetryMs;
  /** Called for each failure but those that a stop causes. */
  onFailure(error: unknown, failures: number): void;
}

/** Half a minute at most, so that work goes on within a minute of the end of its trouble. */
export const usualRetryMs = { first: 1000, most: 30_000 };

/** Milliseconds until something is tried again. @param failures how many there have been, this one included */
export const retryAfter = (failures: number, { first, most } = usualRetryMs): number =>
  Math.min(most, first * 2 ** (failures - 1));

/**
 * Looks at once, and from then on one look at a time. Between two of them is a timer of the event loop each time, so
 * that no failure, and no wake-up, keeps a thread from its other work.
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
      if (isWoken) return 0;
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
      if (!ended.signal.aborted) timer = clock.after(pause, begin);
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
