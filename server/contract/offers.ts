import { z } from 'zod';
import { basePrice, conditions, deliveryDays, fit } from './articles.js';
import { country } from './countries.js';
import { decimalId, modelId, slug } from './ids.js';
import { money } from './money.js';

/** A shop beside its offer. `rating` is 0 to 5 with one decimal. */
export const shop = z.object({
  id: decimalId,
  name: z.string(),
  slug,
  rating: z.number(),
  ratingCount: z.number().int(),
  /** Country the shop ships from (ISO 3166-1 alpha-2). */
  country: z.string(),
  city: z.string(),
});
/** Payer of the return, and its time limit. `cost` null = borne by the shop. */
export const returnPolicy = z.object({ cost: money.nullable(), days: z.number().int() });
export const offer = z.object({
  id: decimalId,
  offerId: decimalId,
  shop,
  /** Of one pack, as are shipping and total. */
  price: money,
  /** Null, as is `totalPrice`, where the shop does not ship to the country asked about (D51). */
  shipping: money.nullable(),
  totalPrice: money.nullable(),
  /** Deposit; beside the price, never inside (D13). */
  refund: money,
  /** Of the packs that were asked for, sent in one parcel (D74); null where the shop does not ship. */
  amount: z.object({ goods: money, shipping: money, total: money }).nullable(),
  basePrice: basePrice.nullable(),
  /** Lowest price of the last 30 days, null where none is announced (Omnibus directive). */
  lowest30: money.nullable(),
  deliveryDays: deliveryDays.nullable(),
  stock: z.number().int(),
  condition: z.enum(conditions),
  returnCost: returnPolicy,
});
/**
 * Context of a request for offers (specification 3): a part outside of it has no offers. `categoryId` says the same as
 * `category`. An unsupported country is ignored (specification 5).
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
/** An amount of pieces in a cart, in a form and in an address. */
export const pieces = z.coerce.number().int().min(1).max(99);
/**
 * Offers by the price of `packs` with delivery; offers with less stock or without shipping come last (D16, D74); shops
 * by rating, best first.
 */
export const offers = z.object({
  /** Whether the part fits the car of `modelId`; left out where none is named. */
  fit: fit.optional(),
  /** Number of packs that `amount` is for. */
  packs: z.number().int(),
  offers: z.array(offer),
  shops: z.array(shop),
});

/**
 * Lowest price of an article with delivery on this marketplace, for a year (D89): a step for each day (UTC) on which
 * it changed, the last one is now. Older than three months, a step is the lowest of its week. Null: nobody
 * shipped it. No steps for countries other than the six editions'.
 */
export const priceHistory = z.object({
  steps: z.array(z.object({ from: z.string(), total: money.nullable() })),
});

/**
 * The largest reduction of a leaf's offers against the lowest price of the last 30 days, in whole per cent rounded
 * down.
 */
export const reduction = z.object({ percent: z.number().int().min(0).max(99) });

export type PriceSteps = z.output<typeof priceHistory>['steps'];
export type Shop = z.output<typeof shop>;
export type Offer = z.output<typeof offer>;
export type Offers = z.output<typeof offers>;
