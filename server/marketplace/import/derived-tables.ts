import type { DatabaseSync } from 'node:sqlite';
import { fillSearchIndex } from '../search/fill-index.js';
import { followOffers } from '../store/follow-offers.js';
import { fillProductLists } from '../store/product-lists.js';

/** Makes anew what follows from products and categories. */
export function followProducts(database: DatabaseSync): void {
  fillProductLists(database);
  followOffers(database);
  followNames(database);
}

/** Makes anew what is found by the names of products, categories and vehicles. */
export function followNames(database: DatabaseSync): void {
  database.exec(`
    delete from search_product; delete from search_word; delete from search_part; delete from search_gram;
    delete from search_title; delete from search_vehicle; insert into search_text (search_text) values ('delete-all');
  `);
  fillSearchIndex(database);
}
