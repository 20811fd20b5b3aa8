import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** A fresh DATA_DIR with the demonstration catalogue that the suite has made, so that no test sees another's carts. */
export function freshDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'partavo-'));
  cpSync(join(root, 'dist/test-data'), dataDir, { recursive: true });
  return dataDir;
}
