import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Rating } from '../../../views/models.js';
import type { Clock } from '../../clock/clock.js';
import type { ResponseBody } from '../../contract/operations/caller-types.js';
import type { Review } from '../../contract/reputation.js';
import type { Env } from '../../env.js';
import type { Api, Client } from '../api/client.js';
import { audienceOf } from '../http/audience.js';
import { describeError, isFirstReport, notes } from '../http/log.js';
import { events } from '../http/log-events.js';
import { pollTrustedShops, shownReviews } from './trusted-shops.js';

/** Rating and reviews of the shop: from Trusted Shops if there is an account, else from the marketplace. */
export interface Reputation {
  /** False if the operator turned them off (P140). */
  readonly isShown: boolean;
  /** Returns null without a rating; never waits for Trusted Shops. @throws ProblemError of the marketplace */
  rating(api: Api): Promise<Rating | null>;
  /** Returns at most four with a comment; null before Trusted Shops answers. @throws ProblemError of the marketplace */
  reviews(api: Api): Promise<Review[] | null>;
  /** Resolves after the first poll of Trusted Shops. */
  readonly begun: Promise<void>;
  stop(): void;
}

/** Milliseconds for which a page with reviews of Trusted Shops is cached, or a page without them. */
const cacheWithReviewsMs = 10 * 60_000;
const cacheWithoutMs = 30_000;

/** Ends the page's lifetime with the next poll, which no response of the marketplace does. */
function limitPage(clock: Clock, hasValue: boolean): void {
  const end = clock.now() + (hasValue ? cacheWithReviewsMs : cacheWithoutMs);
  notes()?.lifetime.include(
    { freshUntil: end, staleUntil: end + cacheWithReviewsMs, errorUntil: end + cacheWithReviewsMs },
    true,
  );
}

function ratingOf({ shop }: ResponseBody<'rating'>, source: Rating['source']): Rating | null {
  if (!shop) return null;
  const { overallMark, totalReviewCount } = shop.qualityIndicators.reviewIndicator;
  return totalReviewCount > 0 ? { value: overallMark, count: totalReviewCount, source } : null;
}

/** Polls Trusted Shops from now on; pages show the latest answer (specification 7). */
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

/** Seconds that a browser caches a response. */
const maxAgeSeconds = 600;

async function respond<T>(
  client: Client,
  log: Logger,
  request: Request,
  response: Response,
  what: 'rating' | 'reviews',
  load: (api: Api) => Promise<T | null>,
): Promise<T | null> {
  const audience = audienceOf(request);
  request.notes.route = `api.${what}___${audience.locale}`;
  try {
    const loaded = await load(client.for(audience));
    // An unknown value may be known at the next request.
    response.setHeader('Cache-Control', loaded === null ? 'private, no-store' : `private, max-age=${maxAgeSeconds}`);
    return loaded;
  } catch (error) {
    if (isFirstReport(error, events.remoteDataFailed))
      log.warn({ what, error: describeError(error) }, events.remoteDataFailed);
    response.setHeader('Cache-Control', 'private, no-store');
    return null;
  }
}

/** Answers `GET /api/TrustedShops/Rating` (specification 7); null and not cached for an unknown rating. */
export function ratingCall(client: Client, log: Logger, reputation: Reputation, shopName: string): RequestHandler {
  return async (request, response) => {
    const rating = await respond(client, log, request, response, 'rating', (api) => reputation.rating(api));
    response.json({
      shop: rating && {
        name: shopName,
        qualityIndicators: { reviewIndicator: { overallMark: rating.value, totalReviewCount: rating.count } },
      },
    });
  };
}

/** Answers `GET /api/TrustedShops/Reviews` (specification 7); empty and not cached without reviews. */
export function reviewsCall(client: Client, log: Logger, reputation: Reputation): RequestHandler {
  return async (request, response) => {
    const reviews = await respond(client, log, request, response, 'reviews', (api) => reputation.reviews(api));
    response.json({ shop: { reviews: reviews ?? [] } });
  };
}
