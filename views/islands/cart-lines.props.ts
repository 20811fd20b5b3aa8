import type { CartData } from '../../server/api/contract.js';
import type { PageContext } from '../context.js';
import { pictureIn } from '../picture-widths.js';
import type { Translate } from '../words.js';
import { type CartSnapshot, snapshotOf } from './cart-lines.model.js';
import { openPlaces, wordsBy } from './words.js';

/** Texts of the island, by their keys in the `islands` namespace. */
const cartTextKeys = [
  'quantityOf',
  'change',
  'remove',
  'deposit',
  'subtotal',
  'shipping',
  'toFree',
  'total',
  'goods',
  'depositSum',
  'fits',
  'conditional',
  'no',
  'unknown',
  'checkedFor',
  'withoutVehicle',
  'gone',
  'soldOut',
  'notShippable',
  'tooFew',
  'takeThere',
  'priceChanged',
  'updated',
  'failed',
  'late',
  'retry',
  'empty',
  'summary',
  'leftOut',
] as const;
export type CartTexts = Record<(typeof cartTextKeys)[number], string>;

export interface CartLinesProps {
  cart: CartSnapshot;
  locale: string;
  /** Delivery country, so that every call is priced like the page (specification 7, "country injected"). */
  country: string;
  texts: CartTexts;
}

/** What the lines say the same in every cart of an edition. */
export function cartWords(t: Translate): Pick<CartLinesProps, 'texts'> {
  const places = openPlaces('title', 'amount', 'from', 'vehicle', 'before', 'after', 'count', 'pieces');
  return { texts: wordsBy(cartTextKeys, (key) => t(`islands:cart.${key}`, places)) };
}

/** The props of the cart's lines, with the words of the edition. */
export function cartLinesProps(cart: CartData, page: PageContext): CartLinesProps {
  return {
    cart: snapshotOf(
      cart,
      ({ brand, normNumber, offerId, model }) =>
        page.url('article', {
          brand: brand.seoName,
          number: normNumber,
          articleId: offerId,
          ...(model ? { modelId: model.id } : {}),
        }),
      ({ rating, ratingCount, city }) =>
        page.t('islands:cart.shopAbout', {
          rating: page.format.rating(rating),
          ratings: page.format.number(ratingCount),
          city,
        }),
      (image) => pictureIn(page.photograph, image, 320),
    ),
    locale: page.edition.locale,
    country: page.country,
    ...cartWords(page.t),
  };
}
