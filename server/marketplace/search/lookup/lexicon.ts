import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Language } from '../../../contract/languages.js';
import type { Generation } from '../../generation/generation.js';
import { editDistance } from '../words/edit-distance.js';
import { compounding } from '../words/query-words.js';
import { remembered } from '../words/remembered.js';
import { minStartLength } from '../words/search-terms.js';
import { stemOf } from '../words/stems.js';
import { isOtherThing, isPlainWord } from '../words/synonyms.js';
import { common, gramsOf, minCorrectedLength } from './fill-index.js';

/** Quality of a match between a written word and one of the catalogue; comparable within one search only. */
export const quality = { whole: 3, inflected: 2.8, start: 2, end: 2.2, stem: 1.2, endStart: 1.2 } as const;

/** Words of the catalogue with the quality of their match. */
export type ExpandedWord = ReadonlyMap<string, number>;

/** Limits of the words with the same beginning or end; words of popular parts come first. */
const mostStarts = 200;
const mostEnds = 120;
/** Sorts after every letter and digit. */
const last = '\uffff';
/** Sorts before every letter and digit. */
const justAfter = '\u0001';
/** Shorter words match too many ends and stems. */
const shortestEnd = 3;
const shortestStemStart = 4;

interface WordRow {
  word: string;
  part: string;
}

/** Expansions that are kept for a catalogue: one search repeats them, and so does each typed letter. */
const mostExpanded = 500;
const expandedWords = remembered((_: Generation) => new LRUCache<string, ExpandedWord>({ max: mostExpanded }));

/**
 * Returns the words of the catalogue that match a written word: itself, its forms, words with it at the beginning or
 * end.
 */
export async function expand(generation: Generation, piece: string, language: Language): Promise<ExpandedWord> {
  const known = expandedWords(generation);
  const key = `${language} ${piece}`;
  const found = known.get(key) ?? (await expandAnew(generation, piece, language));
  known.set(key, found);
  return found;
}

async function expandAnew({ db }: Generation, piece: string, language: Language): Promise<ExpandedWord> {
  const found = new Map<string, number>();
  if (isOtherThing(piece, language)) return found;
  // An everyday word is no beginning of a word: `moto` of no `motoventilateur`, `rosa` of no `Elekt-rosatz`. Compounds
  // begin with such words: `Kontaktspray`.
  const isPlain = isPlainWord(piece, language);
  const stem = stemOf(piece, language);
  const base = piece.length >= minCorrectedLength ? commonStart(piece, stem) : piece;
  const add = (word: string, value: number) => {
    if (value > (found.get(word) ?? 0)) found.set(word, value);
  };
  const starts = await sql<{ word: string }>`
    select word from search_word where language = ${language} and word >= ${base}
      and word < ${base + (piece.length < minStartLength ? justAfter : last)}
    order by weight desc limit ${mostStarts}`.execute(db);
  for (const { word } of starts.rows) {
    if (word === piece) add(word, quality.whole);
    else if (piece.length < minStartLength) continue;
    else if (stemOf(word, language) === stem && piece.length > shortestEnd) add(word, quality.inflected);
    else if (isPlain && !compounding.has(language)) continue;
    else if (word.startsWith(piece)) add(word, quality.start);
    else if (stem.length >= shortestStemStart && word.startsWith(stem)) add(word, quality.stem);
  }
  if (piece.length < shortestEnd - 1) return found;
  const ends = await sql<WordRow>`
    select part, search_part.word from search_part
    join search_word on search_word.language = search_part.language and search_word.word = search_part.word
    where search_part.language = ${language} and part >= ${base} and part < ${base + last}
    order by weight desc limit ${mostEnds}`.execute(db);
  for (const { part, word } of ends.rows) {
    if (part === piece || (stemOf(part, language) === stem && piece.length > shortestEnd)) add(word, quality.end);
    else if (!isPlain && piece.length >= shortestStemStart && part.startsWith(piece)) add(word, quality.endStart);
  }
  return found;
}

