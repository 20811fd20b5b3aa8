import type { DeliveryDays } from '../../../server/contract/articles.js';
import type { Offer } from '../../../server/contract/offers.js';
import type { PageContext } from '../../context.js';

/** An offer that a shop sends to the delivery country: only these have a price to the door (D51). Money in cents. */
export type ShippableOffer = Offer & { shipping: number; totalPrice: number };
export const isShippable = (offer: Offer): offer is ShippableOffer =>
  offer.totalPrice !== null && offer.shipping !== null;

/** `in 2–3 Werktagen`; empty where the shop does not say. */
export function deliveryText({ t }: PageContext, days: DeliveryDays | null): string {
  if (!days) return '';
  const { min, max } = days;
  return min < max ? t('article:delivery.span', { min, max }) : t('article:delivery.days', { count: max });
}

/** What sending it back costs, and how long that is possible. */
export function returnText({ t, format }: PageContext, { cost, days }: Offer['returnCost']): string {
  return cost === null
    ? t('article:buy.returnFree', { count: days })
    : t('article:buy.returnPaid', { count: days, cost: format.money(cost) });
}

/** Price per litre or kilogram; empty for goods sold by the piece (D13). */
export function basePriceText({ t, format }: PageContext, base: Offer['basePrice']): string {
  return base ? t('article:buy.base', { amount: format.money(base.value), unit: base.unit }) : '';
}
