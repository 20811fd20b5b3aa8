import {
  bar,
  circle,
  circles,
  cog,
  folds,
  hex,
  holes,
  hull,
  open,
  oval,
  polar,
  poly,
  rect,
  spokes,
  thread,
  tube,
} from './geometry.js';
import { line, plain, solid, thin } from './strokes.js';

/** A number, a text such as path data, or a list of numbers such as a place. */
export type Value = number | string | readonly number[];

/** Functions that the expressions of drawings know, by what they take. */
export const ofNumbers: Readonly<Record<string, (...numbers: number[]) => Value>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  cbrt: Math.cbrt,
  cos: Math.cos,
  floor: Math.floor,
  log10: Math.log10,
  max: Math.max,
  min: Math.min,
  round: Math.round,
  sin: Math.sin,
  sqrt: Math.sqrt,
  bar,
  circle,
  circles,
  cog,
  folds,
  hex,
  holes,
  hull,
  open,
  oval,
  polar,
  poly,
  rect,
  spokes,
  thread,
  tube,
};

/** The same for texts. */
export const ofTexts: Readonly<Record<string, (...texts: string[]) => Value>> = {
  line,
  plain,
  solid,
  thin,
  begin: (text, letters) => text.slice(0, Number(letters)),
  matches: (text, pattern) => Number(new RegExp(pattern).test(text)),
};
