import type { Review } from '../../contract/reputation.js';

const mostShown = 4;

/** Only reviews with a non-empty comment, at most four (specification 5). */
export const shownReviews = (reviews: readonly Review[]): Review[] =>
  reviews.filter(({ comment }) => comment.trim() !== '').slice(0, mostShown);
