import { randomBytes } from 'node:crypto';
import { addClasses } from '../assets/style-sheet.js';

/** Cannot be guessed, so that no foreign text is taken for a placeholder. */
const secret = randomBytes(12).toString('hex');
const placeholders = new RegExp(`\\{${secret} (\\d+)\\}`);

/** Finished HTML, with what the style sheet of its page has to know of it. */
export interface HtmlChunk {
  bytes: Buffer;
  /** Values of its class attributes. */
  classes: ReadonlySet<string>;
}
export function chunkOf(bytes: Buffer): HtmlChunk {
  const classes = new Set<string>();
  addClasses(bytes.toString(), classes);
  return { bytes, classes };
}

/**
 * Bytes of one page that bypass React: it renders a short placeholder for each chunk, and the bytes are inserted at the
 * end. A long page is then neither built as one string nor encoded again for every request.
 */
export class HtmlChunks {
  readonly #chunks: (readonly (() => Buffer)[])[] = [];
  /** Values of the class attributes of all pieces. */
  readonly classes = new Set<string>();

  /** @returns text without markup that represents the pieces, one after the other, until `assemble`. */
  put(...chunks: readonly HtmlChunk[]): string {
    for (const { classes } of chunks) for (const value of classes) this.classes.add(value);
    return this.putDeferred(
      ...chunks.map(
        ({ bytes }) =>
          () =>
            bytes,
      ),
    );
  }

  /** As `put`, of bytes that are asked for when all else is there. */
  putDeferred(...bytes: readonly (() => Buffer)[]): string {
    this.#chunks.push(bytes);
    return `{${secret} ${this.#chunks.length - 1}}`;
  }

  /** @param html with every place that `put` gave out, each once. */
  assemble(html: string): Buffer {
    return Buffer.concat(
      html.split(placeholders).flatMap((text, index) => {
        if (index % 2 === 0) return Buffer.from(text);
        return (this.#chunks[Number(text)] as (() => Buffer)[]).map((bytes) => bytes());
      }),
    );
  }
}
