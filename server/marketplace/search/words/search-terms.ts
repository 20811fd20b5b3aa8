import type { Language } from '../../../contract/languages.js';
import { normaliseNumber } from '../../../contract/search.js';
import { isOptionalWord, isStopWord } from './query-words.js';

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
};
/** Letters and digits of a word, the same as in SQLite's tokenizer. */
const word = /[a-z0-9\u00f0-\u00f6\u00f8-\u024f\u03ac-\u03ce\u0430-\u045f]+/g;

/** Returns one spelling for all variants: lower case, without accents, special letters spelt out. */
export function norm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßłøđæœ]/g, (letter) => letters[letter] ?? letter);
}

const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

export const termsOf = (text: string): string[] => norm(text).match(word) ?? [];

/** Returns the pieces of a word such as `205/55` or `pare-chocs`, and the word without signs: `20555`. */
function spellings(written: string): string[] {
  const pieces = termsOf(written);
  return isJoined(written, pieces) ? [...pieces, pieces.join('')] : pieces;
}

/** Returns whether the signs may be omitted; an apostrophe separates two words. */
const isJoined = (written: string, pieces: readonly string[]): boolean =>
  pieces.length > 1 && (/\d/.test(written) || /^[^'’]+$/.test(written));

/** Returns every spelling that finds a text: German `Öl` also as `oel`, numbers also without signs. */
export function foundUnder(text: string, language: Language): Set<string> {
  const spelt = language === 'de' ? text.replace(/[äöüÄÖÜ]/g, (letter) => german[letter] ?? letter) : text;
  return new Set([text, spelt].flatMap((each) => each.normalize('NFC').split(/\s+/).flatMap(spellings)));
}

/** A single letter or digit is a word, but not a beginning: it would begin too many words. */
export const minStartLength = 2;

/** A word of a search. */
export interface SearchTerm {
  /** Pieces that must all be found. */
  pieces: readonly string[];
  /** A spelling that may replace the pieces; null if it is the same. */
  squashed: string | null;
  /** The word narrows the search if it is found, and is dropped otherwise. */
  isOptional: boolean;
}

/** Further words are not searched. */
const maxTerms = 8;

/** Splits a search into words. Stop words are omitted unless there are no others. */
export function searchTerms(term: string, language: Language): SearchTerm[] {
  const terms: SearchTerm[] = [];
  const stopped: SearchTerm[] = [];
  for (const written of term.normalize('NFC').split(/\s+/)) {
    const all = termsOf(written);
    if (all.length === 0) continue;
    const squashed = isJoined(written, all) ? all.join('') : null;
    const significant = all.filter((piece) => !isStopWord(piece, language));
    const isStopped = significant.length === 0;
    const pieces = isStopped ? all : significant;
    const isOptional = pieces.every((piece) => isOptionalWord(piece, language));
    (isStopped ? stopped : terms).push({ pieces, squashed, isOptional });
  }
  return (terms.length > 0 ? terms : stopped).slice(0, maxTerms);
}

/** Returns a word without signs: `20555`, `golf`. */
export const wholeOf = ({ pieces, squashed }: SearchTerm): string => squashed ?? pieces.join('');

/** Shortest text that can begin a part number. */
const shortestNumber = 3;

/** Returns a term as a part number; null if it does not look like one. */
export function numberOf(term: string): string | null {
  const number = normaliseNumber(term);
  return number.length >= shortestNumber && /\d/.test(number) ? number : null;
}

/** Longest separate version at the end of a number: `1K0 615 301 AA`. */
const longestVersion = 2;

/** Returns possible part numbers: the whole term, or its words from the first to the last with a digit. */
export function numbersIn(term: string): string[] {
  const words = term.trim().split(/\s+/);
  const hasDigit = (word: string) => /\d/.test(word);
  const [first, last] = [words.findIndex(hasDigit), words.findLastIndex(hasDigit)];
  const isVersion = (words[last + 1]?.length ?? longestVersion + 1) <= longestVersion;
  // Letters that a box prints before the digits: `Ölfilter AX 90 619`.
  const start = /^\p{L}{1,4}$/u.test(words[first - 1] ?? '') ? first - 1 : first;
  const ends = [words.slice(start, last + 1), words.slice(first, last + 1)];
  const runs = [words, isVersion ? words.slice(first, last + 2) : [], ...ends];
  const numbers = runs.map((run) => numberOf(run.join(''))).filter((number) => number !== null);
  return [...new Set(numbers)];
}
