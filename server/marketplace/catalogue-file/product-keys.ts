import { DatabaseSync } from 'node:sqlite';
import { servedFile } from './served-file.js';

/** The key in `meta` of the last generation that changed which product a row of a feed means. */
const mark = 'product_keys';

const noted = (event: string, condition: string, generation: string): string =>
  `create temp trigger "keys ${event}" before ${event} when ${condition} begin
     insert or replace into meta (key, value) values ('${mark}', '${generation}');
   end;`;

/**
 * Records in a new generation if products are added, removed, or change their number, maker or GTIN. Rows of feeds may
 * then mean other products. Texts, prices and categories do not count.
 */
export function storeProductKeys(database: DatabaseSync, generation: string): void {
  const sameProduct = 'id = new.id and brand_id = new.brand_id and norm_number = new.norm_number and ean is new.ean';
  for (const [event, condition] of [
    ['insert on product', `not exists (select 1 from product where ${sameProduct})`],
    ['update of brand_id, norm_number, ean on product', `not exists (select 1 from product where ${sameProduct})`],
    ['delete on product', 'true'],
    ['insert on brand', 'not exists (select 1 from brand where id = new.id and name = new.name)'],
    ['update of name on brand', 'old.name <> new.name'],
    ['delete on brand', 'true'],
  ] as const)
    database.exec(noted(event, condition, generation));
}

/** Returns a value that changes when rows of feeds may mean other products of the served catalogue; empty = unknown. */
export function servedProductKeys(dataDir: string): string {
  const file = servedFile(dataDir);
  if (file === null) return '';
  using database = new DatabaseSync(file, { readOnly: true });
  return productKeysOf(database);
}

/** Returns the same for an open catalogue. */
export const productKeysOf = (database: DatabaseSync): string =>
  String(database.prepare('select value from meta where key = ?').get(mark)?.value ?? '');
