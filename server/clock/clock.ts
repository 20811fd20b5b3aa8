import { setTimeout as sleep } from 'node:timers/promises';

export interface Timer {
  /** Does nothing after the work. */
  cancel(): void;
}

/**
 * The source of time for all code that depends on it. A process has one clock, `systemClock`, and passes it on at its
 * start. Tests pass one that they advance.
 */
export interface Clock {
  /** Milliseconds since 1970, UTC. Jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds that only grow, to measure durations. */
  steady(): number;
  /** Calls `work` once. The process does not stay alive for it. */
  after(delayMs: number, work: () => void): Timer;
  /** Calls `work` repeatedly, first after one pause. The process does not stay alive for it. */
  every(pauseMs: number, work: () => void): Timer;
  /** Resolves after the delay; the process stays alive for it. @throws AbortError when the signal aborts */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(pauseMs, work) {
    const timer = setInterval(work, pauseMs).unref();
    return { cancel: () => clearInterval(timer) };
  },
  sleep: (delayMs, signal) => sleep(delayMs, undefined, { signal }),
};

/**
 * Milliseconds until a time; 0 once it has passed. A time further ahead than `mostMs` was set while the clock was ahead,
 * so it counts as passed.
 */
export function timeLeft(clock: Pick<Clock, 'now'>, at: number, mostMs: number): number {
  const left = at - clock.now();
  return left > mostMs ? 0 : Math.max(0, left);
}

/** The present as a `Date`. */
export const dateOf = (clock: Pick<Clock, 'now'>): Date => new Date(clock.now());

/** The present as it is stored: ISO 8601, UTC. */
export const timestampOf = (clock: Pick<Clock, 'now'>): string => dateOf(clock).toISOString();
