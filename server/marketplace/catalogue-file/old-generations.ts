import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { servedFile } from './served-file.js';

/** The served catalogue and earlier ones for a manual rollback. */
const maxCatalogues = 3;

/** Returns the names of the catalogue files of a folder, newest first. */
export function catalogueFiles(dataDir: string): string[] {
  const files = readdirSync(dataDir).filter((name) => /^catalogue-\w+\.db$/.test(name));
  return (
    files
      // Another program may be removing the file.
      .map((name) => ({ name, made: statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.made - a.made)
      .map(({ name }) => name)
  );
}

/**
 * Removes all but the last three catalogues, never the served one or a newer one that an import may activate. Their ids
 * stay in `ids.db` (D50), and readers keep open files. Deleting a gigabyte takes the file system a while, without
 * blocking the thread. Returns the removed names.
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
