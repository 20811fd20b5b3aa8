import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { IdRegistry } from '../catalogue-file/ids.js';
import { replaceFile } from '../files/replace-file.js';
import { CommitLog, whyAway } from '../offer-commits/commit-log.js';
import { joinAnew } from '../offer-commits/local-offers.js';
import { temporaryFile } from '../offer-commits/snapshot-file.js';
import { followedLog, setFollowed } from '../offer-store/followed-log.js';
import { newEpoch, offersFile } from '../offer-store/offer-file.js';
import { OfferFill } from '../offer-store/offer-fill.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { keepShopIdsOf } from '../offer-store/stored-shops.js';
import { databaseNameOf } from '../state/postgres.js';
import { StateUnavailable } from '../state/postgres-errors.js';
import type { StatePlace } from '../state/state-place.js';
import { idsFile, offersBackup } from './backup.js';
import { CommandError } from './command-error.js';
import { damageOf, partialName } from './partial-file.js';
import { keep, lockStopped } from './stopped-file.js';

/** Offers of a backup that are ready to take the place of those that are there. */
export interface RestoredOffers {
  /** What was there before stays under another name. */
  put(now: Date): void;
  close(): void;
}

/**
 * Copies the offers of a backup beside those that are there, whose keys they take over, so that no id is ever given
 * twice (D50). Their epoch is another one, since numbers of commits may go back. They are the folder's own.
 * @param file the backup of the state
 * @returns null where it has no offers, as those of older versions
 * @throws CommandError where they are not sound, of another version, or of other ids, or something writes offers
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
    const database = new DatabaseSync(partial);
    try {
      database.exec('pragma journal_mode = delete; pragma synchronous = off');
      if (lock) takeOverKeys(database, lock, target);
      database.prepare("update meta set value = ? where key = 'epoch'").run(newEpoch());
      setFollowed(database, null);
    } finally {
      database.close();
    }
  } catch (error) {
    lock?.close();
    rmSync(partial, { force: true });
    throw error;
  }
  return restored(target, partial, lock, () => rmSync(partial, { force: true }));
}

/**
 * Fetches the offers of PostgreSQL beside those that are there: a folder that follows has no others, whatever its
 * backup holds.
 * @param file the backup of the state
 * @returns null where PostgreSQL has none yet, and neither folder nor backup has ever followed any
 * @throws CommandError where it cannot be asked, or offers that followed another database would become its first ones
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

/** What a closed file has beside it goes into it. */
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

/** @param lock of the target, which nobody else can read; null where it is damaged */
function hasFollowed(file: string, lock: DatabaseSync | null, target: string): boolean {
  if (file === target) return lock !== null && followedLog(lock) !== null;
  if (damageOf(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return followedLog(database) !== null;
  } finally {
    database.close();
  }
}

/**
 * Has offers keep the ids that they had before there was `offers.db`: a backup of that time has their keys among the
 * other ids (D50). The shops and offers themselves have to be imported.
 */
export function keepFormerIds(dataDir: string): void {
  const ids = new IdRegistry(idsFile(dataDir));
  const fill = new OfferFill(dataDir);
  try {
    for (const { shopId, key, id } of ids.formerOffers()) fill.key(shopId, key, id);
    fill.finish(() => null, {});
    ids.dropFormerOffers();
    ids.commit();
  } finally {
    fill.close();
    ids.close();
  }
}

function versionError(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const version = Number(database.prepare('pragma user_version').get()?.user_version);
    if (version === offerStoreVersion) return null;
    return `its tables have version ${version}, and this program has version ${offerStoreVersion}`;
  } finally {
    database.close();
  }
}

/** Keys and ids that were given since the backup. @param present locked by its own connection, which reads it */
function takeOverKeys(restored: DatabaseSync, present: DatabaseSync, target: string): void {
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
    .prepare("update meta set value = cast(max(cast(value as integer), ?) as text) where key = 'next_offer_id'")
    .run(Number(next));
  restored.exec('commit');
}
