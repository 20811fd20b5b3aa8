import type { Sort } from '../../contract/articles.js';
import type { Request } from '../../contract/operations/handler-types.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { bestOffers } from '../prices/quote.js';
import { logLine } from '../program/log.js';
import { defaultPieces, packsIn } from './amount.js';
import { approvedGoods } from './approved-goods.js';
import { type CountedFacets, countFacets, isByOffers, needsCountryPrices } from './facets.js';
import { type ChosenFilters, parseFilters } from './filters.js';
import { fittingOf, fittingProducts } from './fitting.js';
import { type Leaf, type LeafQuery, readLeaf } from './leaf.js';
import { pricesByCountry, pricesFrom, reachKey } from './offer-columns.js';
import { readProducts } from './product-list.js';
import { inOrder } from './product-order.js';
import type { Selection } from './selection.js';

/** Filters and sorts a leaf by its columns, without reading its products. */
export async function listLeaf(
  generation: Generation,
  selection: Selection & { category: Category },
  request: Pick<Request<'listing'>, 'f' | 'sort' | 'country' | 'locale'>,
) {
  const { category, context, brandId } = selection;
  const chosen = parseFilters(request.f);
  const leaf = await readLeaf(generation, category.id, leafQueryOf(request, chosen));
  const own = category.is_universal ? null : await fittingProducts(generation, [category.id], fittingOf(context));
  const priced = await pricedForCar(generation, leaf, own, selection);
  const isWithin = within(leaf, own, brandId);
  const { counted, ordered } = await narrow(generation, priced, isWithin, { chosen, sort: request.sort });
  const approved = await approvedGoods(generation, { leaf, isWithin, chosen }, selection);
  const places = approved?.first(ordered) ?? ordered;
  const page = (offset: number, size: number): number[] =>
    Array.from(places.subarray(offset, offset + size), (place) => leaf.ids[place] as number);
  return { counted, leaf, isWithin, chosen, approved: approved?.wire, page };
}

export type ListedLeaf = Awaited<ReturnType<typeof listLeaf>>;

/**
 * Best offers are stored for the usual pieces. If a car needs others, the offers of its fitting parts give the prices
 * (D74).
 */
async function pricedForCar(
  generation: Generation,
  leaf: Leaf,
  fitting: ReadonlySet<number> | null,
  { category, context }: Selection & { category: Category },
): Promise<Leaf> {
  if (context.type !== 3 || !fitting) return leaf;
  if (defaultPieces(category, context.model) === category.usual_quantity) return leaf;
  const rows = await readProducts(generation, [...fitting]);
  const best = await bestOffers(generation, [...fitting], leaf.country, packsIn(category, context.model, rows));
  return { ...leaf, prices: pricesFrom(leaf.ids, best, generation.offers.shops) };
}

export const leafQueryOf = ({ country }: Pick<Request<'listing'>, 'country'>, chosen: ChosenFilters): LeafQuery => ({
  country,
  filtered: chosen.get('delivery_country')?.[0],
});

/** Leaves that a response depends on one by one; beyond them, it depends on all leaves. */
const mostLeaves = 20;

/**
 * Declares that a response depends on all products of leaves: if it is filtered or sorted by offers, or shows counts.
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

/** Counts and sorts a leaf; logs filters that do not exist. */
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

/** Returns 1 per product that fits the vehicle and is of the brand; null = all products. */
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
