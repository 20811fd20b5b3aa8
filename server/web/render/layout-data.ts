import type { Rating } from '../../../views/models.js';
import type { Reputation } from '../reputation/reputation.js';
import type { PageRequest } from './page.js';

export interface LayoutData {
  /** Null where nothing is known, or where the shop shows none. */
  rating: Rating | null;
}
/** The specification's default, shown as one; a shop with a catalogue of its own shows no example (D25, P140). */
const placeholder: Rating = { value: 4.82, count: 11_542, source: 'placeholder' };
/** What a page has around it where nothing could be asked. */
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
