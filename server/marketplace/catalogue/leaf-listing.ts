import type { Sort } from '../../contract/articles.js';
import type { Request } from '../../contract/operations/handler-types.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { bestOffers } from '../prices/quote.js';
import { logLine } from '../program/log.js';
import { packsIn, usualPieces } from './amount.js';
import { type CountedFacets, countFacets, isByOffers, needsCountryPrices } from './facets.js';
import { type ChosenFilters, parseFilters } from './filters.js';
import { fittingOf, fittingProducts } from './fitting.js';
import { type Leaf, type LeafQuery, readLeaf } from './leaf.js';
import { pricesByCountry, pricesFrom, reachKey } from './offer-columns.js';
import { readProducts } from './product-list.js';
import { inOrder } from './product-order.js';
import type { Selection } from './selection.js';

/** A leaf filtered and ordered, before any of its products is read. */
export interface LeafListing {
  readonly counted: CountedFacets;
  readonly leaf: Leaf;
  /** 1 per product that belongs to the listing at all; null = all. */
  readonly isWithin: Uint8Array | null;
  readonly chosen: ChosenFilters;
  /** Delivery country of the prices. */
  readonly country: string;
  /** Ids of the products at a page's places in the order asked for. */
  page(offset: number, size: number): number[];
}

/** Lists a leaf from its column index; only the products on the page are read from their table. */
export async function listLeaf(
  generation: Generation,
  selection: Selection & { category: Category },
  request: Pick<Request<'listing'>, 'f' | 'sort' | 'country' | 'locale'>,
): Promise<LeafListing> {
  const { category, context, brandId } = selection;
  const chosen = parseFilters(request.f);
  const leaf = await readLeaf(generation, category.id, leafQueryOf(request, chosen));
  const own = category.is_universal ? null : await fittingProducts(generation, [category.id], fittingOf(context));
  const priced = await pricedForCar(generation, leaf, own, selection);
  const isWithin = within(leaf, own, brandId);
  const { counted, ordered } = await narrow(generation, priced, isWithin, { chosen, sort: request.sort });
  return {
    counted,
    leaf,
    isWithin,
    chosen,
    country: leaf.country,
    page: (offset, size) => Array.from(ordered.subarray(offset, offset + size), (place) => leaf.ids[place] as number),
  };
}

/**
 * Best offers are kept for the usual pieces; a car that needs others is priced by its few fitting parts' offers (D74).
 */
async function pricedForCar(
  generation: Generation,
  leaf: Leaf,
  fitting: ReadonlySet<number> | null,
  { category, context }: Selection & { category: Category },
): Promise<Leaf> {
  if (context.type !== 3 || !fitting) return leaf;
  if (usualPieces(category, context.model) === category.usual_quantity) return leaf;
  const rows = await readProducts(generation, [...fitting]);
  const best = await bestOffers(generation, [...fitting], leaf.country, packsIn(category, context.model, rows));
  return { ...leaf, prices: pricesFrom(leaf.ids, best, generation.offers.shops) };
}

/** Where a list is delivered to. */
export const leafQueryOf = ({ country }: Pick<Request<'listing'>, 'country'>, chosen: ChosenFilters): LeafQuery => ({
  country,
  filtered: chosen.get('delivery_country')?.[0],
});

/** Leaves that are named one by one; beyond them, a change in any leaf counts. */
const mostLeaves = 20;

/**
 * Names leaves where it matters what lists show of all their products: where they are filtered or sorted by offers, or
 * filters tell how many there are.
 */
export function dependOnLeaves(
  dependsOn: DependsOn,
  leaves: ReadonlySet<number>,
  { f, sort }: Pick<Request<'listing'>, 'f' | 'sort'>,
  isCounted: boolean,
): void {
  if (isCounted || sort !== 'popularity' || isByOffers(parseFilters(f)))
    dependsOn('leaf', leaves.size > mostLeaves ? [0] : leaves);
}

/** Counts and orders a leaf; what was asked for and does not exist leaves a line in the log. */
export async function narrow(
  generation: Pick<Generation, 'offers' | 'usualPacks'>,
  leaf: Leaf,
  isWithin: Uint8Array | null,
  { chosen, sort }: { chosen: ChosenFilters; sort: Sort },
): Promise<{ counted: CountedFacets; ordered: Uint32Array }> {
  const elsewhere = needsCountryPrices(chosen)
    ? await pricesByCountry(generation, leaf.ids, leaf.columns.get(reachKey), leaf.amount)
    : undefined;
  const counted = countFacets(leaf, isWithin, chosen, elsewhere);
  const { ignored } = counted;
  if (ignored.length > 0) logLine('info', 'filter_value_ignored', { values: ignored.length });
  return { counted, ordered: inOrder(leaf.prices, counted.rows, sort) };
}

/** 1 for each product of the leaf that fits the vehicle and is of the brand; null = all of them. */
function within(leaf: Leaf, fitting: ReadonlySet<number> | null, brandId: number | null): Uint8Array | null {
  if (!fitting && brandId === null) return null;
  const isWithin = new Uint8Array(leaf.ids.length);
  if (fitting) {
    for (let place = 0; place < isWithin.length; place++)
      if (fitting.has(leaf.ids[place] as number)) isWithin[place] = 1;
  } else isWithin.fill(1);
  if (brandId === null) return isWithin;
  const brands = leaf.columns.get('brand');
  const code = (brands?.values.findIndex(([value]) => value === String(brandId)) ?? -1) + 1;
  for (let place = 0; place < isWithin.length; place++)
    if (code === 0 || brands?.codes[place] !== code) isWithin[place] = 0;
  return isWithin;
}
