import type { Request, Wire } from '../../contract/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Category } from '../catalogue/category-index.js';
import { optionalModel, type VehicleContext } from '../catalogue/context.js';
import { parseFilters } from '../catalogue/filters.js';
import { dependOnLeaves } from '../catalogue/leaf-listing.js';
import { type FoundProducts, findInLeaf, readPage } from '../catalogue/listing.js';
import type { DependsOn } from '../http/handler.js';
import type { Generation } from '../store/generation.js';
import { maxHits, search } from './find.js';
import { isShort, listHits } from './list-hits.js';

type ProductsRequest = Request<'searchProducts'>;

/**
 * Products of a leaf named by the filter `cleaf`, or of a search, best hits first; filtered by the other filters.
 * @throws ProblemError `invalid` where neither is asked for, `not_found` past the last page
 */
export async function findProducts(
  generation: Generation,
  request: ProductsRequest,
  dependsOn: DependsOn,
): Promise<Wire<'searchProducts'>> {
  const model = optionalModel(generation, request.modelId);
  const context: VehicleContext = model ? { type: 3, model } : { type: null };
  const leaf = leafOf(generation, request.f);
  if (leaf) dependOnLeaves(dependsOn, new Set([leaf.id]), request, !isShort(request));
  const found = leaf
    ? await findInLeaf(generation, { context, category: leaf, brandId: null }, request)
    : await findByTerms(generation, context, request, dependsOn);
  const listing = await readPage(generation, { context }, found, request, dependsOn);
  return { isUniversal: leaf?.is_universal === 1, ...listing, filters: isShort(request) ? [] : listing.filters };
}

/** The leaf whose number `cleaf` gives; null where it is not asked for, or there is none. */
function leafOf({ categories }: Generation, f: string | undefined): Category | null {
  const number = parseFilters(f).get('cleaf')?.[0];
  return categories.leaves.find(({ leaf_number }) => leaf_number !== null && String(leaf_number) === number) ?? null;
}

async function findByTerms(
  generation: Generation,
  context: VehicleContext,
  request: ProductsRequest,
  dependsOn: DependsOn,
): Promise<FoundProducts> {
  const { query, locale } = request;
  if (query === undefined)
    throw new ProblemError('invalid', 'neither a leaf nor words to search for', { parameter: 'query', missing: true });
  const found = await search(generation, {
    term: query,
    context,
    locale,
    mostProducts: maxHits,
    mostUniversal: maxHits,
  });
  const { hits, country, filters } = await listHits(
    generation,
    [...found.products, ...found.universalProducts],
    request,
    dependsOn,
  );
  return {
    resultCount: hits.length,
    country,
    filters,
    page: async (offset, size) => hits.slice(offset, offset + size).map(({ id }) => id),
  };
}
