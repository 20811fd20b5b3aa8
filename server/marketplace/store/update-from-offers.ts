import type { DatabaseSync } from 'node:sqlite';
import { fillLeafColumns, refillLeafOffers } from './fill-leaf-columns.js';
import { withholdRejectedOffers } from './offer-rejections.js';
import { writeProductPrices } from './product-prices.js';
import { fillShopBestOffers } from './shop-best-offers.js';
import { surveyOffers } from './survey-offers.js';

/**
 * Rebuilds what is derived from offers, rates, shops and products: which offers are sold, the cheapest of each product,
 * the best of each shop, and the columns of listings. Run when `leaf_product` is right.
 */
export function updateFromOffers(database: DatabaseSync): void {
  withholdRejectedOffers(database);
  const survey = surveyOffers(database);
  writeProductPrices(database, survey, null);
  fillShopBestOffers(database, survey);
  fillLeafColumns(database, survey);
}

/** Tables that {@link updateFromChangedOffers} writes besides `offer`. */
export const offerTables = [
  'withheld_offer',
  'offer_fault',
  'product_price',
  'shop_best_offer',
  'leaf_column',
  'leaf_price',
] as const;

/**
 * The same where nothing but offers has changed.
 * @param touched by product id, whether one of its offers has
 */
export function updateFromChangedOffers(database: DatabaseSync, touched: Uint8Array): void {
  withholdRejectedOffers(database);
  const survey = surveyOffers(database);
  writeProductPrices(database, survey, touched);
  fillShopBestOffers(database, survey);
  refillLeafOffers(database, survey);
}
