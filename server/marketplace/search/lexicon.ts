import { sql } from 'kysely';
import type { Language } from '../../contract/languages.js';
import type { Generation } from '../store/generation.js';
import { editDistance } from './edit-distance.js';
import { common, gramsOf, shortestCorrected } from './fill-index.js';
import { shortestStart } from './search-terms.js';
import { stemOf } from './stems.js';
import { compounding } from './stop-words.js';

/** How well a word of the catalogue answers to what was written; a sum of several is compared only within one search. */
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

/** Words of the catalogue's language that a written word stands for: itself, its forms, what begins or ends with it. */
export async function expand({ db }: Generation, piece: string, language: Language): Promise<ExpandedWord> {
  const found = new Map<string, number>();
  const stem = stemOf(piece, language);
  const base = piece.length >= shortestCorrected ? stem : piece;
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
const mistakesIn = (length: number): number => (length < 5 ? 1 : length < 9 ? 2 : 3);

/** A word that was probably meant. */
export interface CorrectedWord {
  /** As much of it as was written: what is still being typed is the beginning of a word. */
  piece: string;
  word: string;
}

/** The word that was probably meant: spelt most alike, then the more popular; null where none is near. */
export async function correct({ db }: Generation, piece: string, language: Language): Promise<CorrectedWord | null> {
  if (piece.length < shortestCorrected || /\d/.test(piece)) return null;
  const grams = JSON.stringify(gramsOf(piece));
  const { rows } = await sql<{ word: string; weight: number }>`
    select candidate.word, max(weight) as weight from (
      select language, word, count(*) as shared from search_gram
      where language in (${language}, ${common}) and gram in (select value from json_each(${grams}))
      group by language, word order by shared desc limit ${mostCandidates}
    ) candidate
    join search_word on search_word.language = candidate.language and search_word.word = candidate.word
    group by candidate.word`.execute(db);
  let best: CorrectedWord | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { word, weight } of rows) {
    if (word === piece) continue;
    const { whole, start } = editDistance(piece, word);
    // A mistake in what is still being typed counts half a mistake more than in a finished word.
    const mistakes = Math.min(whole, start + 0.5);
    const first = word[0] === piece[0] ? 0 : 0.5;
    const rank = mistakes + first - weight / 4000;
    if (Math.min(whole, start) > mistakesIn(piece.length) || rank >= least) continue;
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
