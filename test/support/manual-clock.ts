import { setImmediate as turn } from 'node:timers/promises';
import type { Clock, Timer } from '../../server/clock/clock.js';

interface Pending {
  at: number;
  work: () => void;
  /** Milliseconds; null for work that runs once. */
  everyMs: number | null;
}

/** Turns of the event loop between two timers: enough for promises and SQLite. */
const turns = 3;

/** A clock that only the test moves. */
export class ManualClock implements Clock {
  #passedMs = 0;
  readonly #pending = new Set<Pending>();
  #waiters: (() => void)[] = [];

  /** @param startMs initial time in milliseconds since 1970 */
  constructor(private startMs = Date.UTC(2026, 0, 5, 12)) {}

  now(): number {
    return this.startMs + this.#passedMs;
  }
  steady(): number {
    return this.#passedMs;
  }
  after(delayMs: number, work: () => void): Timer {
    return this.#add(delayMs, work, null);
  }
  every(pauseMs: number, work: () => void): Timer {
    return this.#add(pauseMs, work, pauseMs);
  }
  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = this.after(delayMs, () => {
        signal?.removeEventListener('abort', end);
        resolve();
      });
      const end = (): void => {
        timer.cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', end, { once: true });
    });
  }

  /** Number of waiting timers. */
  get waiting(): number {
    return this.#pending.size;
  }
  /** Resolves when this many timers wait: the code under test then pauses. */
  async untilWaiting(count = 1): Promise<void> {
    while (this.#pending.size < count) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }
  /** Sets the machine's clock, as an administrator does, without running timers. */
  jump(byMs: number): void {
    this.startMs += byMs;
  }
  /** Lets time pass, and runs timers in the order of their times. */
  async advance(byMs: number): Promise<void> {
    const end = this.#passedMs + byMs;
    for (;;) {
      await this.#settle();
      const next = [...this.#pending].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#passedMs = Math.max(this.#passedMs, next.at);
      if (next.everyMs === null) this.#pending.delete(next);
      else next.at += Math.max(1, next.everyMs);
      next.work();
    }
    this.#passedMs = end;
    await this.#settle();
  }

  #add(delayMs: number, work: () => void, everyMs: number | null): Timer {
    const pending = { at: this.#passedMs + Math.max(0, delayMs), work, everyMs };
    this.#pending.add(pending);
    for (const resolve of this.#waiters.splice(0)) resolve();
    return { cancel: () => void this.#pending.delete(pending) };
  }
  async #settle(): Promise<void> {
    for (let count = 0; count < turns; count += 1) await turn();
  }
}
