import type { OfferFill } from '../marketplace/offer-store/offer-fill.js';
import { type OfferKey, offersOf } from './offers.js';
import type { NumberedProduct } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { Shop } from './shops.js';

export function writeShops(shops: readonly Shop[], fill: OfferFill): void {
  for (const shop of [...shops].sort((a, b) => a.id - b.id)) {
    fill.shop({
      id: shop.id,
      name: shop.name,
      slug: shop.slug,
      rating: shop.rating,
      rating_count: shop.ratingCount,
      country: shop.country,
      city: shop.city,
      street: shop.street,
      postcode: shop.postcode,
      phone: shop.phone,
      email: shop.email,
      register: shop.register,
      vat_id: shop.vatId,
      language: shop.language,
      return_days: shop.returnDays,
      return_cost: shop.returnCost,
      terms: shop.terms,
      policy: shop.policy,
      offers: 0,
    });
    for (const { country, tariff, freeFrom, days } of shop.rates)
      fill.rate({ shop_id: shop.id, country, tariff, free_from: freeFrom, days_min: days[0], days_max: days[1] });
  }
}

/** How many offers a product has, and what its shops call them. */
export interface OfferPlan {
  /** @param rank place of the product in its batch by popularity, from 0 */
  readonly countOf: (product: NumberedProduct, rank: number, batch: number) => number;
  readonly keyOf: OfferKey;
}

/** Makes and writes offers. */
export class OfferMaker {
  readonly #dice: SeededRandom;
  #count = 0;

  constructor(
    private readonly shops: readonly Shop[],
    private readonly plan: OfferPlan,
    private readonly fill: OfferFill,
    seedDice: SeededRandom,
  ) {
    this.#dice = seedDice;
  }

  /** Writes the offers of one batch of products. */
  add(products: readonly NumberedProduct[]): void {
    const ranked = [...products].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
    for (const [rank, product] of ranked.entries()) {
      const count = this.plan.countOf(product, rank, ranked.length);
      for (const offer of offersOf(product, count, this.shops, this.plan.keyOf, this.#dice)) {
        this.fill.offer({
          product_id: product.id,
          shop_id: offer.shop.id,
          key: offer.key,
          price: offer.price,
          refund: offer.refund,
          surcharge: offer.surcharge,
          lowest30: offer.lowest30,
          stock: offer.stock,
          condition: product.condition,
          handling_min: offer.handling[0],
          handling_max: offer.handling[1],
        });
        this.#count++;
      }
    }
  }

  /** How many offers were made, those that are not sold included. */
  get count(): number {
    return this.#count;
  }
}
