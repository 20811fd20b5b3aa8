import { hash } from 'node:crypto';
import { bestQuality, decode, type Encoding, encode, keptQuality, presentQuality } from '../http/encoding.js';
import type { Lifetime, MadeOfOffers } from '../http/shared-lifetime.js';
import { copyToExactSize } from './cached-response.js';

/** A finished page, before it is compressed. */
export interface RenderedPage {
  bytes: Buffer;
  contentSecurityPolicy: string;
}

/** After so many responses a page is compressed at the best quality. */
const worthAfter = 20;

export interface Body {
  bytes: Buffer;
  /** As of brotli. */
  quality: number;
  /** Strong: of the page and of the very bytes, since two encodings are not the same (RFC 9110, 8.8.3.3). */
  etag: string;
}
const etagOf = (digest: string, encoding: Encoding, quality: number): string =>
  `"${digest}-${encoding}${encoding === 'identity' ? '' : quality}"`;
/** One page at a time is compressed again. */
let isImproving = false;

/**
 * A rendered page with its compressed bytes. Each encoding is made on first request from an existing one, so that the
 * uncompressed text is not kept for a page that is only sent compressed.
 */
export class CachedPage implements Lifetime {
  readonly contentSecurityPolicy: string;
  readonly status: number;
  /** Nothing is missing in it that could not be loaded. */
  readonly isWhole: boolean;
  readonly key: string;
  /** All that its `Choice` can name. */
  readonly choices: readonly string[];
  /** The offers of all responses that it is made of. */
  readonly madeOf: readonly MadeOfOffers[];
  readonly digest: string;
  freshUntil = 0;
  staleUntil = 0;
  errorUntil = 0;
  /** `size` as the cache has counted it last. */
  countedSize = 0;
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
    this.digest = hash('sha256', bytes, 'base64url').slice(0, 22);
    this.#source = { bytes, encoding: 'identity' };
  }

  live(ends: Lifetime): void {
    Object.assign(this, ends);
  }

  /** Bytes of all encodings that are there. */
  get size(): number {
    let size = this.#bodies.has(this.#source.encoding) ? 0 : this.#source.bytes.length;
    for (const { bytes } of this.#bodies.values()) size += bytes.length;
    return size;
  }

  /** The bytes in an encoding; what is not kept is compressed for one response. */
  async body(encoding: Encoding): Promise<Body> {
    return this.#bodies.get(encoding) ?? this.#making.get(encoding) ?? this.#make(encoding);
  }

  #make(encoding: Encoding): Promise<Body> {
    const { bytes: source, encoding: from } = this.#source;
    const making = decode(source, from)
      .then((text) => this.#encode(text, encoding, presentQuality(keptQuality)))
      .then((body) => {
        this.#bodies.set(encoding, body);
        // The first body takes the place of the text.
        if (!this.#bodies.has(this.#source.encoding)) this.#source = { bytes: body.bytes, encoding };
        return body;
      })
      .finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
    return making;
  }

  async #encode(text: Buffer, encoding: Encoding, quality: number): Promise<Body> {
    const bytes = copyToExactSize(await encode(text, encoding, quality));
    return { bytes, quality, etag: etagOf(this.digest, encoding, quality) };
  }

  /** The tag among those that a client names (RFC 9110, 13.1.2) that stands for this page in an encoding. */
  known(ifNoneMatch: string | undefined, encoding: Encoding): string | undefined {
    const position = ifNoneMatch?.indexOf(`"${this.digest}-${encoding}`) ?? -1;
    return position === -1 ? undefined : ifNoneMatch?.slice(position).match(/^"[\w-]+"/)?.[0];
  }

  /** The bytes of a page of the same text, so that a renewal that changes nothing compresses nothing. */
  inherit(older: CachedPage): void {
    for (const [encoding, body] of older.#bodies) this.#bodies.set(encoding, body);
    this.#source = older.#source;
    this.#served = older.#served;
  }

  /**
   * Counts a response. A page compressed quickly under load is compressed again later; a popular page is compressed at
   * the best quality in the background.
   *
   * @returns undefined where its bytes stay as they are; else resolves when there are new ones.
   */
  improve(): Promise<void> | undefined {
    this.#served += 1;
    const body = this.#bodies.get('br');
    const wish = this.#served < worthAfter ? keptQuality : bestQuality;
    if (!body || body.quality >= wish || isImproving) return undefined;
    const isTime = wish === bestQuality || presentQuality(wish) === wish;
    return isTime ? this.#improve(body, wish) : undefined;
  }

  async #improve(body: Body, wish: number): Promise<void> {
    isImproving = true;
    try {
      const better = await this.#encode(await decode(body.bytes, 'br'), 'br', wish);
      this.#bodies.set('br', better);
      if (this.#source.encoding === 'br') this.#source = { bytes: better.bytes, encoding: 'br' };
    } finally {
      isImproving = false;
    }
  }
}
