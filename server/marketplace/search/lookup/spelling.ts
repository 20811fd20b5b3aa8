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

/** Written words in plain letters, with the word of the catalogue that replaced each. */
export type SpellingChanges = ReadonlyMap<string, string>;

interface CorrectedTerm {
  words: Expanded[];
  spellingChanges: SpellingChanges;
  /** The correction is a guess: the catalogue knows each word alone, or a short word was changed. */
  isGuess: boolean;
}

/** Corrects misspelt words; null if nothing changes. Words that name a car stay. */
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
  let isBeside = parts.some(isFound);
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
      isBeside ||= meant !== null;
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

/** The corrected term and each changed word, as shown to the visitor. */
export interface ReportedSpelling {
  term: string;
  words: { from: string; to: string }[];
}

/** Writes a changed term in the spelling of the catalogue; null if the term contains none of its words. */
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

/** German nouns keep their capital. Other languages drop that of a title, but not of words such as `ABS`. */
const inSentence = (run: string, language: Language): string =>
  language === 'de' || run.slice(1) !== run.slice(1).toLowerCase() ? run : run.toLowerCase();

/** Maps words in plain letters to their spelling in a language: `kuhler` to `Kühler`. */
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
