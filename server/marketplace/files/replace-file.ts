import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes a file, or the names in a folder, to the disk. A name or pointer then never leads to a torn file. */
export function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Atomically replaces a file by a finished one. After a crash either the old or the new file is there, whole. */
export function replaceFile(partial: string, target: string): void {
  flush(partial);
  renameSync(partial, target);
  flush(dirname(target));
}

/**
 * Writes a file, or replaces it, in the same way; the thread does other work meanwhile.
 * @returns when it is on the disk, whole and by its name
 */
export async function storeFile(target: string, content: Uint8Array, mode = 0o666): Promise<void> {
  const partial = `${target}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(partial, content, { flag: 'wx', flush: true, mode });
    await rename(partial, target);
    const folder = await open(dirname(target), 'r');
    await folder.sync().finally(() => folder.close());
  } finally {
    await rm(partial, { force: true });
  }
}
