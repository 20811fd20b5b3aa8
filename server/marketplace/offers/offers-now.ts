import type { OfferTable } from '../store/catalogue-tables.js';
import type { Generation } from '../store/generation.js';
import { idsOf } from '../store/node-sqlite.js';

/**
 * Offers as they are at a time: with the prices that feeds told beforehand, and without those that have ended. The file says
 * how they were when it was made; a new one follows soon after a change (due-changes.ts), but nobody is sold anything at a
 * price that is over.
 */
export async function offersNow(
  { db, nextOfferChange }: Pick<Generation, 'db' | 'nextOfferChange'>,
  offers: readonly OfferTable[],
  now = Date.now(),
): Promise<readonly OfferTable[]> {
  if (offers.length === 0 || now < nextOfferChange) return offers;
  const changes = await db
    .selectFrom('offer_change')
    .select(['offer_id', 'price'])
    .where('offer_id', 'in', idsOf(offers))
    .where('at', '<=', now)
    .orderBy('at')
    .execute();
  const due = Map.groupBy(changes, ({ offer_id }) => offer_id);
  return offers.flatMap((offer) => {
    let current: OfferTable | null = offer;
    for (const { price } of due.get(offer.id) ?? []) current = current && changed(current, price);
    return current ?? [];
  });
}

/** What it cost until then counts as a price of the last 30 days (Directive 98/6/EC, Art. 6a), as in due-changes.ts. */
function changed(offer: OfferTable, price: number | null): OfferTable | null {
  if (price === null) return null;
  return { ...offer, price, lowest30: offer.lowest30 === null ? null : Math.min(offer.lowest30, offer.price) };
}

/** When the first of the offers changes after `now` (milliseconds since 1970); null where none is known to. */
export async function nextChangeOf(
  { db, nextOfferChange }: Pick<Generation, 'db' | 'nextOfferChange'>,
  offers: readonly Pick<OfferTable, 'id'>[],
  now: number,
): Promise<number | null> {
  if (offers.length === 0 || nextOfferChange === Number.POSITIVE_INFINITY) return null;
  const ids = offers.map(({ id }) => id);
  const { next } = await db
    .selectFrom('offer_change')
    .select((expression) => expression.fn.min<number | null>('at').as('next'))
    .where('offer_id', 'in', ids)
    .where('at', '>', now)
    .executeTakeFirstOrThrow();
  return next;
}
