import type { DatabaseSync } from 'node:sqlite';
import { editionCountries } from './edition-countries.js';

/** Countries that have cheapest offers of their own. */
const countries: readonly string[] = editionCountries;
/** How many offers the page of a shop shows. */
const shown = 12;

interface Candidate {
  readonly offerId: number;
  /** The market's cheapest for its product in the country. */
  readonly isCheapest: boolean;
  readonly popularity: number;
}

/**
 * Fills `shop_best_offer` anew: for each shop and edition country that it ships to the market's cheapest offers first, then
 * the most popular products, then the older offer. Run when offers, rates, products and prices are in; one pass over
 * the offers, which holds a byte per offer.
 */
export function fillShopBestOffers(database: DatabaseSync): void {
  const served = new Map<number, string[]>();
  for (const { shop_id, country } of database.prepare('select shop_id, country from shop_rate').all()) {
    if (!countries.includes(String(country))) continue;
    served.set(Number(shop_id), [...(served.get(Number(shop_id)) ?? []), String(country)]);
  }
  const cheapest = cheapestFlags(database);
  const best = new BestOffers();
  const offers = database.prepare(
    'select o.id, o.shop_id, p.popularity from offer o join product p on p.id = o.product_id order by o.id',
  );
  for (const row of offers.iterate()) {
    const offerId = Number(row.id);
    const shopId = Number(row.shop_id);
    const flags = cheapest[offerId] ?? 0;
    for (const country of served.get(shopId) ?? []) {
      const isCheapest = (flags & flagOf(country)) !== 0;
      best.consider(shopId, country, { offerId, isCheapest, popularity: Number(row.popularity) });
    }
  }
  database.exec('delete from shop_best_offer');
  const insert = database.prepare('insert into shop_best_offer values (?, ?, ?, ?)');
  for (const row of best.rows()) insert.run(...row);
}

const flagOf = (country: string): number => 1 << countries.indexOf(country);

/** By offer id, a bit for each country in which it is the cheapest of its product. */
function cheapestFlags(database: DatabaseSync): Uint8Array {
  const last = database.prepare('select max(id) as id from offer').get();
  const flags = new Uint8Array(Number(last?.id ?? 0) + 1);
  for (const { offer_id, country } of database.prepare('select offer_id, country from product_price').iterate()) {
    const id = Number(offer_id);
    flags[id] = (flags[id] ?? 0) | flagOf(String(country));
  }
  return flags;
}

/** Holds no more candidates than are shown. */
class BestOffers {
  readonly #best = new Map<string, Candidate[]>();

  /** @param country an edition country that the shop ships to */
  consider(shopId: number, country: string, candidate: Candidate): void {
    const key = `${shopId}|${country}`;
    const best = this.#best.get(key);
    if (!best) {
      this.#best.set(key, [candidate]);
      return;
    }
    const last = best[best.length - 1];
    if (best.length === shown && last && !isBefore(candidate, last)) return;
    const place = best.findIndex((other) => isBefore(candidate, other));
    best.splice(place === -1 ? best.length : place, 0, candidate);
    if (best.length > shown) best.pop();
  }

  /** Shop, country, rank from 1 and offer, in the order of the table's key. */
  rows(): [shopId: number, country: string, rank: number, offerId: number][] {
    const rows = [...this.#best].flatMap(([key, best]) => {
      const [shopId = '', country = ''] = key.split('|');
      return best.map(({ offerId }, index): [number, string, number, number] => [
        Number(shopId),
        country,
        index + 1,
        offerId,
      ]);
    });
    return rows.sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0) || a[2] - b[2]);
  }
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.isCheapest !== other.isCheapest) return one.isCheapest;
  return one.popularity !== other.popularity ? one.popularity > other.popularity : one.offerId < other.offerId;
}
