import {
  circle,
  circles,
  cog,
  f,
  holes,
  hull,
  type Point,
  path,
  polar,
  rect,
  repeat,
  scale,
  spokes,
} from './geometry.js';
import { choice, count, flag, mm, part } from './part.js';
import { line } from './strokes.js';
import { num } from './text.js';

type Wheel = readonly [x: number, y: number, r: number];

/** Timing belt with its tensioner, idlers and, if included, the water pump. */
export const beltKit = part(
  { teeth: count(145, 60, 260), width: mm(25, 12, 40), rollers: count(2, 0, 4), pump: flag(0) },
  (a, v) => {
    const s = 0.8 + Math.min(a.teeth, 240) / 1000;
    const at = (x: number, y: number, r: number): Wheel => [100 + (x - 98) * s, 70 + (y - 74) * s, r * s];
    const crank = at(72, 118, 17);
    const rollers: Wheel[] = [at(124, 38, 17), at(142, 92, 14), at(38, 92, 12), at(140, 66, 12)].slice(0, a.rollers);
    const cam = at(58, 44, 28);
    const order = [
      cam,
      ...rollers.slice(0, 1),
      ...rollers.slice(3),
      ...(rollers[1] ? [rollers[1]] : [at(124, 98, 10)]),
      crank,
      ...rollers.slice(2, 3),
    ];
    const wheel = ([x, y, r]: Wheel, i: number): string =>
      line(circles(x, y, r, r * 0.3)) + (i === 0 ? line(holes(x, y, r * 0.55, 3, 5)) : '');
    return v
      .solid(hull(6, ...order) + hull(1.5, ...order))
      .add(`<path stroke-width="1.5" stroke-linecap="butt" stroke-dasharray="2 3" d="${hull(3, ...order)}"/>`)
      .add(order.map(wheel).join(''))
      .line(a.pump ? cog(178, 112, 14, 5, 6) + circle(178, 112, 4) + rect(172, 126, 12, 8) : '')
      .fine(order.map(([x, y, r]) => circle(x, y, r * 0.75)).join(''))
      .cross(cam[0], cam[1], cam[2] * 0.8)
      .lead(order[order.length - 1]?.[0] ?? 60, (crank[1] ?? 110) + crank[2] + 6, 92, 141, `Z ${a.teeth}`)
      .lead(100 + 30 * s, 70 + 36 * s, 158, 136, num(a.width));
  },
);

/** Ribbed belt: a loop, and its profile with the ribs. */
export const ribbedBelt = part({ ribs: count(6, 1, 12), length: mm(1195, 500, 2800) }, (a, v) => {
  const s = Math.min(64, 26 + a.length * 0.024);
  const loop: Wheel[] = [
    [74 - s * 0.6, 66 - s * 0.42, s * 0.3],
    [74 + s * 0.62, 66 - s * 0.36, s * 0.34],
    [74 + s * 0.1, 66 + s * 0.56, s * 0.26],
  ];
  const w = a.ribs * 5.2;
  const x = 164 - w / 2;
  return v
    .solid(hull(6, ...loop) + hull(1, ...loop))
    .thin(hull(3.2, ...loop))
    .solid(path`M${x} 84v-12h${w}v12${repeat(a.ribs, () => 'l-1.300 7h-2.600l-1.300-7')}z`)
    .line(path`M${x} 77h${w}`)
    .fine(repeat(a.ribs, (i) => circle(x + (i + 0.5) * 5.2, 74.6, 1)))
    .span(74 - s * 0.9, 66 + s, 74 + s * 0.95, 66 + s, 0, 68 - s, num(a.length))
    .lead(164, 72, 154, 50, `${a.ribs}PK`);
});

/** Timing chain round two sprockets, with guide and tensioner. */
export const timingChain = part(
  { links: count(152, 60, 260), sprocket: count(38, 20, 60), guides: count(2, 0, 3) },
  (a, v) => {
    const h = 40 + a.links * 0.17;
    const R = 14 + a.sprocket * 0.34;
    const y1 = 66 - h / 2 + R * 0.55;
    const y2 = Math.max(66 + h / 2 - 8, y1 + R * 1.55 + 8);
    const top: Wheel = [90, y1, R];
    const low: Wheel = [90, y2, R * 0.55];
    const d = hull(1, top, low);
    return v
      .add(`<path stroke-width="1.5" stroke-linecap="butt" stroke-dasharray="3.5 2" d="${hull(3.5, top, low)}"/>`)
      .line(hull(6, top, low))
      .line(d)
      .solid(cog(90, y1, R, 4, Math.round(a.sprocket / 2)) + circle(90, y1, R * 0.3))
      .solid(cog(90, y2, R * 0.55, 3, Math.round(a.sprocket / 4)) + circle(90, y2, R * 0.18))
      .fine(holes(90, y1, R * 0.55, 2.4, 5))
      .line(
        a.guides > 0
          ? path`M${103 + R} ${y1 + 4}q4 ${(y2 - y1) / 2}-${R * 0.45} ${y2 - y1 - 4}l9 1q${R * 0.5}-${(y2 - y1) / 2} ${R * 0.45 + 1}-${y2 - y1 - 2}z`
          : '',
      )
      .when(a.guides > 1, (v) =>
        v
          .solid(
            path`M${77 - R} ${y1 + 4}q-4 ${(y2 - y1) / 2} ${R * 0.45} ${y2 - y1 - 4}l-9 1q-${R * 0.5}-${(y2 - y1) / 2}-${R * 0.45 + 1}-${y2 - y1 - 2}z`,
          )
          .line(rect(50 - R, (y1 + y2) / 2, 20, 12, 2)),
      )
      .line(a.guides > 2 ? rect(80, y1 - R - 14, 20, 5, 2) : '')
      .axis(path`M90 ${y1 - R - 12}V${y2 + R}`)
      .lead(90 + R * 0.5, y2 + R * 0.4, 132, 134, String(a.links))
      .lead(90 - R * 0.6, y1 - R * 0.6, 52, 12, `Z ${a.sprocket}`, 'end');
  },
);

