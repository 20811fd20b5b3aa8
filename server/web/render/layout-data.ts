import type { Rating } from '../../../views/models.js';
import type { Reputation } from '../reputation/reputation.js';
import type { PageRequest } from './page.js';

export interface LayoutData {
  /** Rating of the shop; null if unknown or not shown. */
  rating: Rating | null;
}
/** Example rating of the specification, shown as an example. Shops with their own catalogue show none (D25, P140). */
const placeholder: Rating = { value: 4.82, count: 11_542, source: 'placeholder' };
/** Returns the layout's data while the marketplace is down. */
export const defaultLayoutData = (isDemonstration: boolean): LayoutData => ({
  rating: isDemonstration ? placeholder : null,
});

/** Loads the layout's data; a failure does not fail the page. */
export type LoadSurroundings = (request: Pick<PageRequest, 'optional'>) => Promise<LayoutData>;

export function createLoadSurroundings(
  { rating: ratingOf, isShown }: Pick<Reputation, 'rating' | 'isShown'>,
  isDemonstration: () => boolean,
): LoadSurroundings {
  return async ({ optional }) => {
    if (!isShown) return { rating: null };
    const rating = await optional('rating', (api) => ratingOf(api));
    return rating ? { rating } : defaultLayoutData(isDemonstration());
  };
}
