import { z } from 'zod';
import { deliveryDays, product } from './articles.js';
import { languages } from './languages.js';
import { money } from './money.js';
import { returnPolicy, shop } from './offers.js';

/** Tariff of a shop for a parcel to one country. `freeFrom` is the goods sum that ships free; null = never (D62). */
export const shopCountry = z.object({
  country: z.string(),
  tariff: money,
  freeFrom: money.nullable(),
  days: deliveryDays,
});
/** A shop as its own page shows it: who trades (DSA art. 30), where it ships to, and what it is best at. */
export const shopDetail = shop.extend({
  street: z.string(),
  postcode: z.string(),
  phone: z.string(),
  email: z.string(),
  register: z.string(),
  vatId: z.string(),
  /** Language of its terms and policy. */
  language: z.enum(languages),
  /** Nothing is missing from the trader's identity. */
  isComplete: z.boolean(),
  offerCount: z.number().int(),
  returns: returnPolicy,
  /** Cheapest tariff first. */
  countries: z.array(shopCountry),
  /** At most twelve, the cheapest with delivery among all shops first; offer and prices are this shop's own. */
  bestOffers: z.array(product),
});
export const shopTextKinds = ['terms', 'policy'] as const;
/** Terms or cancellation policy of a shop: sanitised HTML in the shop's own language. */
export const shopText = z.object({
  shop: shop.pick({ id: true, name: true, slug: true }),
  language: z.enum(languages),
  html: z.string(),
});

export type ShopDetail = z.output<typeof shopDetail>;
export type ShopCountry = z.output<typeof shopCountry>;
export type ShopText = z.output<typeof shopText>;
export type ShopTextKind = (typeof shopTextKinds)[number];
