import { type DrawingKind, kinds } from './kinds.js';
import { type Attributes, type Parameters, read } from './part.js';
import { Sheet } from './strokes.js';
import { escapeText } from './text.js';

export type { DrawingKind } from './kinds.js';
export type { Attributes } from './part.js';

export const isDrawingKind = (name: string): name is DrawingKind => Object.hasOwn(kinds, name);

export interface DrawOptions {
  /** The alternative text; empty for a drawing that only decorates. */
  readonly label: string;
  /** With dimension lines. */
  readonly dims?: boolean;
  /** For thumbnails: thinner lines, no dimensions, no detail. */
  readonly small?: boolean;
}

// The tokens --ink, --tint and --paper of look.css: an SVG shown by <img> inherits nothing from its page.
const COLOURS =
  ':root{color:#181a1c;--tint:#d9e3e8;--paper:#fcfdfc}@media(prefers-color-scheme:dark){:root{color:#ebeeed;--tint:#2b373d;--paper:#15181a}}*{vector-effect:non-scaling-stroke}';
const SMALL = '[stroke-width=".75"]{stroke-width:.6}';

/** The attributes without which the drawing would be another one: not those that it has none for, nor its defaults. */
export function drawnOnly(kind: DrawingKind, attributes: readonly (readonly [string, string])[]): [string, string][] {
  const parameters: Parameters = kinds[kind].parameters;
  return attributes.flatMap(([key, value]) => {
    const parameter = Object.hasOwn(parameters, key) && parameters[key];
    return parameter && read(value, parameter) !== parameter.default ? [[key, value]] : [];
  });
}

/**
 * A standalone SVG file of a part, true to its attributes. Never throws: what is missing or makes no
 * sense is drawn with the kind's default, what is out of range with the nearest bound, and attributes the
 * kind does not know are ignored. All text is escaped.
 */
export function draw(kind: DrawingKind, attributes: Attributes, options: DrawOptions): string {
  const { label, dims = false, small = false } = options;
  const body = kinds[kind].render(attributes, new Sheet(small, dims && !small));
  const name = escapeText(label);
  const meaning = name ? `role="img" aria-label="${name}"><title>${name}</title>` : 'aria-hidden="true">';
  const pen = `fill="none" fill-rule="evenodd" stroke="currentColor" stroke-width="${small ? 1.1 : 1.5}" stroke-linejoin="round" stroke-linecap="round"`;
  const font = 'font-family="ui-monospace,Menlo,Consolas,monospace" font-size="7"';
  const sheet = small ? `<g transform="translate(-6 -2)scale(1.06)">${body}</g>` : body;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 200 150" ${pen} ${font} ${meaning}<style>${COLOURS}${small ? SMALL : ''}</style>${sheet}</svg>`;
}
