import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../api/contract.js';
import type { VehicleContext } from '../catalogue/context.js';
import type { Generation } from '../store/generation.js';
import { universalRanks } from './search-text.js';
import { type AskedWord, shortestStart } from './words.js';

/** The most popular matches that are looked at; a broad word matches half of the catalogue. */
const mostCandidates = 2000;

/** All words as a full-text query; the pieces hold letters and digits only, so that none is an operator. */
function matchOf(generation: Generation, asked: readonly AskedWord[], language: Language): string {
  const start = (piece: string) => (piece.length < shortestStart ? `"${piece}"` : `"${piece}"*`);
  const words = asked.map(({ pieces, squashed }) => {
    const each = pieces.map((piece) => {
      const compounds = generation.names.compounds(piece, language).map((word) => `"${word}"`);
      return `(${[start(piece), ...compounds].join(' OR ')})`;
    });
    const all = `(${each.join(' AND ')})`;
    return squashed === null ? all : `(${all} OR ${start(squashed)})`;
  });
  return `{${language} common} : (${words.join(' AND ')})`;
}

function fits(context: VehicleContext): RawBuilder<unknown> {
  if (context.type === null) return sql`true`;
  const [table, column, id] =
    context.type === 1
      ? ['fitment_manufacturer', 'manufacturer_id', context.manufacturer.id]
      : context.type === 2
        ? ['fitment_series_page', 'series_page_id', context.page.id]
        : ['fitment', 'model_number', context.model.number];
  return sql`exists (select 1 from ${sql.table(table)} fitting where ${sql.ref(`fitting.${column}`)} = ${id}
    and fitting.category_id = product.category_id and fitting.product_id = product.id)`;
}

/** Ids of the most popular products with every word in their title, brand or number; universal ones fit every car. */
export async function searchProducts(
  generation: Generation,
  asked: readonly AskedWord[],
  language: Language,
  { isUniversal, context, limit }: { isUniversal: boolean; context: VehicleContext; limit: number },
): Promise<number[]> {
  const ranks = isUniversal ? sql`rowid > ${universalRanks}` : sql`rowid <= ${universalRanks}`;
  const { rows } = await sql<{ id: number }>`
    select product.id from (
      select rowid as rank from search_text
      where search_text match ${matchOf(generation, asked, language)} and ${ranks}
      order by rowid limit ${mostCandidates}
    ) candidate
    join search_product on search_product.rank = candidate.rank
    join product on product.id = search_product.product_id
    where ${isUniversal ? sql`true` : fits(context)}
    order by candidate.rank limit ${limit}`.execute(generation.db);
  return rows.map((row) => row.id);
}
