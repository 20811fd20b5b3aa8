import { type Language, languages } from '../../api/contract.js';
import { placeWords } from '../catalogue/places.js';
import { searchText, searchTextColumns, universalRanks } from '../search/search-text.js';
import type { NumberedProduct } from './write-products.js';
import type { BulkWriter } from './writer.js';

/** What the search knows of a product. */
export type FoundProduct = Pick<NumberedProduct, 'id' | 'brand' | 'category' | 'articleNumber' | 'title' | 'place'>;

/** Writes the words that products are found under. @param ranked the most popular product first */
export function writeSearch(ranked: Iterable<FoundProduct>, writer: BulkWriter): void {
  let index = 0;
  for (const product of ranked) {
    const rank = ++index + (product.category.universal ? universalRanks : 0);
    writer.insert('search_product', rank, product.id);
    const { brand, articleNumber } = product;
    const words = searchText({ titles: titlesOf(product), brand: brand.name, articleNumber });
    writer.insert(searchTextColumns, rank, ...words);
  }
  writer.database.exec("insert into search_text (search_text) values ('optimize')");
}

function titlesOf({ title, category, place }: FoundProduct): Record<Language, string> {
  if (title !== null) return JSON.parse(title) as Record<Language, string>;
  const composed = languages.map((language) => {
    return [language, `${category.title[language]} ${placeWords(place, category.kind, language) ?? ''}`];
  });
  return Object.fromEntries(composed) as Record<Language, string>;
}
