import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Offers that are currently sold, and withheld ones. */
const views = `
  create temp view offer as select * from offers.offer where withheld = 0;
  create temp view withheld_offer as select * from offers.offer where withheld <> 0;
`;
/** Adds an index, and computes the cheapest offer of each product to each country (D62) in plain SQL. */
const prices = `
  drop view temp.offer;
  create temp table offer as select * from offers.offer where withheld = 0;
  create unique index temp.offer_by_id on offer (id);
  create index temp.offer_by_product on offer (product_id);
  create temp table product_price as
  select country, product_id, id as offer_id, price, total, refund, delivery_min, delivery_max, rating, offer_count from (
    select r.country, o.product_id, o.id, o.price, o.refund, s.rating,
      o.price + o.surcharge + iif(o.price >= coalesce(r.free_from, o.price + 1), 0, r.tariff) as total,
      o.handling_min + r.days_min as delivery_min, o.handling_max + r.days_max as delivery_max,
      count(*) over (partition by r.country, o.product_id) as offer_count,
      row_number() over (partition by r.country, o.product_id order by
        o.price + o.surcharge + iif(o.price >= coalesce(r.free_from, o.price + 1), 0, r.tariff),
        o.handling_max + r.days_max, s.rating desc, o.id) as place
    from offer o join shop s on s.id = o.shop_id join shop_rate r on r.shop_id = o.shop_id
    where r.country in ('AT', 'DE', 'ES', 'FR', 'IT', 'NL')
  ) where place = 1;
  create index temp.by_product on product_price (product_id);
`;

/** Returns the newest catalogue of a folder. */
function newestIn(dataDir: string): string {
  const files = readdirSync(dataDir).filter((name) => /^catalogue-.*\.db$/.test(name));
  return files.sort().at(-1) ?? '';
}

/** Opens a catalogue with its offers as one database, without code of the shop. */
export function catalogueDatabase(dataDir: string, file = newestIn(dataDir)): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  database.prepare('attach ? as offers').run(join(dataDir, 'offers.db'));
  database.exec(views);
  return database;
}

/**
 * Opens it with `product_price`, for many questions about offers. Computing the table takes a second; it does not
 * follow later changes.
 */
export function pricedDatabase(dataDir: string, file?: string): DatabaseSync {
  const database = catalogueDatabase(dataDir, file);
  database.exec(prices);
  return database;
}
