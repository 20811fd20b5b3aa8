import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFiles } from '../catalogue-file/old-generations.js';
import { servedPointer } from '../catalogue-file/served-file.js';
import { damagedCatalogue } from '../files/file-sums.js';
import { offersFile } from '../offer-store/offer-file.js';
import { sharesOffers } from '../offer-store/shared-offers.js';
import { StateFileError, stateFile } from '../state/state-store.js';
import { sizeOf } from './disk-space.js';

const restore = 'Restore a backup: npm run restore -- FILE.';

/**
 * A sentence about the lost or damaged file that keeps a folder with catalogues from serving one; null where there is
 * none, such as before the first import.
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
  return lostOffers(dataDir) ?? damagedCatalogue(file, 'no other one of the folder can be served');
}

const lostOffers = (dataDir: string): string | null =>
  existsSync(offersFile(dataDir))
    ? null
    : `${offersFile(dataDir)} with all shops and offers is missing. ${restore} Without one, import all feeds again, the first with --anew.`;

/**
 * Called before offers of a served catalogue are changed: a new file would hide the loss, and a running shop would go
 * on selling what is in the old one.
 * @throws StateFileError where the offers are lost
 */
export function refuseLostOffers(dataDir: string): void {
  const reason = lostOffers(dataDir);
  if (reason !== null && !sharesOffers() && servedPointer(dataDir) !== null) throw new StateFileError(reason);
}

/**
 * A sentence about the registry of ids, without which an import would give ids again that others have; null where there
 * is one, or none is needed yet. Nobody who only reads needs it.
 */
export function lostIds(dataDir: string): string | null {
  const ids = join(dataDir, 'ids.db');
  if (sizeOf(ids) > 0 || servedPointer(dataDir) === null) return null;
  return `${ids} with the numbers of all addresses is missing. ${restore} Without one, import all feeds again, the first with --anew; parts have other addresses then.`;
}

/** Called before ids are given. @throws StateFileError where the registry is lost */
export function refuseLostIds(dataDir: string): void {
  const reason = lostIds(dataDir);
  if (reason !== null) throw new StateFileError(reason);
}

/**
 * An empty file is taken for a new one: the shop would come up, and sell nothing.
 * @throws StateFileError where a catalogue is served and its offers have no byte
 */
export function refuseEmptyOffers(dataDir: string): void {
  const offers = offersFile(dataDir);
  if (!existsSync(offers) || sizeOf(offers) > 0 || servedPointer(dataDir) === null) return;
  throw new StateFileError(
    `${offers} is empty: its shops and offers are lost. ${restore} Without one, remove it and import all feeds again, the first with --anew.`,
  );
}
