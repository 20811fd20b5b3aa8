import { headKey, isNewer, parseHead, parseManifest, pieceKey } from './manifest.js';
import type { ObjectStore } from './object-store.js';

/** Generations that are kept for each version of the tables, as in a data folder. */
const kept = 3;
/**
 * Milliseconds for which nothing is removed that nobody names: a reader may be fetching it, a publisher be under way.
 */
const youngest = 3600_000;
const manifestName = /^manifests\/v(\d+)-([0-9a-z]+)-[0-9a-f]{64}\.json$/;

/**
 * Removes manifests beyond the last generations, and pieces that no manifest names.
 * @returns how many objects are gone
 */
export async function sweep(store: ObjectStore, youngestMs = youngest): Promise<number> {
  const manifests = await store.list('manifests/');
  const byVersion = Map.groupBy(
    manifests.flatMap(({ key, age }) => {
      const [, version, generation] = manifestName.exec(key) ?? [];
      return version && generation ? [{ key, age, version, generation }] : [];
    }),
    ({ version }) => version,
  );
  const served = await store.get(headKey);
  const servedKey = served && parseHead(served.body).manifest;
  const surplus = [...byVersion.values()]
    .flatMap((all) => all.sort((a, b) => (isNewer(a.generation, b.generation) ? -1 : 1)).slice(kept))
    .filter(({ key, age }) => key !== servedKey && age > youngestMs)
    .map(({ key }) => key);
  const named = new Set<string>();
  for (const { key } of manifests) {
    if (surplus.includes(key)) continue;
    const there = await store.get(key);
    if (!there) continue;
    const { catalogue, ids } = parseManifest(key, there.body);
    for (const piece of [...catalogue.pieces, ...ids.pieces]) named.add(pieceKey(piece));
  }
  const pieces = (await store.list('pieces/')).filter(({ key, age }) => !named.has(key) && age > youngestMs);
  for (const key of [...surplus, ...pieces.map((piece) => piece.key)]) await store.remove(key);
  return surplus.length + pieces.length;
}
