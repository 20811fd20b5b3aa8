import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBusy } from '../files/exclusive-lock.js';
import { openNamed, refuseDamaged } from '../state/state-store.js';

/** Name of a catalogue during an import, which holds the lock of `ids.db`. */
export const temporaryName = (generation: string): string => `.catalogue-${generation}.${process.pid}.tmp`;
const temporary = /^\.catalogue-.*\.tmp(?:-journal|-wal|-shm)?$/;
const sums = /(?<=^catalogue-\w+\.db)\.sums$/;

/** Removes files of killed imports. The caller holds the lock of `ids.db`. @returns their names */
export function removeTemporaryFiles(dataDir: string): string[] {
  const names = readdirSync(dataDir);
  // An import writes the checksum file before the catalogue, so a kill may leave it alone.
  const isLeft = (name: string): boolean =>
    temporary.test(name) || (sums.test(name) && !names.includes(name.replace(sums, '')));
  const stale = names.filter(isLeft);
  for (const name of stale) rmSync(join(dataDir, name), { force: true });
  return stale;
}

/** Runs work that must not overlap with an import. @returns null if an import runs, and the work did not */
export function whileNoImportRuns<Result>(dataDir: string, work: () => Result): Result | null {
  const file = join(dataDir, 'ids.db');
  if (!existsSync(file)) return null;
  const ids = openNamed(file, {});
  try {
    // The lock also rolls back the unfinished writes of a killed import.
    ids.exec('pragma busy_timeout = 0; begin immediate');
  } catch (error) {
    ids.close();
    if (isBusy(error)) return null;
    return refuseDamaged(file, error);
  }
  try {
    return work();
  } finally {
    ids.exec('rollback');
    ids.close();
  }
}
