import { idList, idsOf } from '../files/node-sqlite.js';
import type { LiveOffers } from '../offer-store/live-offers.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { withheldBits } from '../offer-store/withheld.js';

/** What changes of an offer by its time. */
type Timed = Pick<OfferRow, 'id' | 'price' | 'lowest30'>;
type Changes = Pick<LiveOffers, 'db' | 'nextOfferChange' | 'clock'>;

/**
 * Offers as they are at a time: with the prices that feeds told beforehand, and without those that have ended. The rows
 * say how they were when the last change was worked in; the next follows soon (due-changes.ts), but nobody is sold
 * anything at a price that is over.
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

/** What it cost until then counts as a price of the last 30 days (Directive 98/6/EC, Art. 6a), as in due-changes.ts. */
function changed<Offer extends Timed>(offer: Offer, price: number | null): Offer | null {
  if (price === null) return null;
  return { ...offer, price, lowest30: offer.lowest30 === null ? null : Math.min(offer.lowest30, offer.price) };
}

/** When the first of the offers changes after `now` (milliseconds since 1970); null where none is known to. */
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

/**
 * Offers of products that are sold, as they are stored (offers-now.ts tells how they are by now); by product and id.
 */
export const offersOf = ({ db }: LiveOffers, productIds: readonly number[]): Promise<OfferRow[]> =>
  db.selectFrom('offer').selectAll().where('product_id', 'in', idList(productIds)).where('withheld', '=', 0).execute();

/** Offers by id, as `offersOf`; with those that are out of stock, which a cart tells from those that are gone. */
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
