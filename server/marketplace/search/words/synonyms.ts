import { readFileSync } from 'node:fs';
import { inLanguages, type Language, languages } from '../../../contract/languages.js';
import { shippedTable } from '../../program/data-table.js';
import { isStopWord } from './query-words.js';
import { once, rememberedByLanguage } from './remembered.js';
import { termsOf } from './search-terms.js';
import { stemOf } from './stems.js';

/** The language of rules for all languages. */
export const everyLanguage = '*';
/** Further synonyms of one category add nothing. */
const mostAliases = 28;

/** Several names of one thing; the first is that of parts lists. */
type Group = readonly string[];
export type Synonyms = Readonly<Record<Language, readonly Group[]>>;

/** Reads a table. @throws DataFileError if it is missing */
export function readNames(name: string): Group[] {
  const file = shippedTable(import.meta.url, 'search-data', name);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => line.split('\t').map((each) => each.trim()));
}

/** Adds the operator's synonyms, each of which may replace each other, to those of the shop. */
export function withSteering(synonyms: Synonyms, rules: readonly { language: string; words: string }[]): Synonyms {
  const own = (language: Language): Group[] =>
    rules
      .filter((rule) => rule.language === language || rule.language === everyLanguage)
      .flatMap(({ words }) => {
        const group = words
          .split(/[,;|]/)
          .map((each) => each.trim())
          .filter((each) => each !== '');
        return group.map((first) => [first, ...group.filter((each) => each !== first)]);
      });
  return inLanguages((language) => [...synonyms[language], ...own(language)]);
}

export function readSynonyms(): Synonyms {
  const tables = languages.map((language) => [language, readNames(`synonyms.${language}.tsv`)]);
  return Object.fromEntries(tables) as Synonyms;
}

/** Returns the words of a text without stop words. */
export const significantTerms = (text: string, language: Language): string[] =>
  termsOf(text).filter((word) => !isStopWord(word, language));

/** A group prepared for the comparison with titles. */
interface KnownGroup {
  readonly first: string;
  /** Stems of the first name. */
  readonly stems: readonly string[];
  readonly others: readonly { readonly name: string; readonly terms: string }[];
}

const knownOf = rememberedByLanguage((groups: readonly Group[], language): readonly KnownGroup[] =>
  groups.map(([first = '', ...others]) => ({
    first,
    stems: significantTerms(first, language).map((word) => stemOf(word, language)),
    others: others.map((name) => ({ name, terms: significantTerms(name, language).join(' ') })),
  })),
);

/** Returns the synonyms of a category: its title with each group of synonyms replaced by their other names. */
export function aliasesOf(title: string, language: Language, synonyms: Synonyms): string[] {
  const words = significantTerms(title, language);
  const stems = words.map((word) => stemOf(word, language));
  const own = words.join(' ');
  const aliases = new Set<string>();
  for (const group of knownOf(synonyms[language], language)) {
    // The text may have the singular or the plural.
    const at =
      group.stems.length === 0
        ? -1
        : stems.findIndex((_, index) => group.stems.every((stem, offset) => stems[index + offset] === stem));
    for (const { name, terms } of group.others) {
      if (at >= 0) aliases.add([...words.slice(0, at), name, ...words.slice(at + group.stems.length)].join(' '));
      else if (terms === own) aliases.add(group.first);
    }
  }
  return [...aliases].slice(0, mostAliases);
}

/** Reads a table of words by language at its first use. */
function wordsIn(file: string): (word: string, language: Language) => boolean {
  const table = once(
    () => new Map(readNames(file).map(([own = '', words = '']) => [own, new Set(words.split(' ').flatMap(termsOf))])),
  );
  return (word, language) => table().get(language)?.has(word) ?? false;
}

/** Everyday words that parts lists lack, but that are no mistakes: the search never corrects them. */
export const isPlainWord = wordsIn('plain-words.tsv');
/** Words of other goods that look like a form of a part's name: `zapatos` are shoes, `zapatas` are brake shoes. */
export const isOtherThing = wordsIn('other-things.tsv');
