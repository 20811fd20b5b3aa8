import { dateOf } from '../../clock/clock.js';
import type { StoreSettings } from '../../env-marketplace.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { servedFile, servedGeneration } from '../catalogue-file/served-file.js';
import { ExpectedError } from '../program/expected-error.js';
import type { StatePlace } from '../state/state-place.js';
import { fetchCatalogue } from './fetch-catalogue.js';
import { openStore } from './open-store.js';
import { type Publication, publish } from './publish.js';

/** Publishes a finished generation. @throws StoreError; other machines see nothing of it then */
export type Publish = (publication: Publication) => Promise<void>;

/** Milliseconds to wait for another import. */
const usualTimeoutMs = 120_000;

/**
 * Runs an import alone among all machines, based on the published generation.
 * @param store null = this folder serves itself only, and `publish` is null
 * @throws StoreError if the store is unusable or another import has not ended in time
 */
export async function whileImporting<Result>(
  store: StoreSettings | null | undefined,
  { dataDir, clock }: StatePlace,
  work: (publish: Publish | null) => Result | Promise<Result>,
  timeoutMs = usualTimeoutMs,
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
 * @throws ExpectedError without one; StoreError
 */
export async function publishServed(dataDir: string, publishIt: Publish): Promise<string> {
  const [file, generation] = [servedFile(dataDir), servedGeneration(dataDir)];
  if (file === null || generation === null) throw new ExpectedError(`There is no catalogue in ${dataDir}.`);
  const ids = new IdRegistry(`${dataDir}/ids.db`, usualTimeoutMs);
  try {
    await publishIt({ generation, file, ids: ids.printCatalogueIds() });
  } finally {
    ids.close();
  }
  return generation;
}

/**
 * Runs a command that may make a generation, and publishes it.
 * @throws StoreError if the generation is active here but could not be published
 */
export const publishing = <Result>(store: StoreSettings | null, place: StatePlace, work: () => Result) =>
  whileImporting(store, place, async (publish) => {
    const before = servedGeneration(place.dataDir);
    const result = work();
    if (publish && servedGeneration(place.dataDir) !== before) await publishServed(place.dataDir, publish);
    return result;
  });
