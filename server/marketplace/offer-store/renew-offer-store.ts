import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { FindProduct } from './offer-commit.js';
import { newEpoch, offersFile } from './offer-file.js';
import { emptyLog } from './offer-log.js';
import { summarise } from './offer-summary.js';
import { offerStoreVersion, offerTables } from './offer-tables.js';
import { StoredShops } from './stored-shops.js';
import { SummaryBlocks } from './summary-blocks.js';
import { offersByProduct } from './validate-offers.js';

/** Version 1 has other summaries, version 2 has no texts. */
const otherSummaries = 1;
const withoutTexts = 2;

/** Migrates a store of an older version. Returns the former version; null = nothing to do. */
export function renewOfferStore(dataDir: string, findProduct: FindProduct): number | null {
  const file = offersFile(dataDir);
  if (!existsSync(file)) return null;
  using database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('begin immediate');
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  if (version === otherSummaries) {
    const shops = new StoredShops(database);
    const blocks = new SummaryBlocks();
    for (const [product, offers] of offersByProduct(database))
      blocks.put(product, summarise(offers, shops.all, findProduct(product)?.packs));
    database.exec(emptyLog);
    blocks.write(database);
    database.prepare('update meta set value = ? where key = ?').run(newEpoch(), 'epoch');
  }
  const isOlder = version === otherSummaries || version === withoutTexts;
  if (isOlder) {
    database.exec(offerTables.correction.ddl('correction'));
    database.exec(`alter table change add column texts ${offerTables.change.columns.texts.sql}`);
    database.exec(`pragma user_version = ${offerStoreVersion}`);
  }
  database.exec('commit');
  return isOlder ? version : null;
}
