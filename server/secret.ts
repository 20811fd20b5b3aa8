import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key of signatures that is kept in the data folder, readable by its owner only; made on first use. Two processes
 * that start together agree on the one that was written first.
 */
export function keptSecret(dataFolder: string): string {
  const file = join(dataFolder, 'session-secret');
  mkdirSync(dataFolder, { recursive: true });
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
