import { cents, toEuros } from '../../contract/money.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { packSizeOf, packsFor } from '../catalogue/amount.js';
import { readProducts } from '../catalogue/product-list.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import type { ShopIndex } from '../offer-store/shop-index.js';
import { offersNow, offersOf } from '../prices/offers-now.js';
import { parcelShipping } from '../shipping/shipping.js';
import { optionalModel } from '../vehicles/context.js';
import type { StoredLine } from './read-cart.js';
import { offersOfLines } from './read-offer.js';

/** A line that counts in the sums of the cart, with its part and its car. */
export interface BoughtLine {
  readonly line: StoredLine;
  readonly offer: OfferRow;
  readonly product: ProductTable;
  readonly model: Model | null;
}

/** Returns the lines that a country can buy, without those that are gone, sold out or not shipped (P7). */
export async function boughtLines(
  generation: Generation,
  lines: readonly StoredLine[],
  country: string,
  reading = offersOfLines(generation, lines),
): Promise<BoughtLine[]> {
  const entries = await reading;
  return lines.flatMap((line) => {
    const entry = entries.get(line.offer_id);
    if (!entry || entry.offer.stock <= 0 || !generation.offers.shops.rate(entry.offer.shop_id, country)) return [];
    const { offer, product } = entry;
    return [{ line, offer, product, model: optionalModel(generation, line.snapshot.model?.id) }];
  });
}

export type Packs = Pick<OfferRow, 'shop_id' | 'price' | 'surcharge' | 'refund'> & { readonly quantity: number };

export const packsOf = ({ line, offer }: BoughtLine): Packs => ({ ...offer, quantity: line.quantity });

/**
 * Returns the price with shipping in cents, with deposits and one parcel per shop (D62). All shops must ship to the
 * country.
 */
export function totalOf(shops: ShopIndex, packs: readonly Packs[], country: string): number {
  let total = 0;
  for (const [shop, own] of Map.groupBy(packs, ({ shop_id }) => shop_id)) {
    const rate = shops.rate(shop, country);
    if (!rate) throw new RangeError(`shop ${shop} does not ship to ${country}`);
    total += own.reduce((sum, { price, refund, quantity }) => sum + (price + refund) * quantity, 0);
    total += parcelShipping(rate, own);
  }
  return total;
}

/**
 * Returns the change in shipping if each offer of a product joins the cart's parcels; negative if a parcel becomes
 * free.
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
