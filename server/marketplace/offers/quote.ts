import type { LowestPrice } from '../catalogue/product-wire.js';
import { parcelShipping } from '../shipping/shipping.js';
import type { OfferTable } from '../store/catalogue-tables.js';
import { editionCountries } from '../store/edition-countries.js';
import type { Generation } from '../store/generation.js';
import { offersNow } from './offers-now.js';

/** One piece of an offer to the door of a country. Money in cents, days are working days from order to door. */
export interface Quote {
  shipping: number;
  total: number;
  deliveryMin: number;
  deliveryMax: number;
}

/** @returns null where the shop does not ship to the country */
export function quote(generation: Generation, offer: OfferTable, country: string): Quote | null {
  const rate = generation.shops.rate(offer.shop_id, country);
  if (!rate) return null;
  const shipping = parcelShipping(rate, [{ price: offer.price, surcharge: offer.surcharge, quantity: 1 }]);
  return {
    shipping,
    total: offer.price + shipping,
    deliveryMin: offer.handling_min + rate.daysMin,
    deliveryMax: offer.handling_max + rate.daysMax,
  };
}

/** Whether the cheapest offers to a country are in the file (D62). */
export const isPrecomputed = (country: string): boolean => editionCountries.some((each) => each === country);

/**
 * The cheapest offer of each product to the door of a country: read for the edition countries, computed for others
 * (D62). Products that nobody ships there are missing from the answer.
 */
export async function lowestPrices(
  generation: Generation,
  productIds: readonly number[],
  country: string,
): Promise<Map<number, LowestPrice>> {
  if (productIds.length === 0) return new Map();
  if (isPrecomputed(country)) {
    const rows = await generation.db
      .selectFrom('product_price')
      .selectAll()
      .where('country', '=', country)
      .where('product_id', 'in', productIds)
      .execute();
    return new Map(rows.map((row) => [row.product_id, row]));
  }
  const known = await generation.db.selectFrom('offer').selectAll().where('product_id', 'in', productIds).execute();
  const offers = await offersNow(generation, known);
  const lowest = new Map<number, LowestPrice>();
  for (const offer of offers) {
    const quoted = quote(generation, offer, country);
    if (!quoted) continue;
    const known = lowest.get(offer.product_id);
    const count = (known?.offer_count ?? 0) + 1;
    if (known && known.total <= quoted.total) known.offer_count = count;
    else
      lowest.set(offer.product_id, {
        offer_id: offer.id,
        price: offer.price,
        total: quoted.total,
        refund: offer.refund,
        delivery_min: quoted.deliveryMin,
        delivery_max: quoted.deliveryMax,
        offer_count: count,
      });
  }
  return lowest;
}
