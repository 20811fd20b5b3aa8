import { circle, circles, type Point, path, rect, repeat, tube } from './geometry.js';
import { count, mm, of, part } from './part.js';
import { num } from './text.js';

/** Rear silencer: box, inlet pipe, one to four tail pipes, hangers. */
export const muffler = part(
  { length: mm(540, 250, 1100), pipe: mm(55, 30, 90), tails: count(2, 1, 4), width: mm(220, 100, 400) },
  (a, v) => {
    const L = 40 + a.length * 0.08;
    const H = 26 + a.width * 0.16;
    const [p, x] = [4 + a.pipe * 0.09, 112 - (40 + a.length * 0.08) / 2 - 8];
    const e = x + L;
    const tail = (i: number): string => rect(e, 68 + (i - (a.tails - 1) / 2) * ((H - 12) / a.tails) - p, 26, 2 * p, 1);
    const inlet: readonly Point[] = [
      [x + 1, 68 + H * 0.2],
      [24, 68 + H * 0.2],
      [24, 126],
    ];
    return v
      .line(
        path`M${x + L * 0.2} ${68 - H / 2}v-12h-9M${x + L * 0.8} ${68 - H / 2}v-12h9${circle(x + L * 0.2 - 13, 56 - H / 2, 4)}${circle(x + L * 0.8 + 13, 56 - H / 2, 4)}`,
      )
      .plain(tube(2 * p, 14, ...inlet))
      .plain(repeat(a.tails, tail))
      .solid(rect(x, 68 - H / 2, L, H, 15))
      .thin(path`M${x + 14} ${68 - H / 2}v${H}M${e - 14} ${68 - H / 2}v${H}`)
      .fine(
        repeat(3, (i) => path`M${x + 26} ${68 + ((i - 1) * H) / 4}h${L - 52}`) +
          repeat(a.tails, (i) => path`M${e + 21} ${68 + (i - (a.tails - 1) / 2) * ((H - 12) / a.tails) - p}v${2 * p}`),
      )
      .axis('M24 100v34')
      .span(x, 68 + H / 2, e, 68 + H / 2, 0, 66 - H / 2, num(a.length))
      .lead(24 + p, 116, 40, 120, `Ø${num(a.pipe)}`);
  },
);

/** Catalyst, or particle filter: cones, can, lambda boss, honeycomb. */
export const catalyst = part(
  { length: mm(320, 100, 900), diameter: mm(118, 70, 300), pipe: mm(55, 35, 90), sensors: count(1, 0, 3) },
  (a, v) => {
    const L = 40 + Math.min(a.length, 700) * 0.11;
    const [D, p] = [Math.min(50, 14 + a.diameter * 0.16), a.pipe * 0.2];
    const [x, e] = [100 - L / 2, 100 + L / 2];
    const cone = (at: number, m: number): string =>
      path`M${at} ${70 - D}l${m * 18} ${D - p}v${2 * p}l${-m * 18} ${D - p}z`;
    const flange = (at: number): string => rect(at, 70 - p - 9, 5, 2 * p + 18, 1);
    return v
      .line(
        cone(x, -1) +
          cone(e, 1) +
          rect(x - 34, 70 - p, 16, 2 * p) +
          rect(e + 18, 70 - p, 16, 2 * p) +
          flange(x - 39) +
          flange(e + 34),
      )
      .solid(rect(x, 70 - D, L, 2 * D, 2))
      .plain(
        repeat(a.sensors, (i) =>
          rect(i === 0 ? x - 14 : i === 1 ? e + 4 : 96, i === 2 ? 70 - D - 9 : 74 - (D + p) / 2 - 14, 10, 9, 1),
        ),
      )
      .fine(
        repeat(Math.round(L / 6), (i) => path`M${x + 4 + i * 6} ${70 - D * 0.66}v${D * 1.32}`) +
          repeat(
            Math.round(D / 4),
            (i) => path`M${x + 4} ${70 - D * 0.66 + (i * D * 1.32) / Math.max(1, Math.round(D / 4) - 1)}h${L - 8}`,
          ),
      )
      .thin(path`M${x + 4} ${70 - D}v${2 * D}M${e - 4} ${70 - D}v${2 * D}`)
      .axis(path`M${x - 44} 70H${e + 44}`)
      .span(x - 39, 70 + p + 9, e + 39, 70 + p + 9, 0, 53 - p, num(a.length))
      .lead(x + L * 0.5, 70 - D, x + L * 0.5 + 8, 56 - D, `Ø${num(a.diameter)}`)
      .lead(e + 26, 70 - p, e + 30, 36, `Ø${num(a.pipe)}`, 'end');
  },
);

/** Exhaust pipe with flange, bends and, if it has one, its flexible piece. */
export const pipe = part(
  { length: mm(860, 100, 2400), diameter: mm(55, 25, 100), bends: count(2, 0, 4), flex: of('flag', 0, 0, 1) },
  (a, v) => {
    const w = 5 + a.diameter * 0.13;
    const L = 90 + Math.min(a.length, 1800) * 0.042;
    const [x, e] = [100 - L / 2, 100 + L / 2];
    const step = L / (a.bends + 1);
    const tall = a.bends ? 22 : 0;
    const ys = Array.from({ length: a.bends + 1 }, (_, i) => 70 + (i % 2 ? -tall : tall));
    const points = ys.flatMap((y, i): Point[] => [
      [x + i * step + (i ? 7 : 0), y],
      [x + (i + 1) * step - (i < a.bends ? 7 : 0), y],
    ]);
    const [first, last] = [ys[0] ?? 70, ys[ys.length - 1] ?? 70];
    const braid = Math.min(32, step - 20);
    return v
      .solid(tube(w, Math.min(w / 2 + 1.5, 9), ...points))
      .plain(rect(x - 5, first - w / 2 - 9, 6, w + 18, 2))
      .line(rect(x - 11, first - w / 2 - 6, 6, 4) + rect(x - 11, first + w / 2 + 2, 6, 4))
      .when(a.flex, (v) =>
        v
          .plain(rect(x + 8, first - w / 2 - 3, braid, w + 6, 4))
          .thin(repeat(braid / 4, (i) => path`M${x + 9 + i * 4} ${first - w / 2 - 3}l3 ${w + 6}`)),
      )
      .line(rect(e - 12, last - w / 2 - 2, 10, w + 4))
      .fine(circles(e - 7, last + w / 2 + 5, 2.4))
      .axis(path`M${x - 16} ${first}h14M${e + 2} ${last}h10`)
      .span(x - 5, 128, e, 128, 0, 8, num(a.length))
      .lead(e - 20, last - w / 2, e - 14, last - w / 2 - 14, `Ø${num(a.diameter)}`);
  },
);
