import type { DatabaseSync } from 'node:sqlite';
import { fillLeafColumns, fillProductLists } from '../catalogue-file/fill-leaf-columns.js';
import { fillProductFlags } from '../offer-store/product-flags.js';
import { fillSearchIndex } from '../search/lookup/fill-index.js';

export function updateFromProducts(database: DatabaseSync): void {
  fillProductLists(database);
  fillLeafColumns(database);
  fillProductFlags(database);
  updateFromNames(database);
}

/** Rebuilds the search tables, which follow from names of products, categories and vehicles. */
export function updateFromNames(database: DatabaseSync): void {
  database.exec(`
    delete from search_product; delete from search_word; delete from search_part; delete from search_gram;
    delete from search_title; delete from search_vehicle; delete from search_value; delete from search_number;
    insert into search_text (search_text) values ('delete-all');
  `);
  fillSearchIndex(database);
}
