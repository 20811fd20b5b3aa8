import { type RawBuilder, sql } from 'kysely';
import { ProblemError, parseTail, type Request, type Sort, type Wire } from '../../api/contract.js';
import { isPrecomputed, lowestPrices } from '../offers/quote.js';
import type { ProductTable } from '../store/catalogue-tables.js';
import type { Generation } from '../store/generation.js';
import type { Category } from './category-index.js';
import { optionalModel, readCategory, readContext, type VehicleContext } from './context.js';
import { parseFilters } from './filters.js';
import { type FitWire, fitOfNote, unknownFit } from './fit.js';
import { type LowestPrice, productWire } from './product-wire.js';
import { collator, editionCountry, languageOf } from './texts.js';

/** Products on one page of a listing (D20). */
const pageSize = 20;

type Fragment = RawBuilder<unknown>;
type Row = ProductTable & { note_id: number | null };

/** What a listing is a list of. At least one of category and brand is set. */
interface Selection {
  context: VehicleContext;
  category: Category | null;
  brandId: number | null;
}

/** Products of a category or brand, perhaps for a vehicle, a page at a time. @throws ProblemError `not_found` past the end */
export async function list(generation: Generation, request: Request<'listing'>): Promise<Wire<'listing'>> {
  const selection = readSelection(generation, request);
  const chosenBrands = (parseFilters(request.f).get('brand') ?? [])
    .map(Number)
    .filter((id) => generation.brands.has(id));
  const facets = await brandFacets(generation, selection);
  const counted = facets.filter(({ brand_id }) => chosenBrands.length === 0 || chosenBrands.includes(brand_id));
  const resultCount = counted.reduce((sum, facet) => sum + facet.count, 0);
  const availablePageCount = Math.ceil(resultCount / pageSize);
  if (request.page > Math.max(1, availablePageCount)) throw new ProblemError('not_found', 'page past the end');
  const rows = resultCount === 0 ? [] : await pageOf(generation, selection, chosenBrands, request);
  const lowest = await lowestPrices(
    generation,
    rows.map((row) => row.id),
    request.country,
  );
  const isByPrice = request.sort === 'price' || request.sort === 'price-desc';
  if (isByPrice && !isPrecomputed(request.country)) sortByTotal(rows, lowest, request.sort);
  const language = languageOf(request.locale);
  const fitOfRow = (row: Row): FitWire => {
    if (generation.categories.all.get(row.category_id)?.is_universal) return { state: 'fits', notes: [] };
    return selection.context.type === 3 ? fitOfNote(generation, row.note_id, language) : unknownFit;
  };
  return {
    isUniversal: selection.category?.is_universal === 1,
    spareParts: rows.map((row) => productWire(generation, row, lowest.get(row.id) ?? null, fitOfRow(row), language)),
    resultCount,
    availablePageCount,
    page: request.page,
    sort: request.sort,
    filters: selection.category?.is_leaf ? [brandFilter(generation, facets, chosenBrands, request)] : [],
  };
}

function readSelection(generation: Generation, request: Request<'listing'>): Selection {
  const tail = parseTail(request.tail);
  if (!tail || (tail.categoryId === null && tail.brandId === null))
    throw new ProblemError('not_found', 'not a listing');
  const brandId = tail.brandId === null ? null : Number(tail.brandId);
  if (brandId !== null && !generation.brands.has(brandId)) throw new ProblemError('not_found', 'unknown brand');
  const category = tail.categoryId === null ? null : readCategory(generation, tail.categoryId);
  const model = tail.type === null ? optionalModel(generation, request.modelId) : null;
  const context: VehicleContext = model ? { type: 3, model } : readContext(generation, tail.type, tail.id);
  return { context, category, brandId };
}

/** The products of a selection as `candidate (product_id, note_id)`; universal goods belong to every vehicle. */
function candidates(generation: Generation, { context, category, brandId }: Selection): Fragment {
  const leaves = category ? category.leaves : generation.categories.leaves;
  const universal = leaves.filter((leaf) => leaf.is_universal).map((leaf) => leaf.id);
  const own = leaves.filter((leaf) => !leaf.is_universal).map((leaf) => leaf.id);
  const inLeaves = (column: string, ids: number[]) =>
    category ? sql`and ${sql.ref(column)} in (${sql.join(ids)})` : sql``;
  const fitting = (table: string, column: string, id: number, note: Fragment) =>
    sql`select product_id, ${note} as note_id from ${sql.table(table)}
      where ${sql.ref(column)} = ${id} ${inLeaves('category_id', own)}`;
  const whole = (ids: number[]) => sql`select id as product_id, null as note_id from product
      where ${brandId === null ? sql`true` : sql`brand_id = ${brandId}`} ${inLeaves('category_id', ids)}`;
  if (context.type === null) return whole(leaves.map((leaf) => leaf.id));
  const parts: Fragment[] = [];
  if (own.length > 0) {
    if (context.type === 1)
      parts.push(fitting('fitment_manufacturer', 'manufacturer_id', context.manufacturer.id, sql`null`));
    if (context.type === 2) parts.push(fitting('fitment_series_page', 'series_page_id', context.page.id, sql`null`));
    if (context.type === 3) parts.push(fitting('fitment', 'model_number', context.model.number, sql`note_id`));
  }
  if (category && universal.length > 0) parts.push(whole(universal));
  return sql.join(parts, sql` union all `);
}

