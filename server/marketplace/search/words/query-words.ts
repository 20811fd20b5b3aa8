import { inLanguages, type Language, languages } from '../../../contract/languages.js';
import words from './data/words.json' with { type: 'json' };

/** A side of the car as places are called (`front-left`). */
export type Axle = 'front' | 'rear';
export type Side = 'left' | 'right';

const setOf = (written: string | undefined): ReadonlySet<string> => new Set(written?.split(' '));

/** Words that join two others, as `norm` spells them. */
export const joiningWords = setOf(words.and);
/** The same, and words between two choices. */
export const conjunctions: ReadonlySet<string> = new Set([...joiningWords, ...setOf(words.or)]);

/** Words that say nothing about a part, as `norm` spells them; they are neither stored nor searched for. */
const stopWords = inLanguages((language) => setOf(words.stop[language]));
const wordsAroundNumbers = setOf(words.aroundNumbers);
/**
 * Words that narrow a search where something is called so, and that the search drops where nothing is: `Bremsscheiben
 * vorne` has no category of its own, `Blinkleuchte vorn` has one. Words of sentences are optional as well.
 */
const optionalWords = inLanguages((language) => setOf(words.optional[language]));

export const isStopWord = (word: string, language: Language): boolean =>
  stopWords[language].has(word) || wordsAroundNumbers.has(word);
export const isOptionalWord = (word: string, language: Language): boolean =>
  optionalWords[language].has(word) || sidesOf(word, language).length > 0;

/** A pattern that matches whole words only. */
export const wholeWord = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const sidePatterns = inLanguages((language) =>
  [words.sides.all, words.sides[language]].flatMap((table) =>
    (Object.keys(table) as (Axle | Side)[]).map((side) => [wholeWord(table[side]), side] as const),
  ),
);
/** Words that mean a side only where no part's name follows them. */
const ambiguousSides: Readonly<Partial<Record<Language, string>>> = words.sidesBeforeOthers;

/** Sides of the car that a word names by itself; empty for most words. */
export const sidesOf = (plain: string, language: Language): (Axle | Side)[] => [
  ...new Set(sidePatterns[language].filter(([shape]) => shape.test(plain)).map(([, side]) => side)),
];
export const isAmbiguousSide = (plain: string, language: Language): boolean => ambiguousSides[language] === plain;

/** Languages whose compounds are written as one word. */
export const compounding: ReadonlySet<Language> = new Set(languages.filter((each) => each === 'de' || each === 'nl'));
