import type { Language } from '../../contract/languages.js';
import { termsOf } from './search-terms.js';
import { readNames } from './synonyms.js';

/** Words by language, read when first asked for. */
function wordsIn(file: string): (word: string, language: Language) => boolean {
  let table: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (word, language) => {
    table ??= new Map(
      readNames(file).map(([own = '', words = '']) => [own, new Set(words.split(' ').flatMap(termsOf))]),
    );
    return table.get(language)?.has(word) ?? false;
  };
}

/** Words of daily life that are none of a parts list, and no mistakes either: they are never corrected. */
export const isPlainWord = wordsIn('plain-words.tsv');
/** Words of other goods that look like a form of a part's name: `zapatos` are no brake shoes (`zapatas`). */
export const isOtherThing = wordsIn('other-things.tsv');
