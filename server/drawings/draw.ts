import { drawnKind, kinds } from './kinds.js';
import { type Attributes, inUnitOf } from './parameters.js';
import { Sheet } from './strokes.js';
import { escapeText } from './text.js';

export interface DrawOptions {
  /** The alternative text; empty for a decoration. */
  readonly label: string;
  /** Draws dimension lines. */
  readonly dims?: boolean;
  /** Draws a thumbnail: thinner lines, no dimensions, no detail. */
  readonly small?: boolean;
}

// The tokens --ink, --tint and --paper of tokens.css: an SVG in <img> inherits nothing from its page.
const COLOURS =
  ':root{color:#181a1c;--tint:#d9e3e8;--paper:#fcfdfc}@media(prefers-color-scheme:dark){:root{color:#ebeeed;--tint:#2b373d;--paper:#15181a}}*{vector-effect:non-scaling-stroke}';
const SMALL = '[stroke-width=".75"]{stroke-width:.6}';

/** The facts of a product that a drawing may show. */
export interface DrawnProduct {
  readonly attributes: readonly (readonly [key: string, value: string, unit: string | null])[];
  /** Litres in one piece; null where the product is not sold by volume, or the volume is unknown. */
  readonly litres: number | null;
}

/** Measures of a product in the units of its drawing. The contents replace the measure that shows them. */
export function drawnMeasures(name: string, { attributes, litres }: DrawnProduct): [key: string, value: string][] {
  const parameters = kinds.get(name)?.parameters ?? {};
  const contents = Object.entries(parameters).find(([, each]) => 'unit' in each && each.isContent)?.[0];
  const measures = attributes.flatMap(([key, value, unit]): [string, string][] => {
    const parameter = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
    const converted = parameter ? inUnitOf(parameter, value, unit) : value;
    return converted === undefined || (key === contents && litres !== null) ? [] : [[key, converted]];
  });
  return contents === undefined || litres === null ? measures : [...measures, [contents, String(litres)]];
}

/** The attributes that change the drawing. */
export function drawnOnly(
  name: string,
  attributes: readonly (readonly [string, string])[],
  small: boolean,
): [string, string][] {
  const kind = kinds.get(name);
  return attributes.flatMap(([key, value]) => (kind?.isSeen(key, value, small) ? [[key, value]] : []));
}

/** The letters of measures in the drawing of a part, by the measure's name. */
export function drawnLetters(name: string, attributes: Attributes): Map<string, string> {
  const kind = kinds.get(name);
  const letters = new Map<string, string>();
  for (const measure of kind?.given(attributes).keys() ?? []) {
    const parameter = kind?.parameters[measure];
    if (parameter && 'unit' in parameter && parameter.letter) letters.set(measure, parameter.letter);
  }
  return letters;
}

/**
 * Draws a part as an SVG file of its own. Words, letters and arrows show only measures among the attributes. The shape
 * follows the attributes within the range of the drawing, and the kind's default for other measures. Attributes that
 * the kind does not know are ignored. All text is escaped.
 * @throws RangeError for a kind without a drawing
 */
export function draw(kind: string, attributes: Attributes, options: DrawOptions): string {
  const { label, dims = false, small = false } = options;
  const body = drawnKind(kind).render(attributes, new Sheet(small, dims && !small));
  const name = escapeText(label);
  const meaning = name ? `role="img" aria-label="${name}"><title>${name}</title>` : 'aria-hidden="true">';
  const pen = `fill="none" fill-rule="evenodd" stroke="currentColor" stroke-width="${small ? 1.1 : 1.5}" stroke-linejoin="round" stroke-linecap="round"`;
  const font = 'font-family="ui-monospace,Menlo,Consolas,monospace" font-size="7"';
  const sheet = small ? `<g transform="translate(-6 -2)scale(1.06)">${body}</g>` : body;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 200 150" ${pen} ${font} ${meaning}<style>${COLOURS}${small ? SMALL : ''}</style>${sheet}</svg>`;
}
