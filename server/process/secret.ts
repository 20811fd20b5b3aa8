import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BootError } from './boot-error.js';

/** Fewest characters: a shorter key can be guessed, or its file was cut off. */
const shortest = 32;

/**
 * Returns the key of signatures in the data folder, and makes it on first use. Only the owner of the file can read it.
 * Two processes that start together use the key that was written first, and neither sees half of it.
 * @throws BootError where the file holds fewer than 32 characters
 */
export function storedSecret(dataFolder: string): string {
  const file = join(dataFolder, 'session-secret');
  mkdirSync(dataFolder, { recursive: true });
  if (!existsSync(file)) make(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= shortest) return secret;
  throw new BootError(
    `${file} holds ${secret.length} characters, but a key needs ${shortest} or more. Remove the file, and the next start makes a new one; visitors log in once more then.`,
  );
}

/** Writes the file under another name first: a full disk must not leave an empty key. */
function make(file: string): void {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    writeFileSync(part, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
}
