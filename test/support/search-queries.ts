import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../server/contract/languages.js';
import type { Locale } from '../../server/contract/locales.js';
import { allEditions } from '../../server/web/routes/editions.js';
import { root } from './catalogue.js';

/** A row of the list of typical searches. */
export interface Asked {
  language: Language;
  query: string;
  /**
   * `c1523` is a category, `pJL748906` a product by its number, `o1K0…` one by a car maker's number; any of them
   * suffices.
   */
  expected: string[];
  /** The car that the response must name: its series page or its maker. */
  vehicle: string;
}
/** All rows of the list, in five languages. */
export const queries = readFileSync(join(root, 'test/search-queries.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line): Asked => {
    const [language = '', query = '', expected = '', vehicle = ''] = line.split('\t');
    return { language: language as Language, query, expected: expected.split('|'), vehicle };
  });

/** Returns the edition of a language. */
export const localeOf = (language: Language): Locale =>
  (allEditions.find((edition) => edition.language === language) as (typeof allEditions)[number]).locale;

const tradeWordsOf = (language: Language): Asked[] =>
  readFileSync(join(root, `test/trade-words/${language}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [ids = '', words = ''] = line.split('\t');
      const expected = ids.split('|').map((id) => `c${id}`);
      return words.split(', ').map((query) => ({ language, query, expected, vehicle: '' }));
    });
/** Parts in the words of mechanics and shoppers by language, with the categories of which one must be found. */
export const tradeWords = languages.flatMap(tradeWordsOf);
