import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../contract/languages.js';
import { idList } from '../../files/node-sqlite.js';
import type { Category } from '../../generation/category-index.js';
import type { Generation } from '../../generation/generation.js';
import { minStartLength } from '../words/search-terms.js';
import { type Expanded, isFound } from './category-search.js';
import { universalRanks } from './fill-index.js';
import { type ExpandedWord, quality } from './lexicon.js';
import { fits, fittingTable, type Scope } from './scope.js';

/** Matches whose fit for a car is tested, most popular first: a broad word matches half of the catalogue. */
const mostCandidates = 600;
/** Words of the catalogue that replace one written word. */
const maxTerms = 16;
/** Leaves whose products are shown for categories. */
const mostLeaves = 12;

/** A found product with its sort keys. */
export interface FoundProduct {
  id: number;
  category_id: number;
  popularity: number;
  place: string | null;
}

/** `isCut` = the search stopped at its limit. */
export interface FoundProducts {
  products: FoundProduct[];
  isCut: boolean;
}

/** Builds the full-text query of a piece. Pieces and words contain only letters and digits, so none is an operator. */
function pieceMatch(piece: string, found: ExpandedWord): string {
  const start = piece.length < minStartLength ? `"${piece}"` : `"${piece}"*`;
  const others = [...found]
    .filter(([word, value]) => value >= quality.end && !word.startsWith(piece))
    .slice(0, maxTerms)
    .map(([word]) => `"${word}"`);
  return `(${[start, ...others].join(' OR ')})`;
}

/** Builds the full-text query of all required words; null without any. */
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

/** Returns whether no product has one of the words. A query with other words would read all their products in vain. */
export async function isAnyMissing(
  { db }: Generation,
  terms: readonly Expanded[],
  language: Language,
): Promise<boolean> {
  const unknown = terms.filter((each) => !isFound(each));
  if (terms.length < 2) return false;
  for (const each of unknown) {
    const match = matchOf([each], language);
    if (match === null) continue;
    const { rows } = await sql`select 1 from search_text where search_text match ${match} limit 1`.execute(db);
    if (rows.length === 0) return true;
  }
  return false;
}

/** Finds the most popular products with every word in their names, brand or number. */
export async function searchProducts(
  generation: Generation,
  terms: readonly Expanded[],
  language: Language,
  { isUniversal, scope, limit }: { isUniversal: boolean; scope: Scope; limit: number },
): Promise<FoundProducts> {
  const match = matchOf(terms, language);
  if (match === null) return { products: [], isCut: false };
  const ranks = isUniversal ? sql`rowid > ${universalRanks}` : sql`rowid <= ${universalRanks}`;
  const most = isUniversal || fittingTable(scope) === null ? limit : Math.max(mostCandidates, limit);
  const { rows } = await sql<FoundProduct & { candidates: number }>`
    with candidate as materialized (
      select rowid as rank from search_text where search_text match ${match} and ${ranks} order by rowid limit ${most}
    )
    select product.id, category_id, popularity, place, (select count(*) from candidate) as candidates from candidate
    join search_product on search_product.rank = candidate.rank
    join product on product.id = search_product.product_id
    where ${isUniversal ? sql`true` : fits(scope)}
    order by candidate.rank limit ${limit}`.execute(generation.db);
  const products = rows.map(({ candidates, ...product }) => product);
  return { products, isCut: rows.length === limit || rows[0]?.candidates === most };
}

/** Reads products in the order of the ids: universal ones, and those that fit the vehicle. */
export async function productsById({ db }: Generation, ids: readonly number[], scope: Scope): Promise<FoundProduct[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundProduct>`select product.id, category_id, product.popularity, place from product
    join category on category.id = category_id where product.id in ${idList(ids)} and (is_universal = 1 or ${fits(scope)})`.execute(
    db,
  );
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Reads the most popular products of categories that fit the vehicle. */
export async function categoryProducts(
  { db }: Generation,
  categories: readonly Category[],
  scope: Scope,
  isUniversal: boolean,
  limit: number,
): Promise<FoundProduct[]> {
  const below = categories.flatMap((category) => category.leaves);
  const leaves = [...new Set(below)].filter((leaf) => (leaf.is_universal === 1) === isUniversal);
  const wanted = leaves.sort((a, b) => b.popularity - a.popularity).slice(0, mostLeaves);
  const found: FoundProduct[] = [];
  for (const { id } of wanted) {
    const fitting = isUniversal ? null : fittingTable(scope);
    const query =
      fitting === null
        ? sql<FoundProduct>`select id, category_id, popularity, place from product where category_id = ${id}
          order by popularity desc limit ${limit}`
        : fittingProducts(fitting, id, limit);
    found.push(...(await query.execute(db)).rows);
  }
  return found.sort((a, b) => b.popularity - a.popularity || a.id - b.id);
}

function fittingProducts(
  [table, column, ids]: NonNullable<ReturnType<typeof fittingTable>>,
  categoryId: number,
  limit: number,
): RawBuilder<FoundProduct> {
  return sql<FoundProduct>`select distinct product.id, product.category_id, popularity, place from ${sql.table(table)} fitting
    join product on product.id = fitting.product_id
    where ${sql.ref(`fitting.${column}`)} in (select value from json_each(${JSON.stringify(ids)}))
    and fitting.category_id = ${categoryId}
    order by popularity desc limit ${limit}`;
}
