import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openNamed, refuseDamaged, StateFileError, stateFile } from '../state/state-store.js';
import { offerStoreDdl, offerStoreVersion } from './offer-tables.js';

/** Returns the path of offers, shops and tariffs. */
export const offersFile = (dataDir: string): string => join(dataDir, 'offers.db');

/** Milliseconds to wait for another transaction. */
const busyTimeoutMs = 10_000;

/** Returns a new epoch: caches then know that numbers of commits start again. */
export const newEpoch = (): string => randomBytes(6).toString('base64url');

/**
 * Opens the offers for writing and creates a missing file. Pages are small, because a changed offer writes whole pages.
 * The caller makes checkpoints. The file is mapped, because an import reads scattered pages.
 * @throws StateFileError if the file is damaged or of another version
 */
export function openOffersForWriting(dataDir: string): DatabaseSync {
  const file = offersFile(dataDir);
  const isNew = !existsSync(file);
  const database = openNamed(file, { timeout: busyTimeoutMs });
  try {
    if (isNew) database.exec('pragma page_size = 1024');
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma cache_size = -65536; pragma mmap_size = 2147418112',
    );
    makeTables(database, dataDir);
    refuseOther(file, database);
    return database;
  } catch (error) {
    database.close();
    return refuseDamaged(file, error);
  }
}

/** Returns the epoch of the offers; empty without offers. */
export function epochOf(dataDir: string): string {
  const file = offersFile(dataDir);
  if (!existsSync(file)) return '';
  using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  return String(database.prepare("select value from meta where key = 'epoch'").get()?.value ?? '');
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('pragma user_version').get()?.user_version);

/** @throws StateFileError for tables of another version */
function refuseOther(file: string, database: DatabaseSync): void {
  const version = versionOf(database);
  if (version === offerStoreVersion) return;
  throw new StateFileError(
    `${file} has tables of version ${version}, and this program has version ${offerStoreVersion}. Bring an older one up to date: npm run upgrade (in the container: node dist/operate.js upgrade). A newer one wants the version of the shop that has made it.`,
  );
}

/** Returns the first id that no cart uses: carts survive lost offers (D50). */
function firstId(dataDir: string): number {
  const state = stateFile(dataDir);
  if (!existsSync(state)) return 1;
  using database = openNamed(state, { timeout: busyTimeoutMs });
  if (!database.prepare("select 1 from sqlite_master where name = 'cart_line'").get()) return 1;
  return Number(database.prepare('select max(abs(offer_id)) as last from cart_line').get()?.last) + 1;
}

/** Creates the tables once, even if two programs create the file. */
function makeTables(database: DatabaseSync, dataDir: string): void {
  if (versionOf(database) !== 0) return;
  database.exec('begin immediate');
  if (versionOf(database) === 0) {
    database.exec(offerStoreDdl);
    const set = database.prepare('insert into meta (key, value) values (?, ?)');
    set.run('epoch', newEpoch());
    set.run('next_offer_id', String(firstId(dataDir)));
    set.run('floor', '0');
    set.run('folded', '0');
    database.exec(`pragma user_version = ${offerStoreVersion}`);
  }
  database.exec('commit');
}
