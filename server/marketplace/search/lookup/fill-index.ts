import type { DatabaseSync } from 'node:sqlite';
import { type Language, languages } from '../../../contract/languages.js';
import { normaliseNumber } from '../../../contract/search.js';
import { storedAttributes } from '../../catalogue/drawing-attributes.js';
import { approvalsOf, approvalWord } from '../../catalogue-file/approvals.js';
import type { ProductTable } from '../../catalogue-file/catalogue-tables.js';
import { positionTexts } from '../../catalogue-texts/own-texts.js';
import { parseTexts, textIn } from '../../catalogue-texts/texts.js';
import { foundUnder, termsOf } from '../words/search-terms.js';
import { aliasesOf, readNames, readSynonyms, significantTerms, withSteering } from '../words/synonyms.js';
import { vehicleTerms } from '../words/vehicle-terms.js';
import { fillValues } from './fill-values.js';

/** Ranks of universal goods start above this number, so that each kind is one range of ranks. */
export const universalRanks = 1_000_000_000;
/** The language of words that are the same in all languages. */
export const common = '*';
/** Shortest end of a word that finds the word: `scheibe` finds `Bremsscheibe`. */
const shortestPart = 4;
/** Shorter ends that are words. */
const shortParts = new Set(['ol', 'oel', 'rad', 'gas', 'tur', 'tuer', 'uhr', 'lot']);
/** Shortest word whose spelling is corrected. */
export const minCorrectedLength = 4;

/** Returns the overlapping pieces of three letters that find similar words; `_` marks both ends. */
export function gramsOf(word: string): string[] {
  const bounded = `_${word}_`;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= bounded.length; at++) grams.add(bounded.slice(at, at + 3));
  return [...grams];
}

type Insert = (table: string, ...values: (string | number)[]) => void;
/** @param weight popularity of the named thing, at most 1000 */
type Learn = (language: string, word: string, weight: number) => void;

/**
 * Fills the search tables of a catalogue. Run it within a transaction after categories, brands, vehicles and products.
 * It holds the words of the catalogue in memory, not the products.
 */
export function fillSearchIndex(database: DatabaseSync): void {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const insert: Insert = (table, ...values) => {
    let statement = statements.get(table);
    if (!statement) {
      statement = database.prepare(`insert or ignore into ${table} values (${values.map(() => '?').join(', ')})`);
      statements.set(table, statement);
    }
    statement.run(...values);
  };
  const weights = new Map<string, number>();
  const learn: Learn = (language, word, weight) => {
    const key = `${language} ${word}`;
    weights.set(key, Math.max(weight, weights.get(key) ?? 0));
  };
  const names = fillCategories(database, insert, learn);
  fillProducts(database, names, learn);
  fillValues(database);
  fillNumbers(database);
  for (const { word, kind, id } of vehicleTerms(database, readNames('vehicle-names.tsv'))) {
    insert('search_vehicle', word, kind, id);
    if (kind !== 'code' && kind !== 'model') learn(common, word, 0);
  }
  for (const [key, weight] of weights) {
    const [language = '', word = ''] = key.split(' ');
    fillWord(insert, language, word, weight);
  }
}

/** Writes a word of the vocabulary with the ends and letters that find it. */
function fillWord(insert: Insert, language: string, word: string, weight: number): void {
  insert('search_word', language, word, weight);
  if (/\d/.test(word)) return;
  if (language !== common) {
    for (let at = 2; at < word.length; at++) {
      const part = word.slice(at);
      if (part.length >= shortestPart || shortParts.has(part)) insert('search_part', language, part, word);
    }
  }
  if (word.length < minCorrectedLength) return;
  for (const gram of gramsOf(word)) insert('search_gram', language, gram, word);
}

/** Words of a category, which also find its products. */
type CategoryNames = ReadonlyMap<number, Readonly<Record<Language, readonly string[]>>>;

