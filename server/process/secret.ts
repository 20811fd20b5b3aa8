import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Characters below which a key could be guessed, or is the rest of a file that was not written to its end. */
const shortest = 32;

/** A kept secret that must not sign anything; the message is a sentence for the operator. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/**
 * The key of signatures that is kept in the data folder, readable by its owner only; made on first use. Two processes
 * that start together agree on the one that was written first, and neither sees half of it.
 * @throws SecretError where the file holds fewer than 32 characters
 */
export function storedSecret(dataFolder: string): string {
  const file = join(dataFolder, 'session-secret');
  mkdirSync(dataFolder, { recursive: true });
  if (!existsSync(file)) make(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= shortest) return secret;
  throw new SecretError(
    `${file} holds ${secret.length} characters, but a key needs ${shortest} or more. Remove the file, and the next start makes a new one; visitors log in once more then.`,
  );
}

/** A file has its name only when all of it is written: a full disk must not leave an empty key behind. */
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
