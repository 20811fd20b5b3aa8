import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../../clock/clock.js';
import { type Outbound, OutboundError, type OutboundErrorCode, outboundErrorCode } from '../../outbound/outbound.js';
import { FeedFetchError } from './feed-fetch-error.js';

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
      silence: limits.silence,
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
