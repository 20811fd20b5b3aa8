import { sql } from 'kysely';
import { idList } from '../files/node-sqlite.js';
import type { Generation } from '../generation/generation.js';
import { noPrice } from '../offer-store/offer-summary.js';
import { compareQuoted, quote } from '../prices/quote.js';

/** Offers on the page of a shop. */
const shown = 12;

interface Candidate {
  readonly id: number;
  readonly popularity: number;
}
/** Best sellers first, then the older offer. */
const inOrder = (one: Candidate, other: Candidate): number => other.popularity - one.popularity || one.id - other.id;
const ids = (candidates: readonly Candidate[]): number[] => candidates.map(({ id }) => id);

/**
 * Returns the offers for the page of a shop. Those that are the market's best in the country come first, then others,
 * both by popularity and age. Cached until the shop, its offers or the best offers change.
 * @param country of an edition; empty result if the shop does not ship there
 */
export async function shopBestOffers(
  generation: Generation,
  shopId: number,
  country: string,
): Promise<readonly number[]> {
  const { offers, shopBestOffers: cache } = generation;
  if (!offers.shops.rate(shopId, country)) return [];
  const asOf = `${offers.version.epoch}.${offers.lastChangeOf(shopId)}`;
  const cached = cache.get(`${country}${shopId}`);
  if (cached?.asOf === asOf) return cached.ids;
  const cheapest = await cheapestOffers(generation, shopId, country);
  const others = cheapest.length < shown ? await otherOffers(generation, shopId, new Set(ids(cheapest))) : [];
  const best = ids([...cheapest, ...others]).slice(0, shown);
  cache.set(`${country}${shopId}`, { asOf, ids: best });
  return best;
}

async function cheapestOffers(generation: Generation, shopId: number, country: string): Promise<Candidate[]> {
  const { offers, popularity } = generation;
  const products = mostPopular(productsWhereBest(generation, shopId, country), popularity);
  const rows = await offers.db
    .selectFrom('offer')
    .selectAll()
    .where('product_id', 'in', idList(products))
    .where('shop_id', '=', shopId)
    .where('withheld', '=', 0)
    .execute();
  const quoted = rows.flatMap((offer) => {
    const own = quote(offers, offer, country, 1);
    return own ? [{ offer, quoted: own }] : [];
  });
  const byProduct = Map.groupBy(quoted, ({ offer }) => offer.product_id);
  return [...byProduct]
    .flatMap(([product, own]) => {
      const [best] = own.sort((one, other) => compareQuoted(offers, one, other));
      return best ? [{ id: best.offer.id, popularity: popularity[product] ?? 0 }] : [];
    })
    .sort(inOrder)
    .slice(0, shown);
}

/** Returns the products whose best offer to the country is the shop's. */
function productsWhereBest({ offers, popularity }: Generation, shopId: number, country: string): number[] {
  const { shops, totals } = offers.best.of(country);
  const last = Math.min(shops.length, popularity.length);
  const products: number[] = [];
  for (let id = 0; id < last; id++)
    if (shops[id] === shopId && totals[id] !== noPrice && popularity[id] !== 0) products.push(id);
  return products;
}

/** Returns the most popular products that fit on the page, and those as popular as the last one. */
function mostPopular(products: readonly number[], popularity: Uint32Array): readonly number[] {
  if (products.length <= shown) return products;
  const sorted = Uint32Array.from(products, (id) => popularity[id] ?? 0).sort();
  const least = sorted[sorted.length - shown] ?? 0;
  return products.filter((id) => (popularity[id] ?? 0) >= least);
}

/** Returns other offers for the rest of the page. */
async function otherOffers(
  { offers, popularity }: Generation,
  shopId: number,
  cheapest: ReadonlySet<number>,
): Promise<Candidate[]> {
  const sold = await offers.db
    .selectFrom('offer_key')
    .select([sql<string>`json_group_array(id)`.as('ids'), sql<string>`json_group_array(product_id)`.as('products')])
    .where('shop_id', '=', shopId)
    .where('product_id', '!=', 0)
    .where('withheld', '=', 0)
    .executeTakeFirstOrThrow();
  const products = JSON.parse(sold.products) as number[];
  return (JSON.parse(sold.ids) as number[])
    .map((id, at) => ({ id, popularity: popularity[products[at] ?? 0] ?? 0 }))
    .filter((each) => each.popularity > 0 && !cheapest.has(each.id))
    .sort(inOrder)
    .slice(0, shown);
}
