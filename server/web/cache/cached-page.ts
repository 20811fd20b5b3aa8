import { hash } from 'node:crypto';
import {
  bestQuality,
  decode,
  type Encoding,
  encode,
  isJustTooLong,
  keptQuality,
  presentQuality,
} from '../http/encoding.js';
import type { Lifetime, MadeOfOffers } from '../http/shared-lifetime.js';
import { copyToExactSize } from './cached-response.js';

/** A finished page before compression. */
export interface RenderedPage {
  bytes: Buffer;
  contentSecurityPolicy: string;
}

/** Number of responses after which a page is compressed at the best quality. */
const worthAfter = 20;

export interface Body {
  bytes: Buffer;
  /** Brotli quality of the bytes. */
  quality: number;
  /** Strong tag of the very bytes: two encodings of a page differ (RFC 9110, 8.8.3.3). */
  etag: string;
}
const etagOf = (digest: string, encoding: Encoding, quality: number): string =>
  `"${digest}-${encoding}${encoding === 'identity' ? '' : quality}"`;
/** The cache compresses only one page at a time well, so that a burst does not wait for it. */
let isCompressing = false;
/** Runs one work at a time. @returns undefined while another one runs */
function alone<T>(work: () => Promise<T>): Promise<T> | undefined {
  if (isCompressing) return undefined;
  isCompressing = true;
  return work().finally(() => {
    isCompressing = false;
  });
}

/**
 * A rendered page with its compressed bytes. Each encoding is made on its first request, from an existing one. So a
 * page that is only sent compressed does not keep its uncompressed text.
 */
export class CachedPage implements Lifetime {
  readonly contentSecurityPolicy: string;
  readonly status: number;
  /** All its sections could be loaded. */
  readonly isWhole: boolean;
  readonly key: string;
  /** Values of its choice parameter (`page-key.ts`). */
  readonly choices: readonly string[];
  /** The offers of all its responses. */
  readonly madeOf: readonly MadeOfOffers[];
  readonly digest: string;
  freshUntil = 0;
  staleUntil = 0;
  errorUntil = 0;
  /** `size` at the last count of the cache. */
  countedBytes = 0;
  readonly #bodies = new Map<Encoding, Body>();
  readonly #making = new Map<Encoding, Promise<Body>>();
  #source: { bytes: Buffer; encoding: Encoding };
  #served = 0;

  constructor(
    { bytes, contentSecurityPolicy }: RenderedPage,
    { status, key, choices, isWhole, madeOf }: Pick<CachedPage, 'status' | 'key' | 'choices' | 'isWhole' | 'madeOf'>,
  ) {
    this.key = key;
    this.isWhole = isWhole;
    this.choices = choices;
    this.madeOf = madeOf;
    this.contentSecurityPolicy = contentSecurityPolicy;
    this.status = status;
    this.digest = hash('sha256', bytes, 'base64url').slice(0, 16);
    this.#source = { bytes, encoding: 'identity' };
  }

  live(ends: Lifetime): void {
    Object.assign(this, ends);
  }

  /** Bytes of all encodings. */
  get size(): number {
    let size = this.#bodies.has(this.#source.encoding) ? 0 : this.#source.bytes.length;
    for (const { bytes } of this.#bodies.values()) size += bytes.length;
    return size;
  }

  /** Returns the bytes in an encoding, and compresses them at the first request. */
  async body(encoding: Encoding): Promise<Body> {
    return this.#bodies.get(encoding) ?? this.#making.get(encoding) ?? this.#make(encoding);
  }

  #make(encoding: Encoding): Promise<Body> {
    const { bytes: source, encoding: from } = this.#source;
    const making = decode(source, from)
      .then((text) => this.#encodeFirst(text, encoding))
      .then((body) => {
        this.#bodies.set(encoding, body);
        // The first body replaces the uncompressed text.
        if (!this.#bodies.has(this.#source.encoding)) this.#source = { bytes: body.bytes, encoding };
        return body;
      })
      .finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
    return making;
  }

  async #encodeFirst(text: Buffer, encoding: Encoding): Promise<Body> {
    const quality = presentQuality(keptQuality);
    const body = await this.#encode(text, encoding, quality);
    if (encoding !== 'br' || quality < keptQuality || !isJustTooLong(body.bytes.length)) return body;
    return alone(() => this.#encode(text, encoding, bestQuality)) ?? body;
  }

  async #encode(text: Buffer, encoding: Encoding, quality: number): Promise<Body> {
    const bytes = copyToExactSize(await encode(text, encoding, quality));
    return { bytes, quality, etag: etagOf(this.digest, encoding, quality) };
  }

  /** Returns the tag in `If-None-Match` (RFC 9110, 13.1.2) that names this page in an encoding. */
  known(ifNoneMatch: string | undefined, encoding: Encoding): string | undefined {
    const position = ifNoneMatch?.indexOf(`"${this.digest}-${encoding}`) ?? -1;
    return position === -1 ? undefined : ifNoneMatch?.slice(position).match(/^"[\w-]+"/)?.[0];
  }

  /** Takes the bytes of an older page with the same text, so that a renewal without change compresses nothing. */
  inherit(older: CachedPage): void {
    for (const [encoding, body] of older.#bodies) this.#bodies.set(encoding, body);
    this.#source = older.#source;
    this.#served = older.#served;
  }

  /**
   * Counts a response. A page that was compressed quickly under load is compressed again later, a popular page at the
   * best quality.
   *
   * @returns undefined if its bytes stay; else resolves when there are new ones
   */
  improve(): Promise<void> | undefined {
    this.#served += 1;
    const body = this.#bodies.get('br');
    const wish = this.#served < worthAfter ? keptQuality : bestQuality;
    if (!body || body.quality >= wish) return undefined;
    const isTime = wish === bestQuality || presentQuality(wish) === wish;
    return isTime ? alone(() => this.#improve(body, wish)) : undefined;
  }

  async #improve(body: Body, wish: number): Promise<void> {
    const better = await this.#encode(await decode(body.bytes, 'br'), 'br', wish);
    this.#bodies.set('br', better);
    if (this.#source.encoding === 'br') this.#source = { bytes: better.bytes, encoding: 'br' };
  }
}
