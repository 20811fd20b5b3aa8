/**
 * Functions that the expressions of drawings may call. Nearly all return SVG path data. Lengths are units of the 200 ×
 * 150 sheet, angles are radians, y grows downwards. Finite input gives finite output.
 */
import { f, path } from './text.js';

/** A place on the sheet. */
export type Point = readonly [x: number, y: number];

/** 0, 1, … n - 1. */
export const range = (n: number): number[] => Array.from({ length: Math.max(0, Math.floor(n)) }, (_, i) => i);

/** The path pieces of `n` repeated features. */
const repeat = (n: number, piece: (i: number) => string): string => range(n).map(piece).join('');

/** The place at distance `r` and angle `a` from a centre. */
export const polar = (x: number, y: number, r: number, a: number): Point => [x + r * Math.cos(a), y + r * Math.sin(a)];

/** An ellipse: an arc to a place just above its start, which is shorter than two halves. */
export const oval = (x: number, y: number, a: number, b: number): string =>
  path`M${x - a} ${y}a${Math.max(a, 0.1)} ${Math.max(b, 0.1)} 0 1 0 0-.1z`;

export const circle = (x: number, y: number, r: number): string => oval(x, y, r, r);

/** Circles round one centre. */
export const circles = (x: number, y: number, ...radii: readonly number[]): string =>
  radii.map((r) => circle(x, y, r)).join('');

/** `n` equal holes of radius `r` on a pitch circle, the first at angle `from`. */
export const holes = (x: number, y: number, pitch: number, r: number, n: number, from = -Math.PI / 2): string =>
  repeat(n, (i) => circle(...polar(x, y, pitch, from + (i / n) * 2 * Math.PI), r));

/** `n` radial lines between two radii. */
export const spokes = (x: number, y: number, inner: number, outer: number, n: number, from = 0): string =>
  repeat(n, (i) => {
    const a = from + (i / n) * 2 * Math.PI;
    return open(...polar(x, y, inner, a), ...polar(x, y, outer, a));
  });

/** A rectangle, its corners rounded by `r`. */
export function rect(x: number, y: number, w: number, h: number, r = 0): string {
  if (r === 0) return path`M${x} ${y}h${w}v${h}h${-w}z`;
  const c = Math.min(r, w / 2, h / 2);
  const q = path`a${c} ${c} 0 0 1 `;
  const across = f(w - 2 * c);
  const down = f(h - 2 * c);
  return path`M${x + c} ${y}h${across}${q}${c} ${c}v${down}${q}${-c} ${c}h-${across}${q}${-c} ${-c}v-${down}${q}${c} ${-c}z`;
}

/** The places that a list of numbers means. */
const pairs = (flat: readonly number[]): Point[] =>
  range(flat.length / 2).map((i) => [flat[2 * i] ?? 0, flat[2 * i + 1] ?? 0]);

/** A polyline through places, in relative steps between rounded places, which is shorter and does not drift. */
export function open(...places: readonly number[]): string {
  const at = pairs(places.map((n) => +f(n)));
  const steps = at.slice(1).map(([x, y], i) => {
    const [px, py] = at[i] ?? [x, y];
    const [dx, dy] = [f(x - px), f(y - py)];
    if (dy === '0') return `h${dx}`;
    return dx === '0' ? `v${dy}` : `l${dx}${dy.startsWith('-') ? '' : ' '}${dy}`;
  });
  const [x, y] = at[0] ?? [0, 0];
  return path`M${x} ${y}${steps.join('')}`;
}

export const poly = (...places: readonly number[]): string => `${open(...places)}z`;

/** A regular hexagon with one corner to the right; `r` is the corner radius. */
export const hex = (x: number, y: number, r: number): string =>
  poly(...range(6).flatMap((i) => polar(x, y, r, (i * Math.PI) / 3)));

/** A gear wheel of `n` teeth: tip radius `r`, teeth `depth` high. */
export function cog(x: number, y: number, r: number, depth: number, n: number): string {
  const step = (2 * Math.PI) / n;
  const tooth = (i: number): Point[] =>
    [0.1, 0.28, 0.42, 0.88].map((at, j) => polar(x, y, j === 0 || j === 3 ? r - depth : r, (i + at) * step));
  return poly(...range(n).flatMap(tooth).flat());
}

/** Slanted lines of a thread on a horizontal shank from x1 to x2, between two heights. */
export const thread = (x1: number, x2: number, top: number, bottom: number, pitch = 4): string =>
  repeat((x2 - x1 - 1) / pitch, (i) => path`M${x1 + 1 + i * pitch} ${top}l2 ${bottom - top}`);

