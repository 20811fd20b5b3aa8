import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../contract/languages.js';
import type { Category } from '../catalogue/category-index.js';
import type { VehicleContext } from '../catalogue/context.js';
import type { Generation } from '../store/generation.js';
import type { Expanded } from './category-search.js';
import { universalRanks } from './fill-index.js';
import { type ExpandedWord, quality } from './lexicon.js';
import { shortestStart } from './search-terms.js';

/** The most popular matches that are tried on a car; a broad word matches half of the catalogue. */
const mostCandidates = 600;
/** Words of the catalogue that one written word is taken for. */
const maxTerms = 16;
/** Leaves whose products are offered for found categories. */
const mostLeaves = 12;

/** A found product with what it is ordered by. */
export interface FoundProduct {
  id: number;
  category_id: number;
  popularity: number;
  place: string | null;
}

/** What a question has found, and whether more may answer it than were looked at. */
export interface FoundProducts {
  products: FoundProduct[];
  isCut: boolean;
}

/** A piece as a full-text query; pieces and words hold letters and digits only, so that none is an operator. */
function pieceMatch(piece: string, found: ExpandedWord): string {
  const start = piece.length < shortestStart ? `"${piece}"` : `"${piece}"*`;
  const others = [...found]
    .filter(([word, value]) => value >= quality.end && !word.startsWith(piece))
    .slice(0, maxTerms)
    .map(([word]) => `"${word}"`);
  return `(${[start, ...others].join(' OR ')})`;
}

/** All words as a full-text query; null where none must be found. */
function matchOf(terms: readonly Expanded[], language: Language): string | null {
  const words = terms
    .filter(({ word }) => !word.isOptional)
    .map(({ word, pieces }) => {
      const each = word.pieces.map((piece, index) => pieceMatch(piece, pieces[index] ?? new Map()));
      const all = `(${each.join(' AND ')})`;
      return word.squashed === null ? all : `(${all} OR "${word.squashed}"*)`;
    });
  return words.length === 0 ? null : `{${language} common} : (${words.join(' AND ')})`;
}

/** The table that says what fits a vehicle. */
function fitting(context: Exclude<VehicleContext, { type: null }>): [table: string, column: string, id: number] {
  if (context.type === 1) return ['fitment_manufacturer', 'manufacturer_id', context.manufacturer.id];
  if (context.type === 2) return ['fitment_series_page', 'series_page_id', context.page.id];
  return ['fitment', 'model_number', context.model.number];
}

function fits(context: VehicleContext): RawBuilder<unknown> {
  if (context.type === null) return sql`true`;
  const [table, column, id] = fitting(context);
  return sql`exists (select 1 from ${sql.table(table)} fitting where ${sql.ref(`fitting.${column}`)} = ${id}
    and fitting.category_id = product.category_id and fitting.product_id = product.id)`;
}

/** The most popular products with every word in their names, brand or number; universal ones for every car. */
export async function searchProducts(
  generation: Generation,
  terms: readonly Expanded[],
  language: Language,
  { isUniversal, context, limit }: { isUniversal: boolean; context: VehicleContext; limit: number },
): Promise<FoundProducts> {
  const match = matchOf(terms, language);
  if (match === null) return { products: [], isCut: false };
  const ranks = isUniversal ? sql`rowid > ${universalRanks}` : sql`rowid <= ${universalRanks}`;
  const most = isUniversal || context.type === null ? limit : mostCandidates;
  const { rows } = await sql<FoundProduct & { candidates: number }>`
    with candidate as materialized (
      select rowid as rank from search_text where search_text match ${match} and ${ranks} order by rowid limit ${most}
    )
    select product.id, category_id, popularity, place, (select count(*) from candidate) as candidates from candidate
    join search_product on search_product.rank = candidate.rank
    join product on product.id = search_product.product_id
    where ${isUniversal ? sql`true` : fits(context)}
    order by candidate.rank limit ${limit}`.execute(generation.db);
  const products = rows.map(({ candidates, ...product }) => product);
  return { products, isCut: rows.length === limit || rows[0]?.candidates === most };
}

/** The most popular products of the categories that fit the vehicle; universal ones for every car. */
export async function categoryProducts(
  { db }: Generation,
  categories: readonly Category[],
  context: VehicleContext,
  isUniversal: boolean,
  limit: number,
): Promise<FoundProducts> {
  const below = categories.flatMap((category) => category.leaves);
  const leaves = [...new Set(below)].filter((leaf) => (leaf.is_universal === 1) === isUniversal);
  const wanted = leaves.sort((a, b) => b.popularity - a.popularity).slice(0, mostLeaves);
  const found: FoundProduct[] = [];
  for (const { id } of wanted) {
    const query =
      context.type === null || isUniversal
        ? sql<FoundProduct>`select id, category_id, popularity, place from product where category_id = ${id}
          order by popularity desc limit ${limit}`
        : fittingProducts(context, id, limit);
    found.push(...(await query.execute(db)).rows);
  }
  return {
    products: found.sort((a, b) => b.popularity - a.popularity || a.id - b.id),
    isCut: leaves.length > mostLeaves,
  };
}

function fittingProducts(
  context: Exclude<VehicleContext, { type: null }>,
  categoryId: number,
  limit: number,
): RawBuilder<FoundProduct> {
  const [table, column, id] = fitting(context);
  return sql<FoundProduct>`select product.id, product.category_id, popularity, place from ${sql.table(table)} fitting
    join product on product.id = fitting.product_id
    where ${sql.ref(`fitting.${column}`)} = ${id} and fitting.category_id = ${categoryId}
    order by popularity desc limit ${limit}`;
}
