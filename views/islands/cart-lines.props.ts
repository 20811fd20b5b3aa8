import islands from '../../locales/de/islands.json' with { type: 'json' };
import type { DeliveryDays } from '../../server/contract/articles.js';
import type { CartArticle, CartData } from '../../server/contract/carts.js';
import type { PageContext } from '../context.js';
import { fitText, markOf } from '../fit-text.js';
import { keepPlaceholders, type Translate } from '../formats.js';
import { deliveryTime } from '../offer-texts.js';
import { pictureIn } from '../picture-widths.js';
import { type CartSnapshot, isBought, snapshotOf } from './cart-lines.model.js';
import { textsOf } from './texts.js';

type ElsewhereText = 'shopAbout_one' | 'shopAbout_other' | 'checkedFor' | 'forVehicle' | 'withoutVehicle';
export type CartTexts = Record<Exclude<keyof typeof islands.cart, ElsewhereText>, string>;

export interface CartLinesProps {
  cart: CartSnapshot;
  locale: string;
  /** Delivery country, so that every call is priced like the page (specification 7, "country injected"). */
  country: string;
  linkPage: string;
  texts: CartTexts;
}

export function cartTexts(t: Translate): Pick<CartLinesProps, 'texts'> {
  const { shopAbout_one, shopAbout_other, checkedFor, forVehicle, withoutVehicle, ...own } = islands.cart;
  return { texts: textsOf(own, (key) => t(`islands:cart.${key}`, keepPlaceholders)) };
}

/** Returns the delivery time of a shop's slowest part; null if none is known. */
function parcelDays({ cartArticles }: CartData, shop: string): DeliveryDays | null {
  const all = cartArticles.flatMap((line) =>
    line.shopId === shop && isBought(line) && line.deliveryDays ? line.deliveryDays : [],
  );
  if (all.length === 0) return null;
  return { min: Math.max(...all.map(({ min }) => min)), max: Math.max(...all.map(({ max }) => max)) };
}

/** Returns the vehicle of a line in words. Only parts with a verdict were checked for it. */
function vehicleOf({ model, fit }: CartArticle, t: Translate): string {
  if (!model) return t('islands:cart.withoutVehicle');
  const isChecked = fit.state !== 'universal' && fit.state !== 'unknown';
  return t(isChecked ? 'islands:cart.checkedFor' : 'islands:cart.forVehicle', { vehicle: model.fullName });
}

/** Returns the maker's guarantee of a line. The cart repeats it, because it is the last page before the order. */
function durabilityOf({ durability, brand, normNumber }: CartArticle, page: PageContext) {
  if (!durability) return null;
  const article = page.url('article', { brand: brand.seoName, number: normNumber });
  return {
    text: page.t('law:durability.title', { years: page.format.number(durability.years) }),
    href: page.durabilityLabel(durability)?.src ?? `${article}#durability`,
  };
}

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
      ({ id, rating, ratingCount, city }) => {
        const about =
          rating === null
            ? city
            : page.t('islands:cart.shopAbout', {
                rating: page.format.rating(rating),
                ratings: page.format.number(ratingCount),
                count: ratingCount,
                city,
              });
        const days = parcelDays(cart, id);
        return days
          ? `${about} · ${deliveryTime(page, days).replaceAll(' ', '\u00a0').replace('–', '–\u2060')}`
          : about;
      },
      (image) => pictureIn(page.photograph, image, 320),
      (line) => ({
        mark: markOf(line.fit),
        verdict: fitText(page.t, line.fit),
        vehicle: vehicleOf(line, page.t),
        durability: durabilityOf(line, page),
      }),
    ),
    linkPage: page.url('cartGenerate', {}),
    locale: page.edition.locale,
    country: page.country,
    ...cartTexts(page.t),
  };
}
