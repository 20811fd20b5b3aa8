import { constants, createWriteStream, lstatSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../clock/clock.js';
import { FeedFetchError } from './feed-fetch-error.js';
import type { FetchLimits, Validators } from './fetch-feed.js';

/** Milliseconds for which a file must have been left alone to be finished. */
const settled = 10_000;
/** Names of files that are being written or are none of a merchant's. */
const unfinished = /^\.|~$|\.(part|partial|tmp|temp|filepart|crdownload|swp|lock)$/i;

interface Wish extends Validators {
  readonly folder: string;
  /** Where a copy goes. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Milliseconds since 1970 and size of a file that is no link and no folder; null for anything else. */
function statOf(path: string): { changed: number; bytes: number } | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? { changed: Math.trunc(stat.mtimeMs), bytes: stat.size } : null;
}

/**
 * Copies the newest finished file of a folder, unless it is the one that is known or an older one. Links are not
 * followed: a merchant who may write into the folder may not therefore read what else is on the machine.
 * @returns its validators; null where there is nothing new
 * @throws FeedFetchError with a sentence
 */
export async function copyFromFolder(
  { folder, etag, lastModified, file, signal, clock }: Wish,
  limits: FetchLimits,
): Promise<Validators | null> {
  const files = readdirSync(folder).flatMap((name) => {
    const stat = unfinished.test(name) ? null : statOf(join(folder, name));
    return stat && clock.now() - stat.changed >= settled ? [{ name, ...stat }] : [];
  });
  const newest = files.sort((a, b) => b.changed - a.changed || (a.name < b.name ? 1 : -1))[0];
  if (!newest) {
    if (etag !== null) return null;
    throw new FeedFetchError('There is no finished file in its folder.');
  }
  const version = `${newest.name} ${newest.changed} ${newest.bytes}`;
  if (version === etag || (lastModified !== null && newest.changed < Number(lastModified))) return null;
  if (newest.bytes > limits.bytes)
    throw new FeedFetchError(`It is larger than ${Math.ceil(limits.bytes / 1024 ** 2)} MB.`);
  const path = join(folder, newest.name);
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    // The stream closes the handle.
    const source = handle.createReadStream({ end: limits.bytes });
    await pipeline(source, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new FeedFetchError(
      `The newest file of its folder cannot be copied (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  const after = statOf(path);
  if (after?.changed !== newest.changed || after.bytes !== newest.bytes)
    throw new FeedFetchError('The newest file of its folder was changed while it was read.');
  return { etag: version, lastModified: String(newest.changed) };
}
