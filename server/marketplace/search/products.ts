import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { parseFilters } from '../catalogue/filters.js';
import { dependOnLeaves } from '../catalogue/leaf-listing.js';
import { isShort, listHits } from '../catalogue/list-hits.js';
import { type FoundProducts, findInLeaf, hitPages, readPage } from '../catalogue/listing.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { modelContext, type VehicleContext } from '../vehicles/context.js';
import { search, wholeSearch, withFilters } from './find.js';
import { modelsIn } from './lookup/scope.js';

type ProductsRequest = Request<'searchProducts'>;

/**
 * Returns one page of filtered products: of the leaf in the filter `cleaf`, or of a search.
 * @throws ProblemError `invalid` without both, `not_found` past the last page
 */
export async function findProducts(
  generation: Generation,
  request: ProductsRequest,
  dependsOn: DependsOn,
): Promise<Wire<'searchProducts'>> {
  const context = modelContext(generation, request.modelId ?? request.vehicleModelId);
  const leaf = leafOf(generation, request.f);
  if (leaf) dependOnLeaves(dependsOn, new Set([leaf.id]), request, true);
  const found = leaf
    ? await findInLeaf(generation, { context, category: leaf, brandId: null }, request)
    : await findByTerms(generation, context, request, dependsOn);
  const listing = await readPage(generation, { context, category: leaf }, found, request, dependsOn);
  return { isUniversal: leaf?.is_universal === 1, ...listing, filters: isShort(request) ? [] : listing.filters };
}

/** Returns the leaf of the number in `cleaf`; null if the filter is missing or unknown. */
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
  const found = await search(generation, { term: query, context, locale, ...wholeSearch });
  const hits = [...found.products, ...found.universalProducts];
  const narrowed = { ...request, f: withFilters(request.f, found.narrowed) };
  return hitPages(await listHits(generation, hits, modelsIn(found.reading.scope), narrowed, dependsOn));
}
