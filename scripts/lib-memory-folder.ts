import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'partavo-tests-';
/** Room for the simultaneous copies of the catalogue and for a browser. */
const neededBytes = 6 * 2 ** 30;

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);

/**
 * Makes a folder in memory for the data of tests, until this process ends; null where the machine has too little
 * memory. On a disk the commits of all tests would wait for each other.
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
  // Like /tmp: servers that refuse to run as root use it as well.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
