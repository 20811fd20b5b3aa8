import { idList, idsOf } from '../files/node-sqlite.js';
import type { LiveOffers } from '../offer-store/live-offers.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { withheldBits } from '../offer-store/withheld.js';

type Timed = Pick<OfferRow, 'id' | 'price' | 'lowest30'>;
type Changes = Pick<LiveOffers, 'db' | 'nextOfferChange' | 'clock'>;

/**
 * Returns offers at a time: with announced prices, and without offers that have ended. The rows change soon after
 * (due-changes.ts), but nobody buys at a price that has ended.
 */
export async function offersNow<Offer extends Timed>(
  { db, nextOfferChange, clock }: Changes,
  offers: readonly Offer[],
  now = clock.now(),
): Promise<readonly Offer[]> {
  if (offers.length === 0 || now < nextOfferChange) return offers;
  const changes = await db
    .selectFrom('offer_change')
    .select(['offer_id', 'price'])
    .where('offer_id', 'in', idList(idsOf(offers)))
    .where('at', '<=', now)
    .orderBy('at')
    .execute();
  const due = Map.groupBy(changes, ({ offer_id }) => offer_id);
  return offers.flatMap((offer) => {
    let current: Offer | null = offer;
    for (const { price } of due.get(offer.id) ?? []) current = current && changed(current, price);
    return current ?? [];
  });
}

/** The former price counts for the lowest one of 30 days (Directive 98/6/EC, Art. 6a), as in due-changes.ts. */
function changed<Offer extends Timed>(offer: Offer, price: number | null): Offer | null {
  if (price === null) return null;
  return { ...offer, price, lowest30: offer.lowest30 === null ? null : Math.min(offer.lowest30, offer.price) };
}

/** Returns when the first offer changes after `now` (milliseconds since 1970); null = no announced change. */
export async function nextChangeOf(
  { db, nextOfferChange }: Pick<Changes, 'db' | 'nextOfferChange'>,
  offers: readonly Pick<OfferRow, 'id'>[],
  now: number,
): Promise<number | null> {
  if (offers.length === 0 || nextOfferChange === Number.POSITIVE_INFINITY) return null;
  const { next } = await db
    .selectFrom('offer_change')
    .select((expression) => expression.fn.min<number | null>('at').as('next'))
    .where('offer_id', 'in', idList(idsOf(offers)))
    .where('at', '>', now)
    .executeTakeFirstOrThrow();
  return next;
}

/** Reads the stored offers of products that are sold, by product and id. `offersNow` updates them. */
export const offersOf = ({ db }: LiveOffers, productIds: readonly number[]): Promise<OfferRow[]> =>
  db.selectFrom('offer').selectAll().where('product_id', 'in', idList(productIds)).where('withheld', '=', 0).execute();

/** Reads stored offers by id, also those out of stock: a cart distinguishes them from offers that are gone. */
export const offersById = ({ db }: LiveOffers, ids: readonly number[]): Promise<OfferRow[]> =>
  db
    .selectFrom('offer_product')
    .innerJoin('offer', (join) =>
      join.onRef('offer.product_id', '=', 'offer_product.product_id').onRef('offer.id', '=', 'offer_product.id'),
    )
    .selectAll('offer')
    .where('offer_product.id', 'in', idList(ids))
    .where('withheld', 'in', [0, withheldBits.outOfStock])
    .execute();
