import { ProblemError } from '../../contract/problem.js';

interface Health {
  /** Milliseconds that its latest call took, or has already been waited for in vain. */
  takes: number;
  underWay: number;
  refusal: ProblemError | null;
}

/** So many calls of an operation that is too slow for who asks may be under way: the others would take its connections. */
const fewAtOnce = 8;
/** Part of their patience that callers have for an operation that was too slow for all of it. */
const shortened = 1 / 30;

/**
 * How long each operation takes at present, so that one that hangs costs few callers their time, and not each of them: its
 * calls go on, a few at once, but are hardly waited for until one of them has come back in time.
 */
export class OperationHealth {
  readonly #byOperation = new Map<string, Health>();

  #of(operation: string): Health {
    let health = this.#byOperation.get(operation);
    if (!health) {
      health = { takes: 0, underWay: 0, refusal: null };
      this.#byOperation.set(operation, health);
    }
    return health;
  }

  #isTooSlow({ takes }: Health, patience: number): boolean {
    return takes > patience * 0.9;
  }

  /** Milliseconds that a caller with so much patience should wait instead, where the operation is too slow for that. */
  shortPatience(operation: string, patience: number): number | null {
    return this.#isTooSlow(this.#of(operation), patience) ? patience * shortened : null;
  }

  /** Somebody has waited so many milliseconds for nothing; the call may still be under way. */
  waitedInVain(operation: string, milliseconds: number): void {
    const health = this.#of(operation);
    health.takes = Math.max(health.takes, milliseconds);
  }

  /**
   * Makes a call and takes note of how long it took.
   *
   * @param patience of who asks, in milliseconds.
   * @throws ProblemError `unavailable`, without a call, where the operation is too slow for that and enough have asked;
   * else what the call throws.
   */
  async run<T>(operation: string, patience: number, call: () => Promise<T>): Promise<T> {
    const health = this.#of(operation);
    if (health.underWay >= fewAtOnce && this.#isTooSlow(health, patience)) {
      // One failure for all whom it meets, so that the log tells it once.
      health.refusal ??= new ProblemError(
        'unavailable',
        `${operation} does not answer in time and is not asked again yet`,
      );
      throw health.refusal;
    }
    health.underWay += 1;
    const startedAt = performance.now();
    const took = (): number => performance.now() - startedAt;
    try {
      const answer = await call();
      health.takes = took();
      health.refusal = null;
      return answer;
    } catch (error) {
      // No answer proves nothing about how long one takes; any other fault is an answer.
      if (error instanceof ProblemError && error.code === 'unavailable') this.waitedInVain(operation, took());
      else health.takes = took();
      throw error;
    } finally {
      health.underWay -= 1;
    }
  }
}
