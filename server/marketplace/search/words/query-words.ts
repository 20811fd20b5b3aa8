import { inLanguages, type Language, languages } from '../../../contract/languages.js';
import words from './data/words.json' with { type: 'json' };

/** Sides of the car as in the names of places (`front-left`). */
export type Axle = 'front' | 'rear';
export type Side = 'left' | 'right';

const setOf = (written: string | undefined): ReadonlySet<string> => new Set(written?.split(' '));

/** Words such as "and", as `norm` spells them. */
export const joiningWords = setOf(words.and);
/** Words such as "and" and "or". */
export const conjunctions: ReadonlySet<string> = new Set([...joiningWords, ...setOf(words.or)]);

/** Words that do not describe a part, as `norm` spells them; they are neither stored nor searched. */
const stopWords = inLanguages((language) => setOf(words.stop[language]));
const wordsAroundNumbers = setOf(words.aroundNumbers);
/**
 * Words that narrow a search if a name contains them, and are dropped otherwise: no category is called `Bremsscheiben
 * vorne`, but one is `Blinkleuchte vorn`.
 */
const optionalWords = inLanguages((language) => setOf(words.optional[language]));

export const isStopWord = (word: string, language: Language): boolean =>
  stopWords[language].has(word) || wordsAroundNumbers.has(word);
export const isOptionalWord = (word: string, language: Language): boolean =>
  optionalWords[language].has(word) || sidesOf(word, language).length > 0;

/** Returns a pattern that matches whole words only. */
export const wholeWord = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const sidePatterns = inLanguages((language) =>
  [words.sides.all, words.sides[language]].flatMap((table) =>
    (Object.keys(table) as (Axle | Side)[]).map((side) => [wholeWord(table[side]), side] as const),
  ),
);
/** Words that mean a side only if no name of a part follows. */
const ambiguousSides: Readonly<Partial<Record<Language, string>>> = words.sidesBeforeOthers;

/** Returns the sides of the car that a word names. */
export const sidesOf = (plain: string, language: Language): (Axle | Side)[] => [
  ...new Set(sidePatterns[language].filter(([shape]) => shape.test(plain)).map(([, side]) => side)),
];
export const isAmbiguousSide = (plain: string, language: Language): boolean => ambiguousSides[language] === plain;

/** Languages that write compounds as one word. */
export const compounding: ReadonlySet<Language> = new Set(languages.filter((each) => each === 'de' || each === 'nl'));
