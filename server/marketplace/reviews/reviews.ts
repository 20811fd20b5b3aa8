import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';

/** As many of the latest as anybody looks at; some of them have no comment. */
const longest = 20;

/** The mean of all marks; no shop where nobody has given one. */
export async function rateMarketplace({ db }: Generation): Promise<Wire<'rating'>> {
  const { mark, count } = await db
    .selectFrom('review')
    .select(({ fn }) => [fn.avg<number | null>('mark').as('mark'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow();
  if (mark === null) return { shop: null };
  const overallMark = Math.round(mark * 100) / 100;
  return { shop: { qualityIndicators: { reviewIndicator: { overallMark, totalReviewCount: count } } } };
}

/** What customers have written in the language of the edition, the latest first. */
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
