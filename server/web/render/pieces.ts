import { randomBytes } from 'node:crypto';
import { addClasses } from './style-sheet.js';

/** Cannot be guessed, so that no text of a visitor or a shop is taken for a place. */
const secret = randomBytes(12).toString('hex');
const places = new RegExp(`\\{${secret} (\\d+)\\}`);

/** Finished HTML, with what the style sheet of its page has to know of it. */
export interface Piece {
  bytes: Buffer;
  /** Values of its class attributes. */
  classes: ReadonlySet<string>;
}
export function pieceOf(html: string): Piece {
  const classes = new Set<string>();
  addClasses(html, classes);
  return { bytes: Buffer.from(html), classes };
}

/**
 * Finished bytes of one page that React does not carry: it writes a short place for each, and the bytes are laid in at
 * the end. A long page is then neither built as one long string nor encoded anew for every request.
 */
export class Pieces {
  readonly #pieces: (readonly (() => Buffer)[])[] = [];
  /** Values of the class attributes of all pieces. */
  readonly classes = new Set<string>();

  /** @returns text, the same as HTML, that stands for the pieces, one after the other, until `assemble`. */
  put(...pieces: readonly Piece[]): string {
    for (const { classes } of pieces) for (const value of classes) this.classes.add(value);
    return this.putLater(
      ...pieces.map(
        ({ bytes }) =>
          () =>
            bytes,
      ),
    );
  }

  /** As `put`, of bytes that are asked for when all else is there. */
  putLater(...bytes: readonly (() => Buffer)[]): string {
    this.#pieces.push(bytes);
    return `{${secret} ${this.#pieces.length - 1}}`;
  }

  /** @param html with every place that `put` gave out, each once. */
  assemble(html: string): Buffer {
    return Buffer.concat(
      html.split(places).flatMap((text, index) => {
        if (index % 2 === 0) return Buffer.from(text);
        return (this.#pieces[Number(text)] as (() => Buffer)[]).map((bytes) => bytes());
      }),
    );
  }
}
