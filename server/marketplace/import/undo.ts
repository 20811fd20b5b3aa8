import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreSettings } from '../../env-marketplace.js';
import { generationFile } from '../catalogue-file/activate-generation.js';
import { type Publish, whileImporting } from '../catalogue-store/while-importing.js';
import { ExpectedError } from '../program/expected-error.js';
import type { StatePlace } from '../state/state-place.js';
import { activateCatalogue, refuseOther } from './catalogue-copy.js';
import { FeedLock } from './feed-lock.js';
import { mayRemove, type Place } from './keep-offers.js';
import { OfferDifferences } from './offer-differences.js';
import { FeedError } from './reading/import-errors.js';
import { withOffers } from './served-products.js';

/** The last change of all kinds, as far as `undo` needs it. */
export const undoFile = (dataDir: string): string => join(dataDir, 'imports', 'undo.db');

/**
 * Serves another catalogue, and brings shops and offers to the target of their differences.
 * @param options `from`: file of the catalogue, null = the served one stays; `served`: the generation until now
 */
export async function changeAll(
  place: StatePlace,
  options: Omit<Parameters<typeof activateCatalogue>[1], 'from'> & { readonly from: string | null },
  differences: OfferDifferences,
  publish: Publish | null,
  say: (line: string) => void,
): Promise<{ readonly generation: string | null; readonly commit: number | null }> {
  const { from, served } = options;
  const generation = from === null ? null : await activateCatalogue(place, { ...options, from }, publish);
  differences.setGenerations(served, generation ?? served);
  // Before the first change, so that a change that stops halfway can be undone.
  differences.moveTo(undoFile(place.dataDir));
  if (generation !== null) say(`Catalogue ${generation} is active.`);
  const { commit, kept } = withOffers(place, (writer) => differences.apply(writer));
  if (commit !== null) say(`Commit ${commit} is visible.`);
  if (kept.length > 0) say(`Changed since, and kept: ${kept.join(', ')}.`);
  return { generation, commit };
}

/**
 * Undoes the last `npm run import -- all`: serves the catalogue before it as a new generation, and brings shops and
 * offers back. Those that have changed since stay, and are listed. After a kill it can run again.
 * @param isRemoval whether shops and offers of the change may be removed without a question
 * @throws ExpectedError if there is nothing to undo, the catalogue has changed since, or the operator does not agree
 */
export const undoAll = (place: Place, store: StoreSettings | null, isRemoval: boolean, timeoutMs: number) =>
  whileImporting(
    place.isDryRun ? null : store,
    place,
    async (publish) => {
      const { dataDir, say } = place;
      if (!existsSync(undoFile(dataDir)))
        throw new FeedError('There is nothing to undo: no npm run import -- all was made, or it is undone already.');
      using _lock = new FeedLock(dataDir, null, timeoutMs);
      using differences = new OfferDifferences(undoFile(dataDir), 'undo');
      const { former, later } = differences.generations;
      refuseOther(dataDir, later);
      const file = former === null ? null : join(dataDir, generationFile(former));
      if (file === null || !existsSync(file))
        throw new FeedError(file === null ? 'There was no catalogue before.' : `${file} is missing.`);
      say(`Undo, as far as nothing has changed since: ${differences.text()}.`);
      const isLess = [...differences.counts.keys()].some((what) => what.endsWith('removed'));
      if (isLess && !(await mayRemove(isRemoval, place)))
        throw new ExpectedError('Nothing was undone. Add --remove-offers to remove these shops and offers.');
      if (place.isDryRun) return say('Dry run: everything stays as it is.');
      const from = former === later ? null : file;
      await changeAll(place, { from, served: later, timeoutMs }, differences, publish, say);
      rmSync(undoFile(dataDir));
    },
    timeoutMs,
  );
