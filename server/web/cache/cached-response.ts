import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OffersVersion } from '../../contract/offer-changes.js';
import { ProblemError } from '../../contract/problem.js';
import type { Lifetime, MadeOfOffers } from '../http/shared-lifetime.js';

/** A response of the marketplace: status 200 and a content type that fits the operation. */
export interface Received {
  body: Buffer;
  contentType: string;
  /** Catalogue generation that the response was read from, if the marketplace names it (D63). */
  generation: string | null;
  /** A session that the call has made, to be kept by the visitor (D26). */
  session: string | null;
  /** The commit of the offers that it is made of, and what it depends on; undefined where it is made of none. */
  offers?: { version: OffersVersion; tags: Uint32Array } | undefined;
  /** Milliseconds for which it may be shown, where the marketplace says so; else as long as its policy says. */
  shownFor?: number | undefined;
}

const madeOfNone: readonly MadeOfOffers[] = [];
/** Responses of at least this size are cached compressed. */
const compressFromBytes = 8 * 1024;

/** The cached response has expired by the prices of its feed, and no newer one is available. */
export class EndedError extends ProblemError {
  constructor(cause: ProblemError) {
    super('unavailable', `prices have ended: ${cause.message}`);
    this.cause = cause;
  }
}

/** A cached response, as bytes: parsed objects would take several times the memory. */
export class CachedResponse implements Received, Lifetime {
  readonly contentType: string;
  readonly generation: string | null;
  readonly session: string | null;
  readonly madeOf: readonly MadeOfOffers[];
  readonly freshUntil: number;
  readonly staleUntil: number;
  readonly errorUntil: number;
  /** Whether it is of the catalogue being served; if not, it serves this request only and is not cached. */
  isCurrent = false;
  /** The marketplace has said when it ends, as an offer whose price is for a time. */
  hasOwnEnd = false;
  #bytes: Buffer;
  #isPacked = false;

  /** @param askedAt milliseconds since 1970. */
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

  /** The body. Long ones are decompressed on each access, so callers should keep the result. */
  get body(): Buffer {
    return this.#isPacked ? inflateRawSync(this.#bytes) : this.#bytes;
  }

  /** Bytes of memory that it takes. */
  get size(): number {
    return this.#bytes.buffer.byteLength;
  }

  /** Compresses a long text as quickly as can be: half a millisecond for 180 kB. */
  pack(): void {
    if (this.#isPacked || this.#bytes.length < compressFromBytes) return;
    const packed = deflateRawSync(this.#bytes, { level: 1 });
    if (packed.length >= this.#bytes.length) return;
    this.#bytes = copyToExactSize(packed);
    this.#isPacked = true;
  }
}

/**
 * Copies bytes into memory of exactly their size. zlib returns a view of a much larger buffer, and short buffers share
 * a pool; caching such a view would keep the whole buffer alive.
 */
export function copyToExactSize(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
}
