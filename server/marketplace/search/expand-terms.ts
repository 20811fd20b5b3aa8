import type { Language } from '../../contract/languages.js';
import type { Generation } from '../store/generation.js';
import { type Expanded, expandTerm, isFound } from './category-search.js';
import { coreOfCompound, splitCompound } from './lexicon.js';
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

/** The words with compounds that stand for nothing cut to what they are; null where none is. */
export async function coresOf(
  generation: Generation,
  words: readonly Expanded[],
  language: Language,
): Promise<Expanded[] | null> {
  const cores: Expanded[] = [];
  let isCut = false;
  for (const each of words) {
    const [piece = '', ...others] = each.word.pieces;
    const core = isFound(each) || others.length > 0 ? null : await coreOfCompound(generation, piece, language);
    isCut ||= core !== null;
    cores.push(core === null ? each : await expandTerm(generation, { ...each.word, pieces: [core] }, language));
  }
  return isCut ? cores : null;
}
