import { sql } from 'kysely';
import { idList } from '../files/node-sqlite.js';
import type { LiveOffers } from '../offer-store/live-offers.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { parcelShipping } from '../shipping/shipping.js';
import { offersNow } from './offers-now.js';

/** The delivered price of packs. Money in cents; working days from order to delivery. */
export interface Quote {
  packs: number;
  /** The shop has fewer packs. */
  isShort: boolean;
  shipping: number;
  total: number;
  deliveryMin: number;
  deliveryMax: number;
}

type Priced = Pick<OfferRow, 'id' | 'shop_id' | 'price' | 'surcharge' | 'stock' | 'handling_min' | 'handling_max'>;

/** Returns null if the shop does not ship to the country. */
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

export interface Quoted<Offer extends Priced = Priced> {
  readonly offer: Offer;
  readonly quoted: Quote;
}

/** Sorts enough packs first, then by total, days, rating of the shop, and age (D62, D74). */
export function compareQuoted({ shops }: Pick<LiveOffers, 'shops'>, one: Quoted, other: Quoted): number {
  return (
    Number(one.quoted.isShort) - Number(other.quoted.isShort) ||
    one.quoted.total - other.quoted.total ||
    one.quoted.deliveryMax - other.quoted.deliveryMax ||
    (shops.all.get(other.offer.shop_id)?.rating ?? 0) - (shops.all.get(one.offer.shop_id)?.rating ?? 0) ||
    one.offer.id - other.offer.id
  );
}

/** Mixed lists, brands and shops show the price of one pack (D74). */
export const onePack = (): number => 1;

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

/** The best offer of a product, and the number of offers that ship to the country. */
export type BestQuoted = Quoted<ShownOffer> & { count: number };

/** Returns the current best offer of each product, delivered to a country, without products that nobody ships. */
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

/** Reads all offers as one JSON text: a row for each would cost twice as much. */
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
