import { sql } from 'kysely';
import type { Sort } from '../../contract/articles.js';
import type { Request } from '../../contract/handler-types.js';
import type { DependsOn } from '../http/handler.js';
import { logLine } from '../http/log.js';
import type { Generation } from '../store/generation.js';
import type { Category } from './category-index.js';
import type { VehicleContext } from './context.js';
import { type CountedFacets, countFacets, isByOffers, needsCountryPrices } from './facets.js';
import { type ChosenFilters, parseFilters } from './filters.js';
import { type Leaf, type LeafQuery, readLeaf } from './leaf.js';
import { pricesByCountry, reachKey } from './offer-columns.js';
import { inOrder } from './product-order.js';
import type { Selection } from './selection.js';
import { editionCountry } from './texts.js';

/** A leaf filtered and ordered, before any of its products is read. */
export interface LeafListing {
  readonly counted: CountedFacets;
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
  const own = category.is_universal ? null : await fitting(generation, category.id, context);
  const { counted, ordered } = narrow(generation, leaf, within(leaf, own, brandId), { chosen, sort: request.sort });
  return {
    counted,
    country: leaf.country,
    page: (offset, size) => Array.from(ordered.subarray(offset, offset + size), (place) => leaf.ids[place] as number),
  };
}

/** Where a list is delivered to and which prices it is read with. */
export function leafQueryOf(
  { country, locale, sort }: Pick<Request<'listing'>, 'sort' | 'country' | 'locale'>,
  chosen: ChosenFilters,
): LeafQuery {
  const isOffered = sort === 'rating' || sort === 'delivery';
  return {
    country,
    filtered: chosen.get('delivery_country')?.[0],
    // Prices to other countries are not in the file: they sort by those of the goods, or as in the edition's country (D62).
    otherwise: isOffered ? editionCountry(locale) : '',
  };
}

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
export function narrow(
  { offers }: Pick<Generation, 'offers'>,
  leaf: Leaf,
  isWithin: Uint8Array | null,
  { chosen, sort }: { chosen: ChosenFilters; sort: Sort },
): { counted: CountedFacets; ordered: Uint32Array } {
  const elsewhere = needsCountryPrices(chosen) ? pricesByCountry(offers, leaf.ids) : undefined;
  const counted = countFacets(leaf, isWithin, chosen, elsewhere);
  const { unknown } = counted;
  if (unknown.keys + unknown.values > 0) logLine('info', 'filter_value_ignored', { ...unknown });
  return { counted, ordered: inOrder(leaf.prices, counted.rows, sort, leaf.isToDoor ? undefined : notShipped(leaf)) };
}

/** Products of the leaf that are listed for the vehicle; null without a vehicle. */
async function fitting(
  { db }: Generation,
  categoryId: number,
  context: VehicleContext,
): Promise<ReadonlySet<number> | null> {
  if (context.type === null) return null;
  if (context.type === 3) {
    const { rows } = await sql<{ product_id: number }>`select product_id from fitment
      where model_number = ${context.model.number} and category_id = ${categoryId}`.execute(db);
    return new Set(rows.map((row) => row.product_id));
  }
  // One text instead of twenty thousand rows: rows are what costs.
  const { rows } =
    context.type === 1
      ? await sql<{ ids: string }>`select json_group_array(product_id) as ids from fitment_manufacturer
          where manufacturer_id = ${context.manufacturer.id} and category_id = ${categoryId}`.execute(db)
      : await sql<{ ids: string }>`select json_group_array(product_id) as ids from fitment_series_page
          where series_page_id = ${context.page.id} and category_id = ${categoryId}`.execute(db);
  return new Set(JSON.parse(rows[0]?.ids ?? '[]') as number[]);
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

/** Of a country whose prices are not kept, where the products are that nobody ships there. */
function notShipped({ columns, country }: Leaf): (place: number) => boolean {
  const column = columns.get(reachKey);
  if (!column) return () => true;
  const isShipped = [false, ...column.values.map(([set]) => set.split(',').includes(country))];
  return (place) => !isShipped[column.codes[place] as number];
}
