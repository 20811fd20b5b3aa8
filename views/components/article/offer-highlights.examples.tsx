import { type Examples, here, offersOf, one } from '../../example-data.js';
import { OfferHighlights } from './offer-highlights.js';

const offers = offersOf(3, 'three');

/** The highlights link to rows of the table below. */
export const examples: Examples = {
  'below them on the page': <OfferHighlights offers={offersOf(3, 'table')} wanted={one} folded={[]} full={null} />,
  'on the full page': <OfferHighlights offers={offers} wanted={one} folded={offers} full={here} />,
};
