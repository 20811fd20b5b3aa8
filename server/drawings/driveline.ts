import { circle, circles, path, rect, repeat, thread } from './geometry.js';
import { count, mm, part } from './part.js';
import { num } from './text.js';

/** Bellows from x over `n` folds of `step` each, its half height growing from r1 to r2. */
const folds = (x: number, cy: number, n: number, step: number, r1: number, r2: number): string => {
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
};

/** Drive shaft: outer joint with its splined stub, shaft, inner joint. */
export const driveShaft = part(
  { length: mm(640, 350, 1100), outerTeeth: count(36, 18, 48), innerTeeth: count(27, 16, 42), abs: count(0, 0, 60) },
  (a, v) => {
    const L = 124 + a.length * 0.044;
    const [x, e] = [100 - L / 2, 100 + L / 2];
    return v
      .line(rect(x, 68, 8, 8) + rect(x + 8, 65, 16, 14))
      .thin(
        repeat(
          Math.round(a.outerTeeth / 7),
          (i) => path`M${x + 9} ${66.5 + (i * 11) / Math.round(a.outerTeeth / 7)}h14`,
        ),
      )
      .solid(path`M${x + 24} 58q14-8 24-4v36q-10 4-24-4z`)
      .line(folds(x + 48, 72, 3, 6, 15, 6) + rect(x + 66, 68, L - 128, 8) + folds(e - 62, 72, 3, 6, 6, 17))
      .solid(rect(e - 44, 52, 22, 40, 4))
      .line(rect(e - 22, 66, 22, 12))
      .thin(
        repeat(
          Math.round(a.innerTeeth / 7),
          (i) => path`M${e - 18} ${67.5 + (i * 10) / Math.round(a.innerTeeth / 7)}h17`,
        ),
      )
      .when(a.abs, (v) => v.line(rect(x + 44, 48, 7, 48)).thin(repeat(9, (i) => path`M${x + 44} ${53 + i * 4.8}h7`)))
      .fine(thread(x, x + 8, 68, 76, 2.5))
      .axis(path`M${x - 6} 72H${e + 6}`)
      .span(x, 92, e, 92, 0, 34, num(a.length))
      .lead(x + 16, 65, x + 22, 38, `Z ${a.outerTeeth}`)
      .lead(e - 10, 66, e - 16, 38, `Z ${a.innerTeeth}`, 'end');
  },
);

/** Bellows of a drive shaft or rack, with its two clips. */
export const boot = part(
  { small: mm(24, 10, 60), large: mm(86, 40, 130), length: mm(112, 50, 260), folds: count(5, 3, 10) },
  (a, v) => {
    const L = 56 + a.length * 0.32;
    const [x, r1, r2] = [92 - L / 2, a.small * 0.4 + 3, a.large * 0.42 + 2];
    const e = x + L;
    return v
      .line(rect(x, 70 - r1, 12, 2 * r1, 2) + rect(e - 12, 70 - r2, 12, 2 * r2, 2))
      .solid(folds(x + 12, 70, a.folds, (L - 24) / a.folds, r1, r2))
      .thin(
        repeat(a.folds, (i) => {
          const at = x + 12 + ((i + 0.5) * (L - 24)) / a.folds;
          const r = r1 + ((r2 - r1) * (i + 0.5)) / a.folds + 5;
          return path`M${at} ${70 - r}v${2 * r}`;
        }),
      )
      .fine(path`M${x + 5} ${70 - r1}v${2 * r1}M${e - 5} ${70 - r2}v${2 * r2}`)
      .line(circles(e + 22, 42, 15, 12.5) + rect(e + 18, 23, 8, 6, 1))
      .axis(path`M${x - 6} 70H${e + 6}`)
      .span(x, 128, e, 128, 0, 8, num(a.length))
      .span(x, 70 - r1, x, 70 + r1, -8, 0, `Ø${num(a.small)}`)
      .span(e, 70 - r2, e, 70 + r2, 8, 0, `Ø${num(a.large)}`);
  },
);

