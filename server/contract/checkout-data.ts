import { z } from 'zod';
import { decimalId, opaqueId } from './ids.js';
import { money } from './money.js';
import { returnPolicy } from './offers.js';

/** One unit of an offer. */
export const pack = z.object({
  /** Pieces in it; null if unknown. */
  pieces: z.number().int().nullable(),
  /** Content of goods sold by volume or weight, such as 5 l. */
  content: z.object({ value: z.number(), unit: z.string() }).nullable(),
});
/** Seller (Regulation (EU) 2022/2065, Art. 30); null for data that the shop did not give. */
export const trader = z.object({
  name: z.string(),
  street: z.string().nullable(),
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Commercial register with the number of the company. */
  register: z.string().nullable(),
  vatId: z.string().nullable(),
});
/** Data for fulfilment: lines and shops by their ids in the cart. */
export const checkoutData = z.object({
  lines: z.array(
    z.object({
      id: opaqueId,
      /** The shop's own key of the offer. */
      sku: z.string(),
      gtin: z.string().nullable(),
      pack,
    }),
  ),
  shops: z.array(z.object({ id: decimalId, trader, returns: returnPolicy })),
});

/** Stored record of a cart that goes to the checkout. */
export const checkoutNote = z.object({
  /** The claim `jti` of the signed cart. */
  id: z.uuid(),
  lines: z.number().int().min(1),
  pieces: z.number().int().min(1),
  shops: z.array(decimalId).min(1),
  priceTotal: money,
});
export const checkoutNoted = z.object({ id: z.uuid() });

export type CheckoutData = z.output<typeof checkoutData>;
