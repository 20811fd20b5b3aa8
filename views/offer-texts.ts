import type { BasePrice, DeliveryDays, Product } from '../server/contract/articles.js';
import type { Offer } from '../server/contract/offers.js';
import type { PageContext } from './context.js';

/** An offer that ships to the delivery country, so that it has a total price (D51). Money in cents. */
export type ShippableOffer = Offer & { amount: NonNullable<Offer['amount']> };
export const isShippable = (offer: Offer): offer is ShippableOffer => offer.amount !== null;

export interface Wanted {
  pieces: number;
  packs: number;
  /** Pieces in a pack; null if unknown. */
  packSize: number | null;
}

/** Returns `für 2 Stück`, or `für 1 Packung (4 Stück)`. */
export const amountText = ({ t }: PageContext, { packs, packSize }: Wanted): string =>
  packSize !== null && packSize > 1
    ? t('article:amount.packs', { count: packs, pieces: packs * packSize })
    : t('article:amount.pieces', { count: packs });

/** Returns the goods price of several packs: `2 × 27,59 €`. */
export const goodsText = ({ format }: PageContext, price: number, packs: number): string =>
  packs > 1 ? `${packs} × ${format.money(price)}` : format.money(price);

/** Returns whether the shop has fewer packs than wanted. */
export const isShort = ({ stock }: Offer, { packs }: Wanted): boolean => stock !== null && stock < packs;

/** Returns `in 2–3 Werktagen`, or that the shop does not say. */
export function deliveryText({ t }: PageContext, days: DeliveryDays | null): string {
  if (!days) return t('article:delivery.unknown');
  const { min, max } = days;
  return min < max ? t('article:delivery.span', { min, max }) : t('article:delivery.days', { count: max });
}

/** Returns cost and time limit of a return. */
export function returnText({ t, format }: PageContext, { paidBy, cost, days }: Offer['returnCost']): string {
  if (paidBy === 'shop') return t('article:buy.returnFree', { count: days });
  return cost === null
    ? t('article:buy.returnUnknown', { count: days })
    : t('article:buy.returnPaid', { count: days, cost: format.money(cost) });
}

/** Returns the price per litre or kilogram; empty for goods sold by the piece (D13). */
export function basePriceText({ t, format }: PageContext, base: Offer['basePrice']): string {
  return base ? t('article:buy.base', { amount: format.money(base.value), unit: base.unit }) : '';
}

/** Returns the working days from order to door: `2–3 Werktage`. */
export function deliveryTime({ t }: PageContext, { min, max }: DeliveryDays): string {
  return t('part:days', { count: max, range: min === max ? String(max) : `${min}–${max}` });
}

/** Returns the amount of a list's price: `für 2, je 27,59 €`. Empty for one usual piece. */
export function priceOfText({ t, format }: PageContext, product: Product): string {
  const { packs, packSize, usualPieces, lowestPrice } = product;
  if (packs > 1) return t('part:several', { count: packs, price: format.money(lowestPrice ?? 0) });
  if (packSize !== null && packSize > 1) return t('part:pack', { count: packSize });
  return usualPieces > 1 ? t('part:piece') : '';
}

/** Returns `8,95 €/l` (PAngV § 4). */
export const shortBasePrice = ({ format }: PageContext, { value, unit }: BasePrice): string =>
  `${format.money(value)}/${unit}`;

/** Years of the maker's guarantee; empty without one. */
export const guaranteeText = ({ t, format }: PageContext, years: number | null): string =>
  years === null ? '' : t('part:guarantee', { count: years, number: format.number(years) });

/** Rating of the best offer's shop, and the cost of a return for the buyer; empty where unknown, or where it is free. */
export function sellerTexts(
  { t, format }: PageContext,
  seller: Product['seller'],
): { rating: string; returns: string } {
  if (!seller) return { rating: '', returns: '' };
  const { rating, returnCost } = seller;
  return {
    rating:
      rating === null ? '' : t('part:seller', { rating: format.rating(Math.round(rating * 10) / 10).slice(0, -1) }),
    returns: !returnCost ? '' : t('part:paidReturn', { cost: format.money(returnCost) }),
  };
}
