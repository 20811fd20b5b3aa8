import type { CartData } from '../api/contract.js';

/** A cart without lines (D26): who has no session has this, and it cannot be written to. */
export const emptyCart: CartData = {
  cartArticles: [],
  cartShops: [],
  minShopFeedbackAvg: 0,
  countArticles: 0,
  priceSum: 0 as CartData['priceSum'],
  refundSum: 0 as CartData['refundSum'],
  shippingSum: 0 as CartData['shippingSum'],
  priceTotal: 0 as CartData['priceTotal'],
};
