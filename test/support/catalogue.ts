import { copyFileSync, linkSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Returns the folder of the catalogue that `makeCatalogue` has made. */
const madeCatalogue = (): string => process.env.TEST_CATALOGUE ?? join(root, 'dist/test-data');

/**
 * Makes a DATA_DIR with the demonstration catalogue, so that tests do not share carts. Folders share the bytes of large
 * files, since programs replace them and never write into them.
 * @param options.isWhole copies these files, for tests that damage them
 */
export function freshDataDir({ isWhole = false }: { isWhole?: boolean } = {}): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'partavo-'));
  for (const name of readdirSync(madeCatalogue())) {
    // These files belong to open connections, and are empty after their end.
    if (/-(wal|shm)$/.test(name)) continue;
    const [from, to] = [join(madeCatalogue(), name), join(dataDir, name)];
    if (isWhole || !/^catalogue-\w+\.db$/.test(name) || !isLinked(from, to)) copyFileSync(from, to);
  }
  return dataDir;
}

/** Links a file under a second name. @returns false on another file system */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
