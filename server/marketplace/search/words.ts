import { type Language, normaliseNumber } from '../../api/contract.js';

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
export const wordsOf = (text: string): string[] => norm(text).match(word) ?? [];

/** Pieces of a written word such as `205/55`, and what is left when its signs are dropped: `20555`. */
function spellings(written: string): string[] {
  const pieces = wordsOf(written);
  return pieces.length > 1 && /\d/.test(written) ? [...pieces, pieces.join('')] : pieces;
}

/** Every spelling under which a text is found: in German `Öl` also as `oel`, numbers also without their signs. */
export function foundUnder(text: string, language: Language): Set<string> {
  const spelt = language === 'de' ? text.replace(/[äöüÄÖÜ]/g, (letter) => german[letter] ?? letter) : text;
  return new Set([text, spelt].flatMap((each) => each.split(/\s+/).flatMap(spellings)));
}

/** A single letter or digit is a word of its own, never the start of one: too many begin so. */
export const shortestStart = 2;

/** A word that somebody searches for. */
export interface AskedWord {
  /** All of them must be found. */
  pieces: readonly string[];
  /** Found alone it is as good as all pieces; null where it would be the same. */
  squashed: string | null;
}

/** Words beyond this number are not searched for. */
const mostWords = 8;

/** What a search term asks for, word by word. */
export function askedWords(term: string): AskedWord[] {
  const asked: AskedWord[] = [];
  for (const written of term.normalize('NFC').split(/\s+/)) {
    const pieces = wordsOf(written);
    if (pieces.length === 0) continue;
    asked.push({ pieces, squashed: pieces.length > 1 && /\d/.test(written) ? pieces.join('') : null });
  }
  return asked.slice(0, mostWords);
}

/** Shortest text that is tried as the beginning of a part number. */
const shortestNumber = 3;

/** The term as a part number, null where it does not look like one. */
export function numberOf(term: string): string | null {
  const number = normaliseNumber(term);
  return number.length >= shortestNumber && /\d/.test(number) ? number : null;
}
