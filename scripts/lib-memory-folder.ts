import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'partavo-tests-';
/** Copies of the catalogue that tests have at a time, with room for a browser beside them. */
const neededBytes = 6 * 2 ** 30;

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);

/**
 * A folder in memory for the data of tests, removed when this process ends; null where the machine has too little. On a
 * disk every commit of every test waits for all the others.
 */
export function memoryFolder(): string | null {
  if (!existsSync(memory)) return null;
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      rmSync(join(memory, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, process.availableMemory()) < neededBytes) return null;
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // As any folder for temporary files: servers that refuse to run as root use it too.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
