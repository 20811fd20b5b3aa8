import type { Logger } from 'pino';
import { z } from 'zod';
import type { Answer } from '../api/contract.js';
import type { Env } from '../env.js';
import { type Followed, follow } from '../follow.js';
import { describeError } from '../log.js';
import { events } from '../log-events.js';

const minute = 60_000;
const hour = 60 * minute;
/** Renewed every six hours, tried again a minute after a failure, shown for a day without news (D38). */
const times = { every: 6 * hour, retryAfter: minute, keepFor: 24 * hour };

/** As it is on the wire of the public API: numbers may come as strings, dates under either name. */
const qualityAnswer = z.object({
  response: z.object({
    data: z.object({
      shop: z.object({
        qualityIndicators: z.object({
          reviewIndicator: z.object({
            overallMark: z.coerce.number().min(0).max(5),
            totalReviewCount: z.coerce.number().int().min(0),
          }),
        }),
      }),
    }),
  }),
});
const reviewsAnswer = z.object({
  response: z.object({
    data: z.object({
      shop: z.object({
        reviews: z.array(
          z.object({
            comment: z.string().nullish(),
            mark: z.coerce.number().min(1).max(5),
            creationDate: z.string().nullish(),
          }),
        ),
      }),
    }),
  }),
});

/** Rating and reviews of an account at Trusted Shops, each with its own fate. */
export interface TrustedShops {
  rating: Followed<Answer<'rating'>>;
  reviews: Followed<Answer<'reviews'>>;
}

/** Follows the public API; null where no account is configured. */
export function followTrustedShops(env: Env, log: Logger): TrustedShops | null {
  if (!env.TRUSTED_SHOPS_ID) return null;
  const base = `${env.TRUSTED_SHOPS_API}/rest/public/v2/shops/${env.TRUSTED_SHOPS_ID}/quality`;
  const start = <T>(what: string, url: string, schema: z.ZodType<T>): Followed<T> =>
    follow({
      ...times,
      url,
      schema,
      onFailed: (error) => log.warn({ what, error: describeError(error) }, events.outsideFailed),
    });
  return {
    rating: start(
      'rating',
      `${base}.json`,
      qualityAnswer.transform(({ response }) => response.data),
    ),
    reviews: start(
      'reviews',
      `${base}/reviews.json`,
      reviewsAnswer.transform(({ response: { data } }) => ({
        shop: {
          reviews: data.shop.reviews.map(({ comment, mark, creationDate }) => ({
            comment: comment ?? '',
            mark,
            creationDate: creationDate ?? null,
          })),
        },
      })),
    ),
  };
}
