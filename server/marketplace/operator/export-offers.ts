import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { servedFile } from '../catalogue-file/served-file.js';
import { replaceFile } from '../files/replace-file.js';
import { KnownShops } from '../offer-store/known-shops.js';
import { offersFile } from '../offer-store/offer-file.js';
import { statedHandling, statedStock } from '../offer-store/unknown-facts.js';
import { withheldBits } from '../offer-store/withheld.js';
import type { ShopChoice } from '../program/shop-choice.js';
import { CommandError } from './command-input.js';

const linesAtATime = 500;

/**
 * Writes all offers as lines of JSON (NDJSON), including offers that are not sold. It reads one snapshot in constant
 * memory.
 * @param shop null = all shops
 * @param write receives some lines without the last line's end
 * @returns the number of offers
 * @throws ExpectedError without catalogue or offers, and for an unknown shop
 */
export function exportOffers(dataDir: string, shop: ShopChoice | null, write: (lines: string) => void): number {
  using database = openServed(dataDir);
  // A snapshot, which does not block writers.
  database.exec('begin');
  const only = shop === null ? '' : `where o.shop_id = ${new KnownShops(database).find(shop).id}`;
  const rows = database.prepare(
    `select o.*, s.name as shop, b.name as brand, p.article_number as number,
       (select json_group_array(json_array(at, price) order by at) from offers.offer_change c where c.offer_id = o.id) as changes
     from offers.offer o join offers.shop s on s.id = o.shop_id left join main.product p on p.id = o.product_id
     left join main.brand b on b.id = p.brand_id ${only} order by o.product_id, o.id`,
  );
  let lines: string[] = [];
  let count = 0;
  for (const row of rows.iterate()) {
    lines.push(JSON.stringify(offerOf(row)));
    count++;
    if (lines.length < linesAtATime) continue;
    write(lines.join('\n'));
    lines = [];
  }
  if (lines.length > 0) write(lines.join('\n'));
  return count;
}

/** Exports into a file, which gets its name when it is complete. */
export function exportOffersInto(dataDir: string, shop: ShopChoice | null, file: string): number {
  const partial = `${file}.part`;
  const handle = openSync(partial, 'w');
  try {
    let count: number;
    try {
      count = exportOffers(dataDir, shop, (lines) => writeSync(handle, `${lines}\n`));
    } finally {
      closeSync(handle);
    }
    replaceFile(partial, file);
    return count;
  } finally {
    rmSync(partial, { force: true });
  }
}

function openServed(dataDir: string): DatabaseSync {
  const [catalogue, offers] = [servedFile(dataDir), offersFile(dataDir)];
  const missing = [catalogue, offers].find((file) => file === null || !existsSync(file));
  if (catalogue === null || missing !== undefined)
    throw new CommandError(catalogue === null ? `There is no catalogue in ${dataDir}.` : `${missing} is missing.`);
  const database = new DatabaseSync(catalogue, { readOnly: true });
  database.prepare('attach ? as offers').run(offers);
  return database;
}

const euros = (cents: unknown): number => Number(cents) / 100;
const maybeEuros = (cents: unknown): number | null => (cents === null ? null : euros(cents));
const maybeText = (value: unknown): string | null => (value === null ? null : String(value));

/** Money is in euros, times are ISO 8601 (UTC). `key` is the shop's own id. */
function offerOf(row: Record<string, unknown>) {
  const changes: [at: number, price: number | null][] = JSON.parse(String(row.changes));
  return {
    id: String(row.id),
    shop: String(row.shop),
    key: String(row.key),
    // Brand of the product; null if the catalogue lacks it.
    brand: maybeText(row.brand),
    number: maybeText(row.number),
    productId: String(row.product_id),
    price: euros(row.price),
    deposit: euros(row.refund),
    surcharge: euros(row.surcharge),
    // Lowest price of the 30 days before a reduction; null = no reduction is announced.
    lowest30: maybeEuros(row.lowest30),
    // Null = available, number unknown.
    stock: statedStock(Number(row.stock)),
    condition: String(row.condition),
    handling: statedHandling(Number(row.handling_min), Number(row.handling_max)),
    withheld: Object.entries(withheldBits)
      .filter(([, bit]) => (Number(row.withheld) & bit) !== 0)
      .map(([reason]) => reason),
    // Scheduled prices; null ends the offer.
    changes: changes.map(([at, price]) => ({ at: new Date(at).toISOString(), price: maybeEuros(price) })),
  };
}
