import type { Rating } from '../../../views/models.js';
import type { PageRequest } from './page.js';

/** What every page has around its content. */
export interface Surroundings {
  rating: Rating;
}
/** What a page has of it where nothing is known: the rating is the specification's default, shown as one (D25). */
export const bareSurroundings: Surroundings = { rating: { value: 4.82, count: 11_542, source: 'placeholder' } };

/** Loads what stands around a page; without it the page is still a page. */
export async function surroundings({ optional, services }: PageRequest): Promise<Surroundings> {
  const rating = await optional('rating', (api) => services.reputation.rating(api));
  return rating ? { rating } : bareSurroundings;
}
