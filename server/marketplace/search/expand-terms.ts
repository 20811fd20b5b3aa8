import type { Language } from '../../contract/languages.js';
import type { Generation } from '../store/generation.js';
import { type Expanded, expandTerm, isFound } from './category-search.js';
import { splitCompound } from './lexicon.js';
import type { SearchTerm } from './search-terms.js';

/** The words with everything that the catalogue writes for them. */
export async function expandTerms(
  generation: Generation,
  terms: readonly SearchTerm[],
  language: Language,
): Promise<Expanded[]> {
  const words: Expanded[] = [];
  for (const word of terms) words.push(await expandParts(generation, word, language));
  return words;
}

/** A word; where the catalogue says it in two words, those two. */
async function expandParts(generation: Generation, word: SearchTerm, language: Language): Promise<Expanded> {
  const whole = await expandTerm(generation, word, language);
  const [piece] = word.pieces;
  if (isFound(whole) || piece === undefined || word.pieces.length > 1) return whole;
  const halves = await splitCompound(generation, piece, language);
  return halves ? expandTerm(generation, { ...word, pieces: halves, squashed: piece }, language) : whole;
}
