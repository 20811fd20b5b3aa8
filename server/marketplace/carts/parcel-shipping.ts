import type { Request, Wire } from '../../contract/handler-types.js';
import { cents, toEuros } from '../../contract/money.js';
import { packSizeOf, packsFor } from '../catalogue/amount.js';
import { readProducts } from '../catalogue/product-list.js';
import { offersNow } from '../offers/offers-now.js';
import { offersOf } from '../offers/sold-offers.js';
import type { Generation } from '../store/generation.js';
import { boughtLines, packsOf, totalOf } from './bought-lines.js';
import type { StoredLine } from './read-cart.js';

/**
 * What shipping of a product's offers adds to a cart that has a parcel of their shops already; below zero where the
 * parcel becomes free.
 */
export async function shippingBeside(
  generation: Generation,
  lines: readonly StoredLine[],
  { sparePartId, quantity, country }: Request<'cartShipping'>,
): Promise<Wire<'cartShipping'>> {
  const { offers: live } = generation;
  const [product] = await readProducts(generation, [Number(sparePartId)]);
  if (!product) return { offers: [] };
  const parcels = Map.groupBy((await boughtLines(generation, lines, country)).map(packsOf), ({ shop_id }) => shop_id);
  if (parcels.size === 0) return { offers: [] };
  const packs = packsFor(quantity, packSizeOf(product));
  const offers = await offersNow(live, await offersOf(live, [product.id]));
  return {
    offers: offers.flatMap((offer) => {
      const parcel = parcels.get(offer.shop_id);
      if (!parcel) return [];
      const goods = (offer.price + offer.refund) * packs;
      const now = totalOf(live.shops, parcel, country);
      const then = totalOf(live.shops, [...parcel, { ...offer, quantity: packs }], country);
      return { id: String(offer.id), shipping: toEuros(cents(then - now - goods)) };
    }),
  };
}
