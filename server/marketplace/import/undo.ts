import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreSettings } from '../../env-marketplace.js';
import { generationFile } from '../catalogue-file/activate-generation.js';
import { whileImporting } from '../catalogue-store/while-importing.js';
import { ExpectedError } from '../program/expected-error.js';
import { activateCatalogue, refuseOther } from './catalogue-copy.js';
import { FeedLock } from './feed-lock.js';
import { mayRemove, type Place } from './keep-offers.js';
import { countsText, OfferDifferences } from './offer-differences.js';
import { FeedError } from './reading/import-errors.js';
import { withOffers } from './served-products.js';

/** What `undo` needs of the last change of all kinds. */
export const undoFile = (dataDir: string): string => join(dataDir, 'imports', 'undo.db');

/**
 * Undoes the last `npm run import -- all`: serves the catalogue before it as a new generation, and brings shops and
 * offers back. Those that have changed since stay, and are listed. It can run again after a kill.
 * @param isRemoval whether shops and offers of the change may be removed without a question
 * @throws ExpectedError if there is nothing to undo, the catalogue has changed since, or the operator does not agree
 */
export function undoAll(
  place: Place,
  store: StoreSettings | null,
  isRemoval: boolean | undefined,
  timeoutMs: number,
): Promise<void> {
  const { dataDir, say, isDryRun } = place;
  return whileImporting(
    isDryRun ? null : store,
    place,
    async (publish) => {
      if (!existsSync(undoFile(dataDir)))
        throw new FeedError('There is nothing to undo: no npm run import -- all was made, or it is undone already.');
      using _lock = new FeedLock(dataDir, null, timeoutMs);
      using differences = new OfferDifferences(undoFile(dataDir), 'undo');
      const { former, later } = differences.generations;
      refuseOther(dataDir, later);
      const from = former === null ? null : join(dataDir, generationFile(former));
      if (from === null || !existsSync(from))
        throw new FeedError(from === null ? 'There was no catalogue before.' : `${from} is missing.`);
      const counts = differences.counts();
      say(`Undo, as far as nothing has changed since: ${countsText(counts)}.`);
      const isRemoved = counts.shop.removed + counts.offer.removed > 0;
      if (isRemoved && !(await mayRemove(isRemoval, place)))
        throw new ExpectedError('Nothing was undone. Add --remove-offers to remove these shops and offers.');
      if (isDryRun) return say('Dry run: everything stays as it is.');
      if (former !== later) {
        const generation = await activateCatalogue(place, { from, served: later, timeoutMs }, publish);
        differences.setGenerations(generation, generation);
        say(`Catalogue ${generation} is active, with the content of ${former}.`);
      }
      const { commit, kept } = withOffers(place, (writer) => differences.apply(writer));
      if (commit !== null) say(`Commit ${commit} is visible.`);
      if (kept.length > 0) say(`Changed since, and kept: ${kept.join(', ')}.`);
      rmSync(undoFile(dataDir));
    },
    timeoutMs,
  );
}
