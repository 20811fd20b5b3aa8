import type { OfferTable } from '../store/catalogue-tables.js';
import type { Generation } from '../store/generation.js';

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
    .where(
      'offer_id',
      'in',
      offers.map(({ id }) => id),
    )
    .where('at', '<=', now)
    .orderBy('at')
    .execute();
  const latest = new Map(changes.map(({ offer_id, price }) => [offer_id, price]));
  return offers.flatMap((offer) => {
    const price = latest.get(offer.id);
    if (price === undefined) return offer;
    return price === null ? [] : { ...offer, price };
  });
}
