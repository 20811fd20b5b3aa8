import type { Sort } from '../../contract/articles.js';
import type { Request, Wire } from '../../contract/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { DependsOn } from '../http/handler.js';
import { isPrecomputed, lowestPrices } from '../offers/quote.js';
import type { ProductTable } from '../store/catalogue-tables.js';
import type { Generation } from '../store/generation.js';
import { countBroad, listBroad } from './broad-listing.js';
import { filtersWire } from './facet-labels.js';
import { fitsOf } from './fit.js';
import { dependOnLeaves, listLeaf } from './leaf-listing.js';
import { readProducts } from './product-list.js';
import { type LowestPrice, productWire } from './product-wire.js';
import { readSelection, type Selection } from './selection.js';
import { languageOf } from './texts.js';

type ListingWire = Wire<'listing'>;

/** Products on one page of a listing (D20). */
const usualPage = 20;

/** The products of a page, found but not read, and what stands beside them. */
export interface FoundProducts {
  resultCount: number;
  country: string;
  filters: ListingWire['filters'];
  page(offset: number, size: number): Promise<number[]>;
}

/** Products of a category or brand, perhaps for a vehicle, a page at a time. @throws ProblemError `not_found` past the end */
export async function list(
  generation: Generation,
  request: Request<'listing'>,
  dependsOn: DependsOn,
): Promise<ListingWire> {
  const selection = readSelection(generation, request);
  const found = await find(generation, selection, request);
  const { category } = selection;
  if (category?.is_leaf) dependOnLeaves(dependsOn, new Set([category.id]), request, true);
  else if (request.sort !== 'popularity') dependsOn('leaf', [0]);
  return {
    isUniversal: category?.is_universal === 1,
    ...(await readPage(generation, selection, found, request, dependsOn)),
  };
}

function find(generation: Generation, selection: Selection, request: Request<'listing'>): Promise<FoundProducts> {
  const { category } = selection;
  return category?.is_leaf
    ? findInLeaf(generation, { ...selection, category }, request)
    : findBroadly(generation, selection, request);
}

/** A leaf's products with its filters. */
export async function findInLeaf(
  generation: Generation,
  selection: Parameters<typeof listLeaf>[1],
  request: Parameters<typeof listLeaf>[2],
): Promise<FoundProducts> {
  const { counted, country, page } = await listLeaf(generation, selection, request);
  const { kind } = selection.category;
  return {
    resultCount: counted.rows.length,
    country,
    filters: filtersWire(counted, { generation, kind, locale: request.locale }),
    page: async (offset, size) => page(offset, size),
  };
}

async function findBroadly(
  generation: Generation,
  selection: Selection,
  request: Request<'listing'>,
): Promise<FoundProducts> {
  return {
    resultCount: await countBroad(generation, selection),
    country: request.country,
    filters: [],
    page: (offset, size) => listBroad(generation, selection, request, { offset, size }),
  };
}

/** Reads the products of one page. @throws ProblemError `not_found` past the end */
export async function readPage(
  generation: Generation,
  { context }: Pick<Selection, 'context'>,
  { resultCount, country, filters, page }: FoundProducts,
  request: Pick<Request<'listing'>, 'page' | 'sort' | 'locale'> & { pageSize?: number },
  dependsOn: DependsOn,
): Promise<Omit<ListingWire, 'isUniversal'>> {
  const { pageSize = usualPage } = request;
  const availablePageCount = Math.ceil(resultCount / pageSize);
  if (request.page > Math.max(1, availablePageCount)) throw new ProblemError('not_found', 'page past the end');
  const shown = resultCount === 0 ? [] : await page((request.page - 1) * pageSize, pageSize);
  return {
    country,
    spareParts: await readShown(generation, { ...request, context, country }, shown, dependsOn),
    resultCount,
    availablePageCount,
    page: request.page,
    sort: request.sort,
    filters,
  };
}

/** The products of one page with their verdicts. */
export async function readShown(
  generation: Generation,
  {
    context,
    country,
    sort,
    locale,
  }: Pick<Request<'listing'>, 'country' | 'sort' | 'locale'> & Pick<Selection, 'context'>,
  shown: readonly number[],
  dependsOn: DependsOn,
): Promise<ListingWire['spareParts']> {
  dependsOn('best', shown);
  const rows = await readProducts(generation, shown);
  const lowest = await lowestPrices(generation, shown, country);
  if ((sort === 'price' || sort === 'price-desc') && !isPrecomputed(country)) sortByTotal(rows, lowest, sort);
  const language = languageOf(locale);
  const verdictOf = await fitsOf(generation, rows, context.type === 3 ? context.model : null, language);
  return rows.map((row) => productWire(generation, row, lowest.get(row.id) ?? null, verdictOf(row), language));
}

/** Prices to other countries than the editions' are known only for the products on the page (D62). */
function sortByTotal(rows: ProductTable[], lowest: ReadonlyMap<number, LowestPrice>, sort: Sort): void {
  const direction = sort === 'price' ? 1 : -1;
  const last = direction * Number.MAX_SAFE_INTEGER;
  const total = (row: ProductTable) => lowest.get(row.id)?.total ?? last;
  rows.sort((a, b) => direction * (total(a) - total(b)));
}
