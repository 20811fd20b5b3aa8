import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes a file, or the names in a folder, to the disk, so that no name leads to a torn file. */
export function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a file atomically: after a crash the old or the new file is there, complete. */
export function replaceFile(partial: string, target: string): void {
  flush(partial);
  renameSync(partial, target);
  flush(dirname(target));
}

/** Writes or replaces a file in the same way, without blocking the thread. */
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
