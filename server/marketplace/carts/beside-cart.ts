import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext } from '../http/handler.js';
import { logLine } from '../program/log.js';
import { adviseCart } from './cart-advice.js';
import { optimiseCart } from './optimise-cart.js';
import type { StoredLine, Viewer } from './read-cart.js';
import type { offersOfLines } from './read-offer.js';

/**
 * Returns the plans and the advice that a page shows beside a cart; null for one that is late or fails.
 * @param offers of the lines, from the same read as the cart
 * @param mostMs that the cart waits for them; it is complete without them
 */
export async function besideCart(
  generation: Generation,
  lines: readonly StoredLine[],
  viewer: Viewer,
  { clock, requestId }: Pick<CallContext, 'clock' | 'requestId'>,
  offers: ReturnType<typeof offersOfLines>,
  mostMs: number,
): Promise<Required<Pick<Wire<'cart'>, 'plans' | 'advice'>>> {
  const late = Promise.withResolvers<null>();
  const timer = clock.after(mostMs, () => late.resolve(null));
  const inTime = <T>(part: string, made: Promise<T>): Promise<T | null> => {
    const caught = made.catch((error: unknown) => {
      if (!(error instanceof ProblemError))
        logLine('error', 'cart_part_failed', { requestId, part, reason: String(error) });
      return null;
    });
    return Promise.race([caught, late.promise]);
  };
  const [optimised, advice] = await Promise.all([
    inTime('plans', optimiseCart(generation, lines, viewer.country, offers)),
    inTime('advice', adviseCart(generation, lines, viewer, offers)),
  ]);
  timer.cancel();
  return { plans: optimised?.plans ?? null, advice };
}
