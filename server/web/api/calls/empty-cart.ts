import type { CartData } from '../../../contract/carts.js';
import type { Wire } from '../../../contract/handler-types.js';

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

/** What there is to compare in it. */
export const emptyPlans: Wire<'cartOptimise'> = {
  current: { shops: [], sums: { priceSum: 0, refundSum: 0, shippingSum: 0, priceTotal: 0 }, deliveryDays: null },
  plans: [],
};