/** Outline of a belt around circles in clockwise order, each x, y and r. Arms and links have this shape as well. */
export function hull(grow: number, ...circles: readonly number[]): string {
  const wheels = range(circles.length / 3).map((i) => circles.slice(3 * i, 3 * i + 3) as [number, number, number]);
  const sides = wheels.map(([x1, y1, a], i) => {
    const [x2, y2, b] = wheels[(i + 1) % wheels.length] ?? [x1, y1, a];
    const lean = Math.acos(Math.max(-1, Math.min(1, (a - b) / (Math.hypot(x2 - x1, y2 - y1) || 1))));
    const t = Math.atan2(y2 - y1, x2 - x1) - lean;
    return { from: polar(x1, y1, a + grow, t), to: polar(x2, y2, b + grow, t), r: b + grow };
  });
  const arcs = sides.map(({ to, r }, i) => {
    const next = sides[(i + 1) % sides.length]?.from ?? to;
    return path`L${to[0]} ${to[1]}A${r} ${r} 0 0 1 ${next[0]} ${next[1]}`;
  });
  return `${open(...(sides[0]?.from ?? []))}${arcs.join('')}z`;
}

/** A round bar from one place to another, seen from the side. */
export function bar(x1: number, y1: number, x2: number, y2: number, w: number): string {
  const l = Math.hypot(x2 - x1, y2 - y1) || 1;
  const nx = (-(y2 - y1) / l) * (w / 2);
  const ny = ((x2 - x1) / l) * (w / 2);
  const r = f(w / 2);
  return path`M${x1 + nx} ${y1 + ny}A${r} ${r} 0 0 1 ${x1 - nx} ${y1 - ny}L${x2 - nx} ${y2 - ny}A${r} ${r} 0 0 1 ${x2 + nx} ${y2 + ny}z`;
}

/** A pipe or hose `w` wide along a line of places, its bends rounded by `r` at the centre line. */
export function tube(w: number, r: number, ...places: readonly number[]): string {
  const points = pairs(places);
  const h = w / 2;
  const unit = (a: Point, b: Point): Point => {
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(b[0] - a[0]) / l, (b[1] - a[1]) / l];
  };
  const beside = (p: Point, [ux, uy]: Point, by: number): Point => [p[0] - uy * by, p[1] + ux * by];
  const at = (p: Point): string => path`${p[0]} ${p[1]}`;
  let there = '';
  let back = '';
  points.forEach((p, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before || !after) {
      const u = before ? unit(before, p) : unit(p, after ?? p);
      there += `${before ? 'L' : 'M'}${at(beside(p, u, h))}`;
      back = `L${at(beside(p, u, -h))}${back}`;
      return;
    }
    const u = unit(before, p);
    const v = unit(p, after);
    const turn = Math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
    const cut = r * Math.tan(Math.abs(turn) / 2);
    const start: Point = [p[0] - u[0] * cut, p[1] - u[1] * cut];
    const end: Point = [p[0] + v[0] * cut, p[1] + v[1] * cut];
    const right = turn > 0 ? 1 : 0;
    const inner = Math.max(r + (right ? -h : h), 0.1);
    const outer = Math.max(r + (right ? h : -h), 0.1);
    there += path`L${at(beside(start, u, h))}A${inner} ${inner} 0 0 ${right} ${at(beside(end, v, h))}`;
    back = path`L${at(beside(end, v, -h))}A${outer} ${outer} 0 0 ${1 - right} ${at(beside(start, u, -h))}${back}`;
  });
  return `${there}${back}z`;
}

/** Bellows from x over `n` folds of `step` each. Half the height grows from r1 to r2. */
export function folds(x: number, cy: number, n: number, step: number, r1: number, r2: number): string {
  const r = (i: number): number => r1 + ((r2 - r1) * i) / n;
  const up = repeat(
    n,
    (i) => path`L${x + (i + 0.5) * step} ${cy - r(i + 0.5) - 5}L${x + (i + 1) * step} ${cy - r(i + 1)}`,
  );
  const down = repeat(
    n,
    (i) => path`L${x + (n - i - 0.5) * step} ${cy + r(n - i - 0.5) + 5}L${x + (n - i - 1) * step} ${cy + r(n - i - 1)}`,
  );
  return path`M${x} ${cy - r1}${up}L${x + n * step} ${cy + r2}${down}z`;
}
