import { sql } from 'kysely';
import type { LowestPrice } from '../catalogue/product-wire.js';
import type { LiveOffers } from '../offer-store/live-offers.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { parcelShipping } from '../shipping/shipping.js';
import { editionCountries } from '../store/edition-countries.js';
import { idList } from '../store/node-sqlite.js';
import { offersNow } from './offers-now.js';

/** One piece of an offer to the door of a country. Money in cents, days are working days from order to door. */
export interface Quote {
  shipping: number;
  total: number;
  deliveryMin: number;
  deliveryMax: number;
}

/** What an offer's price to the door is made of. */
type Priced = Pick<OfferRow, 'id' | 'shop_id' | 'price' | 'surcharge' | 'handling_min' | 'handling_max'>;

/** @returns null where the shop does not ship to the country */
export function quote({ shops }: Pick<LiveOffers, 'shops'>, offer: Priced, country: string): Quote | null {
  const rate = shops.rate(offer.shop_id, country);
  if (!rate) return null;
  const shipping = parcelShipping(rate, [{ price: offer.price, surcharge: offer.surcharge, quantity: 1 }]);
  return {
    shipping,
    total: offer.price + shipping,
    deliveryMin: offer.handling_min + rate.daysMin,
    deliveryMax: offer.handling_max + rate.daysMax,
  };
}

/** Whether the best offers to a country are kept, so that lists are sorted by its prices to the door (D62). */
export const isPrecomputed = (country: string): boolean => editionCountries.some((each) => each === country);

/** An offer to the door of a country. */
export interface Quoted<Offer extends Priced = Priced> {
  readonly offer: Offer;
  readonly quoted: Quote;
}

/** The better one first: cheaper to the door, then quicker, then of the better rated shop, then older (D62). */
export function compareQuoted({ shops }: Pick<LiveOffers, 'shops'>, one: Quoted, other: Quoted): number {
  return (
    one.quoted.total - other.quoted.total ||
    one.quoted.deliveryMax - other.quoted.deliveryMax ||
    (shops.all.get(other.offer.shop_id)?.rating ?? 0) - (shops.all.get(one.offer.shop_id)?.rating ?? 0) ||
    one.offer.id - other.offer.id
  );
}

/** What a list shows of an offer, and what it is chosen by. */
type ShownOffer = Priced & Pick<OfferRow, 'product_id' | 'refund' | 'lowest30'>;
type StoredOffer = [
  id: number,
  productId: number,
  shopId: number,
  price: number,
  refund: number,
  surcharge: number,
  lowest30: number | null,
  handlingMin: number,
  handlingMax: number,
];

/**
 * The best offer of each product to the door of a country, as offers are now. Products that nobody ships there are missing
 * from the answer.
 */
export async function lowestPrices(
  { offers }: { readonly offers: LiveOffers },
  productIds: readonly number[],
  country: string,
): Promise<Map<number, LowestPrice>> {
  if (productIds.length === 0) return new Map();
  const best = new Map<number, Quoted<ShownOffer> & { count: number }>();
  for (const offer of await offersNow(offers, await readShown(offers, productIds))) {
    const quoted = quote(offers, offer, country);
    if (!quoted) continue;
    const known = best.get(offer.product_id);
    const count = (known?.count ?? 0) + 1;
    if (known && compareQuoted(offers, known, { offer, quoted }) <= 0) known.count = count;
    else best.set(offer.product_id, { offer, quoted, count });
  }
  return new Map(Array.from(best, ([id, { offer, quoted, count }]) => [id, shownPrice(offer, quoted, count)]));
}

/** A price in a list. @param count offers of the product that are shipped to the country */
export const shownPrice = (
  offer: Pick<OfferRow, 'id' | 'price' | 'refund'>,
  { total, deliveryMin, deliveryMax }: Quote,
  count: number,
): LowestPrice => ({
  offer_id: offer.id,
  price: offer.price,
  total,
  refund: offer.refund,
  delivery_min: deliveryMin,
  delivery_max: deliveryMax,
  offer_count: count,
});

/** All of them in one text: a row for each would cost twice as much. */
async function readShown({ db }: LiveOffers, productIds: readonly number[]): Promise<ShownOffer[]> {
  const { rows } = await sql<{ offers: string }>`
    select json_group_array(json_array(id, product_id, shop_id, price, refund, surcharge, lowest30, handling_min,
      handling_max)) as offers
    from offer where product_id in ${idList(productIds)} and withheld = 0`.execute(db);
  const read = JSON.parse(rows[0]?.offers ?? '[]') as StoredOffer[];
  return read.map(
    ([id, product_id, shop_id, price, refund, surcharge, lowest30, handling_min, handling_max]): ShownOffer => ({
      id,
      product_id,
      shop_id,
      price,
      refund,
      surcharge,
      lowest30,
      handling_min,
      handling_max,
    }),
  );
}
