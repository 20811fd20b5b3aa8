import { copyFileSync, linkSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** The folder with the catalogue that `makeCatalogue` has made. */
const madeCatalogue = (): string => process.env.TEST_CATALOGUE ?? join(root, 'dist/test-data');

/**
 * A fresh DATA_DIR with the demonstration catalogue that the suite has made, so that no test sees another's carts.
 * Programs replace the large file of a catalogue and never write into it, so that all folders share its bytes.
 * @param options.isWhole for tests that damage that file: a copy of its own
 */
export function freshDataDir({ isWhole = false }: { isWhole?: boolean } = {}): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'partavo-'));
  for (const name of readdirSync(madeCatalogue())) {
    // They come and go with readers, and hold nothing once its maker has ended.
    if (/-(wal|shm)$/.test(name)) continue;
    const [from, to] = [join(madeCatalogue(), name), join(dataDir, name)];
    if (isWhole || !/^catalogue-\w+\.db$/.test(name) || !isLinked(from, to)) copyFileSync(from, to);
  }
  return dataDir;
}

/** Makes a second name of a file, which only its own file system can. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