function fillCategories(database: DatabaseSync, insert: Insert, learn: Learn): CategoryNames {
  const steering = database
    .prepare("select language, words from search_steering where rule = 'synonym' order by id")
    .all();
  const synonyms = withSteering(readSynonyms(), steering as { language: string; words: string }[]);
  const names = new Map<number, Record<Language, readonly string[]>>();
  const rows = database
    .prepare(
      'select category_id, language, title, popularity from category_text join category on id = category_id order by category_id, language',
    )
    .all() as { category_id: number; language: Language; title: string; popularity: number }[];
  for (const { category_id, language, title, popularity } of rows) {
    const all = new Set<string>();
    for (const [number, name] of [title, ...aliasesOf(title, language, synonyms)].entries()) {
      const { length } = significantTerms(name, language);
      for (const word of foundUnder(name, language)) {
        all.add(word);
        insert('search_title', language, word, category_id, number, length);
        learn(language, word, popularity);
      }
    }
    const known = names.get(category_id) ?? ({} as Record<Language, readonly string[]>);
    known[language] = [...all];
    names.set(category_id, known);
  }
  return names;
}

type ProductRow = Pick<
  ProductTable,
  'id' | 'category_id' | 'kind' | 'place' | 'title' | 'article_number' | 'norm_number' | 'attributes'
> & { is_universal: number; brand: string };

/** Writes the words that find products, most popular product first. */
function fillProducts(database: DatabaseSync, names: CategoryNames, learn: Learn): void {
  const products = database.prepare(
    `select product.id, category_id, category.is_universal, product.kind, place, title, article_number, norm_number, attributes,
      brand.name as brand
    from product join category on category.id = category_id join brand on brand.id = brand_id
    order by product.popularity desc, product.id`,
  );
  const ranked = database.prepare('insert into search_product values (?, ?)');
  const text = database.prepare(
    `insert into search_text (rowid, ${languages.join(', ')}, common) values (?, ${languages.map(() => '?').join(', ')}, ?)`,
  );
  const composed = new Map<string, string[]>();
  let count = 0;
  for (const row of products.iterate() as Iterable<unknown> as Iterable<ProductRow>) {
    count++;
    const rank = count + (row.is_universal ? universalRanks : 0);
    ranked.run(rank, row.id);
    const key = row.title === null ? `${row.category_id} ${row.kind} ${row.place}` : null;
    const kept = key === null ? undefined : composed.get(key);
    const texts = kept ?? languages.map((language) => productWords(row, names, language, learn));
    if (key !== null && kept === undefined) composed.set(key, texts);
    const brand = termsOf(row.brand);
    for (const word of brand) learn(common, word, 0);
    const number = normaliseNumber(row.norm_number).toLowerCase();
    const approvals = approvalWordsOf(row.attributes);
    text.run(rank, ...texts, [...new Set([...brand, ...termsOf(row.article_number), number, ...approvals])].join(' '));
  }
  database.exec("insert into search_text (search_text) values ('optimize')");
}

function approvalWordsOf(attributes: string): string[] {
  if (!attributes.includes('"approval"')) return [];
  const written = storedAttributes({ attributes }).find(([key]) => key === 'approval')?.[1];
  return approvalsOf(String(written ?? '')).map(approvalWord);
}

/** Returns the words of a product in one language: its title and all names of its category. */
function productWords(row: ProductRow, names: CategoryNames, language: Language, learn: Learn): string {
  const place = positionTexts(row.place, row.kind, language) ?? '';
  const title = row.title === null ? place : textIn(parseTexts(row.title), language);
  const words = foundUnder(title, language);
  for (const word of words) if (word.length >= minCorrectedLength && !/\d/.test(word)) learn(language, word, 0);
  return [...new Set([...(names.get(row.category_id)?.[language] ?? []), ...words])].join(' ');
}

/** Writes letters like digits, so that `O` equals 0 and `I` equals 1. */
export const likeDigits = (number: string): string => number.toUpperCase().replace(/O/g, '0').replace(/I/g, '1');
/** Returns a number from its end, so that numbers with the same end are neighbours. */
export const reversed = (number: string): string => [...likeDigits(number)].reverse().join('');

/** Writes the reversed numbers of products. Sorted rows are written fastest. */
function fillNumbers(database: DatabaseSync): void {
  database.function('from_end', { deterministic: true }, (number) => reversed(String(number)));
  database.exec(`insert or ignore into search_number
    select from_end(number), id from (
      select norm_number as number, id from product union all select ean, id from product where ean is not null
      union all select norm, product_id from oe_number
    ) order by 1, 2`);
}
