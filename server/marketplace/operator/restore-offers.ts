import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { followedLog, setFollowed } from '../offer-store/followed-log.js';
import { newEpoch, offersFile } from '../offer-store/offer-file.js';
import { OfferFill } from '../offer-store/offer-fill.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { IdRegistry } from '../store/ids.js';
import { replaceFile } from '../store/replace-file.js';
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
 * twice (D50). Their epoch is another one, since numbers of commits may go back.
 * @param file the backup of the state
 * @param isShared whether the folder goes on to follow a log
 * @returns null where it has no offers, as those of older versions
 * @throws CommandError where they are not sound, of another version, or of other ids, or something writes offers
 */
export function prepareOffers(dataDir: string, file: string, isShared: boolean): RestoredOffers | null {
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
      const followed = followedLog(database);
      // No commit follows from these rows: the folder begins with the snapshot.
      if (followed) setFollowed(database, isShared ? { ...followed, chain: 'restored' } : null);
    } finally {
      database.close();
    }
  } catch (error) {
    lock?.close();
    rmSync(partial, { force: true });
    throw error;
  }
  return {
    put(now) {
      if (existsSync(target)) keep(target, now);
      replaceFile(partial, target);
    },
    close() {
      lock?.close();
      rmSync(partial, { force: true });
    },
  };
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
  const next = present.prepare("select value from meta where key = 'next_offer_id'").get()?.value ?? '1';
  restored
    .prepare("update meta set value = cast(max(cast(value as integer), ?) as text) where key = 'next_offer_id'")
    .run(Number(next));
  restored.exec('commit');
}
