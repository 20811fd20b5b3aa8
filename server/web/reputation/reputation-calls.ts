import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Api, Client } from '../api/client.js';
import { audienceOf, queryOf } from '../http/audience.js';
import { describeError, isFirstReport } from '../http/log.js';
import { events } from '../http/log-events.js';
import type { Reputation } from './reputation.js';

interface Needs {
  client: Client;
  log: Logger;
  reputation: Reputation;
}

/** Seconds that a browser keeps a response. */
const maxAgeSeconds = 600;

async function respond<T>(
  { client, log }: Pick<Needs, 'client' | 'log'>,
  request: Request,
  response: Response,
  what: 'rating' | 'reviews',
  load: (api: Api) => Promise<T | null>,
): Promise<T | null> {
  const audience = audienceOf(request, queryOf(request));
  request.notes.route = `api.${what}___${audience.locale}`;
  try {
    const loaded = await load(client.for(audience));
    // An unknown value may be known at the next request, so it is not cached.
    response.setHeader('Cache-Control', loaded === null ? 'private, no-store' : `private, max-age=${maxAgeSeconds}`);
    return loaded;
  } catch (error) {
    // A failed load is logged and not cached.
    if (isFirstReport(error, events.remoteDataFailed))
      log.warn({ what, error: describeError(error) }, events.remoteDataFailed);
    response.setHeader('Cache-Control', 'private, no-store');
    return null;
  }
}

/** `GET /api/TrustedShops/Rating` (specification 7): null, and not cached, where the rating is not known. */
export function ratingCall({ reputation, shopName, ...needs }: Needs & { shopName: string }): RequestHandler {
  return async (request, response) => {
    const load = (api: Api) => reputation.rating(api);
    const rating = await respond(needs, request, response, 'rating', load);
    response.json({
      shop: rating && {
        name: shopName,
        qualityIndicators: { reviewIndicator: { overallMark: rating.value, totalReviewCount: rating.count } },
      },
    });
  };
}

/** `GET /api/TrustedShops/Reviews` (specification 7): empty, and not cached, where no review is known. */
export function reviewsCall({ reputation, ...needs }: Needs): RequestHandler {
  return async (request, response) => {
    const load = (api: Api) => reputation.reviews(api);
    const reviews = await respond(needs, request, response, 'reviews', load);
    response.json({ shop: { reviews: reviews ?? [] } });
  };
}
