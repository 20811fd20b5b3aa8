import { type RawBuilder, sql } from 'kysely';
import type { Request } from '../../contract/handler-types.js';
import { isPrecomputed } from '../offers/quote.js';
import type { Generation } from '../store/generation.js';
import { leafQueryOf } from './leaf-listing.js';
import { pricesOf } from './offer-columns.js';
import { inOrder, sortedBy } from './product-order.js';
import type { Selection } from './selection.js';

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
  if (request.sort !== 'popularity') {
    const ordered = inOrderOfOffers(generation, await candidateIds(generation, selection, found), request);
    return [...ordered.subarray(offset, offset + size)];
  }
  const { rows } = await sql<{ product_id: number }>`
    select candidate.product_id from (${found}) candidate
    join product on product.id = candidate.product_id
    where ${ofBrand(selection)}
    order by product.popularity desc, product.id
    limit ${size} offset ${offset}`.execute(generation.db);
  return rows.map((row) => row.product_id);
}

/** All products of a selection, the most popular first. */
async function candidateIds(
  { db, popularity }: Generation,
  { context, brandId }: Selection,
  found: Fragment,
): Promise<Uint32Array> {
  const isOfBrand =
    context.type === null || brandId === null
      ? sql`true`
      : sql`exists (select 1 from product where id = product_id and brand_id = ${brandId})`;
  // One text instead of half a million rows: rows are what costs.
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(product_id) as ids from (${found}) candidate where ${isOfBrand}`.execute(db);
  const ids = new Uint32Array(JSON.parse(rows[0]?.ids ?? '[]') as number[]).filter((id) => popularity[id]);
  const rarity = ids.map((id) => 0xffff_ffff - (popularity[id] as number));
  return sortedBy(rarity, ids);
}

/** Prices to other countries than the editions' are not kept (D62): `leafQueryOf` says by which they are sorted. */
function inOrderOfOffers({ offers }: Generation, ids: Uint32Array, request: Request<'listing'>): Uint32Array {
  const { country, otherwise } = leafQueryOf(request, new Map());
  const prices = pricesOf(offers, new Float64Array(ids), isPrecomputed(country) ? country : otherwise);
  const places = ids.map((_, place) => place);
  return inOrder(prices, places, request.sort).map((place) => ids[place] as number);
}
