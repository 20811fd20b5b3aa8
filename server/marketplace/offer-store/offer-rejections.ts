import type { DatabaseSync } from 'node:sqlite';
import { type OfferRejection, withheldBits } from './withheld.js';

/** The act and article that offers fall short of which are not sold, by reason. */
const laws: Readonly<Record<OfferRejection, string>> = {
  trader: 'Regulation (EU) 2022/2065 (DSA), Art. 30',
  maker: 'Regulation (EU) 2023/988 (GPSR), Art. 19 (a)',
  euResponsible: 'Regulation (EU) 2023/988 (GPSR), Art. 16 and 19 (b)',
  basePrice: 'Directive 98/6/EC, Art. 3 (1); PAngV § 4',
  tyreLabel: 'Regulation (EU) 2020/740, Art. 6',
  batteryDeposit: 'BattDG § 19',
};
const reasons = Object.keys(laws) as OfferRejection[];

/** Why so many offers are not sold, the most frequent reason first. */
export interface RejectionCount {
  readonly reason: OfferRejection;
  /** Act and article that the offers fall short of. */
  readonly law: string;
  readonly offers: number;
}

/** An offer that is not sold; `offerKey` is the shop's own id of it. */
export interface RejectedOffer {
  readonly offerId: number;
  readonly productId: number;
  readonly reason: OfferRejection;
  readonly shop: string;
  readonly offerKey: string;
}

/**
 * The reasons in `offer.withheld`; none for an offer whose product is not in the catalogue, which nobody can mend here.
 */
export const reasonsOf = (withheld: number): OfferRejection[] =>
  reasons.filter((reason) => (withheld & withheldBits[reason]) !== 0);

/** How many offers are not sold, by reason; an offer with two errors counts under both. @param database `offers.db` */
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
 * Offers that are not sold, each with its reasons, by shop.
 * @param database `offers.db`
 * @param limit how many rows are answered
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
