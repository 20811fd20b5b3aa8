import { type RawBuilder, sql } from 'kysely';
import type { Request } from '../../contract/handler-types.js';
import { isPrecomputed } from '../offers/quote.js';
import type { Generation } from '../store/generation.js';
import type { Selection } from './selection.js';
import { editionCountry } from './texts.js';

type Fragment = RawBuilder<unknown>;

/**
 * The products of a selection as a query of `product_id`; universal goods are in the lists of every vehicle. Null where
 * it has no leaves, and so no products.
 */
function candidates(generation: Generation, { context, category, brandId }: Selection): Fragment | null {
  const leaves = category ? category.leaves : generation.categories.leaves;
  const universal = leaves.filter((leaf) => leaf.is_universal).map((leaf) => leaf.id);
  const own = leaves.filter((leaf) => !leaf.is_universal).map((leaf) => leaf.id);
  const inLeaves = (column: string, ids: number[]) =>
    category ? sql`and ${sql.ref(column)} in (${sql.join(ids)})` : sql``;
  const fitting = (table: string, column: string, id: number) =>
    sql`select product_id from ${sql.table(table)}
      where ${sql.ref(column)} = ${id} ${inLeaves('category_id', own)}`;
  const whole = (ids: number[]) => sql`select id as product_id from product
      where ${brandId === null ? sql`true` : sql`brand_id = ${brandId}`} ${inLeaves('category_id', ids)}`;
  if (leaves.length === 0) return null;
  if (context.type === null) return whole(leaves.map((leaf) => leaf.id));
  const queries: Fragment[] = [];
  if (own.length > 0) {
    if (context.type === 1) queries.push(fitting('fitment_manufacturer', 'manufacturer_id', context.manufacturer.id));
    if (context.type === 2) queries.push(fitting('fitment_series_page', 'series_page_id', context.page.id));
    if (context.type === 3) queries.push(fitting('fitment', 'model_number', context.model.number));
  }
  if (category && universal.length > 0) queries.push(whole(universal));
  return queries.length === 0 ? null : sql.join(queries, sql` union all `);
}

const ofBrand = ({ brandId }: Selection): Fragment =>
  brandId === null ? sql`true` : sql`product.brand_id = ${brandId}`;

/** Number of products of a selection that is no leaf. Nothing there is filtered: its leaves have no filters in common. */
export async function countBroad(generation: Generation, selection: Selection): Promise<number> {
  const found = candidates(generation, selection);
  if (!found) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${found}) candidate
    join product on product.id = candidate.product_id where ${ofBrand(selection)}`.execute(generation.db);
  return rows[0]?.count ?? 0;
}

/** Ids of the products of a selection that is no leaf, in the order asked for. */
export async function listBroad(
  generation: Generation,
  selection: Selection,
  request: Request<'listing'>,
  { offset, size }: { offset: number; size: number },
): Promise<number[]> {
  const found = candidates(generation, selection);
  if (!found) return [];
  const { rows } = await sql<{ product_id: number }>`
    select candidate.product_id from (${found}) candidate
    join product on product.id = candidate.product_id
    ${pricesFor(request)}
    where ${ofBrand(selection)}
    order by ${orderOf(request)}, product.popularity desc, product.id
    limit ${size} offset ${offset}`.execute(generation.db);
  return rows.map((row) => row.product_id);
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
