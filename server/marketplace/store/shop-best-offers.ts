import type { DatabaseSync } from 'node:sqlite';
import type { OfferSurvey } from './survey-offers.js';

/** How many offers the page of a shop shows. */
const shown = 12;

interface Candidate {
  readonly offerId: number;
  /** The market's cheapest for its product in the country. */
  readonly isCheapest: boolean;
  readonly popularity: number;
}

/**
 * Fills `shop_best_offer` again: for each shop and edition country that it ships to the market's cheapest offers first,
 * then the most popular products, then the older offer.
 */
export function fillShopBestOffers(database: DatabaseSync, survey: OfferSurvey): void {
  const popularity = readPopularity(database, survey.last);
  const best = new Map(survey.cheapest.map((own) => [own.country, new Map<number, BestOffers>()]));
  for (const [shop, { rates }] of survey.shops)
    for (const [country, ofCountry] of best) if (rates.has(country)) ofCountry.set(shop, new BestOffers());
  for (const own of survey.cheapest) {
    for (let product = 1; product <= survey.last; product++) {
      const offerId = own.offer[product] as number;
      if (offerId === 0) continue;
      const ofShop = best.get(own.country)?.get(own.shop[product] as number);
      ofShop?.consider(offerId, true, popularity[product] as number);
    }
  }
  considerOthers(database, survey, best, popularity);
  database.exec('delete from shop_best_offer');
  const insert = database.prepare('insert into shop_best_offer values (?, ?, ?, ?)');
  for (const shop of [...survey.shops.keys()].sort((a, b) => a - b))
    for (const country of [...best.keys()].sort())
      for (const [index, offerId] of (best.get(country)?.get(shop)?.ids() ?? []).entries())
        insert.run(shop, country, index + 1, offerId);
}

/** Shops with fewer cheapest offers than are shown come with their other ones, of which all have to be looked at. */
function considerOthers(
  database: DatabaseSync,
  survey: OfferSurvey,
  best: ReadonlyMap<string, ReadonlyMap<number, BestOffers>>,
  popularity: Uint32Array,
): void {
  const wanting = new Map<number, { own: Uint32Array; ofShop: BestOffers }[]>();
  for (const { country, offer } of survey.cheapest) {
    for (const [shop, ofShop] of best.get(country) ?? [])
      if (!ofShop.isFull) wanting.set(shop, [...(wanting.get(shop) ?? []), { own: offer, ofShop }]);
  }
  if (wanting.size === 0) return;
  const offers = database.prepare(
    `select id, product_id, shop_id from offer where shop_id in (${[...wanting.keys()].join(', ')})`,
  );
  offers.setReturnArrays(true);
  for (const [id, product, shop] of offers.iterate() as Iterable<unknown> as Iterable<[number, number, number]>) {
    for (const { own, ofShop } of wanting.get(shop) ?? [])
      if (own[product] !== id) ofShop.consider(id, false, popularity[product] as number);
  }
}

function readPopularity(database: DatabaseSync, last: number): Uint32Array {
  const popularity = new Uint32Array(last + 1);
  const products = database.prepare('select id, popularity from product');
  products.setReturnArrays(true);
  for (const [id, value] of products.iterate() as Iterable<unknown> as Iterable<[number, number]>)
    popularity[id] = value;
  return popularity;
}

/** The best offers of one shop to one country; holds no more candidates than are shown. */
class BestOffers {
  readonly #best: Candidate[] = [];

  get isFull(): boolean {
    return this.#best.length === shown;
  }

  consider(offerId: number, isCheapest: boolean, popularity: number): void {
    const candidate = { offerId, isCheapest, popularity };
    const last = this.#best.at(-1);
    if (last && this.isFull && !isBefore(candidate, last)) return;
    const place = this.#best.findIndex((other) => isBefore(candidate, other));
    this.#best.splice(place === -1 ? this.#best.length : place, 0, candidate);
    if (this.#best.length > shown) this.#best.pop();
  }

  ids(): number[] {
    return this.#best.map(({ offerId }) => offerId);
  }
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.isCheapest !== other.isCheapest) return one.isCheapest;
  return one.popularity !== other.popularity ? one.popularity > other.popularity : one.offerId < other.offerId;
}
