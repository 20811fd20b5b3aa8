import { Dims } from './dimensions.js';
import { escapeText, f, path } from './text.js';

const pen = (attributes: string, d: string): string => (d ? `<path ${attributes}d="${d}"/>` : '');

/** Draws an outline. */
export const line = (d: string): string => pen('', d);
/** A cut or working surface, tinted. */
export const solid = (d: string): string => pen('fill="var(--tint)" ', d);
/** A surface that hides everything behind it. */
export const plain = (d: string): string => pen('fill="var(--paper)" ', d);
/** A thin line that small drawings have as well. */
export const thin = (d: string): string => pen('stroke-width=".75" ', d);

/** One drawing as a series of strokes. A small drawing has no centre lines, detail and dimensions. */
export class Sheet {
  #elements = '';
  #degrees = 0;
  #isMirrored = false;
  readonly #dims = new Dims();

  constructor(
    readonly small: boolean,
    private readonly dimensioned: boolean,
  ) {}

  add(elements: string): this {
    this.#elements += elements;
    return this;
  }
  line = (d: string): this => this.add(line(d));
  solid = (d: string): this => this.add(solid(d));
  plain = (d: string): this => this.add(plain(d));
  thin = (d: string): this => this.add(thin(d));
  /** Thin detail that small drawings lack. */
  fine = (d: string): this => this.add(this.small ? '' : thin(d));
  /** Draws a centre line. */
  axis = (d: string): this => this.add(this.small ? '' : pen('stroke-width=".75" stroke-dasharray="9 2 2 2" ', d));
  /** The centre lines of a circle of radius `r`. */
  cross = (x: number, y: number, r: number): this =>
    this.axis(path`M${x - r - 5} ${y}h${2 * r + 10}M${x} ${y - r - 5}v${2 * r + 10}`);
  /** A designation on the part, centred on a place; `size` in sheet units. */
  words(x: number, y: number, size: number, s: string): this {
    const style = path`font-size="${size}" text-anchor="middle" fill="currentColor" stroke="none"`;
    return this.add(path`<text x="${x}" y="${y}" ${style}>${escapeText(s)}</text>`);
  }

  /** A distance between two places, at the offset (ex, ey) from them. */
  span(x1: number, y1: number, x2: number, y2: number, ex: number, ey: number, words: string): this {
    if (this.#isMirrored) this.#dims.span(200 - x2, y2, 200 - x1, y1, -ex, ey, words);
    else this.#dims.span(x1, y1, x2, y2, ex, ey, words);
    return this;
  }
  /** A line from a feature to its words. */
  lead(x: number, y: number, tx: number, ty: number, words: string, anchor: 'start' | 'end'): this {
    if (this.#isMirrored) this.#dims.lead(200 - x, y, 200 - tx, ty, words, anchor === 'start' ? 'end' : 'start');
    else this.#dims.lead(x, y, tx, ty, words, anchor);
    return this;
  }

  /** Begins a group with a transformation; lines keep their weight. */
  begin(transform: string): this {
    return this.add(`<g transform="${transform}">`);
  }
  /** Begins a group that is moved to (x, y) and stretched. */
  beginPlaced(x: number, y: number, sx: number, sy: number): this {
    return this.begin(`translate(${f(x)} ${f(y)})scale(${+sx.toFixed(3)} ${+sy.toFixed(3)})`);
  }
  /** Mirrors the drawing of a part of the right side, and all dimensions after this call. */
  mirrored(isMirrored: boolean): this {
    this.#isMirrored = isMirrored;
    return this;
  }
  /** Turns the whole drawing around the middle of the sheet. */
  turned(degrees: number): this {
    this.#degrees = degrees;
    return this;
  }

  /** Its SVG elements; the dimensions are on top. */
  toString(): string {
    const drawn = this.#isMirrored ? `<g transform="matrix(-1 0 0 1 200 0)">${this.#elements}</g>` : this.#elements;
    const elements = drawn + (this.dimensioned ? this.#dims : '');
    return this.#degrees === 0 ? elements : `<g transform="rotate(${this.#degrees} 100 72)">${elements}</g>`;
  }
}
