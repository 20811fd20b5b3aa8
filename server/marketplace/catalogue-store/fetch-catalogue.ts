import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, dateOf } from '../../clock/clock.js';
import { activateGeneration, generationFile, storeSums } from '../catalogue-file/activate-generation.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { servedFile, servedGeneration } from '../catalogue-file/served-file.js';
import { judgingTurn, settleOffers } from '../data-folder/offer-turn.js';
import { waitForLock } from '../files/exclusive-lock.js';
import { ExpectedError } from '../program/expected-error.js';
import { isNewer } from './manifest.js';
import type { ObjectStore } from './object-store.js';
import { readHead, readManifest } from './publish.js';
import { getFile, getText, type Traffic } from './stored-pieces.js';

/** Lock that lets one program at a time fetch into a data folder. */
const fetchLock = 'fetch.lock';
/** Milliseconds to wait for another fetch. */
const fetchTimeoutMs = 600_000;
const leftOver = /^\.fetched-.*\.tmp$/;

interface Fetched {
  /** The generation that the folder serves now; null = neither store nor folder has one. */
  readonly generation: string | null;
  /** The fetched generation; null if the folder already has it, or a newer one. */
  readonly moved: Traffic | null;
}

/**
 * Brings a data folder to the published generation: fetches and checks the differing pieces, takes over ids, judges
 * offers, and activates it.
 * @throws StoreError if the store fails or is damaged; ExpectedError if the folder has given other ids. The served
 * catalogue stays then
 */
export async function fetchCatalogue(store: ObjectStore, dataDir: string, clock: Clock): Promise<Fetched> {
  mkdirSync(join(dataDir, 'locks'), { recursive: true });
  const release = await waitForLock(join(dataDir, 'locks', fetchLock), fetchTimeoutMs, clock);
  if (release === null) throw new ExpectedError('Another program is fetching a catalogue into this folder.');
  try {
    return await fetchInto(store, dataDir, clock);
  } finally {
    release();
  }
}

async function fetchInto(store: ObjectStore, dataDir: string, clock: Clock): Promise<Fetched> {
  for (const name of readdirSync(dataDir).filter((each) => leftOver.test(each))) rmSync(join(dataDir, name));
  const former = servedGeneration(dataDir);
  const served = await readHead(store);
  if (served === null || !isNewer(served.head.generation, former)) return { generation: former, moved: null };
  const { generation } = served.head;
  const manifest = await readManifest(store, served.head.manifest);
  const moved: Traffic = { pieces: 0, bytes: 0 };
  const temporary = join(dataDir, `.fetched-${generation}.tmp`);
  try {
    await getFile(store, manifest.catalogue, temporary, thereOf(dataDir), moved);
    const given = await getText(store, manifest.ids, moved);
    const ids = new IdRegistry(join(dataDir, 'ids.db'), 120_000);
    try {
      // An import of this folder may have been faster.
      if (!isNewer(generation, servedGeneration(dataDir)))
        return { generation: servedGeneration(dataDir), moved: null };
      importIds(ids, given);
      settleOffers(dataDir, clock);
      const turn = judgingTurn(dataDir, thereOf(dataDir), clock);
      // A killed fetch left it before it was served.
      rmSync(join(dataDir, generationFile(generation)), { force: true });
      storeSums(dataDir, temporary, generation);
      turn.before(temporary, generationFile(generation));
      const file = activateGeneration(dataDir, temporary, generation, dateOf(clock));
      turn.after(join(dataDir, file));
    } finally {
      ids.close();
    }
    return { generation, moved };
  } finally {
    rmSync(temporary, { force: true });
  }
}

function thereOf(dataDir: string): string | null {
  const file = servedFile(dataDir);
  return file !== null && existsSync(file) ? file : null;
}

function importIds(ids: IdRegistry, given: string): void {
  const other = ids.importIds(given);
  if (other !== null)
    throw new ExpectedError(
      `This data folder has given other ids than the catalogue store: ${other}. Links and carts of one would lead to other things in the other. Begin with an empty folder, or another store.`,
    );
  ids.commit();
}
