import type { Language } from '../../contract/languages.js';
import type { Generation } from '../store/generation.js';
import { type Expanded, expandWord, isFound } from './category-search.js';
import { splitCompound } from './lexicon.js';
import type { AskedWord } from './words.js';

/** The words with everything that the catalogue writes for them. */
export async function expandAll(
  generation: Generation,
  asked: readonly AskedWord[],
  language: Language,
): Promise<Expanded[]> {
  const words: Expanded[] = [];
  for (const word of asked) words.push(await expandParts(generation, word, language));
  return words;
}

/** A word; where the catalogue says it in two words, those two. */
async function expandParts(generation: Generation, word: AskedWord, language: Language): Promise<Expanded> {
  const whole = await expandWord(generation, word, language);
  const [piece] = word.pieces;
  if (isFound(whole) || piece === undefined || word.pieces.length > 1) return whole;
  const halves = await splitCompound(generation, piece, language);
  return halves ? expandWord(generation, { ...word, pieces: halves, squashed: piece }, language) : whole;
}
