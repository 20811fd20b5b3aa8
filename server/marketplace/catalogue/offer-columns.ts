import type { BestOffers } from '../offer-store/best-offers.js';
import { mostDays, noPrice } from '../offer-store/offer-summary.js';
import type { ShopIndex } from '../offers/shop-index.js';
import { editionCountries } from '../store/edition-countries.js';
import type { CodeColumn } from '../store/leaf-format.js';

/** The column that tells where a product is shipped to: sets of countries as codes with commas. */
export const reachKey = 'delivery_country';

/** Best offers of some products to one country; money in cents, rating in hundredths, days of work. */
export interface PriceColumns {
  /** `noPrice` where nobody ships there. */
  readonly totals: Uint32Array;
  readonly ratings: Uint16Array;
  readonly daysMax: Uint8Array;
  readonly daysMin: Uint8Array;
}

/** Best offers by country of delivery. */
export type PricesByCountry = ReadonlyMap<string, PriceColumns>;

/** The best offers, and how customers rate the shops that make them. */
interface Known {
  readonly best: BestOffers;
  readonly shops: Pick<ShopIndex, 'ratings'>;
}

export const emptyPrices = (count: number): PriceColumns => ({
  totals: new Uint32Array(count).fill(noPrice),
  ratings: new Uint16Array(count),
  daysMax: new Uint8Array(count).fill(mostDays),
  daysMin: new Uint8Array(count).fill(mostDays),
});

/**
 * The best offers of products as of now, in the order of their ids. Loops, since they run over the largest leaves.
 * @param country one of the editions'; empty = the lowest prices of the goods, without shipping (D62)
 */
export function pricesOf({ best, shops }: Known, ids: Float64Array, country: string): PriceColumns {
  const prices = emptyPrices(ids.length);
  if (country === '') {
    gather(best.lowest, ids, prices.totals);
    return prices;
  }
  const own = best.of(country);
  const known = own.totals.length;
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] as number;
    if (id >= known) continue;
    prices.totals[place] = own.totals[id] as number;
    prices.ratings[place] = shops.ratings[own.shops[id] as number] ?? 0;
    prices.daysMax[place] = own.daysMax[id] as number;
    prices.daysMin[place] = own.daysMin[id] as number;
  }
  return prices;
}

/** The best offers of products to every country that they are kept for. */
export const pricesByCountry = (offers: Known, ids: Float64Array): PricesByCountry =>
  new Map(editionCountries.map((country) => [country, pricesOf(offers, ids, country)]));

/** Where products are shipped to; undefined where none of them is. */
export function reachOf({ best }: Pick<Known, 'best'>, ids: Float64Array): CodeColumn | undefined {
  const { countrySets } = best;
  const codes = new Uint32Array(ids.length);
  gather(best.reach, ids, codes);
  const values: CodeColumn['values'][number][] = [];
  const codeOf = new Uint32Array(countrySets.length);
  for (let place = 0; place < codes.length; place++) {
    const set = codes[place] as number;
    if (set === 0) continue;
    if (codeOf[set] === 0) codeOf[set] = values.push([(countrySets[set] ?? []).join(','), null]);
    codes[place] = codeOf[set] as number;
  }
  return values.length === 0 ? undefined : { values, codes };
}

/** Products above the highest id with an offer keep what `into` has. */
function gather(column: Uint32Array, ids: Float64Array, into: Uint32Array): void {
  const known = column.length;
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place] as number;
    if (id < known) into[place] = column[id] as number;
  }
}
