import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { Generation } from '../generation/generation.js';
import { type DependsOn, showsCategories } from '../http/handler.js';
import { approvedFirst } from './approved-goods.js';
import { filtersWire } from './facet-labels.js';
import { type ChosenFilters, parseFilters } from './filters.js';
import { collectHits, type Hit } from './hit-columns.js';
import { dependOnLeaves, leafQueryOf, narrow } from './leaf-listing.js';

/** A page of this size shows only products (specification 9). */
const shortPage = 8;

type HitsRequest = Pick<Request<'listing'>, 'f' | 'sort' | 'country' | 'locale'> &
  Partial<Pick<Request<'fullText'>, 'pageSize' | 'productsOnly'>>;

/** Filtered and sorted hits. */
export interface ListedHits {
  readonly hits: readonly Hit[];
  /** The country of delivery. */
  readonly country: string;
  readonly filters: Wire<'fullText'>['filters'];
  /** Ignored filters, as in `CountedFacets`. */
  readonly ignored: readonly string[];
}

/**
 * Filters and sorts hits, as a listing does with its leaf: what the car requires comes first.
 * @param models numbers of the cars that may be meant, as of `approvedFirst`
 */
export async function listHits(
  generation: Generation,
  hits: readonly Hit[],
  models: readonly number[],
  request: HitsRequest,
  dependsOn: DependsOn,
): Promise<ListedHits> {
  dependOnLeaves(dependsOn, leavesOf(hits), request, !isShort(request));
  const { sort, locale } = request;
  if (!isShort(request)) showsCategories(dependsOn, titledIn(generation, hits));
  const chosen = parseFilters(request.f);
  const within = leavesIn(hits, chosen);
  const leaf = await collectHits(generation, hits, { within, chosen }, leafQueryOf(request, chosen));
  const { counted, ordered } = await narrow(generation, leaf, null, { chosen, sort });
  const filters = () => filtersWire(counted, { generation, kind: commonKind(generation, hits, within), locale });
  return {
    hits: await approvedFirst(
      generation,
      Array.from(ordered, (place) => hits[place] as Hit),
      models,
    ),
    country: leaf.country,
    ignored: counted.ignored,
    filters: isShort(request) ? [] : filters(),
  };
}

const leavesOf = (hits: readonly Hit[]): Set<number> => new Set(hits.map(({ category_id }) => category_id));

/** Returns the categories that a filter names, with the parents that distinguish them. */
function titledIn({ categories }: Generation, hits: readonly Hit[]): Set<number> {
  const leaves = leavesOf(hits);
  const above = [...leaves].flatMap((id) => categories.all.get(id)?.parent_id ?? []);
  return new Set([...leaves, ...above]);
}

/** Returns whether the caller wants products without filters. */
export const isShort = ({ pageSize, productsOnly }: Pick<HitsRequest, 'pageSize' | 'productsOnly'>): boolean =>
  productsOnly === '1' || pageSize === shortPage;

/** Returns the chosen leaves that have hits. */
function leavesIn(hits: readonly Hit[], chosen: ChosenFilters): ReadonlySet<number> {
  const terms = new Set(chosen.get('category'));
  return new Set([...leavesOf(hits)].filter((id) => terms.has(String(id))));
}

/** Returns the drawing kind of all leaves; empty if they differ. */
function commonKind({ categories }: Generation, hits: readonly Hit[], within: ReadonlySet<number>): string {
  const leaves = within.size > 0 ? within : leavesOf(hits);
  const [kind = '', ...others] = new Set([...leaves].map((id) => categories.all.get(id)?.kind ?? ''));
  return others.length === 0 ? kind : '';
}
