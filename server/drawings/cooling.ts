import { circle, circles, cog, holes, type Point, path, rect, repeat, tube } from './geometry.js';
import { choice, count, mm, of, part, text } from './part.js';
import { num } from './text.js';

/** Radiator: core with fins, side tanks, necks. */
export const radiator = part(
  { width: mm(650, 120, 900), height: mm(415, 80, 620), depth: mm(26, 12, 90), neck: mm(32, 10, 60) },
  (a, v) => {
    const k = Math.min(0.2, 124 / a.width, 98 / a.height);
    const [w, h, n] = [Math.max(30, a.width * k), Math.max(24, a.height * k), 2 + a.neck * 0.14];
    const [x, y] = [104 - w / 2, 64 - h / 2];
    const t = 5 + a.depth * 0.08;
    const rows = Math.round(h / 9);
    return v
      .line(
        rect(x - t, y - 4, t, h + 8, 3) +
          rect(x + w, y - 4, t, h + 8, 3) +
          rect(x - t - 14, y + 8, 14, 2 * n, 1) +
          rect(x + w + t, y + h - 8 - 2 * n, 14, 2 * n, 1) +
          rect(x + 12 - t, y + h + 4, 8, 6) +
          rect(x + w - 20 + t, y + h + 4, 8, 6),
      )
      .solid(rect(x, y, w, h))
      .line(repeat(rows - 1, (i) => path`M${x} ${y + ((i + 1) * h) / rows}h${w}`))
      .fine(
        repeat(
          rows,
          (i) =>
            path`M${x} ${y + (i * h) / rows}${repeat(Math.floor(w / 12), () => path`l6 ${h / rows} 6 ${-h / rows}`)}`,
        ),
      )
      .fine(path`M${x - t - 10} ${y + 7}v${2 * n + 2}M${x + w + t + 10} ${y + h - 9 - 2 * n}v${2 * n + 2}`)
      .span(x, y + h + 6, x + w, y + h + 6, 0, 62 - h / 2, num(a.width))
      .span(x - t - 16, y + h, x - t - 16, y, -3, 0, num(a.height))
      .lead(x + w + t + 8, y + h - 8, x + w + t - 1, 139, `Ø${num(a.neck)}`, 'end');
  },
);

/** Fan: frame, ring, blades and motor. */
export const fan = part(
  { diameter: mm(385, 150, 520), blades: count(7, 3, 11), power: of('W', 300, 50, 850), fans: count(1, 1, 2) },
  (a, v) => {
    const R = Math.min(20 + a.diameter * 0.08, a.fans === 2 ? 40 : 56);
    const xs = a.fans === 2 ? [100 - R - 3, 100 + R + 3] : [100];
    const blade = (cx: number, i: number): string => {
      const t = (i * 2 * Math.PI) / a.blades;
      const p = (r: number, o: number): string => path`${cx + r * Math.cos(t + o)} ${70 + r * Math.sin(t + o)}`;
      return `M${p(R * 0.26, -0.2)}Q${p(R * 0.7, -0.35)} ${p(R * 0.92, -0.05)}L${p(R * 0.92, 0.42)}Q${p(R * 0.6, 0.14)} ${p(R * 0.26, 0.3)}z`;
    };
    const w = a.fans === 2 ? 4 * R + 14 : 2 * R + 14;
    return v
      .line(rect(100 - w / 2, 70 - R - 5, w, 2 * R + 10, 4))
      .line(xs.map((x) => circles(x, 70, R)).join(''))
      .solid(xs.flatMap((x) => Array.from({ length: a.blades }, (_, i) => blade(x, i))).join(''))
      .plain(xs.map((x) => circle(x, 70, R * 0.26)).join(''))
      .fine(xs.map((x) => circle(x, 70, R * 0.14)).join(''))
      .line(path`M${100 + w / 2} 62h6v14h-6`)
      .axis(path`M${94 - w / 2} 70h${w + 18}`)
      .span((xs[0] ?? 100) - R, 70, (xs[0] ?? 100) + R, 70, 0, 68, `Ø${num(a.diameter)}`)
      .lead((xs[0] ?? 100) + R * 0.1, 70 - R * 0.1, 38, 12, `${num(a.power)} W`, 'end');
  },
);

