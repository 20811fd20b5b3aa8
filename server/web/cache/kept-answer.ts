import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Lifetime } from '../http/shared-lifetime.js';
import { exactBytes } from './exact-bytes.js';

/** An answer as it came: status 200 and a type that fits the operation. */
export interface Received {
  body: Buffer;
  contentType: string;
  /** Catalogue the answer was read from, where the marketplace names it (D63). */
  generation: string | null;
  /** A session that the call has made, to be kept by the visitor (D26). */
  session: string | null;
  /** Milliseconds for which it may be shown, where the marketplace says so; else as long as its policy says. */
  shownFor?: number | undefined;
}

/** From so many bytes on an answer is kept compressed: a list of vehicles then takes a tenth of its room. */
const longAnswer = 8 * 1024;

/** A kept answer, as bytes: parsed they would take five times the room. */
export class KeptAnswer implements Received, Lifetime {
  readonly contentType: string;
  readonly generation: string | null;
  readonly session: string | null;
  readonly freshUntil: number;
  readonly staleUntil: number;
  readonly errorUntil: number;
  /** Of the catalogue that is served; else it is good for the one who has asked, and for nothing made of it. */
  isCurrent = false;
  #bytes: Buffer;
  #isPacked = false;

  constructor({ body, contentType, generation, session }: Received, ends: Lifetime) {
    this.#bytes = exactBytes(body);
    this.contentType = contentType;
    this.generation = generation;
    this.session = session;
    this.freshUntil = ends.freshUntil;
    this.staleUntil = ends.staleUntil;
    this.errorUntil = ends.errorUntil;
  }

  /** As it came. Made anew each time from a long one: whoever needs it often keeps what it makes of it. */
  get body(): Buffer {
    return this.#isPacked ? inflateRawSync(this.#bytes) : this.#bytes;
  }

  /** Bytes of memory that it takes. */
  get size(): number {
    return this.#bytes.buffer.byteLength;
  }

  /** Compresses a long text as quickly as can be: half a millisecond for 180 kB. */
  pack(): void {
    if (this.#isPacked || this.#bytes.length < longAnswer) return;
    const packed = deflateRawSync(this.#bytes, { level: 1 });
    if (packed.length >= this.#bytes.length) return;
    this.#bytes = exactBytes(packed);
    this.#isPacked = true;
  }
}
