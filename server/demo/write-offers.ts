import type { OfferFill } from '../marketplace/offer-store/offer-fill.js';
import { type OfferKey, offersOf } from './offers.js';
import type { NumberedProduct } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { Shop } from './shops.js';

export function writeShops(shops: readonly Shop[], fill: OfferFill): void {
  for (const shop of [...shops].sort((a, b) => a.row.id - b.row.id)) {
    fill.shop(shop.row);
    for (const { country, tariff, freeFrom, days } of shop.rates)
      fill.rate({ shop_id: shop.row.id, country, tariff, free_from: freeFrom, days_min: days[0], days_max: days[1] });
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
        this.fill.offer(offer);
        this.#count++;
      }
    }
  }

  /** How many offers were made, those that are not sold included. */
  get count(): number {
    return this.#count;
  }
}
