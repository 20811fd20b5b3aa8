import { randomBytes } from 'node:crypto';

/** Cannot be guessed, so that no text of a visitor or a shop is taken for a place. */
const secret = randomBytes(12).toString('hex');
const places = new RegExp(`\\{${secret} (\\d+)\\}`);

/**
 * Finished bytes of one page that React does not carry: it writes a short place for each, and the bytes are laid in at
 * the end. A long page is then neither built as one long string nor encoded anew for every request.
 */
export class Pieces {
  readonly #pieces: (readonly Buffer[])[] = [];

  /** @returns text, the same as HTML, that stands for the bytes, one after the other, until `assemble`. */
  put(...bytes: readonly Buffer[]): string {
    this.#pieces.push(bytes);
    return `{${secret} ${this.#pieces.length - 1}}`;
  }

  /** @param html with every place that `put` gave out, each once. */
  assemble(html: string): Buffer {
    return Buffer.concat(
      html
        .split(places)
        .flatMap((text, index) => (index % 2 === 0 ? Buffer.from(text) : (this.#pieces[Number(text)] as Buffer[]))),
    );
  }
}
