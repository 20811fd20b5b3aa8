import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { stateFile } from './state-store.js';

/** Catalogues that are kept: the served one and earlier ones, for a manual rollback. */
const maxCatalogues = 3;

/** Names of the catalogue files of a data folder, the newest first. */
export function catalogueFiles(dataDir: string): string[] {
  const files = readdirSync(dataDir).filter((name) => /^catalogue-\w+\.db$/.test(name));
  return files
    .map((name) => ({ name, made: statSync(join(dataDir, name)).mtimeMs }))
    .sort((a, b) => b.made - a.made)
    .map(({ name }) => name);
}

function servedFile(dataDir: string): string | null {
  if (!existsSync(stateFile(dataDir))) return null;
  const state = new DatabaseSync(stateFile(dataDir), { readOnly: true, timeout: 5000 });
  try {
    const row = state.prepare('select file from catalogue_pointer').get();
    return row ? String(row.file) : null;
  } finally {
    state.close();
  }
}

/**
 * Removes catalogues that are older than the last three; never the served one or one that is newer, which an import
 * may be about to activate. Their ids stay in `ids.db` for ever (D50). Readers that still have a file open keep it. To give a
 * gigabyte back takes the file system a while, in which the calling thread goes on.
 * @returns the names that are gone
 */
export async function removeOldGenerations(dataDir: string): Promise<string[]> {
  const served = servedFile(dataDir);
  const files = catalogueFiles(dataDir);
  if (served === null || !files.includes(served)) return [];
  const gone = files.slice(files.indexOf(served) + 1).slice(maxCatalogues - 1);
  for (const name of gone) {
    for (const end of ['-journal', '-wal', '-shm', '']) await rm(join(dataDir, name + end), { force: true });
  }
  return gone;
}
