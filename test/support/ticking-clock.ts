import { type Clock, systemClock } from '../../server/clock/clock.js';

/**
 * A clock for services that a test speaks to: the time of day is the test's and goes on by a millisecond each time that
 * somebody looks, so that what comes later is later. Timers are those of the machine; a test waits for what they do.
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
  /** Lets time pass; no timer is due for it. */
  pass(ms: number): void {
    this.nowMs += ms;
  }
  /** Begins again as the machine's clock. */
  restart(): void {
    this.nowMs = systemClock.now();
  }
}

/**
 * The clock of all that a test file starts within its own process. It begins as the machine's, with which files and
 * other programs are marked; `restart-test-clock.ts` restarts it before each test file.
 */
export const testClock = new TickingClock(systemClock.now());
