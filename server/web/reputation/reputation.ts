import type { Logger } from 'pino';
import type { Rating } from '../../../views/models.js';
import type { Clock } from '../../clock/clock.js';
import type { ResponseBody } from '../../contract/operations/caller-types.js';
import type { Review } from '../../contract/reputation.js';
import type { Env } from '../../env.js';
import type { Api } from '../api/client.js';
import { notes } from '../http/log.js';
import { pollTrustedShops, shownReviews } from './trusted-shops.js';

/** What customers say about the shop: Trusted Shops where an account is configured, else the marketplace's own. */
export interface Reputation {
  /** False where the operator wants none shown (P140). */
  readonly isShown: boolean;
  /** Null while there is none; of Trusted Shops never waited for. @throws ProblemError of the marketplace. */
  rating(api: Api): Promise<Rating | null>;
  /** At most four, each with words; null before Trusted Shops answers. @throws ProblemError of the marketplace */
  reviews(api: Api): Promise<Review[] | null>;
  /** Resolves when the first look at Trusted Shops is over. */
  readonly begun: Promise<void>;
  stop(): void;
}

/** Milliseconds that a page is kept which shows what Trusted Shops says, or that it says nothing yet. */
const keptWithReviews = 10 * 60_000;
const keptWithout = 30_000;

/** What a page shows of Trusted Shops ends with the next news, though no response of the marketplace ends it. */
function limitPage(clock: Clock, hasValue: boolean): void {
  const end = clock.now() + (hasValue ? keptWithReviews : keptWithout);
  notes()?.lifetime.include(
    { freshUntil: end, staleUntil: end + keptWithReviews, errorUntil: end + keptWithReviews },
    true,
  );
}

function ratingOf({ shop }: ResponseBody<'rating'>, source: Rating['source']): Rating | null {
  if (!shop) return null;
  const { overallMark, totalReviewCount } = shop.qualityIndicators.reviewIndicator;
  return totalReviewCount > 0 ? { value: overallMark, count: totalReviewCount, source } : null;
}

/** Begins to follow Trusted Shops at once: the pages show what is there when they are asked for (specification 7). */
export function createReputation(env: Env, log: Logger, clock: Clock, isShown = true): Reputation {
  const outside = pollTrustedShops(env, log, clock);
  return {
    isShown,
    async rating(api) {
      if (!isShown) return null;
      if (!outside) return ratingOf(await api.call('rating', {}), 'own');
      const response = outside.rating.value();
      limitPage(clock, response !== null);
      return response && ratingOf(response, 'trustedShops');
    },
    async reviews(api) {
      if (!isShown) return [];
      if (!outside) return shownReviews((await api.call('reviews', {})).shop.reviews);
      const response = outside.reviews.value();
      limitPage(clock, response !== null);
      return response?.shop.reviews ?? null;
    },
    begun: Promise.all([outside?.rating.begun, outside?.reviews.begun]).then(() => {}),
    stop() {
      outside?.rating.stop();
      outside?.reviews.stop();
    },
  };
}