/** Number of products per brand, before any filter. */
async function brandFacets(
  generation: Generation,
  selection: Selection,
): Promise<{ brand_id: number; count: number }[]> {
  const { rows } = await sql<{ brand_id: number; count: number }>`
    select product.brand_id, count(*) as count from (${candidates(generation, selection)}) candidate
    join product on product.id = candidate.product_id
    where ${ofBrands(selection, [])} group by product.brand_id`.execute(generation.db);
  return rows;
}

function ofBrands({ brandId }: Selection, chosen: readonly number[]): Fragment {
  const own = brandId === null ? sql`true` : sql`product.brand_id = ${brandId}`;
  return chosen.length === 0 ? own : sql`${own} and product.brand_id in (${sql.join(chosen)})`;
}

async function pageOf(
  generation: Generation,
  selection: Selection,
  brands: readonly number[],
  request: Request<'listing'>,
): Promise<Row[]> {
  const offset = (request.page - 1) * pageSize;
  const { rows } = await sql<Row>`
    select product.*, candidate.note_id from (${candidates(generation, selection)}) candidate
    join product on product.id = candidate.product_id
    ${pricesFor(request)}
    where ${ofBrands(selection, brands)}
    order by ${orderOf(request)}, product.popularity desc, product.id
    limit ${pageSize} offset ${offset}`.execute(generation.db);
  return rows;
}

/**
 * Prices to sort by. Other than the edition countries have none in the file: they sort by goods price (D62), and by
 * rating and delivery as in the country of the edition.
 */
function pricesFor({ sort, country, locale }: Request<'listing'>): Fragment {
  if (sort === 'popularity') return sql``;
  if (isPrecomputed(country) || sort === 'rating' || sort === 'delivery') {
    const known = isPrecomputed(country) ? country : editionCountry(locale);
    return sql`left join product_price on product_price.country = ${known} and product_price.product_id = product.id`;
  }
  return sql``;
}

/** Products without a price come last in every order. */
function orderOf({ sort, country }: Request<'listing'>): Fragment {
  if (sort === 'popularity') return sql`product.popularity desc`;
  if (sort === 'rating') return sql`product_price.rating is null, product_price.rating desc`;
  if (sort === 'delivery')
    return sql`product_price.delivery_max is null, product_price.delivery_max, product_price.delivery_min`;
  const amount = isPrecomputed(country)
    ? sql`product_price.total`
    : sql`(select min(price) from offer where offer.product_id = product.id)`;
  return sort === 'price' ? sql`${amount} is null, ${amount}` : sql`${amount} is null, ${amount} desc`;
}

function sortByTotal(rows: Row[], lowest: ReadonlyMap<number, LowestPrice>, sort: Sort): void {
  const direction = sort === 'price' ? 1 : -1;
  const last = direction * Number.MAX_SAFE_INTEGER;
  const total = (row: Row) => lowest.get(row.id)?.total ?? last;
  rows.sort((a, b) => direction * (total(a) - total(b)));
}

function brandFilter(
  generation: Generation,
  facets: readonly { brand_id: number; count: number }[],
  chosen: readonly number[],
  { locale }: Request<'listing'>,
): Wire<'listing'>['filters'][number] {
  const compare = collator(locale).compare;
  const attributes = facets.map(({ brand_id, count }) => ({
    value: String(brand_id),
    label: generation.brands.get(brand_id)?.name ?? '',
    count,
    isActive: chosen.includes(brand_id),
  }));
  return {
    key: 'brand',
    label: brandLabel[languageOf(locale)],
    attributes: attributes.sort((a, b) => compare(a.label, b.label)),
  };
}

const brandLabel = { de: 'Marke', fr: 'Marque', es: 'Marca', it: 'Marca', nl: 'Merk' } as const;
