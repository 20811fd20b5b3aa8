import { constants, createWriteStream, lstatSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../../clock/clock.js';
import { type Outbound, OutboundError, type OutboundErrorCode, outboundErrorCode } from '../../outbound/outbound.js';

/** Why a download failed, as a sentence without addresses, for logs, reports and messages. */
export class FeedFetchError extends Error {
  override name = 'FeedFetchError';

  /** @param retryAfterMs pause that the server requests */
  constructor(
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** Limits for a download. */
export interface FetchLimits {
  /** Limit of the stored file in bytes. */
  readonly bytes: number;
  readonly totalMs: number;
  /** Longest time without a byte. */
  readonly silenceMs: number;
}
export const defaultLimits: FetchLimits = { bytes: 1024 ** 3, totalMs: 30 * 60_000, silenceMs: 60_000 };
const maxRedirects = 3;

/** Values by which a server identifies a version of the content. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

const sentences: Readonly<Record<OutboundErrorCode, string>> = {
  address: 'It leads to an address that is not https, or that holds a name or password.',
  host: 'It leads to an address that is not on the open net.',
  redirects: `It leads through more than ${maxRedirects} redirects.`,
  time: 'Its server took too long.',
  network: 'Its server could not be reached, or broke off.',
};

/** Fails with FeedFetchError above the limit. */
function bounded(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > bytes) done(new FeedFetchError(`It is larger than ${Math.ceil(bytes / 1024 ** 2)} MB.`));
      else done(null, chunk);
    },
  });
}

/** Reads `Retry-After` (RFC 9110, 10.2.3); 0 = none. */
function retryAfterOf(value: unknown, now: number): number {
  if (typeof value !== 'string') return 0;
  if (/^\d{1,8}$/.test(value)) return Number(value) * 1000;
  return Math.max(0, Date.parse(value) - now) || 0;
}

interface Wish extends Validators {
  readonly address: string;
  readonly authorization: string | null;
  /** The target, which is overwritten. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Downloads a feed into a file unless it is unchanged.
 * @returns its validators; null = unchanged
 * @throws FeedFetchError
 */
export async function fetchFeed(
  outbound: Outbound,
  { address, authorization, etag, lastModified, file, signal, clock }: Wish,
  limits: FetchLimits,
): Promise<Validators | null> {
  const ended = new AbortController();
  const timer = clock.after(limits.totalMs, () => ended.abort(new OutboundError('time')));
  try {
    const { statusCode, headers, body } = await outbound.request(address, {
      headers: {
        'user-agent': 'Partavo',
        'accept-encoding': 'gzip',
        ...(authorization && { authorization }),
        ...(etag && { 'if-none-match': etag }),
        ...(lastModified && { 'if-modified-since': lastModified }),
      },
      signal: AbortSignal.any([signal, ended.signal]),
      maxRedirects,
      silenceMs: limits.silenceMs,
    });
    if (statusCode === 304 && (etag || lastModified)) return null;
    if (statusCode !== 200)
      throw new FeedFetchError(`Its server answered ${statusCode}.`, retryAfterOf(headers['retry-after'], clock.now()));
    const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
    const isPacked = encoding === 'gzip' || encoding === 'x-gzip';
    if (!isPacked && encoding !== 'identity')
      throw new FeedFetchError('Its server has packed it as it was not asked to.');
    await pipeline([
      body,
      bounded(limits.bytes),
      ...(isPacked ? [createGunzip(), bounded(limits.bytes)] : []),
      createWriteStream(file, { mode: 0o600 }),
    ]);
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return { etag: text(headers.etag), lastModified: text(headers['last-modified']) };
  } catch (error) {
    if (error instanceof FeedFetchError) throw error;
    if (signal.aborted) throw signal.reason;
    throw new FeedFetchError(sentenceFor(error));
  } finally {
    timer.cancel();
    ended.abort();
  }
}

function sentenceFor(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) return 'It is damaged: it cannot be unpacked.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of this machine is full.';
  return sentences[outboundErrorCode(error)];
}

/** A file must rest so long before it counts as complete. */
const settledMs = 10_000;
/** Names of incomplete files, and of files that belong to programs. */
const unfinished = /^\.|~$|\.(part|partial|tmp|temp|filepart|crdownload|swp|lock)$/i;

interface FolderWish extends Validators {
  readonly folder: string;
  /** Name of the file that the download replaces. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Time of change and size; null for links and folders. */
function statOf(path: string): { changed: number; bytes: number } | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? { changed: Math.trunc(stat.mtimeMs), bytes: stat.size } : null;
}

/**
 * Copies the newest complete file of a folder, unless it is known or older. Links are not followed: a merchant with
 * write access to the folder must not read other files of the machine.
 * @returns its validators; null = nothing new
 * @throws FeedFetchError
 */
export async function copyFromFolder(
  { folder, etag, lastModified, file, signal, clock }: FolderWish,
  limits: FetchLimits,
): Promise<Validators | null> {
  const files = readdirSync(folder).flatMap((name) => {
    const stat = unfinished.test(name) ? null : statOf(join(folder, name));
    return stat && clock.now() - stat.changed >= settledMs ? [{ name, ...stat }] : [];
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
