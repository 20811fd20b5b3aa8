import type { DatabaseSync } from 'node:sqlite';
import { fillSearchIndex } from '../search/fill-index.js';
import { fillLeafColumns } from '../store/fill-leaf-columns.js';
import { withholdFaultyOffers } from '../store/offer-faults.js';
import { fillProductLists } from '../store/product-lists.js';
import { fillProductPrices } from '../store/product-prices.js';
import { fillShopBestOffers } from '../store/shop-best-offers.js';

/**
 * Makes anew what follows from offers, rates and shops.
 * @param touched by product id, whether its offers have changed; null = of all
 */
export function followOffers(database: DatabaseSync, touched: Uint8Array | null): void {
  fillProductPrices(database, touched);
  withholdFaultyOffers(database);
  fillShopBestOffers(database);
  refillLeaves(database);
}

/** Makes anew what follows from products and categories. */
export function followProducts(database: DatabaseSync): void {
  fillProductLists(database);
  followOffers(database, null);
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

function refillLeaves(database: DatabaseSync): void {
  database.exec('delete from leaf_column; delete from leaf_price');
  fillLeafColumns(database);
}
