import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { DependsOn } from '../http/handler.js';
import { bestOffers, onePack } from '../prices/quote.js';
import { modelsOf } from '../vehicles/context.js';
import { alikeFacets } from './alike-facets.js';
import { packsIn } from './amount.js';
import { decidingMeasures, decidingOf } from './deciding-measures.js';
import { filtersWire } from './facet-labels.js';
import { dependOnLeaves, listLeaf } from './leaf-listing.js';
import { type ListedHits, listHits } from './list-hits.js';
import { productList, readProducts } from './product-list.js';
import { readSelection, type Selection } from './selection.js';
import { wideHits } from './wide-listing.js';

type ListingWire = Wire<'listing'>;

/** Products on one page of a listing (D20). */
const usualPage = 20;

/** The products of a listing, before any is read. */
export interface FoundProducts {
  resultCount: number;
  country: string;
  filters: ListingWire['filters'];
  /** Ignored filters, as in `CountedFacets`. */
  ignored: readonly string[];
  measures?: NonNullable<ListingWire['measures']>;
  approved?: ListingWire['approved'];
  page(offset: number, size: number): Promise<number[]>;
}

/**
 * Returns one page of the products of a category or brand, for a vehicle if given.
 * @throws ProblemError `not_found` past the end
 */
export async function list(
  generation: Generation,
  request: Request<'listing'>,
  dependsOn: DependsOn,
): Promise<ListingWire> {
  const selection = readSelection(generation, request);
  const { category } = selection;
  const found = category?.is_leaf
    ? await findInLeaf(generation, { ...selection, category }, request)
    : hitPages(
        await listHits(
          generation,
          await wideHits(generation, selection),
          modelsOf(selection.context),
          request,
          dependsOn,
        ),
      );
  if (category?.is_leaf) dependOnLeaves(dependsOn, new Set([category.id]), request, true);
  return {
    isUniversal: category?.is_universal === 1,
    ...(await readPage(generation, selection, found, request, dependsOn)),
  };
}

export async function findInLeaf(
  generation: Generation,
  selection: Parameters<typeof listLeaf>[1],
  request: Parameters<typeof listLeaf>[2],
): Promise<FoundProducts> {
  const listed = await listLeaf(generation, selection, request);
  const { counted, leaf, isWithin, chosen } = listed;
  const { category } = selection;
  const { locale } = request;
  const kept = new Set([...decidingOf(category, generation.attributes).slice(0, 1), ...chosen.keys()]);
  const alike = alikeFacets(leaf, isWithin, kept);
  const filters = filtersWire(counted, { generation, kind: category.kind, locale });
  return {
    resultCount: counted.rows.length,
    country: leaf.country,
    ignored: counted.ignored,
    filters: filters.filter(({ key }) => !alike.has(key)),
    approved: listed.approved,
    measures: await decidingMeasures(generation, listed, selection, locale),
    page: async (offset, size) => listed.page(offset, size),
  };
}

export const hitPages = ({ hits, country, filters, ignored }: ListedHits): FoundProducts => ({
  resultCount: hits.length,
  country,
  filters,
  ignored,
  page: async (offset, size) => hits.slice(offset, offset + size).map(({ id }) => id),
});

/** Reads the products of one page. @throws ProblemError `not_found` past the end */
export async function readPage(
  generation: Generation,
  selection: Pick<Selection, 'context' | 'category'>,
  { resultCount, country, filters, ignored, measures, approved, page }: FoundProducts,
  request: Pick<Request<'listing'>, 'page' | 'sort' | 'locale'> & { pageSize?: number },
  dependsOn: DependsOn,
): Promise<Omit<ListingWire, 'isUniversal'>> {
  const { pageSize = usualPage } = request;
  const availablePageCount = Math.ceil(resultCount / pageSize);
  if (request.page > Math.max(1, availablePageCount)) throw new ProblemError('not_found', 'page past the end');
  const shown = resultCount === 0 ? [] : await page((request.page - 1) * pageSize, pageSize);
  return {
    country,
    spareParts: await readShown(generation, { ...request, ...selection, country }, shown, dependsOn),
    resultCount,
    availablePageCount,
    page: request.page,
    sort: request.sort,
    filters,
    ...(ignored.length > 0 && { ignored: [...ignored] }),
    ...(measures && { measures }),
    ...(approved && { approved }),
  };
}

/** Reads products with their fit: in a leaf priced for the needed pieces, elsewhere by the pack (D74). */
export async function readShown(
  generation: Generation,
  {
    context,
    category,
    country,
    locale,
  }: Pick<Request<'listing'>, 'country' | 'locale'> & Pick<Selection, 'context' | 'category'>,
  shown: readonly number[],
  dependsOn: DependsOn,
): Promise<ListingWire['spareParts']> {
  dependsOn('best', shown);
  const rows = await readProducts(generation, shown);
  const model = context.type === 3 ? context.model : null;
  const packsOf = category?.is_leaf ? packsIn(category, model, rows) : onePack;
  const best = await bestOffers(generation, shown, country, packsOf);
  return productList(generation, rows, { language: languageOf(locale), country, model }, dependsOn, best);
}
