import { DatabaseSync } from 'node:sqlite';
import { KnownShops } from './known-shops.js';
import type { FindProduct } from './offer-commit.js';
import { entriesOf } from './offer-log.js';
// Contradictions, each with a query that counts them.
import mistakes from './offer-mistakes.json' with { type: 'json' };
import { summarise } from './offer-summary.js';
import type { OfferRow } from './offer-tables.js';
import { StoredShops } from './stored-shops.js';
import { blockSize, packed, packedUnsold, type SummaryBlocks, storedBlocks } from './summary-blocks.js';

/**
 * Checks keys, counts, numbers and summaries against the offers; others may write meanwhile. Returns the faults in
 * words.
 * @param file undamaged `offers.db`
 * @param findProduct of the served catalogue; null = unreadable, so summaries are not checked
 */
export function validateOffers(file: string, findProduct: FindProduct | null): string[] {
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  // All checks read the same snapshot.
  database.exec('begin');
  const found = Object.entries(mistakes).map(([words, query]) => [words, numberOf(database, query)] as const);
  const shown = findProduct ? wrongSummaries(database, findProduct) : 0;
  return [...found, ['products are shown with other offers than they have', shown] as const]
    .filter(([, count]) => count > 0)
    .map(([words, count]) => `${count} ${words}`)
    .concat(new KnownShops(database).mistakable());
}

const numberOf = (database: DatabaseSync, query: string): number =>
  Number(Object.values(database.prepare(query).get() ?? {})[0]);

/** Counts products whose summary in blocks and log differs from their offers. */
function wrongSummaries(database: DatabaseSync, findProduct: FindProduct): number {
  const blocks = lastBlocks(database);
  const shops = new StoredShops(database);
  const isOther = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) !== 0;
  let wrong = 0;
  for (const [product, offers] of offersByProduct(database)) {
    const known = blocks.of(product);
    if (isOther(known, packed(summarise(offers, shops.all, findProduct(product)?.packs)))) wrong++;
    known.set(packedUnsold);
  }
  // The other products have no offers.
  for (const known of blocks.all()) if (isOther(known, packedUnsold)) wrong++;
  return wrong;
}

/** Returns the summaries after the last commit. */
function lastBlocks(database: DatabaseSync): SummaryBlocks {
  const blocks = storedBlocks(database);
  for (const { block } of database.prepare('select block from best_block').iterate())
    blocks.of(Number(block) * blockSize);
  const later = database.prepare(
    "select best from change where number > (select cast(value as integer) from meta where key = 'folded') order by number",
  );
  for (const { best } of later.iterate())
    for (const [product, summary] of entriesOf(best as Uint8Array)) blocks.of(product).set(summary);
  return blocks;
}

/** Yields the offers of each product by id. */
export function* offersByProduct(database: DatabaseSync): Iterable<[product: number, offers: OfferRow[]]> {
  let offers: OfferRow[] = [];
  const rows = database.prepare('select * from offer order by product_id, id').iterate();
  for (const row of rows as Iterable<unknown> as Iterable<OfferRow>) {
    const first = offers[0];
    if (first && first.product_id !== row.product_id) {
      yield [first.product_id, offers];
      offers = [];
    }
    offers.push(row);
  }
  if (offers[0]) yield [offers[0].product_id, offers];
}
