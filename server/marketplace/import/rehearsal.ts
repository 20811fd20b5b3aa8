import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dateOf } from '../../clock/clock.js';
import { shopFilePath } from '../../shop-file/shop-file-content.js';
import { activateGeneration } from '../catalogue-file/activate-generation.js';
import { servedPointer } from '../catalogue-file/served-file.js';
import { refuseLostIds, refuseLostOffers } from '../data-folder/lost-files.js';
import { temporaryName } from '../data-folder/temporary-files.js';
import { isBusy } from '../files/exclusive-lock.js';
import { sumsFile } from '../files/file-sums.js';
import { setFollowed } from '../offer-store/followed-log.js';
import { offersFile } from '../offer-store/offer-file.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import type { StatePlace } from '../state/state-place.js';
import { FeedError } from './reading/import-errors.js';

/**
 * Runs work with a data folder that has the catalogue, ids and offers of another one, so that imports change nothing
 * there. It removes the folder afterwards. The caller holds the lock of all feeds.
 * @param isFresh whether the first import begins with an empty catalogue, so that none is needed
 * @param work gets the folder, and a copy of its first offers
 * @throws FeedError if an import of the catalogue runs; StateFileError if a file is lost
 */
export async function inRehearsal<Result>(
  { dataDir, clock }: StatePlace,
  isFresh: boolean,
  work: (folder: string, formerOffers: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(dataDir, '.rehearsal');
  const [ids, formerOffers] = [join(dataDir, 'ids.db'), join(folder, 'former-offers.db')];
  refuseLostIds(dataDir);
  if (!isFresh) refuseLostOffers(dataDir);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    if (existsSync(ids)) copyDatabase(new DatabaseSync(ids), join(folder, 'ids.db'));
    const writer = new OfferWriter(dataDir, () => null, clock);
    // Reads the latest shared offers.
    writer.commit(() => {});
    copyDatabase(writer.database, formerOffers, () => writer.close());
    copyFileSync(formerOffers, offersFile(folder));
    using offers = new DatabaseSync(offersFile(folder));
    setFollowed(offers, null);
    const served = isFresh ? null : servedPointer(dataDir);
    if (served) {
      const [file, temporary] = [join(dataDir, served.file), join(folder, temporaryName(served.generation))];
      linkSync(file, temporary);
      activateGeneration(folder, temporary, served.generation, dateOf(clock));
      if (existsSync(sumsFile(file))) linkSync(sumsFile(file), sumsFile(join(folder, served.file)));
    }
    if (existsSync(shopFilePath(dataDir))) copyFileSync(shopFilePath(dataDir), shopFilePath(folder));
    return await work(folder, formerOffers);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a database as of now. @throws FeedError if another program changes it */
function copyDatabase(database: DatabaseSync, to: string, close = () => database.close()): void {
  try {
    database.prepare('vacuum into ?').run(to);
  } catch (error) {
    if (isBusy(error)) throw new FeedError('Another import is running; please start this one when it has ended.');
    throw error;
  } finally {
    close();
  }
}
