import type { Language } from '../../../contract/languages.js';
import words from './data/words.json' with { type: 'json' };
import { type Axle, isAmbiguousSide, joiningWords, type Side, sidesOf, wholeWord } from './query-words.js';
import { norm, termsOf } from './search-terms.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}
export interface Passage extends Span {
  readonly text: string;
}
export const overlaps = (one: Span, other: Span): boolean => one.from < other.to && one.to > other.from;

export interface Word extends Span {
  /** The word as `norm` spells it, without punctuation. */
  readonly plain: string;
}

/** Splits a text at spaces. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/\S+/g)].flatMap(({ 0: written, index }) => {
    const plain = termsOf(written).join('');
    return plain === '' ? [] : [{ from: index, to: index + written.length, plain }];
  });

/** Returns the text with spaces instead of some passages. */
export const blanked = (text: string, passages: readonly Span[]): string =>
  passages.reduce((left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to), text);

/** Returns the text without some passages. */
export const without = (text: string, passages: readonly Span[]): string =>
  blanked(text, passages).replace(/\s+/g, ' ').trim();

/** Returns the words that name sides of the car. */
export function readPositions(written: readonly Word[], language: Language): (Word & { sides: (Axle | Side)[] })[] {
  const read = written.map((word) => ({ ...word, sides: sidesOf(word.plain, language) }));
  // Joining words connect two sides, as in `voor en achter`.
  const isJoining = (index: number) => joiningWords.has(read[index]?.plain ?? '');
  return read.filter(({ plain, sides }, index) => {
    if (sides.length === 0) return false;
    const next = read[isJoining(index + 1) ? index + 2 : index + 1];
    return !isAmbiguousSide(plain, language) || (index > 0 && (!next || next.sides.length > 0));
  });
}

const priceLimit = new RegExp(
  `(?<!\\p{L})(?:${words.priceLimits})\\s?(\\d+(?:[.,]\\d{1,2})?)\\s?(?:€|euros?|eur)(?!\\p{L})`,
  'giu',
);

/** Reads the highest price, such as `unter 30 Euro`, as a filter prints it. */
export const readPriceLimits = (text: string): (Passage & { range: string })[] =>
  [...text.matchAll(priceLimit)].map(({ 0: own, 1: most = '', index }) => ({
    from: index,
    to: index + own.length,
    text: own,
    range: `-${most.replace(',', '.')}`,
  }));

const cheap = new Set(norm(words.cheap).split(' '));
/** `pas cher` and `bon marché` have two words. */
const cheapPair = wholeWord(words.cheapPairs);
const conditions = Object.entries(words.conditions).map(([value, pattern]) => ({ value, shape: wholeWord(pattern) }));

/** Returns the words for a low price and for the condition of goods. */
export function readQuality(written: readonly Word[]): {
  cheap: readonly Word[];
  conditions: readonly (Word & { value: string })[];
} {
  const isPair = (at: number) => cheapPair.test(`${written[at]?.plain} ${written[at + 1]?.plain}`);
  return {
    cheap: written.filter(({ plain }, index) => cheap.has(plain) || isPair(index) || isPair(index - 1)),
    conditions: written.flatMap((word) => {
      const found = conditions.find(({ shape }) => shape.test(word.plain));
      return found ? [{ ...word, value: found.value }] : [];
    }),
  };
}
