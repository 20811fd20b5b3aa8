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

/** Version of 0.3. It has other summaries, no texts, and stores a return at the shop's cost as no cost. */
const releasedVersion = 1;

/** Migrates a store of 0.3. No release has had the versions in between. */
export function renewOfferStore(dataDir: string, findProduct: FindProduct): void {
  const file = offersFile(dataDir);
  if (!existsSync(file)) return;
  using database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('begin immediate');
  if (Number(database.prepare('pragma user_version').get()?.user_version) === releasedVersion) {
    database.exec(`alter table shop add column return_payer ${offerTables.shop.columns.return_payer.sql}`);
    const shops = new StoredShops(database);
    const blocks = new SummaryBlocks();
    for (const [product, offers] of offersByProduct(database))
      blocks.put(product, summarise(offers, shops.all, findProduct(product)?.packs));
    database.exec(emptyLog);
    blocks.write(database);
    database.prepare('update meta set value = ? where key = ?').run(newEpoch(), 'epoch');
    // Without the hashes, the next feeds compare each offer and drop stock and times that the older version made up.
    database.exec(`
      ${offerTables.correction.ddl('correction')}
      alter table change add column texts ${offerTables.change.columns.texts.sql};
      update shop set return_payer = case when coalesce(return_cost, 0) = 0 then 'shop' else 'buyer' end;
      update shop set return_cost = 0 where return_cost is null;
      update offer_key set hash = null;
      pragma user_version = ${offerStoreVersion};`);
  }
  database.exec('commit');
}