/** Clutch kit: cover, disc and, if it is a three-part kit, the release bearing. */
export const clutchKit = part(
  { diameter: mm(228, 160, 430), teeth: count(23, 10, 40), pieces: count(3, 2, 4) },
  (a, v) => {
    const R = Math.min(56, 18 + a.diameter * 0.14);
    const S = Math.min(R * 0.72, 40);
    const [x, y, sx] = [61, 70, 154];
    const sy = a.pieces > 2 ? 46 : 70;
    const spring = (i: number): string => {
      const [px, py] = polar(sx, sy, S * 0.45, i * 1.571 + 0.785);
      return circle(px, py, S * 0.1);
    };
    const r = Math.min(R * 0.38, 20);
    return v
      .line(circles(x, y, R))
      .solid(circles(x, y, R * 0.86, R * 0.62))
      .line(circle(x, y, R * 0.26))
      .thin(spokes(x, y, R * 0.26, R * 0.62, 15))
      .line(holes(x, y, R * 0.93, 1.7, 6))
      .solid(circles(sx, sy, S, S * 0.64))
      .thin(spokes(sx, sy, S * 0.64, S, 9))
      .line(circle(sx, sy, S * 0.2) + repeat(4, spring))
      .fine(cog(sx, sy, S * 0.16, 1, Math.min(a.teeth, 16)))
      .when(a.pieces > 2, (v) => v.line(circles(sx, 112, r, r * 0.45)).solid(circles(sx, 112, r * 0.8, r * 0.62)))
      .line(a.pieces > 3 ? rect(sx + 24, 94, 14, 36, 3) + rect(sx + 28, 84, 6, 10) : '')
      .cross(x, y, R)
      .cross(sx, sy, S)
      .span(x - R, y, x + R, y, 0, 68, `Ø${num(a.diameter)}`)
      .lead(sx + S * 0.14, sy - S * 0.14, sx - S, 10, `Z ${a.teeth}`, 'end');
  },
);

/** Flywheel: starter ring, friction face, bolt circle; a dual-mass one shows its springs. */
export const flywheel = part(
  { diameter: mm(280, 200, 430), teeth: count(132, 90, 180), holes: count(6, 4, 10), dual: flag(1) },
  (a, v) => {
    const R = 34 + a.diameter * 0.07;
    const [cx, cy] = [84, 70];
    const arc = (i: number): string => {
      const p = (r: number, t: number): Point => polar(cx, cy, r, i * 2.0944 + t);
      const [o, n] = [R * 0.52, R * 0.42];
      return path`M${p(o, 0.2).map(f).join(' ')}A${o} ${o} 0 0 1 ${p(o, 1.8).map(f).join(' ')}L${p(n, 1.8).map(f).join(' ')}A${n} ${n} 0 0 0 ${p(n, 0.2).map(f).join(' ')}z`;
    };
    return v
      .line(circle(cx, cy, R))
      .add(
        path`<path stroke-width="3" stroke-linecap="butt" stroke-dasharray="${(R * 12.57) / a.teeth} ${(R * 12.57) / a.teeth}" d="${circle(cx, cy, R - 1)}"/>`,
      )
      .line(circle(cx, cy, R - 4))
      .solid(circles(cx, cy, R * 0.84, R * 0.58))
      .line(a.dual ? repeat(3, arc) : '')
      .line(circles(cx, cy, R * 0.14) + holes(cx, cy, R * 0.26, 2.4, a.holes))
      .fine(circle(cx, cy, R * 0.36))
      .line(holes(cx, cy, R * 0.9, 1.2, 6, 0.3))
      .solid(path`M158 ${cy - R}h8v${R * 0.2}h8v${R * 1.6}h-8v${R * 0.2}h-8z`)
      .line(a.dual ? rect(152, cy - R * 0.6, 6, R * 1.2, 2) : rect(154, cy - R * 0.3, 4, R * 0.6))
      .cross(cx, cy, R)
      .axis(`M146 ${cy}h36`)
      .span(cx - R, cy, cx + R, cy, 0, 67, `Ø${num(a.diameter)}`)
      .lead(cx + R * 0.72, cy - R * 0.72, 116 + R * 0.2, 6, `Z ${a.teeth}`);
  },
);

