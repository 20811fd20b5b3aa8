import { sql } from 'kysely';
import type { Language } from '../../../contract/languages.js';
import { idList } from '../../files/node-sqlite.js';
import type { Category } from '../../generation/category-index.js';
import type { Generation } from '../../generation/generation.js';
import type { SearchTerm } from '../words/search-terms.js';
import { coreOfCompound, type ExpandedWord, expand, quality, splitCompound } from './lexicon.js';

/** Quality of a word in the name of a group above the category. */
const aboveQuality = 1;
/** Penalty for each superfluous word of a name. With more than three the name means another part. */
const surplusLoss = 0.3;
const mostSurplus = 3;
/** Bonus for a name with exactly the wanted words. */
const exactGain = 1;
/** Penalty for a synonym of the category's name. */
const aliasLoss = 0.05;
/** Bonus of the most popular category. */
const popularityGain = 0.8;

export interface FoundCategory {
  category: Category;
  score: number;
  /** Required words that were found. */
  matched: number;
  /** Match of the whole name: 3 = title as written, 2 = title in another form, 1 = synonym, 0 = no match. */
  exactness: 0 | 1 | 2 | 3;
  words: ReadonlySet<SearchTerm>;
}

/** A wanted word with the matching words of the catalogue for each piece. */
export interface Expanded {
  word: SearchTerm;
  pieces: readonly ExpandedWord[];
  squashed: ExpandedWord | null;
}

export async function expandTerm(generation: Generation, word: SearchTerm, language: Language): Promise<Expanded> {
  const pieces = await Promise.all(word.pieces.map((piece) => expand(generation, piece, language)));
  const squashed = word.squashed === null ? null : await expand(generation, word.squashed, language);
  return { word, pieces, squashed };
}

/** Returns whether any word of the catalogue matches. */
export const isFound = ({ pieces, squashed }: Expanded): boolean =>
  pieces.every((found) => found.size > 0) || (squashed?.size ?? 0) > 0;

const wordsOf = (terms: readonly Expanded[]): ReadonlySet<string> =>
  new Set(
    terms.flatMap(({ pieces, squashed }) => [...pieces, squashed ?? new Map()]).flatMap((found) => [...found.keys()]),
  );

interface TitleRow {
  word: string;
  category_id: number;
  title: number;
  length: number;
}

/** Returns the quality of the worst piece, or of the squashed spelling. */
function wordQuality({ pieces, squashed }: Expanded, words: ReadonlySet<string>): number {
  const best = (found: ExpandedWord): number => {
    let value = 0;
    for (const word of words) value = Math.max(value, found.get(word) ?? 0);
    return value;
  };
  const worst = Math.min(...pieces.map(best));
  return squashed === null ? worst : Math.max(worst, best(squashed));
}

/** Reads the names with any of the words. @param within category ids; null = all */
async function titlesWith(
  { db }: Generation,
  words: ReadonlySet<string>,
  language: Language,
  within: readonly number[] | null,
): Promise<TitleRow[]> {
  if (words.size === 0) return [];
  const among = within === null ? sql`true` : sql`category_id in ${idList(within)}`;
  const { rows } = await sql<TitleRow>`
    select search_title.word, category_id, title, length from json_each(${JSON.stringify([...words])}) asked
    join search_title on search_title.language = ${language} and search_title.word = asked.value and ${among}`.execute(
    db,
  );
  return rows;
}

/** Returns the categories of names and all categories below them. */
function withBelow({ categories }: Generation, rows: readonly TitleRow[]): number[] {
  const ids = new Set<number>();
  const add = (category: Category): void => {
    if (ids.has(category.id)) return;
    ids.add(category.id);
    category.children.forEach(add);
  };
  for (const { category_id } of rows) {
    const category = categories.all.get(category_id);
    if (category) add(category);
  }
  return [...ids];
}

