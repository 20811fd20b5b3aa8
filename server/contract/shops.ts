import { z } from 'zod';
import { deliveryDays, product } from './articles.js';
import { languages } from './languages.js';
import { money } from './money.js';
import { returnPolicy, shop } from './offers.js';

/** Tariff for a parcel to one country. `freeFrom` is the goods sum with free shipping; null for never (D62). */
export const shopCountry = z.object({
  country: z.string(),
  tariff: money,
  freeFrom: money.nullable(),
  days: deliveryDays,
});
/** A shop on its own page, with its trader (DSA art. 30), tariffs and best offers. */
export const shopDetail = shop.extend({
  street: z.string(),
  postcode: z.string(),
  phone: z.string(),
  email: z.string(),
  register: z.string(),
  vatId: z.string(),
  /** Language of its terms and policy. */
  language: z.enum(languages),
  /** The trader's identity is complete. */
  isComplete: z.boolean(),
  offerCount: z.number().int(),
  /** Null if the shop does not say who pays; its offers are not sold. */
  returns: returnPolicy.nullable(),
  /** Countries with their tariffs, the cheapest first. */
  countries: z.array(shopCountry),
  /** At most twelve products, those that are cheapest among all shops first, with this shop's offers and prices. */
  bestOffers: z.array(product),
});
export const shopTextKinds = ['terms', 'policy'] as const;
/** Terms or cancellation policy: sanitised HTML in the shop's language. */
export const shopText = z.object({
  shop: shop.pick({ id: true, name: true, slug: true }),
  language: z.enum(languages),
  html: z.string(),
});

export type ShopDetail = z.output<typeof shopDetail>;
export type ShopCountry = z.output<typeof shopCountry>;
export type ShopText = z.output<typeof shopText>;
export type ShopTextKind = (typeof shopTextKinds)[number];
