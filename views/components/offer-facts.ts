import type { BasePrice, DeliveryDays } from '../../server/contract/articles.js';
import type { PageContext } from '../context.js';

/** `2–3 Werktage`: working days from order to door. */
export function deliveryTime({ t }: PageContext, { min, max }: DeliveryDays): string {
  return t('part:days', { count: max, range: min === max ? String(max) : `${min}–${max}` });
}

/** `8,95 €/l` (PAngV § 4). */
export const basePriceText = ({ format }: PageContext, { value, unit }: BasePrice): string =>
  `${format.money(value)}/${unit}`;
