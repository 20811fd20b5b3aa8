import { circle, circles, holes, hull, path, rect, repeat, thread } from './geometry.js';
import { choice, count, mm, part, side, text } from './part.js';
import { line, plain, solid, thin } from './strokes.js';
import { num } from './text.js';

/** Wishbone: two bushes and the ball joint. */
export const controlArm = part(
  { length: mm(362, 220, 560), cone: mm(19, 12, 26), bush: mm(54, 30, 80), side: side() },
  (a, v) => {
    const x = 36 + a.length * 0.365 > 172 ? 172 : Math.max(104, 36 + a.length * 0.365);
    const b = a.bush * 0.31;
    const c = a.cone * 0.38;
    return v
      .sided(a.side)
      .solid(
        hull(0, [34, 40, b], [x, 78, 12], [54, 114, b + 2]) + hull(0, [58, 62, 6], [x - 40, 76.5, 3.5], [66, 92, 7]),
      )
      .line(circles(34, 40, b * 0.62, b * 0.26) + circles(54, 114, b * 0.66, b * 0.26) + circles(x, 78, c))
      .fine(circle(x, 78, c * 0.45))
      .cross(34, 40, b)
      .cross(54, 114, b)
      .cross(x, 78, 12)
      .span(34, 40, x, 78, 7, -26, num(a.length))
      .lead(x, 84, x - 8, 116, `Ø${num(a.cone)}`)
      .lead(54, 114 + b * 0.3, 76, 141, `Ø${num(a.bush)}`);
  },
);

/** Ball joint: tapered pin, bellows, housing with its flange. */
export const ballJoint = part(
  { cone: mm(18, 12, 26), height: mm(92, 50, 140), holes: count(3, 0, 4), thread: text('M12×1,5') },
  (a, v) => {
    const c = a.cone * 0.95;
    const H = 60 + a.height * 0.48;
    const [y, e] = [68 - H / 2, 68 + H / 2];
    const neck = e - 52;
    return v
      .line(rect(100 - c * 0.36, y, c * 0.72, 20))
      .thin(repeat(5, (i) => path`M${100 - c * 0.36} ${y + 3 + i * 3.6}l${c * 0.72} -2`))
      .line(path`M${100 - c * 0.4} ${y + 20}L${100 - c * 0.6} ${neck}h${c * 1.2}L${100 + c * 0.4} ${y + 20}`)
      .solid(path`M${100 - c * 0.75} ${neck}h${c * 1.5}q10 2 9 8 7 2 6 8H${85 - c * 0.75}q-1-6 6-8-1-6 9-8z`)
      .fine(path`M${91 - c * 0.75} ${neck + 8}h${18 + c * 1.5}`)
      .plain(path`M70 ${e - 28}h60v18q0 10-12 10H82q-12 0-12-10z`)
      .plain(a.holes ? path`M50 ${e - 26}h100q6 0 6 5t-6 5H50q-6 0-6-5t6-5z` : '')
      .line(repeat(a.holes, (i) => rect(52 + (i * 88) / Math.max(1, a.holes - 1), e - 30, 8, 18, 1)))
      .fine(path`M80 ${e - 6}h40`)
      .axis(path`M100 ${y - 6}v${H + 12}`)
      .span(100, y, 100, e, 72, 0, num(a.height))
      .lead(100 - c * 0.5, y + 28, 62, y + 16, `Ø${num(a.cone)}`, 'end')
      .lead(100 + c * 0.36, y + 8, 126, y + 4, a.thread);
  },
);

/** Stabiliser link: rod with a ball joint at each end. */
export const stabilizerLink = part(
  { length: mm(280, 60, 420), thread: text('M10×1,5'), rod: mm(10, 8, 16) },
  (a, v) => {
    const L = 50 + a.length * 0.24;
    const [x1, x2, r] = [100 - L / 2, 100 + L / 2, a.rod * 0.5];
    const joint = (x: number, m: number): string => {
      const pin = (from: number, to: number, w: number): string =>
        rect(x - w / 2, Math.min(72 + m * from, 72 + m * to), w, Math.abs(to - from));
      return (
        plain(circle(x, 72, 12)) +
        solid(path`M${x - 8} ${72 + m * 9}h16l-3 ${m * 8}h-10z`) +
        line(pin(17, 21, 14) + pin(21, 40, 7)) +
        thin(repeat(4, (i) => path`M${x - 3.5} ${72 + m * (25 + i * 4)}l7 ${m * -2}`)) +
        (v.small ? '' : thin(circle(x, 72, 7)))
      );
    };
    return v
      .line(rect(x1 + 11, 72 - r, L - 22, 2 * r))
      .add(joint(x1, -1))
      .add(joint(x2, 1))
      .axis(path`M${x1} 24v64M${x2} 56v64M${x1 - 16} 72H${x2 + 16}`)
      .span(x1, 84, x2, 84, 0, 50, num(a.length))
      .lead(x1 + 3.5, 38, x1 + 14, 30, a.thread)
      .lead(100, 72 - r, 108, 54, `Ø${num(a.rod)}`);
  },
);

