import type { BasePrice, DeliveryDays, Product } from '../../server/contract/articles.js';
import type { PageContext } from '../context.js';

/** `2–3 Werktage`: working days from order to door. */
export function deliveryTime({ t }: PageContext, { min, max }: DeliveryDays): string {
  return t('part:days', { count: max, range: min === max ? String(max) : `${min}–${max}` });
}

/**
 * What a list's price is for: `für 2, je 27,59 €`. Empty where one piece is what everybody buys.
 */
export function priceOfText({ t, format }: PageContext, product: Product): string {
  const { packs, packSize, usualPieces, lowestPrice } = product;
  if (packs > 1) return t('part:several', { count: packs, price: format.money(lowestPrice ?? 0) });
  if (packSize !== null && packSize > 1) return t('part:pack', { count: packSize });
  return usualPieces > 1 ? t('part:piece') : '';
}

/** `8,95 €/l` (PAngV § 4). */
export const basePriceText = ({ format }: PageContext, { value, unit }: BasePrice): string =>
  `${format.money(value)}/${unit}`;
