import * as shapes from './geometry.js';
import { line, plain, solid, thin } from './strokes.js';

/** A number, a text such as path data, or a list of numbers such as a place. */
export type Value = number | string | readonly number[];

const { abs, ceil, cbrt, cos, floor, log10, max, min, round, sin, sqrt } = Math;
/** Functions of numbers that the expressions of drawings may call. */
export const ofNumbers: Readonly<Record<string, (...numbers: number[]) => Value>> = Object.assign(
  { abs, ceil, cbrt, cos, floor, log10, max, min, round, sin, sqrt, size: (...numbers: number[]) => numbers.length },
  shapes,
);

/** Functions of texts that they may call. */
export const ofTexts: Readonly<Record<string, (...texts: string[]) => Value>> = {
  line,
  plain,
  solid,
  thin,
  lettersIn: (text) => text.length,
  begin: (text, letters) => text.slice(0, Number(letters)),
  matches: (text, pattern) => Number(new RegExp(pattern).test(text)),
};
