import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OffersVersion } from '../../contract/offer-changes.js';
import { ProblemError } from '../../contract/problem.js';
import type { Lifetime, MadeOfOffers } from '../http/shared-lifetime.js';

/** A response of the marketplace with status 200 and the operation's content type. */
export interface Received {
  body: Buffer;
  contentType: string;
  /** Catalogue generation of the response, if the marketplace names it (D63). */
  generation: string | null;
  /** Session that the call created (D26). */
  session: string | null;
  /** Oldest possible commit of its offers, and its dependencies; undefined if it has none. */
  offers?: { version: OffersVersion; tags: Uint32Array } | undefined;
  /** Milliseconds for which it may be shown; undefined for the time of its policy. */
  shownFor?: number | undefined;
}

const madeOfNone: readonly MadeOfOffers[] = [];
/** Responses of at least so many bytes are cached compressed. */
const compressFromBytes = 8 * 1024;

/** The price of the cached response has expired, and no newer response is available. */
export class EndedError extends ProblemError {
  constructor(cause: ProblemError) {
    super('unavailable', `prices have ended: ${cause.message}`);
    this.cause = cause;
  }
}

/** A cached response as bytes. Parsed objects would take several times the memory. */
export class CachedResponse implements Received, Lifetime {
  readonly contentType: string;
  readonly generation: string | null;
  readonly session: string | null;
  readonly madeOf: readonly MadeOfOffers[];
  readonly freshUntil: number;
  readonly staleUntil: number;
  readonly errorUntil: number;
  /** Whether the response comes from the served catalogue. Otherwise only this request uses it. */
  isCurrent = false;
  /** The marketplace named its end, as for a price for a time. */
  hasOwnEnd = false;
  #bytes: Buffer;
  #isPacked = false;

  /** @param askedAt milliseconds since 1970 */
  constructor({ body, contentType, generation, session, offers }: Received, ends: Lifetime, askedAt: number) {
    this.#bytes = copyToExactSize(body);
    this.contentType = contentType;
    this.generation = generation;
    this.session = session;
    this.madeOf = offers ? [{ ...offers.version, tags: offers.tags, askedAt }] : madeOfNone;
    this.freshUntil = ends.freshUntil;
    this.staleUntil = ends.staleUntil;
    this.errorUntil = ends.errorUntil;
  }

  /** Returns the body. Each access decompresses a long one, so callers should keep the result. */
  get body(): Buffer {
    return this.#isPacked ? inflateRawSync(this.#bytes) : this.#bytes;
  }

  /** Size in memory in bytes. */
  get size(): number {
    return this.#bytes.buffer.byteLength;
  }

  /** Compresses a long body as quickly as possible: half a millisecond for 180 kB. */
  pack(): void {
    if (this.#isPacked || this.#bytes.length < compressFromBytes) return;
    const packed = deflateRawSync(this.#bytes, { level: 1 });
    if (packed.length >= this.#bytes.length) return;
    this.#bytes = copyToExactSize(packed);
    this.#isPacked = true;
  }
}

/**
 * Copies bytes into memory of exactly their size. zlib returns views of larger buffers, and short buffers share a pool.
 * Caching such a view would keep the whole buffer alive.
 */
export function copyToExactSize(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
}
