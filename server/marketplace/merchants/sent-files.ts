import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { feedFolder } from '../feeds/shop-lock.js';
import { flush, storeFile } from '../files/replace-file.js';

/** What a merchant has sent, until its import job has ended. */
export const sentFile = (dataDir: string, id: string): string => join(feedFolder(dataDir), `merchant-${id}.upload`);

/** Keeps what was sent, to be called before its job is stored. @returns when it is on the disk, by its name */
export async function keepSent(dataDir: string, id: string, content: Uint8Array): Promise<void> {
  const made = await mkdir(feedFolder(dataDir), { recursive: true, mode: 0o700 });
  if (made !== undefined) flush(dataDir);
  await storeFile(sentFile(dataDir, id), content, 0o600);
}

export const dropSent = (dataDir: string, id: string): Promise<void> => rm(sentFile(dataDir, id), { force: true });

/** Milliseconds after which a file without a job gets none any more. */
const forgottenMs = 3_600_000;

/**
 * Removes files whose job was never stored: the process was killed before, or the database did not say whether it had
 * kept the job, and had not.
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
