import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';

interface Health {
  readonly times: RecentTimes;
  /** Longest waits without an answer in ms, by address or session. A quicker answer deletes them. */
  readonly vain: Map<string, number>;
  underWay: number;
  refusal: ProblemError | null;
  /** Milliseconds of the clock's `steady`. */
  loggedAt: number;
}

/** Most running calls of an operation that is too slow; more would only occupy connections. */
const fewAtOnce = 8;
/** Timeouts for `strikes` subjects make an operation too slow; the last `kept` subjects are remembered. */
const subjects = { strikes: 3, kept: 16 };
/** Least milliseconds that a caller waits for an operation that is too slow. */
const leastMs = 50;
/** A caller waits at most this multiple of the operation's usual time. */
const leeway = 2;
/** Milliseconds between two log lines about one operation. */
const logEveryMs = 60_000;

class RecentTimes {
  readonly #ms: number[] = [];

  add(ms: number): void {
    if (this.#ms.push(ms) > 15) this.#ms.shift();
  }
  /** Median in milliseconds; 0 without any time. */
  get usualMs(): number {
    return this.#ms.toSorted((one, other) => one - other)[this.#ms.length >> 1] ?? 0;
  }
}

/** Called with an operation that answers later than its callers wait. Times in milliseconds. */
export type OnSlow = (operation: string, tookMs: number, timeoutMs: number) => void;

/**
 * A circuit breaker for each operation. It records durations and timeouts. After timeouts for several subjects in a row
 * the operation is too slow. Few calls then run at once, and callers wait only briefly, until a call returns in time.
 * One slow visitor or address alone has no effect on others.
 */
export class OperationHealth {
  readonly #byOperation = new Map<string, Health>();
  readonly #all = new RecentTimes();

  constructor(
    private readonly clock: Pick<Clock, 'steady'>,
    private readonly onSlow: OnSlow = () => {},
  ) {}

  #of(operation: string): Health {
    let health = this.#byOperation.get(operation);
    if (!health) {
      const loggedAt = Number.NEGATIVE_INFINITY;
      health = { times: new RecentTimes(), vain: new Map(), underWay: 0, refusal: null, loggedAt };
      this.#byOperation.set(operation, health);
    }
    return health;
  }

  #isTooSlow({ vain }: Health, timeoutMs: number): boolean {
    return [...vain.values()].filter((ms) => ms > timeoutMs * 0.9).length >= subjects.strikes;
  }

  #reportSlow(operation: string, tookMs: number, timeoutMs: number): void {
    const health = this.#of(operation);
    if (this.clock.steady() - health.loggedAt < logEveryMs) return;
    health.loggedAt = this.clock.steady();
    this.onSlow(operation, tookMs, timeoutMs);
  }

  /** Returns the milliseconds for a section of a page: its share, or more while all answers are slow. */
  sectionTimeoutMs(shareMs: number): number {
    return Math.max(shareMs, leeway * this.#all.usualMs);
  }

  /** Returns the shorter timeout in ms of an operation that is too slow; null for any other. */
  shortenedTimeoutMs(operation: string, timeoutMs: number): number | null {
    const health = this.#of(operation);
    if (!this.#isTooSlow(health, timeoutMs)) return null;
    return Math.min(timeoutMs, Math.max(leastMs, leeway * health.times.usualMs));
  }

  /** Records that a caller waited so many milliseconds without a response. The call may still be running. */
  waitedInVain(operation: string, milliseconds: number, subject: string): void {
    const { vain } = this.#of(operation);
    vain.set(subject, Math.max(vain.get(subject) ?? 0, milliseconds));
    const [oldest = ''] = vain.keys();
    if (vain.size > subjects.kept) vain.delete(oldest);
  }

  /**
   * Makes a call and records its duration.
   * @param timeoutMs milliseconds that the caller waits
   * @param subject address or session of the call
   * @throws ProblemError `unavailable` without a call, if the operation is too slow and enough calls are running
   */
  async run<T>(operation: string, timeoutMs: number, subject: string, call: () => Promise<T>): Promise<T> {
    const health = this.#of(operation);
    if (health.underWay >= fewAtOnce && this.#isTooSlow(health, timeoutMs)) {
      // One error object for all callers, so that it is logged once.
      health.refusal ??= new ProblemError(
        'unavailable',
        `${operation} does not answer in time and is not asked again yet`,
      );
      throw health.refusal;
    }
    health.underWay += 1;
    const startedAt = this.clock.steady();
    const tookMs = (): number => this.clock.steady() - startedAt;
    const answered = (): void => {
      const ms = tookMs();
      this.#all.add(ms);
      health.times.add(ms);
      for (const [about, waited] of health.vain) if (waited >= ms) health.vain.delete(about);
      if (ms > timeoutMs) this.#reportSlow(operation, ms, timeoutMs);
    };
    try {
      const response = await call();
      answered();
      health.refusal = null;
      return response;
    } catch (error) {
      // A missing response says nothing about its duration. Any other error is a response.
      if (!(error instanceof ProblemError) || error.code !== 'unavailable') answered();
      else {
        this.waitedInVain(operation, tookMs(), subject);
        if (tookMs() > timeoutMs * 0.9) this.#reportSlow(operation, tookMs(), timeoutMs);
      }
      throw error;
    } finally {
      health.underWay -= 1;
    }
  }
}
