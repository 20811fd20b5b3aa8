import type { DatabaseSync } from 'node:sqlite';
import { type OfferRejection, withheldBits } from './withheld.js';
import texts from './withheld-texts.json' with { type: 'json' };

/** The act and article of each reason. */
const laws: Readonly<Record<OfferRejection, string>> = texts.laws;
const reasons = Object.keys(laws) as OfferRejection[];

/** A reason and the number of offers that are not sold for it. */
export interface RejectionCount {
  readonly reason: OfferRejection;
  /** Act and article that require the data. */
  readonly law: string;
  readonly offers: number;
}

/** An offer that is not sold; `offerKey` is the shop's own id. */
export interface RejectedOffer {
  readonly offerId: number;
  readonly productId: number;
  readonly reason: OfferRejection;
  readonly shop: string;
  readonly offerKey: string;
}

/** Returns the legal reasons in `offer.withheld`; none for an offer without product. */
export const reasonsOf = (withheld: number): OfferRejection[] =>
  reasons.filter((reason) => (withheld & withheldBits[reason]) !== 0);

/**
 * Counts offers that are not sold, most frequent reason first; an offer with two reasons counts twice.
 * @param database `offers.db`
 */
export function countRejections(database: DatabaseSync): RejectionCount[] {
  const rows = database
    .prepare('select withheld, count(*) as offers from offer where withheld <> 0 group by withheld')
    .all();
  const counts = new Map<OfferRejection, number>();
  for (const { withheld, offers } of rows)
    for (const reason of reasonsOf(Number(withheld))) counts.set(reason, (counts.get(reason) ?? 0) + Number(offers));
  return [...counts]
    .map(([reason, offers]) => ({ reason, law: laws[reason], offers }))
    .sort((a, b) => b.offers - a.offers || reasons.indexOf(a.reason) - reasons.indexOf(b.reason));
}

/**
 * Lists offers that are not sold by shop, one row for each reason.
 * @param database `offers.db`
 * @param limit number of rows
 */
export function listRejectedOffers(database: DatabaseSync, limit: number): RejectedOffer[] {
  const rows = database
    .prepare(
      `select o.id, o.product_id, o.withheld, o.key, s.name from offer o join shop s on s.id = o.shop_id
       where o.withheld <> 0 order by s.name, o.id limit ?`,
    )
    .all(limit);
  return rows
    .flatMap((row) =>
      reasonsOf(Number(row.withheld)).map((reason) => ({
        offerId: Number(row.id),
        productId: Number(row.product_id),
        reason,
        shop: String(row.name),
        offerKey: String(row.key),
      })),
    )
    .slice(0, limit);
}
