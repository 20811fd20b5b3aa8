import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import type { ResponseBody } from '../../contract/operations/caller-types.js';
import type { Review } from '../../contract/reputation.js';
import type { Env } from '../../env.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { type Polled, poll } from '../remote-data/poll.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Milliseconds: polled every six hours, a minute after a failure, and shown for a day without answer (D38). */
const times = { everyMs: 6 * hourMs, retryAfterMs: minuteMs, keepForMs: 24 * hourMs };
/** Bounds of the reviews of a year, which come in one response. No page waits for it. */
const much = { maxLength: 16 * 1024 * 1024, timeoutMs: 30_000 };

const mostShown = 4;
/** Returns at most four reviews with a comment (specification 5). */
export const shownReviews = (reviews: readonly Review[]): Review[] =>
  reviews.filter(({ comment }) => comment.trim() !== '').slice(0, mostShown);

/** A review has the date of its writing, else of its confirmation or change. */
const when = z.string().nullish();
/** A response as public clients read it, with numbers as strings. The API was not tried with a live account. */
const responseWith = <Shop extends z.ZodType>(shop: Shop) =>
  z.object({ response: z.object({ data: z.object({ shop }) }) }).transform(({ response }) => response.data);

const qualityResponse = responseWith(
  z.object({
    qualityIndicators: z.object({
      reviewIndicator: z.object({
        overallMark: z.coerce.number().min(0).max(5),
        totalReviewCount: z.coerce.number().int().min(0),
      }),
    }),
  }),
);
const writtenReview = z.object({
  comment: z.string().nullish(),
  mark: z.coerce.number().min(1).max(5),
  creationDate: when,
  confirmationDate: when,
  changeDate: when,
});
const reviewsResponse = responseWith(
  z.object({ reviews: z.array(writtenReview) }).transform(({ reviews }) => ({
    reviews: shownReviews(
      reviews.map(({ comment, mark, creationDate, confirmationDate, changeDate }) => ({
        comment: comment ?? '',
        mark,
        creationDate: creationDate ?? confirmationDate ?? changeDate ?? null,
        author: '',
        isVerified: false,
      })),
    ),
  })),
);

/** Rating and reviews of an account at Trusted Shops; each is polled on its own. */
export interface TrustedShops {
  rating: Polled<ResponseBody<'rating'>>;
  reviews: Polled<ResponseBody<'reviews'>>;
}

/** Polls the public API; null without an account. */
export function pollTrustedShops(env: Env, log: Logger, clock: Clock): TrustedShops | null {
  if (!env.TRUSTED_SHOPS_ID) return null;
  const base = `${env.TRUSTED_SHOPS_API}/rest/public/v2/shops/${env.TRUSTED_SHOPS_ID}`;
  const start = <T>(what: string, url: string, schema: z.ZodType<T>, bounds = {}): Polled<T> =>
    poll({
      ...times,
      ...bounds,
      clock,
      url,
      schema,
      onFailed: (error) => log.warn({ what, error: describeError(error) }, events.remoteDataFailed),
    });
  return {
    rating: start('rating', `${base}/quality/reviews.json`, qualityResponse),
    reviews: start('reviews', `${base}/reviews.json`, reviewsResponse, much),
  };
}