/** Wheel hub unit: flange with studs, and the double-row bearing in section. */
export const wheelBearing = part(
  {
    outer: mm(85, 55, 150),
    inner: mm(40, 20, 80),
    width: mm(45, 25, 90),
    holes: count(5, 3, 6),
    pcd: mm(112, 90, 140),
  },
  (a, v) => {
    const k = 0.62;
    const [cx, cy, P] = [62, 68, (a.pcd / 2) * k];
    const R = Math.max(P + 9, (a.outer / 2) * k + 4);
    const [ro, ri] = [Math.min((a.outer / 2) * k, P - 4), Math.min((a.inner / 2) * k, (a.outer / 2) * k - 8, P - 13)];
    const w = Math.min(a.width * k, 44);
    const x = 140;
    const half = (m: number): string => path`M${x} ${cy + m * R}h6V${cy + m * ro * 0.8}h${w}V${cy + m * ri}H${x}z`;
    const race = (m: number): string => rect(x + 9, m > 0 ? cy + ri + 7 : cy - ro - 5, w - 4, ro - ri - 2);
    const balls = (m: number): string =>
      [0.28, 0.72]
        .map((t) => circle(x + 7 + (w - 2) * t, cy + (m * (ro + ri)) / 2 + m * 3, Math.min(4, (ro - ri) / 3)))
        .join('');
    return v
      .solid(circles(cx, cy, R, ro))
      .line(circles(cx, cy, ro * 0.76, ri) + holes(cx, cy, P, 4, a.holes) + holes(cx, cy, P, 2, a.holes))
      .fine(repeat(12, (i) => circle(cx + ro * 0.88 * Math.cos(i * 0.5236), cy + ro * 0.88 * Math.sin(i * 0.5236), 2)))
      .solid(half(-1) + half(1))
      .plain(race(1) + race(-1))
      .line(
        balls(1) +
          balls(-1) +
          path`M${x} ${cy - ri}v${2 * ri}M${x + 6 + w} ${cy - ri}v${2 * ri}` +
          rect(x - 15, cy - P - 3, 15, 6) +
          rect(x - 15, cy + P - 3, 15, 6),
      )
      .cross(cx, cy, R)
      .axis(path`M${x - 10} ${cy}h${w + 26}`)
      .span(x + 6, cy + R, x + 6 + w, cy + R, 0, 62 - R, num(a.width))
      .lead(cx - P * 0.6, cy - P * 0.8, 42, 7, `${a.holes}×${num(a.pcd)}`, 'end')
      .lead(cx + ri * 0.7, cy + ri * 0.7, cx + 20, 138, `Ø${num(a.inner)}`)
      .span(x + 6 + w, cy - ro, x + 6 + w, cy + ro, 10, 0, `Ø${num(a.outer)}`);
  },
);

/** Tie rod end: ball joint, shank with adjusting thread and lock nut. */
export const tieRod = part(
  { length: mm(190, 70, 420), thread: text('M14×1,5'), cone: mm(12.5, 9, 22), side: side() },
  (a, v) => {
    const e = 76 + a.length * 0.3;
    const E = Math.min(e, 184);
    const c = a.cone * 0.6;
    return v
      .sided(a.side)
      .line(path`M${40 - c} 50L${40 - c * 0.7} 26h${c * 1.4}L${40 + c} 50${rect(40 - c * 0.6, 12, c * 1.2, 14)}`)
      .thin(repeat(3, (i) => path`M${40 - c * 0.6} ${16 + i * 4}l${c * 1.2} -2`))
      .solid('M31 50h18q7 4 8 12H23q1-8 8-12z')
      .plain('M20 62h40v8l26 3v14l-24 3q-4 10-14 10H34q-14 0-14-14z')
      .line(rect(86, 72, E - 86, 16))
      .solid(rect(E - 34 > 92 ? E - 34 : 92, 68, 10, 24, 1))
      .fine(`${thread(Math.min(E - 22, E - 8), E, 72, 88) + thread(88, E - 34, 72, 88, 5)}M28 90h22`)
      .axis(path`M40 6v102M14 80H${E + 6}`)
      .span(40, 100, E, 100, 0, 30, num(a.length))
      .lead(E - 8, 72, E - 14, 52, a.thread, 'end')
      .lead(40 + c, 40, 62, 32, `Ø${num(a.cone)}`);
  },
);

/** Steering rack: housing, pinion, bellows and tie rods; the pinion changes place with the drive side. */
export const steeringRack = part(
  { length: mm(1160, 800, 1500), teeth: count(7, 5, 10), drive: choice('left', 'right') },
  (a, v) => {
    const L = 80 + a.length * 0.076;
    const [x, e] = [100 - L / 2, 100 + L / 2];
    const bellows = (from: number, m: number): string => {
      const ribs = repeat(5, () => `l${m * 2.5} -4l${m * 2.5} 4`);
      return path`M${from} 80${ribs}v12${repeat(5, () => `l${m * -2.5} 4l${m * -2.5} -4`)}z`;
    };
    const inner = x + 42;
    return v
      .sided(a.drive)
      .plain(rect(x + 4, 83, 18, 6) + rect(e - 22, 83, 18, 6))
      .line(circles(x + 4, 86, 7, 3) + circles(e - 4, 86, 7, 3))
      .plain(bellows(inner, -1) + bellows(e - 42, 1))
      .solid(rect(inner, 78, L - 84, 16, 2))
      .plain(path`M${inner + 10} 74h24v24q0 6-6 6h-12q-6 0-6-6z`)
      .line(rect(inner + 15, 56, 14, 18) + rect(inner + 18, 38, 8, 18))
      .thin(repeat(3, (i) => path`M${inner + 20 + i * 2} 38v14`))
      .line(circles(e - 60, 72, 7, 3))
      .fine(repeat(a.teeth, (i) => path`M${inner + 44 + i * 4} 94l-2 -6`))
      .axis(path`M${x - 8} 86H${e + 8}`)
      .span(x + 4, 92, e - 4, 92, 0, 34, num(a.length))
      .lead(inner + 26, 44, inner + 40, 34, `Z ${a.teeth}`);
  },
);