/** Tyre from the front and its tread. */
export const tyre = part(
  { width: mm(205, 125, 335), ratio: count(55, 25, 85), rim: { unit: 'in', default: 16, min: 12, max: 23 } },
  (a, v) => {
    const k = 0.148;
    const rim = (a.rim * 25.4 * k) / 2;
    const R = Math.min(rim + a.width * (a.ratio / 100) * k, 58);
    const w = a.width * k * 1.05;
    const x = 164 - w / 2;
    return v
      .solid(circles(70, 70, R, Math.min(rim, R - 4)))
      .line(circles(70, 70, R - 2.5, Math.min(rim, R - 4) - 4))
      .fine(circle(70, 70, (R + Math.min(rim, R - 4)) / 2))
      .solid(rect(x, 70 - R, w, 2 * R, 9))
      .line(path`M${x + w * 0.33} ${70 - R}v${2 * R}M${x + w * 0.67} ${70 - R}v${2 * R}`)
      .thin(
        repeat(9, (i) => {
          const y = 70 - R + ((i + 0.6) * 2 * R) / 9.5;
          return path`M${x + 2} ${y}L${x + w * 0.28} ${y - 4}M${x + w * 0.4} ${y}l${w * 0.1} -3 ${w * 0.1} 3M${x + w - 2} ${y}L${x + w * 0.72} ${y - 4}`;
        }),
      )
      .cross(70, 70, R)
      .span(x, 70 + R, x + w, 70 + R, 0, 66 - R, num(a.width))
      .span(70 - rim, 70, 70 + rim, 70, 0, 68, `${num(a.rim)}"`)
      .lead(70 + R * 0.66, 70 - R * 0.7, 132, 8, `/${a.ratio}`);
  },
);

/** Rim: spokes, bolt circle, centre bore, and the barrel in section. */
export const rim = part(
  {
    diameter: { unit: 'in', default: 17, min: 13, max: 22 },
    width: { unit: 'in', default: 7.5, min: 4, max: 12 },
    offset: mm(45, -20, 70),
    holes: count(5, 3, 6),
    pcd: mm(112, 90, 150),
    spokes: count(5, 4, 20),
  },
  (a, v) => {
    const R = 26 + a.diameter * 1.75;
    const P = a.pcd * 0.115;
    const t = 0.42 * ((2 * Math.PI) / a.spokes);
    const window = (i: number): string => {
      const m = -Math.PI / 2 + ((i + 0.5) * 2 * Math.PI) / a.spokes;
      const at = (r: number, s: number): string => path`${72 + r * Math.cos(m + s)} ${70 + r * Math.sin(m + s)}`;
      return path`M${at(R * 0.86, -t)}A${R * 0.86} ${R * 0.86} 0 0 1 ${at(R * 0.86, t)}L${at(P + 8, t * 0.5)}A${P + 8} ${P + 8} 0 0 0 ${at(P + 8, -t * 0.5)}z`;
    };
    const w = a.width * 3.6;
    const x = 168 - w / 2;
    const face = x + w / 2 + a.offset * 0.14 - 8;
    return v
      .solid(circle(72, 70, R - 4) + repeat(a.spokes, window))
      .line(
        circle(72, 70, R) +
          circle(72, 70, P * 0.48) +
          repeat(a.holes, (i) =>
            circle(
              72 + P * Math.cos((i * 6.283) / a.holes - 1.571),
              70 + P * Math.sin((i * 6.283) / a.holes - 1.571),
              2.4,
            ),
          ),
      )
      .line(path`M${x} ${70 - R}h4l4 6h${w - 16}l4-6h4v${2 * R}h-4l-4-6H${x + 8}l-4 6h-4z`)
      .solid(rect(face, 76 - R, 7, 2 * R - 12))
      .cross(72, 70, R)
      .axis(path`M${x - 6} 70h${w + 12}M${x + w / 2} ${64 - R}v${2 * R + 10}`)
      .span(72 - R, 70, 72 + R, 70, 0, 68, `${num(a.diameter)}"`)
      .span(x, 70 + R, x + w, 70 + R, 0, 68 - R, `${num(a.width)}J`)
      .lead(72 + P, 70, 126, 26, `${a.holes}×${num(a.pcd)}`)
      .lead(face + 4, 76 - R, face - 8, 10, `ET${num(a.offset)}`, 'end');
  },
);
