import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { replaceFile } from '../files/replace-file.js';
import { CommitLog, whyAway } from '../offer-commits/commit-log.js';
import { joinAnew } from '../offer-commits/local-offers.js';
import { temporaryFile } from '../offer-commits/snapshot-file.js';
import { followedLog, setFollowed } from '../offer-store/followed-log.js';
import { newEpoch, offersFile } from '../offer-store/offer-file.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { keepShopIdsOf } from '../offer-store/stored-shops.js';
import { databaseNameOf } from '../state/postgres.js';
import { StateUnavailable } from '../state/postgres-errors.js';
import type { StatePlace } from '../state/state-place.js';
import { damageOf } from '../state/store-damage.js';
import { offersBackup } from './backup.js';
import { CommandError } from './command-input.js';
import { keep, lockStopped, partialName } from './sqlite-files.js';

/** Offers that are ready to replace those of the folder. */
export interface RestoredOffers {
  /** Renames the former file. */
  put(now: Date): void;
  close(): void;
}

/**
 * Prepares the offers of a backup. They take over the keys of the folder, so that no id is given twice (D50). They get
 * a new epoch, because numbers of commits may go back, and belong to the folder alone.
 * @param file the backup of the state
 * @returns null if the backup has no offers
 * @throws CommandError if they are damaged, of another version or of other ids, or a program writes offers
 */
export function prepareOffers(dataDir: string, file: string): RestoredOffers | null {
  const saved = offersBackup(file);
  if (!existsSync(saved)) return null;
  const damage = damageOf(saved) ?? versionError(saved);
  if (damage) throw new CommandError(`${saved} cannot be restored: ${damage}.`);
  const target = offersFile(dataDir);
  const lock = existsSync(target) ? lockStopped(target) : null;
  const partial = partialName(target);
  try {
    copyFileSync(saved, partial);
    using database = new DatabaseSync(partial);
    database.exec('pragma journal_mode = delete; pragma synchronous = off');
    if (lock) copyLaterKeys(database, lock, target);
    database.prepare("update meta set value = ? where key = 'epoch'").run(newEpoch());
    setFollowed(database, null);
  } catch (error) {
    lock?.close();
    rmSync(partial, { force: true });
    throw error;
  }
  return restored(target, partial, lock, () => rmSync(partial, { force: true }));
}

/**
 * Fetches the offers of PostgreSQL. A folder that follows has these, whatever its backup contains.
 * @param file the backup of the state
 * @returns null if PostgreSQL has none, and neither folder nor backup ever followed any
 * @throws CommandError if PostgreSQL cannot be reached, or offers of another database would become its first ones
 */
export async function fetchOffers(place: StatePlace, file: string, address: string): Promise<RestoredOffers | null> {
  const { dataDir, clock } = place;
  const target = offersFile(dataDir);
  const lock = existsSync(target) ? lockStopped(target) : null;
  const folder = temporaryFile(dataDir);
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  let log: CommitLog | null = null;
  try {
    log = await CommitLog.open(address, clock);
    if (await log.head()) {
      mkdirSync(folder);
      await joinAnew(folder, log);
      return restored(target, inOneFile(offersFile(folder)), lock, close);
    }
    const former = [offersBackup(file), target].find((each) => existsSync(each) && hasFollowed(each, lock, target));
    if (former !== undefined)
      throw new CommandError(
        `${databaseNameOf(address)} has no offers, and ${former} follows those of another database. Name that one in DATABASE_URL. If it is lost for good, restore without DATABASE_URL: the offers of the backup are the folder's own then, and the first of the database that the shop is started with.`,
      );
    lock?.close();
    return null;
  } catch (error) {
    lock?.close();
    close();
    throw error instanceof StateUnavailable
      ? new CommandError(`${whyAway(address, error)} Nothing was restored: the folder's offers come from there.`)
      : error;
  } finally {
    await log?.close();
  }
}

const restored = (target: string, ready: string, lock: DatabaseSync | null, remove: () => void): RestoredOffers => ({
  put(now) {
    if (existsSync(target)) keep(target, now);
    replaceFile(ready, target);
  },
  close() {
    lock?.close();
    remove();
  },
});

/** Merges the write-ahead log into the file. */
function inOneFile(file: string): string {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
  chmodSync(file, 0o600);
  return file;
}

/** @param lock connection that alone may read the target; null = it is damaged */
function hasFollowed(file: string, lock: DatabaseSync | null, target: string): boolean {
  if (file === target) return lock !== null && followedLog(lock) !== null;
  if (damageOf(file)) return false;
  using database = new DatabaseSync(file, { readOnly: true });
  return followedLog(database) !== null;
}

function versionError(file: string): string | null {
  using database = new DatabaseSync(file, { readOnly: true });
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  if (version === offerStoreVersion) return null;
  return `its tables have version ${version}, and this program has version ${offerStoreVersion}`;
}

/** Adds keys and ids that were given after the backup. @param present the connection that holds the target's lock */
function copyLaterKeys(restored: DatabaseSync, present: DatabaseSync, target: string): void {
  const find = restored.prepare('select id from offer_key where shop_id = ? and key = ?');
  const add = restored.prepare(
    'insert into offer_key (shop_id, key, id, product_id, hash, withheld) values (?, ?, ?, 0, null, 0)',
  );
  restored.exec('begin');
  let others = 0;
  for (const { shop_id, key, id } of present.prepare('select shop_id, key, id from offer_key').iterate()) {
    const known = find.get(Number(shop_id), String(key));
    if (!known) add.run(Number(shop_id), String(key), Number(id));
    else if (known.id !== id) others++;
  }
  if (others > 0)
    throw new CommandError(
      `${target} has given ${others} offers other ids than the backup. Restore into an empty folder and import the offers there.`,
    );
  keepShopIdsOf(present, restored);
  const next = present.prepare("select value from meta where key = 'next_offer_id'").get()?.value ?? '1';
  restored
    .prepare("update meta set value = max(cast(value as integer), cast(? as integer)) where key = 'next_offer_id'")
    .run(Number(next));
  restored.exec('commit');
}
