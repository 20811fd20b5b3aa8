import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Language } from '../../../contract/languages.js';
import type { Generation } from '../../generation/generation.js';
import { editDistance } from '../words/edit-distance.js';
import { compounding } from '../words/query-words.js';
import { remembered } from '../words/remembered.js';
import { shortestStart } from '../words/search-terms.js';
import { stemOf } from '../words/stems.js';
import { isOtherThing } from '../words/synonyms.js';
import { common, gramsOf, shortestCorrected } from './fill-index.js';

/**
 * How well a word of the catalogue answers to what was written; a sum of several is compared only within one search.
 */
export const quality = { whole: 3, inflected: 2.8, start: 2, end: 2.2, stem: 1.2, endStart: 1.2 } as const;

/** Words of the catalogue by how well they answer. */
export type ExpandedWord = ReadonlyMap<string, number>;

/** Words that begin alike and are looked at, those of popular parts first. */
const mostStarts = 200;
const mostEnds = 120;
/** Sorts behind every letter and digit. */
const last = '\uffff';
/** Sorts before them. */
const justAfter = '\u0001';
/** Shorter words say too little as the end or stem of another. */
const shortestEnd = 3;
const shortestStemStart = 4;

interface WordRow {
  word: string;
  part: string;
}

/** Words are looked up several times in one search, and again with each letter of the next one. */
const mostExpanded = 500;
const expandedWords = remembered((_: Generation) => new LRUCache<string, ExpandedWord>({ max: mostExpanded }));

/** Words of the catalogue's language that a written word stands for: itself, its forms, what begins or ends with it. */
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
  const stem = stemOf(piece, language);
  const base = piece.length >= shortestCorrected ? commonStart(piece, stem) : piece;
  const add = (word: string, value: number) => {
    if (value > (found.get(word) ?? 0)) found.set(word, value);
  };
  const starts = await sql<{ word: string }>`
    select word from search_word where language = ${language} and word >= ${base}
      and word < ${base + (piece.length < shortestStart ? justAfter : last)}
    order by weight desc limit ${mostStarts}`.execute(db);
  for (const { word } of starts.rows) {
    if (word === piece) add(word, quality.whole);
    else if (piece.length < shortestStart) continue;
    else if (stemOf(word, language) === stem && piece.length > shortestEnd) add(word, quality.inflected);
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
    else if (piece.length >= shortestStemStart && part.startsWith(piece)) add(word, quality.endStart);
  }
  return found;
}

/** The common beginning of two words: a stem may end in another letter than its word. */
function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

/** Letters that join the halves of a compound. */
const joints = ['', 's', 'n', 'en', 'es', 'er'];
const shortestHalf = 3;

/** A compound that the catalogue says in two words: `Turboladerdichtung` is a `Dichtung` of the `Turbolader`. */
export async function splitCompound(
  generation: Generation,
  piece: string,
  language: Language,
): Promise<[string, string] | null> {
  if (!compounding.has(language) || /\d/.test(piece)) return null;
  const halves: [string, string][] = [];
  for (let at = piece.length - shortestHalf; at >= shortestHalf; at--)
    for (const joint of joints) {
      const left = piece.slice(0, at);
      if (left.endsWith(joint) && left.length - joint.length >= shortestHalf)
        halves.push([left.slice(0, left.length - joint.length), piece.slice(at)]);
    }
  const words = await knownWords(generation, [...new Set(halves.flat())], language);
  const isKnown = (half: string) => words.has(half) || words.has(stemOf(half, language));
  return halves.find(([left, right]) => isKnown(left) && isKnown(right)) ?? null;
}

/** Shorter words end too many others. */
const shortestCompoundEnd = 9;
/** Words for the packing of a part, which say nothing about the part itself. */
const packings = /(?:einsatz|patrone|satz|set|kit|paket)$/;

/**
 * A compound without its packing, or else the end of it that is a word by itself: `Gasdruckstoßdämpfer`; null without
 * one.
 */
export async function coreOfCompound(
  generation: Generation,
  piece: string,
  language: Language,
): Promise<string | null> {
  if (!compounding.has(language) || /\d/.test(piece)) return null;
  const unpacked = piece.replace(packings, '');
  const starts =
    unpacked === piece
      ? []
      : joints.flatMap((joint) =>
          unpacked.endsWith(joint) ? [unpacked.slice(0, unpacked.length - joint.length)] : [],
        );
  const ends: string[] = [];
  for (let at = shortestHalf; piece.length - at >= shortestCompoundEnd; at++) ends.push(piece.slice(at));
  const cores = [...starts.filter((start) => start.length >= shortestCompoundEnd), ...ends];
  const words = await wholeWords(
    generation,
    cores.flatMap((core) => [core, stemOf(core, language)]),
    language,
  );
  return cores.find((core) => words.has(core) || words.has(stemOf(core, language))) ?? null;
}

