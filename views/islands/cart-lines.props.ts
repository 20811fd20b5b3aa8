import islands from '../../locales/de/islands.json' with { type: 'json' };
import type { DeliveryDays } from '../../server/contract/articles.js';
import type { CartArticle, CartData, CartUndo } from '../../server/contract/carts.js';
import type { PageContext } from '../context.js';
import { fitText, markOf } from '../fit-text.js';
import { keepPlaceholders, type Translate } from '../formats.js';
import { deliveryTime } from '../offer-texts.js';
import { pictureIn } from '../picture-widths.js';
import { type CartSnapshot, isBought, snapshotOf, withRemoved } from './cart-lines.model.js';
import { textsOf } from './texts.js';

type ElsewhereText = 'forVehicle' | 'withoutVehicle';
export type CartTexts = Record<Exclude<keyof typeof islands.cart, ElsewhereText> | 'removed' | 'undo', string>;

export interface CartLinesProps {
  cart: CartSnapshot;
  locale: string;
  /** Delivery country, so that every call is priced like the page (specification 7, "country injected"). */
  country: string;
  linkPage: string;
  texts: CartTexts;
}

export function cartTexts(t: Translate): Pick<CartLinesProps, 'texts'> {
  const { forVehicle, withoutVehicle, ...own } = islands.cart;
  const texts = textsOf('cart', own, t, (key) => t(`islands:cart.${key}`, keepPlaceholders));
  return { texts: { ...texts, removed: t('cart:changed.remove', keepPlaceholders), undo: t('cart:undo') } };
}

/** Returns the delivery time of a shop's slowest part; null if none is known. */
function parcelDays({ cartArticles }: CartData, shop: string): DeliveryDays | null {
  const all = cartArticles.flatMap((line) =>
    line.shopId === shop && isBought(line) && line.deliveryDays ? line.deliveryDays : [],
  );
  if (all.length === 0) return null;
  return { min: Math.max(...all.map(({ min }) => min)), max: Math.max(...all.map(({ max }) => max)) };
}

const vehicleOf = ({ model }: CartArticle, t: Translate): string =>
  model ? t('islands:cart.forVehicle', { vehicle: model.fullName }) : t('islands:cart.withoutVehicle');

/** Returns the vehicle of all lines in words; null if they have several, which each line names then. */
export function commonVehicle({ cartArticles: [first, ...others] }: CartData, t: Translate): string | null {
  return first && others.every(({ model }) => model?.id === first.model?.id) ? vehicleOf(first, t) : null;
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

export function cartLinesProps(cart: CartData, undo: CartUndo | null, page: PageContext): CartLinesProps {
  const common = commonVehicle(cart, page.t);
  return {
    cart: withRemoved(
      snapshotOf(
        cart,
        ({ brand, normNumber, offerId, model }) =>
          page.url('article', {
            brand: brand.seoName,
            number: normNumber,
            articleId: offerId,
            ...(model ? { modelId: model.id } : {}),
          }),
        ({ id, rating, city }) => {
          const days = parcelDays(cart, id);
          const facts = [rating !== null && `★ ${page.format.rating(rating)}`, city, days && deliveryTime(page, days)];
          return facts
            .map((fact) => (fact || '').replaceAll(' ', '\u00a0').replace('–', '–\u2060'))
            .filter(Boolean)
            .join(' · ');
        },
        (image) => pictureIn(page.photograph, image, 320),
        (line) => ({
          mark: markOf(line.fit),
          verdict: fitText(page.t, line.fit),
          ...(line.fit.state === 'conditional' && {
            asked: { 'data-if': line.productId, 'data-model': line.model?.id },
          }),
          vehicle: common ? null : vehicleOf(line, page.t),
          durability: durabilityOf(line, page),
        }),
      ),
      undo,
    ),
    linkPage: page.url('cartGenerate', {}),
    locale: page.edition.locale,
    country: page.country,
    ...cartTexts(page.t),
  };
}
