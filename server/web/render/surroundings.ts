import type { Rating } from '../../../views/models.js';
import type { Reputation } from '../reputation/reputation.js';
import type { PageRequest } from './page.js';

/** What every page has around its content. */
export interface Surroundings {
  rating: Rating;
}
/** What a page has of it where nothing is known: the rating is the specification's default, shown as one (D25). */
export const bareSurroundings: Surroundings = { rating: { value: 4.82, count: 11_542, source: 'placeholder' } };

/** Loads what stands around a page; without it the page is still a page. */
export type LoadSurroundings = (request: Pick<PageRequest, 'optional'>) => Promise<Surroundings>;

export function createLoadSurroundings({ rating: ratingOf }: Pick<Reputation, 'rating'>): LoadSurroundings {
  return async ({ optional }) => {
    const rating = await optional('rating', (api) => ratingOf(api));
    return rating ? { rating } : bareSurroundings;
  };
}
