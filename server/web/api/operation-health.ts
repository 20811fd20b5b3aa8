import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';

interface Health {
  readonly times: RecentTimes;
  /** The longest waits without an answer, in ms, by address or session; dropped when an answer is quicker. */
  readonly vain: Map<string, number>;
  underWay: number;
  refusal: ProblemError | null;
  /** By the clock's `steady`. */
  toldAt: number;
}

/** Most calls in flight of an operation that is too slow for its callers: more would only take up connections. */
const fewAtOnce = 8;
/** Subjects without an answer in between after which an operation counts as too slow, and those that are kept. */
const subjects = { strikes: 3, kept: 16 };
/** Milliseconds that a caller waits for an operation that is too slow, at least. */
const leastMs = 50;
/** What is waited for may take so many times its usual time. */
const leeway = 2;
/** Milliseconds between two lines of the log about an operation. */
const tellEveryMs = 60_000;

class RecentTimes {
  readonly #ms: number[] = [];

  add(ms: number): void {
    if (this.#ms.push(ms) > 15) this.#ms.shift();
  }
  /** Their median in milliseconds; 0 where there is none. */
  get usualMs(): number {
    return this.#ms.toSorted((one, other) => one - other)[this.#ms.length >> 1] ?? 0;
  }
}

/** Told of an operation that answers later than its callers wait. Milliseconds. */
export type OnSlow = (operation: string, tookMs: number, timeoutMs: number) => void;

/**
 * A circuit breaker by operation: it records how long each takes, and who has waited for it in vain. Where several
 * have, one after the other and about different things, the operation is still called, a few at once, but waited for
 * only briefly until one call has returned in time. One slow visitor or address takes nothing from others.
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
      const toldAt = Number.NEGATIVE_INFINITY;
      health = { times: new RecentTimes(), vain: new Map(), underWay: 0, refusal: null, toldAt };
      this.#byOperation.set(operation, health);
    }
    return health;
  }

  #isTooSlow({ vain }: Health, timeoutMs: number): boolean {
    return [...vain.values()].filter((ms) => ms > timeoutMs * 0.9).length >= subjects.strikes;
  }

  #tellSlow(operation: string, tookMs: number, timeoutMs: number): void {
    const health = this.#of(operation);
    if (this.clock.steady() - health.toldAt < tellEveryMs) return;
    health.toldAt = this.clock.steady();
    this.onSlow(operation, tookMs, timeoutMs);
  }

  /** Milliseconds that a section of a page may take: its share, or longer where all answers take long. */
  sectionTimeoutMs(shareMs: number): number {
    return Math.max(shareMs, leeway * this.#all.usualMs);
  }

  /** The shorter timeout (ms) of an operation that is too slow for its callers, at least its usual time; else null. */
  shortenedTimeoutMs(operation: string, timeoutMs: number): number | null {
    const health = this.#of(operation);
    if (!this.#isTooSlow(health, timeoutMs)) return null;
    return Math.min(timeoutMs, Math.max(leastMs, leeway * health.times.usualMs));
  }

  /** Records that a caller has waited so many milliseconds without a response; the call may still be in flight. */
  waitedInVain(operation: string, milliseconds: number, subject: string): void {
    const { vain } = this.#of(operation);
    vain.set(subject, Math.max(vain.get(subject) ?? 0, milliseconds));
    const [oldest = ''] = vain.keys();
    if (vain.size > subjects.kept) vain.delete(oldest);
  }

  /**
   * Makes a call and records how long it took.
   * @param timeoutMs the caller's, in milliseconds.
   * @param subject what the call is about.
   * @throws ProblemError `unavailable`, without a call, where the operation is too slow for that and enough have asked;
   * else what the call throws.
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
    const took = (): number => this.clock.steady() - startedAt;
    const answered = (): void => {
      const ms = took();
      this.#all.add(ms);
      health.times.add(ms);
      for (const [about, waited] of health.vain) if (waited >= ms) health.vain.delete(about);
      if (ms > timeoutMs) this.#tellSlow(operation, ms, timeoutMs);
    };
    try {
      const response = await call();
      answered();
      health.refusal = null;
      return response;
    } catch (error) {
      // A missing response says nothing about its duration; any other error is a response.
      if (!(error instanceof ProblemError) || error.code !== 'unavailable') answered();
      else {
        this.waitedInVain(operation, took(), subject);
        if (took() > timeoutMs * 0.9) this.#tellSlow(operation, took(), timeoutMs);
      }
      throw error;
    } finally {
      health.underWay -= 1;
    }
  }
}
