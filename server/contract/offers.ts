import { z } from 'zod';
import { basePrice, conditions, deliveryDays, fit } from './articles.js';
import { country } from './countries.js';
import { decimalId, modelId, slug } from './ids.js';
import { money } from './money.js';

/** A shop as it stands beside an offer. `rating` is 0 to 5 with one decimal. */
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
/** Who pays for sending it back, and how long that is possible. `cost` null = borne by the shop. */
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
 * What offers are asked in the context of (specification 3): of a part outside of it there are none. `categoryId` says
 * the same as `category`. An unsupported country is ignored (specification 5).
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
 * Offers by the price of `packs` to the door, those with fewer in stock and those that do not ship last (D16, D74);
 * shops by rating, best first.
 */
export const offers = z.object({
  /** Whether the part fits the car of `modelId`; left out where none is named. */
  fit: fit.optional(),
  /** What `amount` is for. */
  packs: z.number().int(),
  offers: z.array(offer),
  shops: z.array(shop),
});

/**
 * What an article cost at least on this marketplace to the door, for a year (D89): a step for each day (UTC) on which
 * that was another price, the last one is now. Older than three months, a step is the lowest of its week. Null: nobody
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
