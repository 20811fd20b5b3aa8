import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Clock } from '../../clock/clock.js';
import { TokenBuckets } from '../http/token-buckets.js';
import { createGuard, refuse } from '../portals/guard.js';

/** Calls that one token may make at once, and how many it regains a second. */
const perToken = {
  read: { atOnce: 60, refill: 10 },
  offer: { atOnce: 60, refill: 2 },
  file: { atOnce: 6, refill: 1 / 30 },
} as const;
export type Act = keyof typeof perToken;

export type MerchantLimits = ReturnType<typeof createMerchantLimits>;

/** Limits calls by token, and wrong tokens by address. */
export function createMerchantLimits(clock: Clock) {
  const make = ({ atOnce, refill }: { atOnce: number; refill: number }) => new TokenBuckets(atOnce, clock, refill);
  const buckets = { read: make(perToken.read), offer: make(perToken.offer), file: make(perToken.file) };
  return {
    ...createGuard(clock),
    /** Counts a call; sets `Retry-After` beyond the limit. @throws ProblemError `too_many` */
    take(act: Act, credential: string, response: Response): void {
      // Memory holds the digest instead of the token.
      const name = createHash('sha256').update(credential).digest('base64');
      if (!buckets[act].take(name)) refuse(response, buckets[act].secondsUntilFree(name));
    },
  };
}
