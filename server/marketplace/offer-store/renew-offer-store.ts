import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ExpectedError } from '../program/expected-error.js';
import { followedLog } from './followed-log.js';
import type { FindProduct } from './offer-commit.js';
import { newEpoch, offersFile } from './offer-file.js';
import { emptyLog } from './offer-log.js';
import { summarise } from './offer-summary.js';
import { offerStoreVersion, offerTables } from './offer-tables.js';
import { StoredShops } from './stored-shops.js';
import { SummaryBlocks } from './summary-blocks.js';
import { offersByProduct } from './validate-offers.js';

/** Version 1 has other summaries, version 2 has no texts, version 3 stores a return at the shop's cost as no cost. */
const otherSummaries = 1;
const withoutTexts = 2;
const withoutPayers = 3;

/**
 * Migrates a store of an older version.
 * @throws ExpectedError if it follows a log in PostgreSQL, whose commits have the tables of that version
 */
export function renewOfferStore(dataDir: string, findProduct: FindProduct): void {
  const file = offersFile(dataDir);
  if (!existsSync(file)) return;
  using database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('begin immediate');
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  const isOlder = version >= otherSummaries && version <= withoutPayers;
  if (isOlder && followedLog(database))
    throw new ExpectedError(
      `The shops and offers in PostgreSQL have tables of version ${version}. Move them into the folder with the former version of the shop (npm run move -- postgres sqlite). Then run npm run upgrade and npm run move -- sqlite postgres with this one.`,
    );
  if (isOlder) database.exec(`alter table shop add column return_payer ${offerTables.shop.columns.return_payer.sql}`);
  if (version === otherSummaries) {
    const shops = new StoredShops(database);
    const blocks = new SummaryBlocks();
    for (const [product, offers] of offersByProduct(database))
      blocks.put(product, summarise(offers, shops.all, findProduct(product)?.packs));
    database.exec(emptyLog);
    blocks.write(database);
    database.prepare('update meta set value = ? where key = ?').run(newEpoch(), 'epoch');
  }
  if (version === otherSummaries || version === withoutTexts) {
    database.exec(offerTables.correction.ddl('correction'));
    database.exec(`alter table change add column texts ${offerTables.change.columns.texts.sql}`);
  }
  if (isOlder) {
    // Without the hashes, the next feeds compare each offer and drop stock and times that the older version made up.
    database.exec(`
      update shop set return_payer = case when coalesce(return_cost, 0) = 0 then 'shop' else 'buyer' end;
      update shop set return_cost = 0 where return_cost is null;
      update offer_key set hash = null;
      pragma user_version = ${offerStoreVersion};`);
  }
  database.exec('commit');
}
