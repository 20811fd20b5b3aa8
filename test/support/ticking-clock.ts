import { type Clock, systemClock } from '../../server/clock/clock.js';

/**
 * A clock for services in the test's process. Each reading advances it by a millisecond, so that later events have
 * later times. Timers are the machine's.
 */
export class TickingClock implements Clock {
  steady = systemClock.steady;
  after = systemClock.after;
  every = systemClock.every;
  sleep = systemClock.sleep;

  /** @param nowMs milliseconds since 1970 */
  constructor(private nowMs: number) {}

  now(): number {
    this.nowMs += 1;
    return this.nowMs;
  }
  /** Lets time pass without running timers. */
  pass(ms: number): void {
    this.nowMs += ms;
  }
  /** Sets it to the machine's time. */
  restart(): void {
    this.nowMs = systemClock.now();
  }
}

/**
 * The clock of everything that a test file starts in its own process. It begins with the machine's time, which files
 * and other programs have. `restart-test-clock.ts` resets it before each test file.
 */
export const testClock = new TickingClock(systemClock.now());
