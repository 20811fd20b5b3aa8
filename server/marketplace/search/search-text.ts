import { type Language, languages, normaliseNumber } from '../../api/contract.js';
import { foundUnder, wordsOf } from './words.js';

/** Columns of `search_text` with its rowid, for the words of `searchText`. */
export const searchTextColumns = `search_text (rowid, ${languages.join(', ')}, common)`;

/** Universal goods are ranked above this number, all others up to it, so that either is one range of ranks. */
export const universalRanks = 1_000_000_000;

/** What a product is found under. */
export interface Searchable {
  titles: Readonly<Record<Language, string>>;
  brand: string;
  articleNumber: string;
}

/** The words of a product by language, then those that are the same in all, as they are stored in `search_text`. */
export function searchText({ titles, brand, articleNumber }: Searchable): string[] {
  const common = new Set([...wordsOf(brand), ...wordsOf(articleNumber), normaliseNumber(articleNumber).toLowerCase()]);
  return [...languages.map((language) => [...foundUnder(titles[language], language)]), [...common]].map((words) =>
    words.join(' '),
  );
}
