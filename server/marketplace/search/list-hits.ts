import type { Request, Wire } from '../../contract/handler-types.js';
import { filtersWire } from '../catalogue/facet-labels.js';
import { needsCountryPrices, type PricesByCountry } from '../catalogue/facets.js';
import { type ChosenFilters, parseFilters } from '../catalogue/filters.js';
import { leafQueryOf, narrow } from '../catalogue/leaf-listing.js';
import { editionCountries } from '../store/edition-countries.js';
import type { Generation } from '../store/generation.js';
import { collectHits, type Hit, type HitLeaf } from './hit-columns.js';

/** A page of this size wants nothing but products (specification 9). */
const shortPage = 8;

type HitsRequest = Pick<Request<'fullText'>, 'f' | 'sort' | 'country' | 'locale' | 'pageSize' | 'productsOnly'>;

/** Hits that the filters leave, in the order asked for, and what stands beside them. */
export interface ListedHits {
  readonly hits: readonly Hit[];
  /** Delivery country of the prices. */
  readonly country: string;
  readonly filters: Wire<'fullText'>['filters'];
}

/** Filters and orders what a search has found, as a listing does it with its leaf. */
export async function listHits(
  generation: Generation,
  hits: readonly Hit[],
  request: HitsRequest,
): Promise<ListedHits> {
  const { sort, locale } = request;
  const chosen = parseFilters(request.f);
  const within = leavesIn(hits, chosen);
  const gathered = await collectHits(generation, hits, { within, chosen }, leafQueryOf(request, chosen));
  const { leaf } = gathered;
  const elsewhere = needsCountryPrices(chosen) ? await pricesByCountry(gathered) : undefined;
  const { counted, ordered } = narrow(leaf, null, { chosen, elsewhere, sort });
  return {
    hits: Array.from(ordered, (place) => hits[place] as Hit),
    country: leaf.country,
    filters: isShort(request)
      ? []
      : filtersWire(counted, { generation, kind: commonKind(generation, hits, within), locale }),
  };
}

/** Nothing but products is wanted: no filters beside them. */
export const isShort = ({ pageSize, productsOnly }: Pick<HitsRequest, 'pageSize' | 'productsOnly'>): boolean =>
  productsOnly === '1' || pageSize === shortPage;

/** Leaves with hits that were chosen to be the only ones. */
function leavesIn(hits: readonly Hit[], chosen: ChosenFilters): ReadonlySet<number> {
  const terms = new Set(chosen.get('category'));
  return new Set(hits.map(({ category_id }) => category_id).filter((id) => terms.has(String(id))));
}

async function pricesByCountry({ pricesFor }: HitLeaf): Promise<PricesByCountry> {
  const prices = new Map<string, Awaited<ReturnType<typeof pricesFor>>>();
  for (const country of editionCountries) prices.set(country, await pricesFor(country));
  return prices;
}

/** The drawing kind that all leaves have; empty where they differ. */
function commonKind({ categories }: Generation, hits: readonly Hit[], within: ReadonlySet<number>): string {
  const leaves = within.size > 0 ? within : new Set(hits.map(({ category_id }) => category_id));
  const [kind = '', ...others] = new Set([...leaves].map((id) => categories.all.get(id)?.kind ?? ''));
  return others.length === 0 ? kind : '';
}
