import { constants, createWriteStream, lstatSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../../clock/clock.js';
import { type Outbound, OutboundError, type OutboundErrorCode, outboundErrorCode } from '../../outbound/outbound.js';

/** Why a feed could not be had, as a sentence without addresses: it goes into logs, reports and messages. */
export class FeedFetchError extends Error {
  override name = 'FeedFetchError';

  /** @param retryAfter milliseconds that its server asks to be left alone */
  constructor(
    message: string,
    readonly retryAfter = 0,
  ) {
    super(message);
  }
}

/** Bounds of what a server may ask of this machine. */
export interface FetchLimits {
  /** Of a file as it is stored. */
  readonly bytes: number;
  /** Milliseconds for all of it. */
  readonly milliseconds: number;
  /** Milliseconds without a byte. */
  readonly silence: number;
}
export const usualFetchLimits: FetchLimits = { bytes: 1024 ** 3, milliseconds: 30 * 60_000, silence: 60_000 };
const maxRedirects = 3;

/** By what a server tells one content from another. */
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

/** @throws FeedFetchError once more has passed than may */
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

/** Milliseconds of `Retry-After` (RFC 9110, 10.2.3); 0 for none. */
function retryAfterOf(value: unknown, now: number): number {
  if (typeof value !== 'string') return 0;
  if (/^\d{1,8}$/.test(value)) return Number(value) * 1000;
  return Math.max(0, Date.parse(value) - now) || 0;
}

interface Wish extends Validators {
  readonly address: string;
  readonly authorization: string | null;
  /** Where it goes; replaced if it is there. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Gets a feed into a file, unless its server says that it is the one which is known.
 * @returns its validators; null where it is the one that is known
 * @throws FeedFetchError with a sentence
 */
export async function fetchFeed(
  outbound: Outbound,
  { address, authorization, etag, lastModified, file, signal, clock }: Wish,
  limits: FetchLimits,
): Promise<Validators | null> {
  const ended = new AbortController();
  const timer = clock.after(limits.milliseconds, () => ended.abort(new OutboundError('time')));
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
      silenceMs: limits.silence,
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

/** Milliseconds for which a file must have been left alone to be finished. */
const settled = 10_000;
/** Names of files that are being written or are none of a merchant's. */
const unfinished = /^\.|~$|\.(part|partial|tmp|temp|filepart|crdownload|swp|lock)$/i;

interface FolderWish extends Validators {
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
  { folder, etag, lastModified, file, signal, clock }: FolderWish,
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
