import { tables } from './catalogue-tables.js';

/**
 * Version of the tables below, stored as `user_version` of the file. Raise it with every change that readers notice.
 * `import/upgrade.ts` migrates older catalogues by column: a new column is nullable, has a correct default, or is
 * filled there.
 */
export const catalogueVersion = 16;

/** Statements that create the tables and the index of words. */
export const catalogueTables = `
${Object.entries(tables)
  .map(([name, { ddl }]) => ddl(name))
  .join('\n')}
-- Words by language as search/lookup/fill-index.ts spells them; common: brand and numbers, the same in all languages.
create virtual table search_text using fts5 (de, fr, es, it, nl, common,
  content = '', detail = column, tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3');
`;

/** Indexes, created after the rows: that is several times faster. */
export const catalogueIndexes = `
create index series_family_manufacturer on series_family (manufacturer_id);
create index series_page_manufacturer on series_page (manufacturer_id);
create index series_by_page on series (series_page_id);
create index series_by_manufacturer on series (manufacturer_id);
create index model_by_series on model (series_id);
create index model_by_page on model (series_page_id);
create index kba_key on kba (hsn, tsn);
create index kba_model on kba (model_number);
create index vehicle_key_model on vehicle_key (model_number);
create index category_parent on category (parent_id, position);
create index product_leaf on product (category_id, popularity desc);
create index product_brand on product (brand_id, popularity desc, category_id);
create index product_number on product (norm_number);
create index product_ean on product (ean) where ean is not null;
create index oe_norm on oe_number (norm);
`;
