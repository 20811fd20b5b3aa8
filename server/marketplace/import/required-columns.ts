import type { ImportKind } from './columns.js';

/** Columns that a table must have; one of each inner list. */
export const requiredColumns: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  offers: [['key'], ['price'], ['number', 'gtin']],
  products: [['brand'], ['number'], ['category']],
  attributes: [['code'], ['kind', 'mode']],
  categories: [['id'], ['title_de'], ['title_fr'], ['title_es'], ['title_it'], ['title_nl']],
  fitment: [
    ['number', 'gtin'],
    ['model', 'vehicle', 'make'],
  ],
  approvals: [['model', 'vehicle', 'make'], ['category'], ['approvals']],
  search: [['rule'], ['words']],
  documents: [
    ['number', 'gtin'],
    ['type', 'mode'],
    ['url', 'mode'],
  ],
  warnings: [
    ['number', 'gtin', 'category'],
    ['text_de', 'text_fr', 'text_es', 'text_it', 'text_nl', 'mode'],
  ],
  brands: [
    ['brand'],
    [
      ...['description_de', 'description_fr', 'description_es', 'description_it', 'description_nl'],
      ...['brand_address', 'brand_email', 'brand_country', 'eu_responsible', 'mode'],
    ],
  ],
  reviews: [['key'], ['rating', 'mode']],
  shops: [['name'], ['country']],
  vehicles: [['make'], ['series'], ['kw', 'ps', 'fuel']],
};

/** Columns that a table must have whose rows name some values of known offers. */
export const requiredOfPartial: readonly (readonly string[])[] = [
  ['key'],
  [
    ...['price', 'sale_price', 'stock', 'availability', 'mode', 'condition'],
    ...['deposit', 'surcharge', 'lowest30', 'handling', 'min_handling_time', 'max_handling_time'],
  ],
];
