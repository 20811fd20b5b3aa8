import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';

interface Health {
  /** Milliseconds that its latest call took, or has taken so far without a response. */
  takes: number;
  underWay: number;
  refusal: ProblemError | null;
}

/** Most calls in flight of an operation that is too slow for its callers: more would only take up connections. */
const fewAtOnce = 8;
/** Share of its timeout that a caller waits for an operation that was recently too slow. */
const shortened = 1 / 30;

/**
 * A circuit breaker by operation: it records how long each takes at present. A hanging operation is still called, a few
 * at once, but callers wait for it only briefly until one call has returned in time.
 */
export class OperationHealth {
  readonly #byOperation = new Map<string, Health>();

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  #of(operation: string): Health {
    let health = this.#byOperation.get(operation);
    if (!health) {
      health = { takes: 0, underWay: 0, refusal: null };
      this.#byOperation.set(operation, health);
    }
    return health;
  }

  #isTooSlow({ takes }: Health, timeoutMs: number): boolean {
    return takes > timeoutMs * 0.9;
  }

  /** The shorter timeout, in milliseconds, for a caller of an operation that is too slow for its own one; else null. */
  shortenedTimeoutMs(operation: string, timeoutMs: number): number | null {
    return this.#isTooSlow(this.#of(operation), timeoutMs) ? timeoutMs * shortened : null;
  }

  /** Records that a caller has waited so many milliseconds without a response; the call may still be in flight. */
  waitedInVain(operation: string, milliseconds: number): void {
    const health = this.#of(operation);
    health.takes = Math.max(health.takes, milliseconds);
  }

  /**
   * Makes a call and records how long it took.
   * @param timeoutMs the caller's, in milliseconds.
   * @param atOnce most calls in flight while it is too slow.
   * @throws ProblemError `unavailable`, without a call, where the operation is too slow for that and enough have asked;
   * else what the call throws.
   */
  async run<T>(operation: string, timeoutMs: number, call: () => Promise<T>, atOnce = fewAtOnce): Promise<T> {
    const health = this.#of(operation);
    if (health.underWay >= atOnce && this.#isTooSlow(health, timeoutMs)) {
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
    try {
      const response = await call();
      health.takes = took();
      health.refusal = null;
      return response;
    } catch (error) {
      // A missing response says nothing about its duration; any other error is a response.
      if (error instanceof ProblemError && error.code === 'unavailable') this.waitedInVain(operation, took());
      else health.takes = took();
      throw error;
    } finally {
      health.underWay -= 1;
    }
  }
}
