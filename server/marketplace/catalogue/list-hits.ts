import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { filtersWire } from './facet-labels.js';
import { type ChosenFilters, parseFilters } from './filters.js';
import { collectHits, type Hit } from './hit-columns.js';
import { dependOnLeaves, leafQueryOf, narrow } from './leaf-listing.js';
import { showsCategories } from './shown-categories.js';

/** A page of this size wants nothing but products (specification 9). */
const shortPage = 8;

type HitsRequest = Pick<Request<'listing'>, 'f' | 'sort' | 'country' | 'locale'> &
  Partial<Pick<Request<'fullText'>, 'pageSize' | 'productsOnly'>>;

/** Hits that the filters leave, in the order asked for, with country and filters. */
export interface ListedHits {
  readonly hits: readonly Hit[];
  /** Delivery country of the prices. */
  readonly country: string;
  readonly filters: Wire<'fullText'>['filters'];
  /** As of `CountedFacets`. */
  readonly ignored: readonly string[];
}

/** Filters and orders hits, as a listing does it with its leaf. */
export async function listHits(
  generation: Generation,
  hits: readonly Hit[],
  request: HitsRequest,
  dependsOn: DependsOn,
): Promise<ListedHits> {
  dependOnLeaves(dependsOn, new Set(hits.map(({ category_id }) => category_id)), request, !isShort(request));
  const { sort, locale } = request;
  if (!isShort(request)) showsCategories(dependsOn, titledIn(generation, hits));
  const chosen = parseFilters(request.f);
  const within = leavesIn(hits, chosen);
  const leaf = await collectHits(generation, hits, { within, chosen }, leafQueryOf(request, chosen));
  const { counted, ordered } = await narrow(generation, leaf, null, { chosen, sort });
  return {
    hits: Array.from(ordered, (place) => hits[place] as Hit),
    country: leaf.country,
    ignored: counted.ignored,
    filters: isShort(request)
      ? []
      : filtersWire(counted, { generation, kind: commonKind(generation, hits, within), locale }),
  };
}

/** Categories that are values of a filter, with those above, whose names tell them apart. */
function titledIn({ categories }: Generation, hits: readonly Hit[]): Set<number> {
  const leaves = new Set(hits.map(({ category_id }) => category_id));
  const above = [...leaves].flatMap((id) => categories.all.get(id)?.parent_id ?? []);
  return new Set([...leaves, ...above]);
}

/** Nothing but products is wanted: no filters beside them. */
export const isShort = ({ pageSize, productsOnly }: Pick<HitsRequest, 'pageSize' | 'productsOnly'>): boolean =>
  productsOnly === '1' || pageSize === shortPage;

/** Leaves with hits that were chosen to be the only ones. */
function leavesIn(hits: readonly Hit[], chosen: ChosenFilters): ReadonlySet<number> {
  const terms = new Set(chosen.get('category'));
  return new Set(hits.map(({ category_id }) => category_id).filter((id) => terms.has(String(id))));
}

/** The drawing kind that all leaves have; empty where they differ. */
function commonKind({ categories }: Generation, hits: readonly Hit[], within: ReadonlySet<number>): string {
  const leaves = within.size > 0 ? within : new Set(hits.map(({ category_id }) => category_id));
  const [kind = '', ...others] = new Set([...leaves].map((id) => categories.all.get(id)?.kind ?? ''));
  return others.length === 0 ? kind : '';
}
