import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { servedFile } from './served-file.js';

/** Catalogues that are kept: the served one and earlier ones, for a manual rollback. */
const maxCatalogues = 3;

/** Names of the catalogue files of a data folder, the newest first. */
export function catalogueFiles(dataDir: string): string[] {
  const files = readdirSync(dataDir).filter((name) => /^catalogue-\w+\.db$/.test(name));
  return (
    files
      // One that is being removed is gone at any moment.
      .map((name) => ({ name, made: statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.made - a.made)
      .map(({ name }) => name)
  );
}

/**
 * Removes catalogues that are older than the last three; never the served one or one that is newer, which an import
 * may be about to activate. Their ids stay in `ids.db` for ever (D50). Readers that still have a file open keep it. To
 * give a gigabyte back takes the file system a while, in which the calling thread goes on.
 * @returns the names that are gone
 */
export async function removeOldGenerations(dataDir: string): Promise<string[]> {
  const served = servedFile(dataDir);
  const files = catalogueFiles(dataDir);
  const place = served === null ? -1 : files.indexOf(basename(served));
  if (place === -1) return [];
  const gone = files.slice(place + 1).slice(maxCatalogues - 1);
  for (const name of gone) {
    for (const end of ['-journal', '-wal', '-shm', '.damaged', '.sums', ''])
      await rm(join(dataDir, name + end), { force: true });
  }
  return gone;
}
