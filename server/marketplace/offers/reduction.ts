import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { readColumns } from '../catalogue/leaf.js';
import { idList, idsOf } from '../files/node-sqlite.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext } from '../http/handler.js';
import type { LiveOffers } from '../offer-store/live-offers.js';
import { reductionOf } from '../offer-store/offer-summary.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { nextChangeOf, offersNow } from '../prices/offers-now.js';
import { isPrecomputed } from '../shipping/edition-countries.js';

/** Products whose offers are read together. */
const readAtATime = 20;

/**
 * Returns the largest current reduction in a leaf against the lowest price of the last 30 days (Directive 98/6/EC, Art.
 * 6a). Counts offers that ship to the country; 0 = none.
 * @param context its `announceEnd` gets the time of that offer's announced change
 */
export async function largestReduction(
  generation: Generation,
  { categoryId, country }: Request<'reduction'>,
  { announceEnd, dependsOn }: Pick<CallContext, 'announceEnd' | 'dependsOn'>,
): Promise<Wire<'reduction'>> {
  const { offers } = generation;
  const now = offers.clock.now();
  const leaf = Number(categoryId);
  dependsOn('leaf', [leaf]);
  const { ids } = await readColumns(generation, leaf, []);
  const found = isPrecomputed(country)
    ? await largestOf(offers, reducedFirst(offers, ids, country), country, now)
    : await largestAmong(offers, Array.from(ids), country, now);
  if (!found) return { percent: 0 };
  const next = await nextChangeOf(offers, [found], now);
  if (next !== null) announceEnd(next);
  return { percent: reductionOf(found) };
}

/** A product with its largest reduction after the last applied change. */
interface Reduced {
  readonly id: number;
  readonly percent: number;
}

function reducedFirst({ best }: LiveOffers, ids: Float64Array, country: string): Reduced[] {
  const { reductions } = best.of(country);
  const reduced: Reduced[] = [];
  for (const id of ids) {
    const percent = reductions[id] ?? 0;
    if (percent > 0) reduced.push({ id, percent });
  }
  return reduced.sort((a, b) => b.percent - a.percent);
}

/** Reads offers until no other product can have a larger current reduction. */
async function largestOf(
  live: LiveOffers,
  products: readonly Reduced[],
  country: string,
  now: number,
): Promise<OfferRow | null> {
  let largest: OfferRow | null = null;
  for (let at = 0; at < products.length; at += readAtATime) {
    const read = products.slice(at, at + readAtATime);
    if (largest && reductionOf(largest) >= (read[0]?.percent ?? 0)) break;
    const found = await largestAmong(live, idsOf(read), country, now);
    if (found && reductionOf(found) > (largest ? reductionOf(largest) : 0)) largest = found;
  }
  return largest;
}

async function largestAmong(
  live: LiveOffers,
  productIds: readonly number[],
  country: string,
  now: number,
): Promise<OfferRow | null> {
  const reduced = await live.db
    .selectFrom('offer')
    .selectAll()
    .where('product_id', 'in', idList(productIds))
    .where('withheld', '=', 0)
    .whereRef('lowest30', '>', 'price')
    .execute();
  let largest: OfferRow | null = null;
  for (const offer of await offersNow(live, reduced, now)) {
    const isMore = reductionOf(offer) > (largest ? reductionOf(largest) : 0);
    if (isMore && live.shops.rate(offer.shop_id, country)) largest = offer;
  }
  return largest;
}
