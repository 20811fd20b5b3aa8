import { type IdRegistry, offerNaturalKey } from '../marketplace/store/ids.js';
import { type Offer, type OfferKey, offersOf } from './offers.js';
import type { NumberedProduct } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { Shop } from './shops.js';
import type { BulkWriter } from './writer.js';

interface NumberedOffer extends Offer {
  readonly id: number;
}

export function writeShops(shops: readonly Shop[], writer: BulkWriter): void {
  for (const s of [...shops].sort((a, b) => a.id - b.id)) {
    writer.insert(
      'shop',
      s.id,
      s.name,
      s.slug,
      s.rating,
      s.ratingCount,
      s.country,
      s.city,
      s.street,
      s.postcode,
      s.phone,
      s.email,
      s.register,
      s.vatId,
      s.language,
      s.returnDays,
      s.returnCost,
      s.terms,
      s.policy,
    );
    for (const rate of [...s.rates].sort((a, b) => (a.country < b.country ? -1 : 1))) {
      writer.insert('shop_rate', s.id, rate.country, rate.tariff, rate.freeFrom, rate.days[0], rate.days[1]);
    }
  }
}

/** How many offers a product has, and what its shops call them. */
export interface OfferPlan {
  /** @param rank place of the product in its batch by popularity, from 0 */
  readonly countOf: (product: NumberedProduct, rank: number, batch: number) => number;
  readonly keyOf: OfferKey;
}

export class OfferWriter {
  readonly #dice: SeededRandom;
  #count = 0;

  constructor(
    private readonly shops: readonly Shop[],
    private readonly plan: OfferPlan,
    private readonly ids: IdRegistry,
    private readonly writer: BulkWriter,
    seedDice: SeededRandom,
  ) {
    this.#dice = seedDice;
  }

  /** Writes the offers of one batch of products. */
  add(products: readonly NumberedProduct[]): void {
    const ranked = [...products].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
    const rows: { product: NumberedProduct; offer: NumberedOffer }[] = [];
    for (const [rank, product] of ranked.entries()) {
      const count = this.plan.countOf(product, rank, ranked.length);
      const offers = offersOf(product, count, this.shops, this.plan.keyOf, this.#dice).map((offer) => ({
        ...offer,
        id: this.ids.idOf('offer', offerNaturalKey(offer.shop.id, offer.key)),
      }));
      for (const offer of offers) rows.push({ product, offer });
    }
    this.#writeOffers(rows);
    this.#count += rows.length;
  }

  /** How many offers were made, those that are not sold included. */
  get count(): number {
    return this.#count;
  }

  #writeOffers(rows: { product: NumberedProduct; offer: NumberedOffer }[]): void {
    rows.sort((a, b) => a.offer.id - b.offer.id);
    for (const { product, offer: o } of rows) {
      this.writer.insert(
        'offer',
        o.id,
        product.id,
        o.shop.id,
        o.key,
        o.price,
        o.refund,
        o.surcharge,
        o.lowest30,
        o.stock,
        product.condition,
        o.handling[0],
        o.handling[1],
      );
    }
  }
}