/** Water pump: housing with holes, pulley or toothed wheel, impeller. */
export const waterPump = part(
  { teeth: count(19, 0, 34), impeller: mm(62, 35, 100), blades: count(7, 4, 10), holes: count(5, 3, 9) },
  (a, v) => {
    const r = a.impeller * 0.36;
    const R = 36;
    const curve = (i: number): string => {
      const t = (i * 2 * Math.PI) / a.blades;
      return path`M${150 + 6 * Math.cos(t)} ${70 + 6 * Math.sin(t)}Q${150 + r * 0.7 * Math.cos(t + 0.1)} ${70 + r * 0.7 * Math.sin(t + 0.1)} ${150 + (r - 1) * Math.cos(t + 0.8)} ${70 + (r - 1) * Math.sin(t + 0.8)}`;
    };
    const ears = Array.from({ length: a.holes }, (_, i) => {
      const t = (i * 2 * Math.PI) / a.holes - 1.1;
      return circles(64 + R * 1.08 * Math.cos(t), 70 + R * 1.08 * Math.sin(t), 7, 3);
    });
    return v
      .line(ears.join(''))
      .plain(circle(64, 70, R))
      .solid(circles(64, 70, R - 5, 23))
      .plain(a.teeth > 9 ? cog(64, 70, 24, 4, a.teeth) : circles(64, 70, 24, 19))
      .line(circles(64, 70, 8, 3))
      .fine(holes(64, 70, 13.5, 2, 4))
      .solid(circle(150, 70, r))
      .line(repeat(a.blades, curve) + circles(150, 70, 6, 3))
      .cross(64, 70, R + 5)
      .cross(150, 70, r)
      .span(150 - r, 70, 150 + r, 70, 0, 60, `Ø${num(a.impeller)}`)
      .when(a.teeth > 9, (v) => v.lead(81, 53, 104, 14, `Z ${a.teeth}`));
  },
);

/** Thermostat in its housing: neck, flange, spring and wax element. */
export const thermostat = part(
  { opening: of('°C', 87, 60, 110), neck: mm(34, 18, 60), holes: count(2, 2, 4), length: mm(62, 40, 130) },
  (a, v) => {
    const n = 8 + a.neck * 0.32;
    const h = 10 + a.length * 0.34;
    const y = 48;
    return v
      .line(path`M${100 - n} ${y}v-8q0-6 6-14l10-12M${100 + n} ${y}v-14l8-12`)
      .plain(
        path`M${100 - n} ${y}V38Q${100 - n} 20 ${120 - n} 12L${150 - n * 0.4} 8l8 ${n * 1.3}L${114 + n * 0.4} ${26 + n * 0.5}Q${100 + n} 36 ${100 + n} ${y}z`,
      )
      .solid(rect(96 - n - 22, y, 2 * n + 52, 10, 4))
      .line(repeat(a.holes, (i) => rect(100 - n - 17 + (i * (2 * n + 34)) / (a.holes - 1) - 4, y - 5, 8, 5, 1)))
      .line(rect(100 - n, y + 10, 2 * n, 8) + path`M${100 - n + 2} ${y + 18}l4 ${h + 16}h${2 * n - 12}l4 ${-h - 16}`)
      .solid(rect(93, y + 18, 14, h + 8, 3))
      .thin(
        repeat(
          5,
          (i) =>
            path`M${100 - n + 5} ${y + 21 + (i * h) / 5}L${100 + n - 5} ${y + 21 + ((i + 0.5) * h) / 5}L${100 - n + 5} ${y + 21 + ((i + 1) * h) / 5}`,
        ),
      )
      .line(rect(96, y + 34 + h, 8, 8))
      .axis(path`M100 ${y - 10}V${y + h + 50}`)
      .lead(107, y + 22 + h * 0.6, 142, 104, `${num(a.opening)} °C`)
      .lead(100 + n * 0.5, 30, 164, 40, `Ø${num(a.neck)}`)
      .span(60 - n, y + 10, 60 - n, y + h + 42, -8, 0, num(a.length));
  },
);

/** Coolant or charge-air hose: bends by design, ends of two diameters, clamps. */
export const hose = part(
  {
    length: mm(420, 80, 1500),
    inner: mm(32, 6, 90),
    outer: mm(32, 6, 90),
    bend: choice('elbow', 'straight', 'double'),
  },
  (a, v) => {
    const w = 9 + a.inner * 0.24;
    const L = 70 + Math.min(a.length, 1200) * 0.075;
    const [x, e] = [100 - L / 2, 100 + L / 2];
    const r = w / 2 + 10;
    const shapes: Readonly<Record<string, readonly Point[]>> = {
      straight: [
        [x, 70],
        [e, 70],
      ],
      elbow: [
        [x, 36],
        [e - w, 36],
        [e - w, 112],
      ],
      double: [
        [x, 40],
        [100, 40],
        [100, 98],
        [e, 98],
      ],
    };
    const points = shapes[a.bend] ?? [];
    const [sx, sy] = points[0] ?? [x, 70];
    const [ex, ey] = points[points.length - 1] ?? [e, 70];
    const down = a.bend === 'elbow';
    const o = 9 + a.outer * 0.24;
    const end = down ? rect(ex - o / 2 - 2, ey - 8, o + 4, 14, 1) : rect(ex - 8, ey - o / 2 - 2, 14, o + 4, 1);
    return v
      .solid(tube(w, Math.min(r, 28), ...points))
      .plain(rect(sx - 6, sy - w / 2 - 2, 14, w + 4, 1) + end)
      .line(
        rect(sx + 12, sy - w / 2 - 1.5, 6, w + 3) +
          rect(sx + 13, sy - w / 2 - 7, 4, 6) +
          (down
            ? rect(ex - w / 2 - 1.5, ey - 20, w + 3, 6) + rect(ex + w / 2 + 1.5, ey - 19, 6, 4)
            : rect(ex - 20, ey - w / 2 - 1.5, 6, w + 3) + rect(ex - 19, ey - w / 2 - 7, 4, 6)),
      )
      .fine(down ? path`M${sx + 26} ${sy}H${ex - r - 4}` : '')
      .axis(path`M${sx - 12} ${sy}h34`)
      .span(sx - 6, 128, down ? ex + w / 2 : ex + 6, 128, 0, 8, num(a.length))
      .lead(sx, sy + w / 2 + 2, sx + 8, sy + w / 2 + 18, `Ø${num(a.inner)}`)
      .lead(
        ex + (down ? o / 2 + 2 : 0),
        down ? ey : ey - o / 2 - 2,
        ex + (down ? o / 2 + 4 : -8),
        down ? ey - 34 : ey - o / 2 - 18,
        `Ø${num(a.outer)}`,
        down ? 'start' : 'end',
      );
  },
);