/** Returns the common beginning: a stem may end in another letter than its word. */
function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

/** Letters that join the halves of a compound. */
const joints = ['', 's', 'n', 'en', 'es', 'er'];
const shortestHalf = 3;

/** Splits a compound that the catalogue writes as two words: `Turboladerdichtung` into `Turbolader` and `Dichtung`. */
export async function splitCompound(
  generation: Generation,
  piece: string,
  language: Language,
): Promise<[string, string] | null> {
  if (!compounding.has(language) || /\d/.test(piece) || packings.test(piece)) return null;
  const halves: [string, string][] = [];
  for (let at = piece.length - shortestHalf; at >= shortestHalf; at--)
    for (const joint of joints) {
      const left = piece.slice(0, at);
      if (left.endsWith(joint) && left.length - joint.length >= shortestHalf)
        halves.push([left.slice(0, left.length - joint.length), piece.slice(at)]);
    }
  const isKnown = await knownWords(generation, halves.flat(), language, true);
  return halves.find(([left, right]) => isKnown(left) && isKnown(right)) ?? null;
}

/** Shorter words are the end of too many compounds. */
const shortestCompoundEnd = 9;
const shortestPacked = 6;
/** Words for the packing, which do not describe the part. */
const packings = /(?:einsatz|patrone|satz|set|kit|paket|pakket|element)$/;

/**
 * Returns a compound without its packing, or its end if that is a word (`Gasdruckstoßdämpfer`); null without either.
 */
export async function coreOfCompound(
  generation: Generation,
  piece: string,
  language: Language,
): Promise<string | null> {
  if (!compounding.has(language) || /\d/.test(piece)) return null;
  const unpacked = piece.replace(packings, '');
  const cut = joints.filter((joint) => unpacked !== piece && unpacked.endsWith(joint));
  const starts = cut.map((joint) => unpacked.slice(0, unpacked.length - joint.length));
  const ends: string[] = [];
  for (let at = shortestHalf; piece.length - at >= shortestCompoundEnd; at++) ends.push(piece.slice(at));
  const cores = [...starts.filter((start) => start.length >= shortestPacked), ...ends];
  return cores.find(await knownWords(generation, cores, language, false)) ?? null;
}

/** Returns which words, or their stems, are words of the catalogue. @param withEnds ends of its words count as well */
async function knownWords(
  { db }: Generation,
  words: readonly string[],
  language: Language,
  withEnds: boolean,
): Promise<(word: string) => boolean> {
  const asked = JSON.stringify([...new Set(words.flatMap((word) => [word, stemOf(word, language)]))]);
  const isEnd = sql`exists (select 1 from search_part where language = ${language} and part = asked.value)`;
  const { rows } = await sql<{ word: string }>`
    select distinct asked.value as word from json_each(${asked}) asked
    where exists (select 1 from search_word where language = ${language} and search_word.word = asked.value)
      or ${withEnds ? isEnd : sql`false`}`.execute(db);
  const known = new Set(rows.map((row) => row.word));
  return (word) => known.has(word) || known.has(stemOf(word, language));
}

/** Similar words that are compared letter by letter. */
const mostCandidates = 60;
/** Returns the mistakes that a word may have. */
const mistakesIn = (length: number): number => (length < 9 ? 1 : 2);
/** Least letters for a replaced one; in shorter words it makes another word. */
const shortestReplaced = 7;
/** Letters by which singular and plural differ. */
const longestEnding = 2;
/** Shortest unfinished word whose spelling is corrected. */
const shortestCorrectedStart = 8;

/** First letters that sound alike: Spanish `b` and `v`, `Cupplung`, `premsscheiben`. */
const soundOf = (letter: string | undefined): string | undefined =>
  (letter && { v: 'b', p: 'b', c: 'k', q: 'k' }[letter]) ?? letter;

