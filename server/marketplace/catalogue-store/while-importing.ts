import { dateOf } from '../../clock/clock.js';
import type { StoreSettings } from '../../env-marketplace.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { servedFile, servedGeneration } from '../catalogue-file/served-file.js';
import { ExpectedError } from '../program/expected-error.js';
import type { StatePlace } from '../state/state-place.js';
import { fetchCatalogue } from './fetch-catalogue.js';
import { openStore } from './open-store.js';
import { type Publication, publish } from './publish.js';

/** Puts a finished generation into the store. @throws StoreError; readers elsewhere see nothing of it then */
export type Publish = (publication: Publication) => Promise<void>;

/** Milliseconds for which another import is waited for. */
const usualTimeout = 120_000;

/**
 * Does an import as the only one of all machines, beginning with what the store serves.
 * @param store where generations are published; null = this data folder is by itself, and `publish` is null
 * @throws StoreError where the store cannot be used or another import has not ended in time; and what `work` throws
 */
export async function whileImporting<Result>(
  store: StoreSettings | null | undefined,
  { dataDir, clock }: StatePlace,
  work: (publish: Publish | null) => Result | Promise<Result>,
  timeoutMs = usualTimeout,
): Promise<Result> {
  if (!store) return work(null);
  const objects = await openStore(store, clock);
  const lock = await objects.lock(timeoutMs);
  try {
    await fetchCatalogue(objects, dataDir, clock);
    return await work(async (publication) => void (await publish(objects, lock, publication, dateOf(clock))));
  } finally {
    await lock.release();
  }
}

/**
 * Publishes the generation that a data folder serves.
 * @returns its name
 * @throws ExpectedError without a served generation; StoreError
 */
export async function publishServed(dataDir: string, publishIt: Publish): Promise<string> {
  const [file, generation] = [servedFile(dataDir), servedGeneration(dataDir)];
  if (file === null || generation === null) throw new ExpectedError(`There is no catalogue in ${dataDir}.`);
  const ids = new IdRegistry(`${dataDir}/ids.db`, usualTimeout);
  try {
    await publishIt({ generation, file, ids: ids.printCatalogueIds() });
  } finally {
    ids.close();
  }
  return generation;
}

/**
 * Does a command that may make a generation in a data folder, which is published then.
 * @throws what `work` throws; StoreError where the generation is served here and could not be published
 */
export const publishing = <Result>(store: StoreSettings | null, place: StatePlace, work: () => Result) =>
  whileImporting(store, place, async (publish) => {
    const before = servedGeneration(place.dataDir);
    const result = work();
    if (publish && servedGeneration(place.dataDir) !== before) await publishServed(place.dataDir, publish);
    return result;
  });
