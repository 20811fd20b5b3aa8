import type { CodeColumn } from '../catalogue-file/leaf-format.js';
import type { Generation } from '../generation/generation.js';
import type { AmountColumns, BestColumns, BestOffers } from '../offer-store/best-offers.js';
import { mostDays, noPrice } from '../offer-store/offer-summary.js';
import type { ShopIndex } from '../offer-store/shop-index.js';
import type { BestQuoted } from '../prices/quote.js';
import { isPrecomputed } from '../shipping/edition-countries.js';

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

export const emptyPrices = (count: number): PriceColumns => ({
  totals: new Uint32Array(count).fill(noPrice),
  ratings: new Uint16Array(count),
  daysMax: new Uint8Array(count).fill(mostDays),
  daysMin: new Uint8Array(count).fill(mostDays),
});

/** The amount that prices are for: one pack, or as many as people usually buy (D74). */
export type Amount = 'pack' | 'usual';

/** The offers of now, and the products of which people usually buy several packs. */
type Known = Pick<Generation, 'offers' | 'usualPacks'>;

/** The best offers of products to the door of a country as of now, in the order of their ids (D62). */
export async function pricesOf(
  { offers, usualPacks }: Known,
  ids: Float64Array,
  country: string,
  amount: Amount,
): Promise<PriceColumns> {
  return pricesIn(ofAmount(await offers.bestTo(country, ids, usualPacks), amount), offers.shops, ids);
}

const ofAmount = (columns: BestColumns, amount: Amount): AmountColumns =>
  amount === 'usual' ? columns.usual : columns;

/**
 * Of columns by product id what stands there of some products, in their order. Loops, since they run over the largest
 * leaves.
 * @param shops how customers rate them
 */
export function pricesIn(own: AmountColumns, shops: Pick<ShopIndex, 'ratings'>, ids: Float64Array): PriceColumns {
  const prices = emptyPrices(ids.length);
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

/** The same of products whose best offers were worked out one by one; others have no price. */
export function pricesFrom(
  ids: Float64Array,
  best: ReadonlyMap<number, BestQuoted>,
  { ratings }: Pick<ShopIndex, 'ratings'>,
): PriceColumns {
  const prices = emptyPrices(ids.length);
  for (let place = 0; place < ids.length; place++) {
    const known = best.get(ids[place] as number);
    if (!known) continue;
    prices.totals[place] = known.quoted.total;
    prices.ratings[place] = ratings[known.offer.shop_id] ?? 0;
    prices.daysMax[place] = Math.min(mostDays, known.quoted.deliveryMax);
    prices.daysMin[place] = Math.min(mostDays, known.quoted.deliveryMin);
  }
  return prices;
}

/** The best offers of products to the door of each country that somebody ships one of them to. */
export async function pricesByCountry(
  { offers, usualPacks }: Known,
  ids: Float64Array,
  reach: CodeColumn | undefined,
  amount: Amount,
): Promise<PricesByCountry> {
  const countries = [...new Set(reach?.values.flatMap(([set]) => set.split(',')))];
  const elsewhere = await offers.bestElsewhere(
    countries.filter((country) => !isPrecomputed(country)),
    ids,
    usualPacks,
  );
  const places = Float64Array.from(ids, (_, place) => place);
  return new Map(
    countries.map((country) => {
      const own = elsewhere.get(country);
      const columns = ofAmount(own ?? offers.best.of(country), amount);
      return [country, pricesIn(columns, offers.shops, own ? places : ids)];
    }),
  );
}

/** Where products are shipped to; undefined where none of them is. */
export function reachOf({ best }: { readonly best: BestOffers }, ids: Float64Array): CodeColumn | undefined {
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
