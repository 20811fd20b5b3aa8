import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
import { shareOffersAt } from '../offer-store/shared-offers.js';
import type { StatePlace } from '../state/state-place.js';
import { FeedError } from './reading/import-errors.js';
import type { ImportSummary } from './report.js';

/** A data folder in which imports change nothing else: the catalogue, ids and offers of another one. */
export interface Rehearsal {
  readonly dataDir: string;
  /** Copy of the offers before any import. */
  readonly formerOffers: string;
  /** Stores a summary and its report in the other folder. */
  keepReport(summary: ImportSummary, reportFile: string, summaryFile: string): void;
}

/**
 * Runs work in a rehearsal of a data folder, and removes it afterwards. The rehearsal has its own offers, also if those
 * of the folder are shared. The caller holds the lock of all feeds.
 * @param isFresh the first import begins with empty tables
 * @throws FeedError if an import of the catalogue runs; StateFileError if a file is lost
 */
export async function inRehearsal<Result>(
  { dataDir, clock }: StatePlace,
  isFresh: boolean,
  work: (rehearsal: Rehearsal) => Promise<Result>,
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
    const shared = shareOffersAt(null);
    try {
      return await work({
        dataDir: folder,
        formerOffers,
        keepReport(summary, ...files) {
          mkdirSync(join(dataDir, 'imports'), { recursive: true });
          writeFileSync(files[1], `${JSON.stringify(summary, null, 2)}\n`);
          for (const file of files) renameSync(file, join(dataDir, 'imports', basename(file)));
        },
      });
    } finally {
      shareOffersAt(shared);
    }
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
