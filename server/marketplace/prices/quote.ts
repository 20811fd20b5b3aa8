import { sql } from 'kysely';
import { idList } from '../files/node-sqlite.js';
import type { LiveOffers } from '../offer-store/live-offers.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { parcelShipping } from '../shipping/shipping.js';
import { offersNow } from './offers-now.js';

/** Cheapest offer of a product to the door of the country asked about; money in cents. */
export interface LowestPrice {
  offer_id: number;
  shop_id: number;
  /** Of one pack. */
  price: number;
  /** Packs that the total is for. */
  packs: number;
  /** Whether no shop has so many. */
  is_short: boolean;
  total: number;
  refund: number;
  delivery_min: number;
  delivery_max: number;
  offer_count: number;
}

/** Packs of an offer to the door of a country. Money in cents, days are working days from order to door. */
export interface Quote {
  packs: number;
  /** Whether the shop has fewer. */
  isShort: boolean;
  shipping: number;
  total: number;
  deliveryMin: number;
  deliveryMax: number;
}

/** What an offer's price to the door is made of. */
type Priced = Pick<OfferRow, 'id' | 'shop_id' | 'price' | 'surcharge' | 'stock' | 'handling_min' | 'handling_max'>;

/** @returns null where the shop does not ship to the country */
export function quote(
  { shops }: Pick<LiveOffers, 'shops'>,
  offer: Priced,
  country: string,
  packs: number,
): Quote | null {
  const rate = shops.rate(offer.shop_id, country);
  if (!rate) return null;
  const shipping = parcelShipping(rate, [{ price: offer.price, surcharge: offer.surcharge, quantity: packs }]);
  return {
    packs,
    isShort: offer.stock < packs,
    shipping,
    total: offer.price * packs + shipping,
    deliveryMin: offer.handling_min + rate.daysMin,
    deliveryMax: offer.handling_max + rate.daysMax,
  };
}

/** An offer to the door of a country. */
export interface Quoted<Offer extends Priced = Priced> {
  readonly offer: Offer;
  readonly quoted: Quote;
}

/**
 * The better one first: with as many packs as wanted, cheaper to the door, quicker, of the better rated shop, older
 * (D62, D74).
 */
export function compareQuoted({ shops }: Pick<LiveOffers, 'shops'>, one: Quoted, other: Quoted): number {
  return (
    Number(one.quoted.isShort) - Number(other.quoted.isShort) ||
    one.quoted.total - other.quoted.total ||
    one.quoted.deliveryMax - other.quoted.deliveryMax ||
    (shops.all.get(other.offer.shop_id)?.rating ?? 0) - (shops.all.get(one.offer.shop_id)?.rating ?? 0) ||
    one.offer.id - other.offer.id
  );
}

/** Mixed lists, brands and shops tell the prices of one pack (D74). */
export const onePack = (): number => 1;

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
  stock: number,
  handlingMin: number,
  handlingMax: number,
];

/** The best offer of a product, and how many are shipped to the country. */
export type BestQuoted = Quoted<ShownOffer> & { count: number };

/** What lists show of the best offers, by product. @param packsOf how many packs of a product the price is for */
export async function lowestPrices(
  generation: { readonly offers: LiveOffers },
  productIds: readonly number[],
  country: string,
  packsOf: (productId: number) => number,
): Promise<Map<number, LowestPrice>> {
  const best = await bestOffers(generation, productIds, country, packsOf);
  return new Map(Array.from(best, ([id, { offer, quoted, count }]) => [id, shownPrice(offer, quoted, count)]));
}

/**
 * The best offer of each product to the door of a country, as offers are now. Products that nobody ships there are
 * missing from the answer.
 */
export async function bestOffers(
  { offers }: { readonly offers: LiveOffers },
  productIds: readonly number[],
  country: string,
  packsOf: (productId: number) => number,
): Promise<Map<number, BestQuoted>> {
  const best = new Map<number, BestQuoted>();
  if (productIds.length === 0) return best;
  for (const offer of await offersNow(offers, await readShown(offers, productIds))) {
    const quoted = quote(offers, offer, country, packsOf(offer.product_id));
    if (!quoted) continue;
    const known = best.get(offer.product_id);
    const count = (known?.count ?? 0) + 1;
    if (known && compareQuoted(offers, known, { offer, quoted }) <= 0) known.count = count;
    else best.set(offer.product_id, { offer, quoted, count });
  }
  return best;
}

/** A price in a list. @param count offers of the product that are shipped to the country */
export const shownPrice = (
  offer: Pick<OfferRow, 'id' | 'shop_id' | 'price' | 'refund'>,
  { packs, isShort, total, deliveryMin, deliveryMax }: Quote,
  count: number,
): LowestPrice => ({
  offer_id: offer.id,
  shop_id: offer.shop_id,
  price: offer.price,
  packs,
  is_short: isShort,
  total,
  refund: offer.refund,
  delivery_min: deliveryMin,
  delivery_max: deliveryMax,
  offer_count: count,
});

/** All of them in one text: a row for each would cost twice as much. */
async function readShown({ db }: LiveOffers, productIds: readonly number[]): Promise<ShownOffer[]> {
  const { rows } = await sql<{ offers: string }>`
    select json_group_array(json_array(id, product_id, shop_id, price, refund, surcharge, lowest30, stock,
      handling_min, handling_max)) as offers
    from offer where product_id in ${idList(productIds)} and withheld = 0`.execute(db);
  const read = JSON.parse(rows[0]?.offers ?? '[]') as StoredOffer[];
  return read.map(
    ([id, product_id, shop_id, price, refund, surcharge, lowest30, stock, handling_min, handling_max]): ShownOffer => ({
      id,
      product_id,
      shop_id,
      price,
      refund,
      surcharge,
      lowest30,
      stock,
      handling_min,
      handling_max,
    }),
  );
}
