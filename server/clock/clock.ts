import { setTimeout as sleep } from 'node:timers/promises';

/** Work that a clock will do later. */
export interface Timer {
  /** Does nothing where the work has been done. */
  cancel(): void;
}

/**
 * Time, as everything reads it whose result depends on time. A process has one clock, `systemClock`, and hands it on
 * where it starts; tests hand on one that they advance.
 */
export interface Clock {
  /** Milliseconds since 1970, UTC. Jumps when somebody sets the clock of the machine. */
  now(): number;
  /** Milliseconds that only grow, to measure durations. */
  steady(): number;
  /** Does the work once. A process does not stay alive for it. */
  after(delayMs: number, work: () => void): Timer;
  /** Does the work again and again, first after one pause. A process does not stay alive for it. */
  every(pauseMs: number, work: () => void): Timer;
  /** Resolves after a while; a process stays alive for it. @throws AbortError when the signal aborts */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** The clock and the timers of the machine. */
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

/** The present as a `Date`. */
export const dateOf = (clock: Pick<Clock, 'now'>): Date => new Date(clock.now());

/** The present as it is stored: ISO 8601, UTC. */
export const timestampOf = (clock: Pick<Clock, 'now'>): string => dateOf(clock).toISOString();
