import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ExpectedError } from '../program/expected-error.js';
import { followedLog } from './followed-log.js';
import { offersFile } from './offer-file.js';
import { offerStoreVersion, offerTables } from './offer-tables.js';

/** A version that stores a return at the shop's cost as no cost. */
const withoutPayers = 3;

/**
 * Migrates a store of the version before.
 * @throws ExpectedError if it follows a log in PostgreSQL, whose commits have the tables of that version
 */
export function renewOfferStore(dataDir: string): void {
  const file = offersFile(dataDir);
  if (!existsSync(file)) return;
  using database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('begin immediate');
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  if (version === withoutPayers) {
    if (followedLog(database))
      throw new ExpectedError(
        `The shops and offers in PostgreSQL have tables of version ${version}. Move them into the folder with the former version of the shop (npm run move -- postgres sqlite). Then run npm run upgrade and npm run move -- sqlite postgres with this one.`,
      );
    // Without the hashes, the next feeds compare each offer and drop stock and times that the older version made up.
    database.exec(`
      alter table shop add column return_payer ${offerTables.shop.columns.return_payer.sql};
      update shop set return_payer = case when coalesce(return_cost, 0) = 0 then 'shop' else 'buyer' end;
      update shop set return_cost = 0 where return_cost is null;
      update offer_key set hash = null;
      pragma user_version = ${offerStoreVersion};`);
  }
  database.exec('commit');
}