/** Of some words, those that are words of the catalogue by themselves. */
async function wholeWords(
  { db }: Generation,
  words: readonly string[],
  language: Language,
): Promise<ReadonlySet<string>> {
  const json = JSON.stringify([...new Set(words)]);
  const { rows } = await sql<{ word: string }>`
    select word from search_word where language = ${language} and word in (select value from json_each(${json}))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.word));
}

/** Of some words and their stems, those that are words or ends of words. */
async function knownWords(
  { db }: Generation,
  words: readonly string[],
  language: Language,
): Promise<ReadonlySet<string>> {
  const json = JSON.stringify(words);
  const { rows } = await sql<{ word: string }>`
    select asked.value as word from json_each(${json}) asked where exists (
        select 1 from search_word where language = ${language} and search_word.word = asked.value)
      or exists (select 1 from search_part where language = ${language} and part = asked.value)`.execute(db);
  return new Set(rows.map((row) => row.word));
}

/** Words with letters in common that are compared letter by letter. */
const mostCandidates = 60;
/** Mistakes that a word of some length may have. */
const mistakesIn = (length: number): number => (length < 9 ? 1 : 2);
/** In shorter words another letter makes another word. */
const shortestReplaced = 7;
/** Singular and plural differ by so many letters. */
const longestEnding = 2;
/** Beginnings of words that are corrected, which are still being typed. */
const shortestCorrectedStart = 8;

/** The first letters are the same, or one was dropped, added or swapped: `Zeitung` is no `Leitung` with a mistake. */
const beginsAlike = (piece: string, word: string): boolean =>
  piece[0] === word[0] || piece[0] === word[1] || piece[1] === word[0];

const isSwap = (piece: string, word: string): boolean => [...piece].sort().join('') === [...word].sort().join('');

/** A word that was probably meant. */
export interface CorrectedWord {
  /** As much of it as was written: what is still being typed is the beginning of a word. */
  piece: string;
  word: string;
}

/** Words of the language, and those of all languages, that have most pieces in common with what was written. */
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

/** Words of this length are corrected beside other words only, where nothing but one popular word can be meant. */
const shortLength = 4;
/** Popularity of categories whose names have such a word. */
const popular = 400;

/**
 * The popular word that a short one is: a letter was dropped, or two were swapped. Null where several may be meant:
 * another letter makes another word, and most short words are right.
 */
export async function correctShort(
  generation: Generation,
  piece: string,
  language: Language,
): Promise<CorrectedWord | null> {
  if (piece.length !== shortLength || /\d/.test(piece)) return null;
  const rows = await similarWords(generation, piece, language);
  const near = rows.filter(
    ({ word }) =>
      word[0] === piece[0] &&
      (word.length === piece.length + 1 || isSwap(piece, word)) &&
      editDistance(piece, word).whole === 1,
  );
  const [first, ...others] = near;
  const isOne = others.every(({ word }) => stemOf(word, language) === stemOf(first?.word ?? '', language));
  return first && isOne && first.weight >= popular ? { piece: first.word, word: first.word } : null;
}

/** The word that was probably meant: spelt most alike, then the more popular; null where none is near. */
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
    // Letters that were dropped, added or swapped, none that was replaced.
    if (piece.length < shortestReplaced && word.length === piece.length && !isSwap(piece, word)) continue;
    const distance = editDistance(piece, word);
    // Singular and plural are one word.
    const stems = editDistance(stemOf(piece, language), stemOf(word, language)).whole;
    const isForm = Math.abs(piece.length - word.length) <= longestEnding;
    const whole = Math.min(distance.whole, isForm ? stems + 0.25 : distance.whole);
    const start = piece.length < shortestCorrectedStart ? Number.POSITIVE_INFINITY : distance.start;
    // A mistake in what is still being typed counts half a mistake more than in a finished word.
    const mistakes = Math.min(whole, start + 0.5);
    const first = word[0] === piece[0] ? 0 : 0.5;
    const rank = mistakes + first - weight / 4000;
    const isNear = whole <= mistakesIn(piece.length) + 0.25 || start <= 1;
    if (!isNear || rank >= least) continue;
    least = rank;
    best = { word, piece: whole <= start ? word : word.slice(0, nearestStart(piece, word)) };
  }
  return best;
}

/** How much of a word was meant by a beginning with mistakes. */
function nearestStart(piece: string, word: string): number {
  let best = word.length;
  let least = Number.POSITIVE_INFINITY;
  for (let end = Math.max(1, piece.length - 3); end <= Math.min(word.length, piece.length + 3); end++) {
    const { whole } = editDistance(piece, word.slice(0, end));
    if (whole < least || (whole === least && Math.abs(end - piece.length) < Math.abs(best - piece.length))) {
      least = whole;
      best = end;
    }
  }
  return best;
}