/** Air conditioning compressor: clutch pulley, body, ports. */
export const compressor = part(
  { pulley: mm(110, 80, 150), ribs: count(6, 1, 8), volt: of('V', 12, 12, 24), volume: of('l', 0.16, 0.05, 0.5) },
  (a, v) => {
    const P = a.pulley * 0.42;
    const w = 12 + a.ribs * 2;
    const L = 60 + a.volume * 90;
    const x = 52;
    const e = x + Math.min(L, 110);
    return v
      .line(rect(x - w, 70 - P, w, 2 * P, 2) + rect(x - w - 5, 70 - P * 0.6, 5, P * 1.2, 2))
      .thin(repeat(a.ribs, (i) => path`M${x - w + ((i + 0.5) * w) / a.ribs} ${70 - P}v${2 * P}`))
      .solid(path`M${x} 46h12l8-10H${e}q6 0 6 6v58q0 6-6 6H${x + 20}l-8-10H${x}z`)
      .plain(rect(e + 6, 40, 16, 62, 4))
      .line(
        path`M${e - 30} 36v-6h36v10M${x + 30} 36V24h14v12M${x + 30} 106v12h14v-12M${e - 16} 106v12h-14v-12` +
          circles(e - 18, 20, 9, 5) +
          circle(e + 2, 22, 4),
      )
      .fine(
        path`M${x + 20} 36v70M${e - 8} 36v70M${x + 28} 56h${e - x - 44}M${x + 28} 70h${e - x - 44}M${x + 28} 84h${e - x - 44}` +
          circle(e + 14, 52, 3) +
          circle(e + 14, 90, 3),
      )
      .axis(path`M${x - w - 12} 70H${e + 30}`)
      .span(x - w, 70 - P, x - w, 70 + P, -10, 0, `Ø${num(a.pulley)}`)
      .lead(x - w / 2, 70 + P, 46, 136, `${a.ribs}PK`)
      .lead(e - 4, 106, e - 10, 136, `${num(a.volt)} V`);
  },
);

/** Expansion tank: cap, seam, level marks, hose necks. */
export const tank = part(
  { volume: of('l', 2.2, 0.3, 100), neck: mm(18, 6, 40), necks: count(2, 1, 4), cap: text('1,4 bar') },
  (a, v) => {
    const s = Math.min(1.12, 0.74 + Math.cbrt(a.volume) * 0.13);
    const [w, h, n] = [104 * s, 76 * s, 2.5 + a.neck * 0.2];
    const [x, y] = [98 - w / 2, 82 - h / 2];
    return v
      .line(rect(x + w * 0.22, y - 8, w * 0.24, 10) + rect(x + w * 0.19, y - 22, w * 0.3, 16, 3))
      .plain(repeat(a.necks, (i) => rect(i % 2 ? x - 14 : x + w, y + h - 22 - Math.floor(i / 2) * 26, 14, 2 * n, 1)))
      .line(rect(x + w * 0.6, y + h, 12, 8))
      .plain(rect(x, y, w, h, 14))
      .solid(
        path`M${x} ${y + h * 0.46}q${w / 4} 5 ${w / 2} 0t${w / 2} 0V${y + h - 14}q0 14-14 14H${x + 14}q-14 0-14-14z`,
      )
      .line(rect(x, y, w, h, 14))
      .thin(path`M${x} ${y + h * 0.68}h${w}M${x + w - 26} ${y + h * 0.3}h14M${x + w - 26} ${y + h * 0.6}h14`)
      .fine(repeat(6, (i) => path`M${x + w * 0.22 + (i * w * 0.24) / 5} ${y - 20}v10`))
      .lead(x + w * 0.48, y - 14, x + w * 0.6, y - 20, a.cap)
      .lead(x + w + 8, y + h - 22, Math.min(x + w + 4, 168), y + h * 0.4, `Ø${num(a.neck)}`)
      .words(x + w * 0.42, y + h * 0.88, 9, `${num(a.volume)} l`);
  },
);
