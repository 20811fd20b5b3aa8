import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { feedFolder } from '../feeds/shop-lock.js';
import { flush, storeFile } from '../files/replace-file.js';

/** The file of an upload until its import job has ended. */
export const sentFile = (dataDir: string, id: string): string => join(feedFolder(dataDir), `merchant-${id}.upload`);

/** Writes an upload to disk. Runs before its job is stored. @returns once the file is durable under its name */
export async function keepSent(dataDir: string, id: string, content: Uint8Array): Promise<void> {
  const made = await mkdir(feedFolder(dataDir), { recursive: true, mode: 0o700 });
  if (made !== undefined) flush(dataDir);
  await storeFile(sentFile(dataDir, id), content, 0o600);
}

export const dropSent = (dataDir: string, id: string): Promise<void> => rm(sentFile(dataDir, id), { force: true });

/** Milliseconds after which a file without a job counts as abandoned. */
const forgottenMs = 3_600_000;

/**
 * Removes files without a job, which a killed process or a failed commit left behind.
 * @param isOpen whether a job of that id is stored and has not ended
 */
export async function dropForgotten(dataDir: string, isOpen: (id: string) => boolean, now: number): Promise<void> {
  for (const name of await readdir(feedFolder(dataDir)).catch(() => [])) {
    const id = /^merchant-(.+)\.upload$/.exec(name)?.[1];
    if (id === undefined || isOpen(id)) continue;
    const { mtimeMs } = await stat(sentFile(dataDir, id));
    if (now - mtimeMs > forgottenMs) await dropSent(dataDir, id);
  }
}
