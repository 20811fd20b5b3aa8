import { readFileSync } from 'node:fs';
import { inLanguages, type Language, languages } from '../../../contract/languages.js';
import { shippedTable } from '../../program/data-table.js';
import { isStopWord } from './query-words.js';
import { rememberedByLanguage } from './remembered.js';
import { termsOf } from './search-terms.js';
import { stemOf } from './stems.js';

/** The language of rules for all languages. */
export const everyLanguage = '*';
/** More names for one category would say the same again. */
const mostAliases = 28;

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

/** The synonyms that come with the shop and those of the operator, of which each may be said for each other. */
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

/** The telling words of a text in the order in which they stand. */
export const significantTerms = (text: string, language: Language): string[] =>
  termsOf(text).filter((word) => !isStopWord(word, language));

/** A group as titles are held against it: worked out once, for all titles. */
interface KnownGroup {
  readonly first: string;
  /** Of the words of the first name. */
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

/** Other names of a category: each group of synonyms that it contains, said in the other words of that group. */
export function aliasesOf(title: string, language: Language, synonyms: Synonyms): string[] {
  const words = significantTerms(title, language);
  const stems = words.map((word) => stemOf(word, language));
  const own = words.join(' ');
  const aliases = new Set<string>();
  for (const group of knownOf(synonyms[language], language)) {
    // In singular or plural.
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

/** Words of daily life that no list of parts has, and that are no mistakes either: the search never corrects them. */
export const isPlainWord = wordsIn('plain-words.tsv');
/** Words of other goods that look like a form of a part's name: `zapatos` are no brake shoes (`zapatas`). */
export const isOtherThing = wordsIn('other-things.tsv');
