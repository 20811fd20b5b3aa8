import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../contract/languages.js';
import { shippedTable } from '../commands/data-table.js';
import { termsOf } from './search-terms.js';
import { stemOf } from './stems.js';
import { isStopWord } from './stop-words.js';

/** More names for one category would say the same again. */
const mostAliases = 16;

/** One thing under several names; the first is the one that parts lists use. */
type Group = readonly string[];
/** Other names for the parts of a catalogue, by language. */
export type Synonyms = Readonly<Record<Language, readonly Group[]>>;

/** The table of that name. @throws DataFileError where it is missing */
export function readNames(name: string): Group[] {
  const file = shippedTable(import.meta.url, 'search-data', name);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => line.split('\t').map((each) => each.trim()));
}

export function readSynonyms(): Synonyms {
  const tables = languages.map((language) => [language, readNames(`synonyms.${language}.tsv`)]);
  return Object.fromEntries(tables) as Synonyms;
}

/** The telling words of a text in the order in which they stand. */
export const significantTerms = (text: string, language: Language): string[] =>
  termsOf(text).filter((word) => !isStopWord(word, language));

/** The text with its part `phrase` said in other words; null where the phrase, in singular or plural, is not in it. */
function replaced(words: readonly string[], phrase: string, other: string, language: Language): string | null {
  const terms = significantTerms(phrase, language).map((word) => stemOf(word, language));
  const stems = words.map((word) => stemOf(word, language));
  const at = stems.findIndex((_, index) => terms.every((stem, offset) => stems[index + offset] === stem));
  if (at < 0 || terms.length === 0) return null;
  return [...words.slice(0, at), other, ...words.slice(at + terms.length)].join(' ');
}

/** Other names of a category: each group of synonyms that it contains, said in the other words of that group. */
export function aliasesOf(title: string, language: Language, synonyms: Synonyms): string[] {
  const words = significantTerms(title, language);
  const own = words.join(' ');
  const aliases = new Set<string>();
  for (const [first = '', ...others] of synonyms[language]) {
    for (const other of others) {
      const said = replaced(words, first, other, language);
      if (said !== null) aliases.add(said);
      else if (significantTerms(other, language).join(' ') === own) aliases.add(first);
    }
  }
  return [...aliases].slice(0, mostAliases);
}
