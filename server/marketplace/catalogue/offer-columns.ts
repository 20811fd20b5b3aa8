import type { CodeColumn } from '../catalogue-file/leaf-format.js';
import type { Generation } from '../generation/generation.js';
import type { AmountColumns, BestColumns, BestOffers } from '../offer-store/best-offers.js';
import { maxDays, noPrice } from '../offer-store/offer-summary.js';
import type { ShopIndex } from '../offer-store/shop-index.js';
import type { BestQuoted } from '../prices/quote.js';
import { isPrecomputed } from '../shipping/edition-countries.js';

/** The column of the countries that a product ships to: sets of codes, joined by commas. */
export const reachKey = 'delivery_country';

/** Best offers of some products to one country. Money in cents, ratings in hundredths, days are working days. */
export interface PriceColumns {
  /** `noPrice` = nobody ships there. */
  readonly totals: Uint32Array;
  readonly ratings: Uint16Array;
  readonly daysMax: Uint8Array;
  readonly daysMin: Uint8Array;
}

export type PricesByCountry = ReadonlyMap<string, PriceColumns>;

export const emptyPrices = (count: number): PriceColumns => ({
  totals: new Uint32Array(count).fill(noPrice),
  ratings: new Uint16Array(count),
  daysMax: new Uint8Array(count).fill(maxDays),
  daysMin: new Uint8Array(count).fill(maxDays),
});

/** Prices are for one pack, or for as many as people usually buy (D74). */
export type Amount = 'pack' | 'usual';

type Known = Pick<Generation, 'offers' | 'usualPacks'>;

/** Returns the current best offers of products to a country, in the order of their ids (D62). */
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
 * Picks the columns of some products. Uses loops, because it runs over the largest leaves.
 * @param shops their ratings
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

/** Makes columns of best offers that were computed one by one; other products have no price. */
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
    prices.daysMax[place] = Math.min(maxDays, known.quoted.deliveryMax);
    prices.daysMin[place] = Math.min(maxDays, known.quoted.deliveryMin);
  }
  return prices;
}

/** Returns the best offers to each country that any of the products ships to. */
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

/** Returns the countries that the products ship to; undefined = none. */
export function reachOf({ best }: { readonly best: BestOffers }, ids: Float64Array): CodeColumn | undefined {
  const { countrySets, reach } = best;
  const codes = new Uint32Array(ids.length);
  const values: CodeColumn['values'][number][] = [];
  const codeOf = new Uint32Array(countrySets.length);
  for (let place = 0; place < codes.length; place++) {
    const set = reach[ids[place] as number] ?? 0;
    if (set === 0) continue;
    if (codeOf[set] === 0) codeOf[set] = values.push([(countrySets[set] ?? []).join(','), null]);
    codes[place] = codeOf[set] as number;
  }
  return values.length === 0 ? undefined : { values, codes };
}
