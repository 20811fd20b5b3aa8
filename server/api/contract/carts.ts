import { z } from 'zod';
import { deliveryDays, fit, image } from './articles.js';
import { decimalId, modelId, money, opaqueId, slug } from './scalars.js';
import { model } from './vehicles.js';

/** 1 to 99 whole pieces (D17). Strings come from forms; anything but plain digits is refused, not rounded. */
export const quantity = z.union([
  z.number().int().min(1).max(99),
  z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number),
]);

/** Why a line cannot be bought as it stands: the offer has gone, or its shop does not ship to the country. */
export const lineStates = ['ok', 'gone', 'notShippable'] as const;

/** One line = one offer for one vehicle (D52). */
export const cartArticle = z.object({
  id: opaqueId,
  offerId: decimalId,
  shopId: decimalId,
  productId: decimalId,
  title: z.string(),
  brand: z.object({ name: z.string(), seoName: slug }),
  articleNumber: z.string(),
  normNumber: z.string(),
  /** The vehicle it was chosen for, null when bought without one. */
  model: model.pick({ id: true, fullName: true, kw: true, ps: true }).nullable(),
  quantity: z.number().int(),
  unitPrice: money,
  /** Price at the time it was added or last seen, where that differs from `unitPrice`. */
  previousPrice: money.nullable(),
  sum: money,
  /** Deposit of the whole line. */
  refund: money,
  image: image.nullable(),
  fit,
  deliveryDays: deliveryDays.nullable(),
  available: z.boolean(),
  state: z.enum(lineStates),
});
export const cartShop = z.object({
  id: decimalId,
  name: z.string(),
  slug,
  city: z.string(),
  country: z.string(),
  rating: z.number(),
  ratingCount: z.number().int(),
  priceSum: money,
  refundSum: money,
  shippingSum: money,
  /** Goods sum from which this shop ships free to the country; null = never. */
  freeShippingFrom: money.nullable(),
});
/** The whole cart: priceTotal = priceSum + shippingSum + refundSum (D13). Lines that are not `ok` count in no sum. */
export const cartData = z.object({
  cartArticles: z.array(cartArticle),
  cartShops: z.array(cartShop),
  /** Lowest shop rating in the cart, 0 when empty (D17). */
  minShopFeedbackAvg: z.number(),
  /** Sum of quantities (D51). */
  countArticles: z.number().int(),
  priceSum: money,
  refundSum: money,
  shippingSum: money,
  priceTotal: money,
});
export const cartAnswer = z.object({ cartData });
export const cartCount = z.object({ countArticles: z.number().int() });
export const quantityBody = z.object({ quantity });
export const addBody = z.object({ quantity: quantity.default(1) });
export const addQuery = { modelId: modelId.optional() };
export const session = z.object({ sid: opaqueId });

export type CartArticle = z.output<typeof cartArticle>;
export type CartShop = z.output<typeof cartShop>;
export type CartData = z.output<typeof cartData>;
