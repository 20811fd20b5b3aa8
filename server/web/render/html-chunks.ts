import { randomBytes } from 'node:crypto';
import { addNames } from '../assets/style-sheet.js';

/** Random, so that no text of others looks like a placeholder. */
const secret = randomBytes(12).toString('hex');
const placeholders = new RegExp(`\\{${secret} (\\d+)\\}`);

/** HTML bytes with the names that their style sheet needs. */
export interface HtmlChunk {
  bytes: Buffer;
  /** Values of its class attributes, and its rare elements. */
  names: ReadonlySet<string>;
}
export function chunkOf(bytes: Buffer): HtmlChunk {
  const names = new Set<string>();
  addNames(bytes.toString(), names);
  return { bytes, names };
}

/**
 * Bytes of a page that bypass React. React renders a short placeholder for each chunk, and `assemble` inserts the
 * bytes. So a long page is neither built as one string nor encoded for every request.
 */
export class HtmlChunks {
  readonly #chunks: (readonly (() => Buffer)[])[] = [];
  /** Values of all class attributes, and all rare elements. */
  readonly names = new Set<string>();

  /** @returns a placeholder for the chunks, one after the other */
  put(...chunks: readonly HtmlChunk[]): string {
    for (const { names } of chunks) for (const name of names) this.names.add(name);
    return this.putDeferred(
      ...chunks.map(
        ({ bytes }) =>
          () =>
            bytes,
      ),
    );
  }

  /** Inserts bytes that are requested when the rest is rendered. */
  putDeferred(...bytes: readonly (() => Buffer)[]): string {
    this.#chunks.push(bytes);
    return `{${secret} ${this.#chunks.length - 1}}`;
  }

  /** Replaces each placeholder by its bytes. @param html contains each placeholder once */
  assemble(html: string): Buffer {
    return Buffer.concat(
      html.split(placeholders).flatMap((text, index) => {
        if (index % 2 === 0) return Buffer.from(text);
        return (this.#chunks[Number(text)] as (() => Buffer)[]).map((bytes) => bytes());
      }),
    );
  }
}
