import { z } from 'zod';
import { basePrice, conditions, deliveryDays, fit } from './articles.js';
import { country } from './countries.js';
import { decimalId, modelId, slug } from './ids.js';
import { money } from './money.js';

/** Shop of an offer. `rating` is 0 to 5 with one decimal; null if nobody has rated it. */
export const shop = z.object({
  id: decimalId,
  name: z.string(),
  slug,
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** Country from which the shop ships (ISO 3166-1 alpha-2). */
  country: z.string(),
  city: z.string(),
});
/** Payer, cost and time limit of a return. A `cost` of null is unknown; it is 0 if the shop pays. */
export const returnPolicy = z.object({
  paidBy: z.enum(['shop', 'buyer']),
  cost: money.nullable(),
  days: z.number().int(),
});
export const offer = z.object({
  id: decimalId,
  offerId: decimalId,
  shop,
  /** Price of one pack, as are shipping and total. */
  price: money,
  /** Null like `totalPrice` if the shop does not ship to the requested country (D51). */
  shipping: money.nullable(),
  totalPrice: money.nullable(),
  /** Deposit, not part of the price (D13). */
  refund: money,
  /** Sums for the requested packs in one parcel (D74); null if the shop does not ship. */
  amount: z.object({ goods: money, shipping: money, total: money }).nullable(),
  basePrice: basePrice.nullable(),
  /** Lowest price of the last 30 days if the shop announces one (Directive 98/6/EC, Art. 6a). */
  lowest30: money.nullable(),
  /** Null if unknown, or if the shop does not ship to the country. */
  deliveryDays: deliveryDays.nullable(),
  /** Packs; null = available, number unknown. */
  stock: z.number().int().nullable(),
  condition: z.enum(conditions),
  returnCost: returnPolicy,
});
/**
 * Context of a request for offers (specification 3). A part outside of it has no offers. `categoryId` and `category`
 * are equivalent. Unknown countries are ignored (specification 5).
 */
export const offerContext = {
  categoryId: decimalId.optional(),
  deliveryCountry: country.optional().catch(undefined),
  category: decimalId.optional(),
  topLevelCategory: decimalId.optional(),
  vehicleManufacturerId: decimalId.optional(),
  vehicleSeriesGroupId: decimalId.optional(),
  vehicleModelId: modelId.optional(),
  brand: decimalId.optional(),
};
/** Pieces in a form or an address. */
export const pieces = z.coerce.number().int().min(1).max(99);
/**
 * Offers by price of `packs` with delivery. Offers with less stock or without shipping come last (D16, D74). Shops are
 * ordered by rating.
 */
export const offers = z.object({
  /** Verdict for the car of `modelId`; missing without one. */
  fit: fit.optional(),
  /** Number of packs that `amount` is for. */
  packs: z.number().int(),
  offers: z.array(offer),
  shops: z.array(shop),
});

/**
 * Lowest price of an article with delivery on this marketplace, for a year (D89). Each day (UTC) with a change has a
 * step; the last step is now. After three months a step is the lowest of its week. Null: no shop shipped it. Other
 * countries than those of the editions have no steps.
 */
export const priceHistory = z.object({
  steps: z.array(z.object({ from: z.string(), total: money.nullable() })),
});

/** Largest reduction in a leaf compared to the lowest price of 30 days, in whole per cent rounded down. */
export const reduction = z.object({ percent: z.number().int().min(0).max(99) });

export type PriceSteps = z.output<typeof priceHistory>['steps'];
export type Shop = z.output<typeof shop>;
export type Offer = z.output<typeof offer>;
export type Offers = z.output<typeof offers>;
