import { ProblemError, type Request, type Wire } from '../../api/contract.js';
import type { Category } from '../catalogue/category-index.js';
import { optionalModel, type VehicleContext } from '../catalogue/context.js';
import { parseFilters } from '../catalogue/filters.js';
import { type Found, findInLeaf, readPage } from '../catalogue/listing.js';
import { notesFor } from '../catalogue/product-list.js';
import type { LowestPrice } from '../catalogue/product-wire.js';
import { lowestPrices } from '../offers/quote.js';
import type { Generation } from '../store/generation.js';
import { search } from './find.js';

type Asked = Request<'searchProducts'>;

/** Hits that are paged through; who has not found it among so many asks otherwise. */
const mostHits = 120;
/** A page of this size wants nothing but products (specification 9). */
const shortPage = 8;

/**
 * Products of a leaf named by the filter `cleaf`, filtered by the others, or of a search, best hits first.
 * @throws ProblemError `invalid` where neither is asked for, `not_found` past the last page
 */
export async function findProducts(generation: Generation, request: Asked): Promise<Wire<'searchProducts'>> {
  const model = optionalModel(generation, request.modelId);
  const context: VehicleContext = model ? { type: 3, model } : { type: null };
  const leaf = leafOf(generation, request.f);
  const found = leaf
    ? await findInLeaf(generation, { context, category: leaf, brandId: null }, request)
    : await findByWords(generation, context, request);
  const listing = await readPage(generation, { context }, found, request);
  const isBare = request.productsOnly === '1' || request.pageSize === shortPage;
  return { isUniversal: leaf?.is_universal === 1, ...listing, filters: isBare ? [] : listing.filters };
}

/** The leaf whose number `cleaf` gives; null where it is not asked for, or there is none. */
function leafOf({ categories }: Generation, f: string | undefined): Category | null {
  const number = parseFilters(f).get('cleaf')?.[0];
  return categories.leaves.find(({ leaf_number }) => leaf_number !== null && String(leaf_number) === number) ?? null;
}

async function findByWords(generation: Generation, context: VehicleContext, request: Asked): Promise<Found> {
  const { query, locale, country, sort } = request;
  if (query === undefined) throw new ProblemError('invalid', 'neither a leaf nor words to search for');
  const hits = await search(generation, {
    term: query,
    context,
    locale,
    mostProducts: mostHits,
    mostUniversal: mostHits,
  });
  const ids = [...new Set([...hits.products, ...hits.universalProducts])];
  const ordered = await inOrder(generation, ids, sort, country);
  return {
    resultCount: ordered.length,
    country,
    filters: [],
    async page(offset, size) {
      const shown = ordered.slice(offset, offset + size);
      const notes = await notesFor(generation, shown, context.type === 3 ? context.model : null);
      return shown.map((id) => [id, notes?.get(id) ?? null]);
    },
  };
}

/** Hits in the order asked for; the default is how well they answer. What has no price comes last. */
async function inOrder(generation: Generation, ids: number[], sort: Asked['sort'], country: string): Promise<number[]> {
  if (sort === 'popularity') return ids;
  const lowest = await lowestPrices(generation, ids, country);
  const keys: Record<typeof sort, (price: LowestPrice) => number> = {
    price: ({ total }) => total,
    'price-desc': ({ total }) => -total,
    rating: ({ rating }) => -(rating ?? 0),
    delivery: ({ delivery_max, delivery_min }) => delivery_max * 256 + delivery_min,
  };
  const key = (id: number): number => {
    const price = lowest.get(id);
    return price ? keys[sort](price) : Number.MAX_SAFE_INTEGER;
  };
  return ids.sort((a, b) => key(a) - key(b));
}
