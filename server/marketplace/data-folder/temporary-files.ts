import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBusy } from '../files/exclusive-lock.js';
import { openNamed, refuseDamaged } from '../state/state-store.js';

/** Name of a catalogue while it is being made; its maker holds the lock of `ids.db` all the time. */
export const temporaryName = (generation: string): string => `.catalogue-${generation}.${process.pid}.tmp`;
const temporary = /^\.catalogue-.*\.tmp(?:-journal|-wal|-shm)?$/;
const sums = /(?<=^catalogue-\w+\.db)\.sums$/;

/**
 * Removes what killed imports have left behind. To be called by who holds the lock of `ids.db`.
 * @returns the names that are gone
 */
export function removeTemporaryFiles(dataDir: string): string[] {
  const names = readdirSync(dataDir);
  // Sums are there before their catalogue is.
  const isLeft = (name: string): boolean =>
    temporary.test(name) || (sums.test(name) && !names.includes(name.replace(sums, '')));
  const stale = names.filter(isLeft);
  for (const name of stale) rmSync(join(dataDir, name), { force: true });
  return stale;
}

/**
 * Does something that must not happen while an import runs, such as tidying up after one that was killed.
 * @returns what the work does; null where an import runs, and nothing was done
 */
export function whileNoImportRuns<Result>(dataDir: string, work: () => Result): Result | null {
  const file = join(dataDir, 'ids.db');
  if (!existsSync(file)) return null;
  const ids = openNamed(file, {});
  try {
    // The lock also undoes what a killed import had begun to write into the registry.
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
