import { DatabaseSync } from 'node:sqlite';
import { KnownShops } from './known-shops.js';
import type { FindProduct } from './offer-commit.js';
import { blockSize, emptyBlock, entriesOf } from './offer-log.js';
import { packSummary, summarise, summaryBytes } from './offer-summary.js';
import type { OfferRow } from './offer-tables.js';
import { StoredShops } from './stored-shops.js';

/** What must not be, and a query for how often it is. */
const mistakes: readonly (readonly [words: string, query: string])[] = [
  [
    'offers have a key that says otherwise',
    `select count(*) from offer o left join offer_key k on k.shop_id = o.shop_id and k.key = o.key
     where k.id is not o.id or k.product_id is not o.product_id or k.withheld is not o.withheld`,
  ],
  [
    'keys name an offer that is not there',
    `select count(*) from offer_key k left join offer o on o.product_id = k.product_id and o.id = k.id
     where k.product_id <> 0 and o.id is null`,
  ],
  [
    'offers are not found by their id',
    'select count(*) from offer o left join offer_product p on p.id = o.id where p.product_id is not o.product_id',
  ],
  ['offers are of no shop', 'select count(*) from offer where shop_id not in (select id from shop)'],
  [
    'shops count other offers than they sell',
    `select count(*) from shop s left join
       (select shop_id, count(*) as sold from offer where withheld = 0 group by shop_id) o on o.shop_id = s.id
     where s.offers <> coalesce(o.sold, 0)`,
  ],
  [
    'ids are above the next one to be given',
    `select count(*) from offer_key
     where id >= (select cast(value as integer) from meta where key = 'next_offer_id')`,
  ],
  ['commits are missing in the log', 'select coalesce(max(number) - min(number) + 1 - count(*), 0) from change'],
];

/**
 * Whether all that follows from the offers does so: keys, counts, numbers, and what lists show of each product. May be
 * asked while others write.
 * @param file `offers.db`, undamaged
 * @param findProduct of the catalogue that is served; null = it cannot be read, and what lists show is not looked at
 * @returns what is wrong, in words; nothing where all is sound
 */
export function validateOffers(file: string, findProduct: FindProduct | null): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // One moment of the file.
    database.exec('begin');
    const found = mistakes.map(([words, query]) => [words, numberOf(database, query)] as const);
    const shown = findProduct ? wrongSummaries(database, findProduct) : 0;
    return [...found, ['products are shown with other offers than they have', shown] as const]
      .filter(([, count]) => count > 0)
      .map(([words, count]) => `${count} ${words}`)
      .concat(new KnownShops(database).mistakable());
  } finally {
    database.close();
  }
}

const numberOf = (database: DatabaseSync, query: string): number =>
  Number(Object.values(database.prepare(query).get() ?? {})[0]);

/** Products whose summary in blocks and log is another one than that of their offers. */
function wrongSummaries(database: DatabaseSync, findProduct: FindProduct): number {
  const blocks = blocksOf(database);
  const empty = emptyBlock();
  const nothing = empty.subarray(0, summaryBytes);
  const expected = new Uint8Array(summaryBytes);
  const shops = new StoredShops(database);
  let wrong = 0;
  for (const [product, offers] of offersByProduct(database)) {
    packSummary(summarise(offers, shops.all, findProduct(product)?.packs), new DataView(expected.buffer), 0);
    const at = (product % blockSize) * summaryBytes;
    const known = blocks.get(Math.floor(product / blockSize))?.subarray(at, at + summaryBytes);
    if (Buffer.compare(known ?? nothing, expected) !== 0) wrong++;
    known?.set(nothing);
  }
  // What is left has no offers.
  for (const block of blocks.values())
    for (let at = 0; at < block.length; at += summaryBytes)
      if (Buffer.compare(block.subarray(at, at + summaryBytes), nothing) !== 0) wrong++;
  return wrong;
}

/** The summaries of the last commit. */
function blocksOf(database: DatabaseSync): Map<number, Uint8Array> {
  const blocks = new Map<number, Uint8Array>();
  for (const { block, data } of database.prepare('select block, data from best_block').iterate())
    blocks.set(Number(block), new Uint8Array(data as Uint8Array));
  const later = database.prepare(
    "select best from change where number > (select cast(value as integer) from meta where key = 'folded') order by number",
  );
  for (const { best } of later.iterate())
    for (const [product, summary] of entriesOf(best as Uint8Array)) {
      const number = Math.floor(product / blockSize);
      const block = blocks.get(number) ?? emptyBlock();
      blocks.set(number, block);
      block.set(summary, (product % blockSize) * summaryBytes);
    }
  return blocks;
}

/** The offers of each product, by id. */
export function* offersByProduct(database: DatabaseSync): Iterable<[product: number, offers: OfferRow[]]> {
  let offers: OfferRow[] = [];
  for (const row of database
    .prepare('select * from offer order by product_id, id')
    .iterate() as Iterable<unknown> as Iterable<OfferRow>) {
    const first = offers[0];
    if (first && first.product_id !== row.product_id) {
      yield [first.product_id, offers];
      offers = [];
    }
    offers.push(row);
  }
  if (offers[0]) yield [offers[0].product_id, offers];
}
