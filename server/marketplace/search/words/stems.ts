import { inLanguages, type Language } from '../../../contract/languages.js';
import words from './data/endings.json' with { type: 'json' };

/** Shortest stem of a word. */
const shortestStem = 3;

/** Endings and their replacements in the spelling of `norm`, applied in order. */
const endings = inLanguages((language) =>
  words[language].map(([pattern = '', rest = '']) => [new RegExp(pattern), rest] as const),
);

/**
 * Returns the common part of a word's singular and plural. It is approximate: stems are only compared, and a wrong one
 * costs one word too many. Words with digits are their own stem.
 */
export function stemOf(word: string, language: Language): string {
  if (/\d/.test(word)) return word;
  let stem = word;
  for (const [pattern, rest] of endings[language]) {
    const shorter = stem.replace(pattern, rest);
    if (shorter.length >= shortestStem) stem = shorter;
  }
  return stem;
}
