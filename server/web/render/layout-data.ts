import type { Rating } from '../../../views/models.js';
import type { Reputation } from '../reputation/reputation.js';
import type { PageRequest } from './page.js';

/** Data of the layout around every page. */
export interface LayoutData {
  rating: Rating;
}
/** What a page has of it where nothing is known: the rating is the specification's default, shown as one (D25). */
export const defaultLayoutData: LayoutData = { rating: { value: 4.82, count: 11_542, source: 'placeholder' } };

/** Loads the layout's data; a failure does not fail the page. */
export type LoadSurroundings = (request: Pick<PageRequest, 'optional'>) => Promise<LayoutData>;

export function createLoadSurroundings({ rating: ratingOf }: Pick<Reputation, 'rating'>): LoadSurroundings {
  return async ({ optional }) => {
    const rating = await optional('rating', (api) => ratingOf(api));
    return rating ? { rating } : defaultLayoutData;
  };
}
