import type { Language } from '../../../contract/languages.js';
import type { Generation } from '../../generation/generation.js';
import { isStopWord, sidesOf } from '../words/query-words.js';
import { once, rememberedByLanguage } from '../words/remembered.js';
import { termsOf } from '../words/search-terms.js';
import { stemOf } from '../words/stems.js';
import { aliasesOf, readSynonyms, significantTerms } from '../words/synonyms.js';
import { wordTerm } from '../words/value-terms.js';
import type { Word } from '../words/written-words.js';
import type { Measure } from './read-measures.js';

const synonyms = once(readSynonyms);
const stemsOf = (text: string, language: Language): string[] =>
  significantTerms(text, language).map((word) => stemOf(word, language));
/** Words of the longest value without stop words, such as `satz für eine achse`. */
const longestRun = 4;

/** Reads the values of goods that are words, such as `gelocht` or `mit Aktivkohle`, by their stems. */
const valuesOf = rememberedByLanguage(async ({ db }: Generation, language) => {
  const start = wordTerm(language, '');
  const rows = await db
    .selectFrom('search_value')
    .select('term')
    .distinct()
    .where('term', '>=', start)
    .where('term', '<', `${start}\uffff`)
    .execute();
  const values = new Map<string, string[]>();
  for (const { term } of rows) {
    const text = term.slice(start.length);
    for (const name of [text, ...aliasesOf(text, language, synonyms())]) {
      const stems = stemsOf(name, language).join(' ');
      values.set(stems, [...(values.get(stems) ?? []), term]);
    }
  }
  return values;
});

/**
 * Reads words that are values of goods. A word that also names a part is a value only after a word such as "with".
 * @param words those that have no other meaning yet
 */
export async function readValues(
  generation: Generation,
  text: string,
  words: readonly Word[],
  { language, isOfPart }: { language: Language; isOfPart: (word: Word) => boolean },
): Promise<Measure[]> {
  const values = await valuesOf(generation, language);
  const found: Measure[] = [];
  const isJoin = (word: Word | undefined) =>
    word !== undefined && termsOf(word.plain).every((term) => isStopWord(term, language));
  for (let at = 0; at < words.length; at++)
    for (let end = Math.min(words.length, at + longestRun); end > at; end--) {
      const run = words.slice(at, end);
      const [first, last] = [run[0] as Word, run.at(-1) as Word];
      const terms = values.get(stemsOf(text.slice(first.from, last.to), language).join(' '));
      const before = words[at - 1];
      const isAddition = isJoin(before);
      const isFree = isAddition || !run.some((word) => isOfPart(word) || sidesOf(word.plain, language).length > 0);
      if (!terms || !isFree || isJoin(first)) continue;
      const from = isAddition && before ? before.from : first.from;
      const wanted = [{ terms, bare: null, amount: null, keys: null }];
      found.push({ from, to: last.to, text: text.slice(from, last.to), wanted, isSure: !isAddition, isAddition });
      at = end - 1;
      break;
    }
  return found;
}
