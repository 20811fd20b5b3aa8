import { type Language, languages } from '../../contract/languages.js';
import type { Generation } from '../store/generation.js';
import type { Expanded } from './category-search.js';
import { expandTerms } from './expand-terms.js';
import { type ExpandedWord, quality } from './lexicon.js';
import { readEnglish } from './reading/english.js';
import type { Reading } from './reading/reading.js';
import { searchTerms } from './search-terms.js';
import { joinedSeries } from './vehicle-terms.js';

/** Words that are none of the edition's language: English ones, then those of the other languages. */
export async function readOtherLanguages(
  generation: Generation,
  text: string,
  own: Language,
  read: (words: readonly Expanded[], language: Language) => Promise<Reading | null>,
): Promise<Reading | null> {
  const readIn = async (said: string, language: Language): Promise<Reading | null> => {
    const terms = searchTerms(joinedSeries(said), language);
    if (terms.length === 0) return null;
    const words = (await expandTerms(generation, terms, language)).map(wholeWords);
    const found = await read(words, language);
    return found?.products === null && !found.isCarOnly ? found : null;
  };
  const english = readEnglish(text);
  const translated = english === null ? null : await readIn(english, 'de');
  if (translated) return { ...translated, language: 'en' };
  for (const language of languages) {
    if (language === own) continue;
    const found = await readIn(text, language);
    if (found) return { ...found, language };
  }
  return null;
}

/** Only whole words and their forms: of another language nobody guesses the beginnings and ends. */
const wholeWords = ({ word, pieces, squashed }: Expanded): Expanded => {
  const whole = (found: ExpandedWord) => new Map([...found].filter(([, value]) => value >= quality.inflected));
  return { word, pieces: pieces.map(whole), squashed: squashed && whole(squashed) };
};
