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
/** Letters and digits that SQLite's tokenizer knows too, so that one word here is one word there. */
const word = /[a-z0-9\u00f0-\u00f6\u00f8-\u024f\u03ac-\u03ce\u0430-\u045f]+/g;

/** One spelling for what people write in many: lower case, without accents, special letters spelt out. */
export function norm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßłøđæœ]/g, (letter) => letters[letter] ?? letter);
}

const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

/** The words of a text as they stand in it. */
export const termsOf = (text: string): string[] => norm(text).match(word) ?? [];

/** Pieces of a written word such as `205/55` or `pare-chocs`, and what is left when its signs are dropped: `20555`. */
function spellings(written: string): string[] {
  const pieces = termsOf(written);
  return isJoined(written, pieces) ? [...pieces, pieces.join('')] : pieces;
}

/** Whether the signs inside of a word may as well be left out; an apostrophe parts two words. */
const isJoined = (written: string, pieces: readonly string[]): boolean =>
  pieces.length > 1 && (/\d/.test(written) || /^[^'’]+$/.test(written));

/** Every spelling under which a text is found: in German `Öl` also as `oel`, numbers also without their signs. */
export function foundUnder(text: string, language: Language): Set<string> {
  const spelt = language === 'de' ? text.replace(/[äöüÄÖÜ]/g, (letter) => german[letter] ?? letter) : text;
  return new Set([text, spelt].flatMap((each) => each.normalize('NFC').split(/\s+/).flatMap(spellings)));
}

/** A single letter or digit is a word of its own, never the start of one: too many begin so. */
export const shortestStart = 2;

/** A word that somebody searches for. */
export interface SearchTerm {
  /** All of them must be found. */
  pieces: readonly string[];
  /** Found alone it is as good as all pieces; null where it would be the same. */
  squashed: string | null;
  /** It narrows the search where it is found, and is let go where it is not. */
  isOptional: boolean;
}

/** Words beyond this number are not searched for. */
const maxTerms = 8;

/** The words of a search term. Stop words are left out, unless there are no others. */
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

/** A word as one: `20555`, `golf`. */
export const wholeOf = ({ pieces, squashed }: SearchTerm): string => squashed ?? pieces.join('');

/** Shortest text that is tried as the beginning of a part number. */
const shortestNumber = 3;

/** The term as a part number, null where it does not look like one. */
export function numberOf(term: string): string | null {
  const number = normaliseNumber(term);
  return number.length >= shortestNumber && /\d/.test(number) ? number : null;
}

/** Longest version of a part that stands apart at the end of its number: `1K0 615 301 AA`. */
const longestVersion = 2;

/** Possible part numbers in a term: all of it, or its words from the first to the last one with a digit. */
export function numbersIn(term: string): string[] {
  const words = term.trim().split(/\s+/);
  const hasDigit = (word: string) => /\d/.test(word);
  const first = words.findIndex(hasDigit);
  const last = words.findLastIndex(hasDigit);
  const isVersion = (words[last + 1]?.length ?? longestVersion + 1) <= longestVersion;
  const runs = [words, isVersion ? words.slice(first, last + 2) : [], words.slice(first, last + 1)];
  const numbers = runs.map((run) => numberOf(run.join(''))).filter((number) => number !== null);
  return [...new Set(numbers)];
}
