import type { Request, Response } from 'express';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import { clientOf, TokenBuckets } from '../http/token-buckets.js';

/** Wrong tokens that one address may send at once, and how many it regains a second. */
const wrongTokens = { atOnce: 10, refill: 1 / 60 };

export type Guard = ReturnType<typeof createGuard>;

/** Sets `Retry-After` to these seconds. @throws ProblemError `too_many`, always */
export function refuse(response: Response, seconds: number): never {
  response.setHeader('Retry-After', String(Math.max(1, seconds)));
  throw new ProblemError('too_many');
}

/** Bounds how often an address may guess. */
export function createGuard(clock: Clock) {
  const wrong = new TokenBuckets(wrongTokens.atOnce, clock, wrongTokens.refill);
  return {
    /**
     * Runs work that needs a token, unless its address has sent too many wrong ones.
     * @throws ProblemError `too_many`, and as `work`
     */
    async guard<T>(request: Pick<Request, 'ip'>, response: Response, work: () => Promise<T>): Promise<T> {
      const client = clientOf(request.ip ?? '');
      const waitSeconds = wrong.secondsUntilFree(client);
      if (waitSeconds > 0) refuse(response, waitSeconds);
      try {
        return await work();
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'token') wrong.take(client);
        throw error;
      }
    },
  };
}
