import { type Language, languages } from '../../../contract/languages.js';
import type { Generation } from '../../generation/generation.js';
import { type Expanded, expandTerms } from '../lookup/category-search.js';
import { type ExpandedWord, quality } from '../lookup/lexicon.js';
import words from '../words/data/words.json' with { type: 'json' };
import { once } from '../words/remembered.js';
import { searchTerms, termsOf } from '../words/search-terms.js';
import { readNames } from '../words/synonyms.js';
import { joinedSeries } from '../words/vehicle-terms.js';
import type { Reading } from './reading.js';

/** Reads words of another language than the edition's: English first. */
export async function readOtherLanguages(
  generation: Generation,
  text: string,
  own: Language,
  read: (words: readonly Expanded[], language: Language) => Promise<Reading | null>,
): Promise<Reading | null> {
  const readIn = async (written: string, language: Language): Promise<Reading | null> => {
    const terms = searchTerms(joinedSeries(written), language);
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

/** Keeps whole words and their forms: the beginnings of foreign words would match too much. */
const wholeWords = ({ word, pieces, squashed }: Expanded): Expanded => {
  const whole = (found: ExpandedWord) => new Map([...found].filter(([, value]) => value >= quality.inflected));
  return { word, pieces: pieces.map(whole), squashed: squashed && whole(squashed) };
};

/** Returns the common part of an English singular and plural. */
const stemEnglish = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/(?:ches|shes|xes|sses)$/, (end) => end.slice(0, -2))
        .replace(/ies$/, 'y')
        .replace(/(?<![su])s$/, '');

/** German words by English ones in the singular. */
const germanTerms = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      readNames('english.tsv').flatMap(([german = '', ...english]) =>
        english.map((phrase) => [termsOf(phrase).map(stemEnglish).join(' '), german] as const),
      ),
    ),
);

/** Most words of a name, such as `engine oil drain plug`. */
const longestName = 4;

/** Returns whether the text is an English name of several words: `spark plugs` are of no Chevrolet Spark. */
export function isEnglishName(text: string): boolean {
  const stems = termsOf(text).map(stemEnglish);
  return stems.length > 1 && germanTerms().has(stems.join(' '));
}

/** Translates the English names of parts into German; null without any. */
export function readEnglish(text: string): string | null {
  const written = termsOf(text);
  const stems = written.map(stemEnglish);
  const known = germanTerms();
  const translated: string[] = [];
  let isFound = false;
  for (let at = 0; at < stems.length; ) {
    const length = [longestName, 3, 2, 1].find((count) => known.has(stems.slice(at, at + count).join(' ')));
    const name = length && known.get(stems.slice(at, at + length).join(' '));
    if (length && name) {
      translated.push(name);
      isFound = true;
      at += length;
    } else {
      if (!ignored.has(written[at] as string)) translated.push(written[at] as string);
      at++;
    }
  }
  return isFound ? translated.join(' ') : null;
}

const ignored = new Set(words.betweenEnglishNames.split(' '));
