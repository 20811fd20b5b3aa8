import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFiles } from '../catalogue-file/old-generations.js';
import { oldestVersion, otherVersion, servedFile, servedPointer, versionOf } from '../catalogue-file/served-file.js';
import { damagedCatalogue } from '../files/file-sums.js';
import { offersFile } from '../offer-store/offer-file.js';
import { sharesOffers } from '../offer-store/shared-offers.js';
import { StateFileError, stateFile } from '../state/state-store.js';
import { sizeOf } from './disk-space.js';

const restore = 'Restore a backup: npm run restore -- FILE.';

/**
 * A sentence about a lost or damaged file that keeps the folder from serving a catalogue. Null if no file is lost, also
 * before the first import.
 * @throws StateFileError for a damaged `state.db`
 */
export function lostFile(dataDir: string): string | null {
  const pointer = servedPointer(dataDir);
  if (pointer === null) {
    const [newest] = catalogueFiles(dataDir);
    return newest === undefined
      ? null
      : `${stateFile(dataDir)} is new and names no catalogue, though ${newest} is beside it: the one with carts and accounts is lost. ${restore} Without one, import all feeds again.`;
  }
  const file = join(dataDir, pointer.file);
  if (!existsSync(file)) return null;
  const damage = damagedCatalogue(file, 'no other one of the folder can be served');
  return damage ?? (versionOf(file) < oldestVersion ? null : lostOffers(dataDir));
}

/** A sentence about a served catalogue of another version of the shop, with the command that helps; null = no such catalogue. */
export function servedByOther(dataDir: string): string | null {
  const file = servedFile(dataDir);
  return file !== null && existsSync(file) ? otherVersion(file) : null;
}

const lostOffers = (dataDir: string): string | null =>
  existsSync(offersFile(dataDir))
    ? null
    : `${offersFile(dataDir)} with all shops and offers is missing. ${restore} Without one, import all feeds again, the first with --anew.`;

/**
 * Call it before offers of a served catalogue change. A new file would hide the loss, and a running shop would sell the
 * offers of the old one.
 * @throws StateFileError if the offers are lost
 */
export function refuseLostOffers(dataDir: string): void {
  const reason = lostOffers(dataDir);
  if (reason !== null && !sharesOffers() && servedPointer(dataDir) !== null) throw new StateFileError(reason);
}

/**
 * A sentence about the lost id registry, without which an import would give ids twice; null = it exists, or is not
 * needed yet. Readers do not need it.
 */
export function lostIds(dataDir: string): string | null {
  const ids = join(dataDir, 'ids.db');
  if (sizeOf(ids) > 0 || servedPointer(dataDir) === null) return null;
  return `${ids} with the numbers of all addresses is missing. ${restore} Without one, import all feeds again, the first with --anew --remove-offers; parts have other addresses then.`;
}

/** Call it before ids are given. @throws StateFileError if the registry is lost */
export function refuseLostIds(dataDir: string): void {
  const reason = lostIds(dataDir);
  if (reason !== null) throw new StateFileError(reason);
}

/**
 * SQLite takes an empty file for a new one, so the shop would start and sell nothing.
 * @throws StateFileError if a catalogue is served and its offers are empty
 */
export function refuseEmptyOffers(dataDir: string): void {
  const offers = offersFile(dataDir);
  if (!existsSync(offers) || sizeOf(offers) > 0 || servedPointer(dataDir) === null) return;
  throw new StateFileError(
    `${offers} is empty: its shops and offers are lost. ${restore} Without one, remove it and import all feeds again, the first with --anew.`,
  );
}
