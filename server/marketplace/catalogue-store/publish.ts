import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import {
  type Head,
  headKey,
  isNewer,
  type Manifest,
  parseHead,
  parseManifest,
  pieceKey,
  printManifest,
} from './manifest.js';
import { type ObjectStore, StoreError, type StoreLock } from './object-store.js';
import { putFile, putText, type Traffic } from './stored-pieces.js';

export interface Publication {
  readonly generation: string;
  /** Path of the finished file. */
  readonly file: string;
  /** Ids of the registry, as the manifest has them. */
  readonly ids: string;
}

/** Reads the published generation; null = none. @throws StoreError */
export async function readHead(store: ObjectStore): Promise<{ head: Head; mark: string } | null> {
  const there = await store.get(headKey);
  return there && { head: parseHead(there.body), mark: there.mark };
}

/** @throws StoreError if it is missing or damaged */
export async function readManifest(store: ObjectStore, key: string): Promise<Manifest> {
  const there = await store.get(key);
  if (there === null) throw new StoreError(`${key} is missing in the catalogue store.`);
  return parseManifest(key, there.body);
}

/**
 * Uploads the missing pieces of a generation, then publishes it in one step. Does nothing if it is published already.
 * Deletes old pieces afterwards.
 * @throws StoreError if the store fails or has a newer generation; readers see nothing of this one then
 */
export async function publish(
  store: ObjectStore,
  lock: StoreLock,
  { generation, file, ids }: Publication,
  now: Date,
): Promise<Traffic> {
  const former = await readHead(store);
  if (former?.head.generation === generation) return { pieces: 0, bytes: 0 };
  if (former && !isNewer(generation, former.head.generation))
    throw new StoreError(`The catalogue store serves ${former.head.generation} already, which is not older.`);
  const there = new Set<string>();
  if (former) {
    const { catalogue, ids: known } = await readManifest(store, former.head.manifest);
    for (const piece of [...catalogue.pieces, ...known.pieces]) there.add(piece);
  }
  const moved: Traffic = { pieces: 0, bytes: 0 };
  const manifest = printManifest({
    format: 1,
    generation,
    version: catalogueVersion,
    createdAt: now.toISOString(),
    catalogue: await putFile(store, file, there, moved),
    ids: await putText(store, ids, there, moved),
  });
  await store.put(manifest.key, manifest.body);
  await lock.check();
  const head: Head = { generation, manifest: manifest.key };
  const isPut = await store.put(headKey, Buffer.from(JSON.stringify(head)), former?.mark ?? null);
  // The answer to a successful put may have been lost.
  if (!isPut && (await readHead(store))?.head.manifest !== manifest.key)
    throw new StoreError('Another import has published meanwhile; please start this one again.');
  await sweep(store);
  return moved;
}

/** Generations per version of the tables, as in a data folder. */
const kept = 3;
/** Unnamed objects stay so long, because a reader may be fetching them or a publisher be at work. */
const youngestMs = 3600_000;
const manifestName = /^manifests\/v(\d+)-([0-9a-z]+)-[0-9a-f]{64}\.json$/;

/** Deletes manifests of old generations, and pieces that no manifest names. @returns the number of deleted objects */
export async function sweep(store: ObjectStore): Promise<number> {
  const manifests = await store.list('manifests/');
  const byVersion = Map.groupBy(
    manifests.flatMap(({ key, ageMs }) => {
      const [, version, generation] = manifestName.exec(key) ?? [];
      return version && generation ? [{ key, ageMs, version, generation }] : [];
    }),
    ({ version }) => version,
  );
  const served = await store.get(headKey);
  const servedKey = served && parseHead(served.body).manifest;
  const surplus = [...byVersion.values()]
    .flatMap((all) => all.sort((a, b) => (isNewer(a.generation, b.generation) ? -1 : 1)).slice(kept))
    .filter(({ key, ageMs }) => key !== servedKey && ageMs > youngestMs)
    .map(({ key }) => key);
  const named = new Set<string>();
  for (const { key } of manifests) {
    if (surplus.includes(key)) continue;
    const there = await store.get(key);
    if (!there) continue;
    const { catalogue, ids } = parseManifest(key, there.body);
    for (const piece of [...catalogue.pieces, ...ids.pieces]) named.add(pieceKey(piece));
  }
  const pieces = (await store.list('pieces/')).filter(({ key, ageMs }) => !named.has(key) && ageMs > youngestMs);
  for (const key of [...surplus, ...pieces.map((piece) => piece.key)]) await store.remove(key);
  return surplus.length + pieces.length;
}
