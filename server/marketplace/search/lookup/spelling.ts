import type { Language } from '../../../contract/languages.js';
import type { Locale } from '../../../contract/locales.js';
import { languageOf } from '../../catalogue-texts/texts.js';
import type { Generation } from '../../generation/generation.js';
import type { VehicleContext } from '../../vehicles/context.js';
import { rememberedByLanguage } from '../words/remembered.js';
import { foundUnder, norm } from '../words/search-terms.js';
import { isPlainWord, readSynonyms } from '../words/synonyms.js';
import { type Expanded, expandTerm, isFound } from './category-search.js';
import { correct, correctShort } from './lexicon.js';
import { findVehicles } from './vehicle-search.js';

/** Words as they were written, in plain letters, and the word of the catalogue that was searched for instead. */
export type SpellingChanges = ReadonlyMap<string, string>;

interface CorrectedTerm {
  words: Expanded[];
  spellingChanges: SpellingChanges;
  /**
   * The catalogue knows each of the words as it was written, only not together, or a short word was changed: another
   * one is but a guess.
   */
  isGuess: boolean;
}

/** The words with their mistakes mended; null where none needs it. Words that name a car are left as they are. */
export async function correctAll(
  generation: Generation,
  words: readonly Expanded[],
  { context, locale }: { context: VehicleContext; locale: Locale },
): Promise<CorrectedTerm | null> {
  const language = languageOf(locale);
  const terms = words.map(({ word }) => word);
  const others = new Set((await findVehicles(generation, terms, context, locale))?.others ?? terms);
  const parts = words.filter(({ word }) => others.has(word));
  const unknown = parts.filter((each) => !isFound(each));
  const doubtful = new Set(unknown.length > 0 ? unknown : parts);
  const spellingChanges = new Map<string, string>();
  const mended: Expanded[] = [];
  const isBeside = parts.some(isFound);
  let hasShort = false;
  for (const each of words) {
    if (!doubtful.has(each)) {
      mended.push(each);
      continue;
    }
    const pieces: string[] = [];
    for (const piece of each.word.pieces) {
      const isMistake = !isPlainWord(piece, language);
      const meant = isMistake ? await correct(generation, piece, language) : null;
      const short = isMistake && !meant && isBeside ? await correctShort(generation, piece, language) : null;
      hasShort ||= short !== null;
      const found = meant ?? short;
      pieces.push(found?.piece ?? piece);
      if (found && found.piece !== piece) spellingChanges.set(piece, found.word);
    }
    mended.push(await expandTerm(generation, { ...each.word, pieces, squashed: null }, language));
  }
  return spellingChanges.size > 0
    ? { words: mended, spellingChanges, isGuess: unknown.length === 0 || hasShort }
    : null;
}

/** A changed spelling as reported to the visitor: the corrected term, and each word that changed. */
export interface ReportedSpelling {
  term: string;
  words: { from: string; to: string }[];
}

/** A changed term in the spelling of the catalogue; null where the term has none of its words as such. */
export function reportSpelling(
  generation: Generation,
  term: string,
  spellingChanges: SpellingChanges,
  language: Language,
): ReportedSpelling | null {
  const spellings = spellingsOf(generation, language);
  const changed = new Map<string, string>();
  const mended = term.normalize('NFC').replace(/[\p{L}\p{N}]+/gu, (from) => {
    const word = spellingChanges.get(norm(from));
    if (word === undefined) return from;
    const to = spellings.get(word) ?? word;
    changed.set(from, to);
    return to;
  });
  return changed.size > 0 ? { term: mended, words: [...changed].map(([from, to]) => ({ from, to })) } : null;
}

/**
 * Nouns are written with a capital in German; elsewhere it only begins a title, unless it is one of several (`ABS`).
 */
const inSentence = (run: string, language: Language): string =>
  language === 'de' || run.slice(1) !== run.slice(1).toLowerCase() ? run : run.toLowerCase();

/** How a language writes the words that the search knows in plain letters: `kuhler` is `Kühler`. */
const spellingsOf = rememberedByLanguage(({ categories, brands, vehicles }: Generation, language) => {
  const spellings = new Map<string, string>();
  const learn = (text: string, spell: (run: string) => string): void => {
    for (const run of text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [])
      for (const word of foundUnder(run, language)) if (!spellings.has(word)) spellings.set(word, spell(run));
  };
  const titles = [...categories.all.values()].map(({ imported }) => imported[language].title);
  for (const text of [...titles, ...readSynonyms()[language].flat()]) learn(text, (run) => inSentence(run, language));
  for (const { name } of [...brands.values(), ...vehicles.manufacturers.values(), ...vehicles.pages.values()])
    learn(name, (run) => run);
  return spellings;
});