/** Finds categories with at least one required word in their names, best match first. */
export async function searchCategories(
  generation: Generation,
  terms: readonly Expanded[],
  language: Language,
): Promise<FoundCategory[]> {
  const required = terms.filter(({ word }) => !word.isOptional);
  if (required.length === 0) return [];
  const rows = await titlesWith(generation, wordsOf(required), language, null);
  // Half of all names have `Satz`: search it only in and below categories that have a required word.
  const others = wordsOf(terms.filter(({ word }) => word.isOptional));
  if (others.size > 0 && rows.length > 0)
    rows.push(...(await titlesWith(generation, others, language, withBelow(generation, rows))));
  const titles = new Map<number, Map<number, { length: number; words: Set<string> }>>();
  for (const { word, category_id, title, length } of rows) {
    const ofCategory = titles.get(category_id) ?? new Map<number, { length: number; words: Set<string> }>();
    titles.set(category_id, ofCategory);
    const own = ofCategory.get(title) ?? { length, words: new Set<string>() };
    ofCategory.set(title, own);
    own.words.add(word);
  }
  const found: FoundCategory[] = [];
  for (const [id, ofCategory] of titles) {
    const category = generation.categories.all.get(id);
    if (!category) continue;
    const above = aboveTerms(generation, category, titles);
    let best: FoundCategory | null = null;
    for (const [title, own] of ofCategory) {
      const made = scored(category, terms, own, above, title > 0);
      if (made && (!best || made.matched > best.matched || (made.matched === best.matched && made.score > best.score)))
        best = made;
    }
    if (best) found.push(best);
  }
  return found.sort((a, b) => b.matched - a.matched || b.score - a.score || a.category.id - b.category.id);
}

function aboveTerms(
  generation: Generation,
  category: Category,
  titles: ReadonlyMap<number, ReadonlyMap<number, { words: ReadonlySet<string> }>>,
): ReadonlySet<string> {
  const words = new Set<string>();
  for (const ancestor of generation.categories.ancestors(category))
    for (const { words: own } of titles.get(ancestor.id)?.values() ?? []) for (const word of own) words.add(word);
  return words;
}

function scored(
  category: Category,
  terms: readonly Expanded[],
  own: { length: number; words: ReadonlySet<string> },
  above: ReadonlySet<string>,
  isAlias: boolean,
): FoundCategory | null {
  let sum = 0;
  let counted = 0;
  let matched = 0;
  let named = 0;
  let isWhole = true;
  let isSame = true;
  // The end of a compound is no name: "freno" does not name a Servofreno.
  let isNamed = true;
  const found = new Set<SearchTerm>();
  for (const expanded of terms) {
    const ownQuality = wordQuality(expanded, own.words);
    const value = ownQuality || (wordQuality(expanded, above) >= quality.start ? aboveQuality : 0);
    if (ownQuality > 0) named += Math.min(expanded.word.pieces.length, own.length);
    if (ownQuality < quality.end && !expanded.word.isOptional) isWhole = false;
    if (ownQuality < quality.whole) isSame = false;
    if (ownQuality < quality.inflected && !expanded.word.isOptional) isNamed = false;
    if (value === 0) continue;
    found.add(expanded.word);
    sum += value;
    counted++;
    if (!expanded.word.isOptional) matched++;
  }
  if (named === 0) return null;
  const needed = terms.filter(({ word }) => !word.isOptional).length;
  const surplus = Math.max(0, own.length - named);
  const isExact = surplus === 0 && isWhole && matched === needed;
  const score =
    sum / Math.max(counted, 1) -
    surplusLoss * Math.min(surplus, mostSurplus) +
    (isExact ? exactGain : 0) +
    (counted - matched) * 0.3 -
    (isAlias ? aliasLoss : 0) +
    (popularityGain * category.popularity) / 1000;
  const exactness = !isExact || !isNamed ? 0 : isAlias ? 1 : isSame ? 3 : 2;
  return { category, score, matched, exactness, words: found };
}

/** Adds the matching words of the catalogue to wanted words. */
export const expandTerms = (
  generation: Generation,
  terms: readonly SearchTerm[],
  language: Language,
): Promise<Expanded[]> => Promise.all(terms.map((word) => expandParts(generation, word, language)));

/** Matches a word, else its two halves as the catalogue writes them, else its core. */
async function expandParts(generation: Generation, word: SearchTerm, language: Language): Promise<Expanded> {
  const whole = await expandTerm(generation, word, language);
  const [piece] = word.pieces;
  if (isFound(whole) || piece === undefined || word.pieces.length > 1) return whole;
  const halves = await splitCompound(generation, piece, language);
  if (halves) return expandTerm(generation, { ...word, pieces: halves, squashed: piece }, language);
  const core = await coreOfCompound(generation, piece, language);
  return core === null ? whole : expandTerm(generation, { ...word, pieces: [core] }, language);
}
