import type { Sheet } from './strokes.js';

/** A measure of a part. `count` and `flag` (0 or 1) are whole numbers without a unit of measure. */
export interface NumberParameter {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit:
    | 'mm'
    | 'A'
    | 'Ah'
    | 'V'
    | 'W'
    | 'kW'
    | 'bar'
    | 'l'
    | 'N'
    | 'Hz'
    | 'mm²'
    | '°C'
    | 'in'
    | 'count'
    | 'flag';
}

/** A designation that is written into the drawing, such as a thread. */
export interface TextParameter {
  readonly default: string;
}

/** One of several designs. */
export interface ChoiceParameter {
  readonly default: string;
  readonly options: readonly string[];
}

export type Parameter = NumberParameter | TextParameter | ChoiceParameter;
export type Parameters = Readonly<Record<string, Parameter>>;

type Value<P extends Parameter> = P extends NumberParameter ? number : string;
type Values<P extends Parameters> = { readonly [K in keyof P]: Value<P[K]> };

/** What a shop or a supplier says about a part; may hold anything. */
export type Attributes = Readonly<Record<string, string | number>>;

/** One kind of part: its technical attributes, and the drawing made from them. */
export interface DrawnPart {
  readonly parameters: Parameters;
  /** Draws the part on an empty sheet of 200 × 150. */
  readonly render: (attributes: Attributes, sheet: Sheet) => Sheet;
}

const MAX_TEXT = 14;

const measure = (n: number, { min, max, unit }: NumberParameter): number => {
  const within = Math.min(max, Math.max(min, n));
  return unit === 'count' || unit === 'flag' ? Math.round(within) : within;
};

const readNumber = (given: unknown): number => {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && given.trim() !== '' ? Number(given.replace(',', '.')) : Number.NaN;
};

/** The value to draw: the given one if it makes sense, clamped to its range, else the default. */
export function read(given: unknown, parameter: Parameter): number | string {
  if ('unit' in parameter) {
    const n = readNumber(given);
    return Number.isFinite(n) ? measure(n, parameter) : parameter.default;
  }
  const text = typeof given === 'string' || Number.isFinite(given) ? [...String(given).trim()] : [];
  if ('options' in parameter) return parameter.options.includes(text.join('')) ? text.join('') : parameter.default;
  return text.length > 0 ? text.slice(0, MAX_TEXT).join('') : parameter.default;
}

/** Binds a drawing to its parameters, so that it only ever sees complete values within their ranges. */
export function part<const P extends Parameters>(
  parameters: P,
  paint: (a: Values<P>, sheet: Sheet) => Sheet,
): DrawnPart {
  return {
    parameters,
    render: (attributes, sheet) => {
      const values = Object.entries(parameters).map(([key, parameter]) => [
        key,
        read(Object.hasOwn(attributes, key) ? attributes[key] : undefined, parameter),
      ]);
      return paint(Object.fromEntries(values) as Values<P>, sheet);
    },
  };
}

type Range<U extends NumberParameter['unit']> = NumberParameter & { readonly unit: U };

/** A number in any unit. */
export const of = <U extends NumberParameter['unit']>(unit: U, preset: number, min: number, max: number): Range<U> => ({
  default: preset,
  min,
  max,
  unit,
});
/** A length in millimetres. */
export const mm = (preset: number, min: number, max: number): Range<'mm'> => of('mm', preset, min, max);
/** A whole number of features. */
export const count = (preset: number, min: number, max: number): Range<'count'> => of('count', preset, min, max);
/** Whether the part has a feature: 0 or 1. */
export const flag = (preset: 0 | 1): Range<'flag'> => of('flag', preset, 0, 1);
/** A designation. */
export const text = (preset: string): TextParameter => ({ default: preset });
/** One of several designs, the first being the usual one. */
export const choice = (first: string, ...others: readonly string[]): ChoiceParameter => ({
  default: first,
  options: [first, ...others],
});
/** The side of the car the part sits on; a left part is drawn as the mirror image of a right one. */
export const side = (): ChoiceParameter => choice('left', 'right');
