import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Clock } from '../../clock/clock.js';
import { createGuard, refuse } from '../doors/guard.js';
import { TokenBuckets } from '../http/rate-limit/token-buckets.js';

/** Calls of one token at once, and how many it gets back a second. */
const perToken = {
  read: { atOnce: 60, refill: 10 },
  offer: { atOnce: 60, refill: 2 },
  file: { atOnce: 6, refill: 1 / 30 },
} as const;
export type Act = keyof typeof perToken;

export type DoorLimits = ReturnType<typeof createDoorLimits>;

/** What the door allows: calls by token, wrong tokens by address. */
export function createDoorLimits(clock: Clock) {
  const make = ({ atOnce, refill }: { atOnce: number; refill: number }) => new TokenBuckets(atOnce, clock, refill);
  const buckets = { read: make(perToken.read), offer: make(perToken.offer), file: make(perToken.file) };
  return {
    ...createGuard(clock),
    /** @throws ProblemError `too_many`, with when to come again in the response */
    take(act: Act, credential: string, response: Response): void {
      // By digest: nothing that opens anything stays in memory.
      const name = createHash('sha256').update(credential).digest('base64');
      if (!buckets[act].take(name)) refuse(response, buckets[act].secondsUntilFree(name));
    },
  };
}
