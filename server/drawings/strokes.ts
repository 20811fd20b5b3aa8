import { Dims } from './dimensions.js';
import { f } from './geometry.js';
import { escapeText } from './text.js';

const path = (pen: string, d: string): string => (d ? `<path ${pen}d="${d}"/>` : '');

/** An outline. */
export const line = (d: string): string => path('', d);
/** A cut or working surface, in the one tint. */
export const solid = (d: string): string => path('fill="var(--tint)" ', d);
/** A surface that hides what lies behind it. */
export const plain = (d: string): string => path('fill="var(--paper)" ', d);
/** A line of detail that even the small drawing needs. */
export const thin = (d: string): string => path('stroke-width=".75" ', d);
/** A centre line. */
export const axis = (d: string): string => path('stroke-width=".75" stroke-dasharray="9 2 2 2" ', d);
/** A designation written on the part, centred on a place; `size` in sheet units. */
export const words = (x: number, y: number, size: number, s: string): string =>
  `<text x="${f(x)}" y="${f(y)}" font-size="${f(size)}" text-anchor="middle" fill="currentColor" stroke="none">${escapeText(s)}</text>`;

/** Elements drawn in their own measure, moved to (x, y) and stretched; lines keep their weight. */
export const placed = (x: number, y: number, sx: number, sy: number, elements: string): string =>
  `<g transform="translate(${f(x)} ${f(y)})scale(${+sx.toFixed(3)} ${+sy.toFixed(3)})">${elements}</g>`;
/** Elements turned by degrees about the middle of the sheet. */
export const turned = (degrees: number, elements: string): string =>
  `<g transform="rotate(${f(degrees)} 100 72)">${elements}</g>`;
/** Elements as they look on the given side of the car. */
export const sided = (side: string, elements: string): string =>
  side === 'right' ? `<g transform="matrix(-1 0 0 1 200 0)">${elements}</g>` : elements;

/** How much of a drawing is shown: small ones go without centre lines, detail and dimensions. */
export class View {
  constructor(
    private readonly detailed: boolean,
    private readonly dimensioned: boolean,
  ) {}

  /** Whether it is for a thumbnail. */
  get small(): boolean {
    return !this.detailed;
  }
  /** Thin detail. */
  fine(d: string): string {
    return this.detailed ? thin(d) : '';
  }
  /** A centre line. */
  axis(d: string): string {
    return this.detailed ? axis(d) : '';
  }
  /** The centre lines of a circle of radius `r`. */
  cross(x: number, y: number, r: number): string {
    return this.axis(`M${f(x - r - 5)} ${f(y)}h${f(2 * r + 10)}M${f(x)} ${f(y - r - 5)}v${f(2 * r + 10)}`);
  }
  /** Dimension lines. */
  dims(collect: (dims: Dims) => Dims): string {
    return this.dimensioned ? collect(new Dims()).toString() : '';
  }
}