/** Gear: teeth, hub and keyway. */
export const gear = part(
  {
    teeth: count(32, 10, 60),
    diameter: mm(90, 30, 220),
    bore: mm(28, 6, 80),
    width: mm(22, 5, 60),
    design: choice('spur', 'sprocket'),
  },
  (a, v) => {
    const R = 24 + a.diameter * 0.16;
    const b = Math.max(5, Math.min((R * a.bore) / a.diameter, R * 0.5));
    const w = 6 + a.width * 0.5;
    const depth = Math.max(2.5, (R * (a.design === 'sprocket' ? 7 : 5)) / a.teeth);
    return v
      .solid(cog(78, 70, R, Math.min(depth, R * 0.3), a.teeth) + circle(78, 70, R * 0.74))
      .line(circles(78, 70, b + 6))
      .line(path`${circle(78, 70, b)}M76 ${70 - b}v-3h4v3`)
      .when(
        a.design === 'sprocket',
        (v) => v.line(holes(78, 70, (R * 0.74 + b + 6) / 2, Math.max(1.5, (R * 0.74 - b - 6) / 3), 5)),
        (v) => v.thin(spokes(78, 70, b + 6, R * 0.74, 6)),
      )
      .solid(rect(150, 70 - R, w, R * 0.26) + rect(150, 70 + R * 0.74, w, R * 0.26))
      .line(rect(150 + w * 0.25, 70 - R * 0.74, w * 0.5, R * 1.48) + rect(148, 70 - b - 6, w + 4, 2 * b + 12))
      .fine(path`M150 ${70 - R + depth}h${w}M150 ${70 + R - depth}h${w}`)
      .cross(78, 70, R)
      .axis(path`M142 70h${w + 16}`)
      .span(78 - R, 70, 78 + R, 70, 0, 66, `Ø${num(a.diameter)}`)
      .lead(78 + R * 0.7, 70 - R * 0.7, 134, 10, `Z ${a.teeth}`)
      .span(150, 70 + R, 150 + w, 70 + R, 0, 66 - R, num(a.width))
      .lead(78 - b * 0.7, 70 - b * 0.7, 26, 10, `Ø${num(a.bore)}`, 'end');
  },
);

/** Pulley: front, and side with its grooves. */
export const pulley = part(
  { diameter: mm(132, 45, 220), ribs: count(6, 1, 10), holes: count(4, 0, 6), damper: flag(1) },
  (a, v) => {
    const R = 24 + a.diameter * 0.165;
    const w = 10 + a.ribs * 3;
    return v
      .line(circle(76, 70, R))
      .solid(a.damper ? circles(76, 70, R * 0.84, R * 0.68) : circles(76, 70, R * 0.94, R * 0.3))
      .line(circles(76, 70, R * 0.56, R * 0.16) + holes(76, 70, R * 0.36, R * 0.07, a.holes))
      .fine(circle(76, 70, R - 3))
      .solid(rect(148, 70 - R, w, 2 * R, 2))
      .thin(repeat(a.ribs, (i) => path`M${148 + ((i + 0.5) * w) / a.ribs} ${70 - R}v${2 * R}`))
      .line(rect(148 + w, 70 - R * 0.5, 6, R, 1))
      .cross(76, 70, R)
      .axis(path`M140 70h${w + 20}`)
      .span(76 - R, 70, 76 + R, 70, 0, 68, `Ø${num(a.diameter)}`)
      .lead(148 + w / 2, 70 + R, 148, 138, `${a.ribs}PK`);
  },
);

/** Ball bearing: rings, balls and section. */
export const bearing = part(
  { inner: mm(25, 8, 100), outer: mm(52, 19, 160), width: mm(15, 6, 45), balls: count(9, 7, 16) },
  (a, v) => {
    const k = scale(1.4, [a.outer, 108]);
    const [R, w] = [Math.max((a.outer / 2) * k, 20), Math.max(8, a.width * Math.min(k, 1.2))];
    const r = Math.min((a.inner / 2) * k, R - 14);
    const [m, q] = [(R + r) / 2, (R - r) * 0.27];
    const half = (s: number): string => rect(148, 70 + (s > 0 ? r : -R), w, R - r, 2);
    return v
      .solid(circles(74, 70, R, m + q * 0.62) + circles(74, 70, m - q * 0.62, r))
      .line(holes(74, 70, m, Math.min(q, (m * 2.7) / a.balls), a.balls))
      .solid(half(1) + half(-1))
      .line(`${circle(148 + w / 2, 70 + m, q)}${circle(148 + w / 2, 70 - m, q)}`)
      .thin(path`M148 ${70 - r}v${2 * r}M${148 + w} ${70 - r}v${2 * r}`)
      .cross(74, 70, R)
      .axis(path`M140 70h${w + 16}`)
      .span(74 - R, 70, 74 + R, 70, 0, 66, `Ø${num(a.outer)}`)
      .lead(74 + r * 0.7, 70 - r * 0.7, 116, 8, `Ø${num(a.inner)}`)
      .span(148, 70 + R, 148 + w, 70 + R, 0, 66 - R, num(a.width));
  },
);
