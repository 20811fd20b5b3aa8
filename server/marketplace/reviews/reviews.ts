import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';

/** The latest reviews; some have no comment. */
const longest = 20;

/** Returns the mean of all marks; null without any. */
export async function rateMarketplace({ db }: Generation): Promise<Wire<'rating'>> {
  const { mark, count } = await db
    .selectFrom('review')
    .select(({ fn }) => [fn.avg<number | null>('mark').as('mark'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow();
  if (mark === null) return { shop: null };
  const overallMark = Math.round(mark * 100) / 100;
  return { shop: { qualityIndicators: { reviewIndicator: { overallMark, totalReviewCount: count } } } };
}

/** Returns the reviews in the language of the edition, latest first. */
export async function reviewMarketplace({ db }: Generation, { locale }: Request<'reviews'>): Promise<Wire<'reviews'>> {
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('language', '=', languageOf(locale))
    .orderBy('created_on', 'desc')
    .orderBy('id')
    .limit(longest)
    .execute();
  const reviews = rows.map(({ comment, mark, created_on, author, is_verified }) => ({
    comment,
    mark,
    creationDate: created_on,
    author,
    isVerified: is_verified === 1,
  }));
  return { shop: { reviews } };
}