/** Returns whether the first letter is equal or alike, dropped, added or swapped: `Zeitung` is no misspelt `Leitung`. */
const beginsAlike = (piece: string, word: string): boolean =>
  soundOf(piece[0]) === soundOf(word[0]) || piece[0] === word[1] || piece[1] === word[0];

const isSwap = (piece: string, word: string): boolean => [...piece].sort().join('') === [...word].sort().join('');

export interface CorrectedWord {
  /** The corrected part: for an unfinished word the beginning of `word`. */
  piece: string;
  word: string;
}

/** Reads the words that share most pieces with a written word, of the language and of all languages. */
async function similarWords(
  { db }: Generation,
  piece: string,
  language: Language,
): Promise<{ word: string; weight: number }[]> {
  const grams = JSON.stringify(gramsOf(piece));
  const { rows } = await sql<{ word: string; weight: number }>`
    select candidate.word, max(weight) as weight from (
      select language, word, count(*) as shared from search_gram
      where language in (${language}, ${common}) and gram in (select value from json_each(${grams}))
      group by language, word order by shared desc limit ${mostCandidates}
    ) candidate
    join search_word on search_word.language = candidate.language and search_word.word = candidate.word
    group by candidate.word`.execute(db);
  return rows;
}

/** Words of this length are corrected only beside other words, and only if one popular word is possible. */
const shortLength = 4;
/** Popularity of categories whose names have such a word. */
const popular = 400;

/**
 * Returns the popular word that a short word misspells by a dropped or swapped letter; null for several. A replaced
 * letter makes another word, and most short words are right.
 */
export async function correctShort(
  generation: Generation,
  piece: string,
  language: Language,
): Promise<CorrectedWord | null> {
  if (piece.length !== shortLength || /\d/.test(piece)) return null;
  const rows = await similarWords(generation, piece, language);
  const isLikely = (word: string) => word.length === piece.length + 1 || isSwap(piece, word);
  const isNear = (word: string) => word[0] === piece[0] && isLikely(word) && editDistance(piece, word).whole === 1;
  const near = rows.filter(({ word }) => isNear(word));
  const [first, ...others] = near;
  const isOne = others.every(({ word }) => stemOf(word, language) === stemOf(first?.word ?? '', language));
  return first && isOne && first.weight >= popular ? { piece: first.word, word: first.word } : null;
}

/** Returns the most similar word, then the most popular one; null if none is similar. */
export async function correct(
  generation: Generation,
  piece: string,
  language: Language,
): Promise<CorrectedWord | null> {
  if (piece.length <= shortLength || /\d/.test(piece)) return null;
  const rows = await similarWords(generation, piece, language);
  let best: CorrectedWord | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { word, weight } of rows) {
    if (word === piece || !beginsAlike(piece, word) || piece.startsWith(word)) continue;
    // Letters may be dropped, added or swapped, but not replaced.
    const isSound = piece.slice(1) === word.slice(1);
    if (piece.length < shortestReplaced && word.length === piece.length && !isSwap(piece, word) && !isSound) continue;
    const distance = editDistance(piece, word);
    // Singular and plural count as one word.
    const stems = editDistance(stemOf(piece, language), stemOf(word, language)).whole;
    const isForm = Math.abs(piece.length - word.length) <= longestEnding;
    const whole = Math.min(distance.whole, isForm ? stems + 0.25 : distance.whole);
    const start = piece.length < shortestCorrectedStart ? Number.POSITIVE_INFINITY : distance.start;
    // A mistake in an unfinished word counts half a mistake more.
    const mistakes = Math.min(whole, start + 0.5);
    const first = word[0] === piece[0] ? 0 : 0.5;
    const rank = mistakes + first - weight / 4000;
    const isNear = whole <= mistakesIn(piece.length) + 0.25 || start <= 1;
    if (!isNear || rank >= least) continue;
    least = rank;
    best = { word, piece: whole <= start ? word : word.slice(0, distance.end) };
  }
  return best;
}
