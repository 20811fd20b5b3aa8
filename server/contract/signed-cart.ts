import { z } from 'zod';
import { durabilityGuarantee, fitStates } from './articles.js';
import { pack, trader } from './checkout-data.js';
import { country } from './countries.js';
import { decimalId, modelId } from './ids.js';
import { locale } from './locales.js';
import { taxClasses } from './vat.js';

/**
 * Raised when a field is removed or changes its name or meaning; new fields do not raise it. Carts without a version
 * have the first format, whose fields all still exist.
 */
export const signedCartVersion = 2;

const cents = z.number().int().min(0).meta({ description: 'EUR cents' });

/** A cart for the checkout. Amounts are integer cents; lines that cannot be bought are omitted. */
export const signedCart = z.object({
  version: z.literal(signedCartVersion),
  locale,
  country: country.meta({ description: 'Delivery country (ISO 3166-1 alpha-2) that prices and shipping are for' }),
  currency: z.literal('EUR'),
  lines: z
    .array(
      z.object({
        offerId: decimalId,
        sku: z.string().min(1).meta({ description: "The shop's own key of the offer, as in its feed" }),
        shopId: decimalId,
        productId: decimalId,
        brand: z.string(),
        articleNumber: z.string().meta({ description: "The maker's number" }),
        gtin: z.string().nullable(),
        title: z.string(),
        modelId: modelId.nullable(),
        vehicle: z
          .object({ id: modelId, name: z.string(), kw: z.number().int().min(1).nullable() })
          .nullable()
          .meta({ description: 'Vehicle that it was chosen for' }),
        fit: z
          .object({ state: z.enum(fitStates), notes: z.array(z.string()) })
          .meta({ description: 'Verdict on part and vehicle as the visitor saw it; notes are conditions' }),
        durability: durabilityGuarantee.nullable().meta({
          description:
            "The maker's guarantee that the goods last: the checkout shows its label at the line before the order",
        }),
        quantity: z.number().int().min(1).max(99).meta({ description: 'Packs' }),
        pack,
        unitPrice: cents,
        sum: cents,
        refund: cents.meta({ description: 'Deposit of the whole line in EUR cents, beside its sum' }),
        tax: z.object({ included: z.literal(true), class: z.enum(taxClasses), rate: z.number().nullable() }).meta({
          description: 'VAT in price and shipping: rate of the class in per cent, null where it is not known',
        }),
      }),
    )
    .min(1),
  shops: z
    .array(
      z.object({
        id: decimalId,
        name: z.string(),
        trader,
        returns: z
          .object({ days: z.number().int(), paidBy: z.enum(['shop', 'buyer']), cost: cents.nullable() })
          .meta({ description: 'cost is the cost of a return for the buyer, in EUR cents; null if unknown' }),
        priceSum: cents,
        refundSum: cents,
        shippingSum: cents,
      }),
    )
    .min(1)
    .meta({ description: 'One contract and one parcel each' }),
  priceSum: cents,
  refundSum: cents,
  shippingSum: cents,
  priceTotal: cents.meta({ description: 'Amount to pay: priceSum + refundSum + shippingSum, in EUR cents' }),
});

export type SignedCart = z.output<typeof signedCart>;

/** Returns the JSON Schema of a signed cart for its receivers. */
export const signedCartSchema = (): object => ({
  title: 'Signed cart',
  // With `input`, receivers accept claims and fields of later versions.
  ...z.toJSONSchema(signedCart, { io: 'input' }),
});
