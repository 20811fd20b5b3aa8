import type { DatabaseSync } from 'node:sqlite';
import { editionCountries } from './edition-countries.js';
import type { OfferRejection } from './offer-rejections.js';

/** Conditions on a row of `offer` under which nobody can buy it, though it has what the law needs. */
export const unsoldReasons = {
  outOfStock: 'stock <= 0',
  shipsNowhere: `shop_id not in (select shop_id from shop_rate where country in ('${editionCountries.join("', '")}'))`,
} as const;
export type UnsoldReason = keyof typeof unsoldReasons;

/** Why an offer is not sold, in the words of reports. */
export const unsoldTexts: Readonly<Record<UnsoldReason | OfferRejection, string>> = {
  outOfStock: 'nothing in stock',
  shipsNowhere: 'the shop ships to none of the six countries',
  trader: 'the shop has not said who trades',
  maker: 'maker without postal or electronic address',
  euResponsible: 'maker outside the EU without somebody responsible inside',
  basePrice: 'no content, hence no price per litre or kilogram',
  tyreLabel: 'tyre without its label',
  batteryDeposit: 'starter battery without the deposit',
};

/** Offers that nobody can buy. */
export interface Unsold {
  readonly offers: number;
  /** How many by each reason in words, the most frequent first; an offer with two counts under both. */
  readonly reasons: Readonly<Record<string, number>>;
}

/**
 * How many of some offers are not sold, and why. For a catalogue whose faulty offers are withheld.
 * @param isMeant whether the offer of an id is one of them
 */
export function countUnsold(database: DatabaseSync, isMeant: (offer: number) => boolean): Unsold {
  const conditions = Object.entries(unsoldReasons).map(
    ([reason, where]) => `union all select id, '${reason}' from offer where ${where}`,
  );
  const rows = database.prepare(`select offer_id as offer, reason from offer_fault ${conditions.join(' ')}`);
  const offers = new Set<number>();
  const counts = new Map<string, number>();
  for (const row of rows.iterate()) {
    const offer = Number(row.offer);
    if (!isMeant(offer)) continue;
    const words = unsoldTexts[row.reason as UnsoldReason | OfferRejection];
    offers.add(offer);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return { offers: offers.size, reasons: Object.fromEntries([...counts].sort((a, b) => b[1] - a[1])) };
}
