import { circle, circles, hex, holes, path, rect, repeat, scale } from './geometry.js';
import { choice, count, mm, of, part } from './part.js';
import { num } from './text.js';

/** Piston with rings, pin bore and the head of its rod. */
export const piston = part(
  { diameter: mm(79.5, 60, 140), height: mm(66, 40, 130), rings: count(3, 2, 5), pin: mm(21, 15, 45) },
  (a, v) => {
    const k = scale(1.05, [a.diameter, 112], [a.height, 98]);
    const [D, H, p] = [a.diameter * k, a.height * k, Math.min((a.pin * k) / 2, a.height * k * 0.2)];
    const [x, y] = [96 - D / 2, 66 - H / 2];
    const py = y + H * 0.62;
    return v
      .solid(
        path`M${x} ${y + 3}q0-3 3-3h${D * 0.24}q${D * 0.26 - 3} 9 ${D * 0.52 - 6} 0h${D * 0.24}q3 0 3 3V${y + H}h${-D * 0.26}q${-D * 0.24}-${H * 0.34} ${-D * 0.48} 0H${x}z`,
      )
      .plain(repeat(a.rings, (i) => rect(x - 1.5, y + 6 + i * H * 0.1, D + 3, Math.max(2.4, H * 0.04))))
      .plain(circles(96, py, p + 3))
      .line(circle(96, py, p))
      .fine(path`M${x + D * 0.12} ${y + H * 0.45}v${H * 0.5}M${x + D * 0.88} ${y + H * 0.45}v${H * 0.5}`)
      .cross(96, py, p + 3)
      .axis(path`M96 ${y - 6}v${H + 12}`)
      .span(x, y + H, x + D, y + H, 0, 66 - H / 2, `Ø${num(a.diameter)}`)
      .span(x + D, y, x + D, y + H, 14, 0, num(a.height))
      .lead(96 - p, py, x - 10, py + 8, `Ø${num(a.pin)}`, 'end');
  },
);

/** Cylinder head gasket: bores, water ways and bolt holes. */
export const gasket = part(
  { bores: count(4, 1, 6), bore: mm(81, 60, 110), thickness: mm(1.6, 0.2, 3), bolts: count(10, 4, 14) },
  (a, v) => {
    const k = scale(0.46, [a.bores * (a.bore + 8), 152]);
    const [r, step] = [(a.bore / 2) * k, (a.bore + 8) * k];
    const w = a.bores * step + 12;
    const h = 2 * r + 34;
    const [x, y] = [100 - w / 2, 64 - h / 2];
    const cx = (i: number): number => x + 6 + step * (i + 0.5);
    const row = Math.ceil(a.bolts / 2);
    return v
      .solid(
        path`M${x + 6} ${y}h${w - 26}q8 0 10 8h10v${h - 16}h-10q-2 8-10 8H${x + 6}q-6 0-6-6V${y + 6}q0-6 6-6z` +
          repeat(a.bores, (i) => circle(cx(i), 64, r)),
      )
      .line(
        repeat(row, (i) => {
          const at = x + 8 + (i * (w - 28)) / Math.max(1, row - 1);
          return circle(at, y + 7, 3) + circle(at, y + h - 7, 3);
        }),
      )
      .fine(
        repeat(
          a.bores,
          (i) =>
            circle(cx(i), 64, r + 1.8) +
            circle(cx(i) - r * 0.7, 64 - r - 4, 1.6) +
            circle(cx(i) + r * 0.5, 64 + r + 4.5, 1.6),
        ),
      )
      .axis(path`M${x - 6} 64h${w + 12}`)
      .span(cx(0) - r, 64, cx(0) + r, 64, 0, 68, `Ø${num(a.bore)}`)
      .lead(x + w - 4, y + h - 10, x + w - 22, 136, `${num(a.thickness)}`, 'end');
  },
);

/** Engine valve, or the electric valve of exhaust gas recirculation. */
export const valve = part(
  { design: choice('poppet', 'electric'), head: mm(34, 18, 60), length: mm(104, 50, 180), stem: mm(6, 4, 12) },
  (a, v) => {
    const r = Math.max(14, a.head * 0.95);
    const L = Math.min(168, 60 + a.length * 0.8);
    const [x, e, s] = [100 - L / 2, 100 + L / 2, a.stem * 0.75];
    if (a.design === 'electric') {
      const b = 14 + a.length * 0.16;
      return v
        .line(rect(84, 64, 32, 18))
        .solid(rect(100 - b, 18, 2 * b, 42, 6))
        .plain(rect(92 - b, 58, 16 + 2 * b, 8, 2))
        .line(path`M${100 + b} 26h18v22h-18M${112 + b} 32h6M${112 + b} 42h6`)
        .plain(path`M${96 - r} 82h${2 * r + 8}v24l-8 8H${104 - r}l-8-8z`)
        .line(
          `${circles(100, 98, r * 0.42, r * 0.3) + circle(102 - r, 89, 2.6) + circle(98 + r, 89, 2.6)}M96 114v10h8v-10`,
        )
        .fine(repeat(4, (i) => path`M${100 - b + 8} ${26 + i * 8}h${2 * b - 16}`))
        .axis('M100 10v122')
        .span(160, 18, 160, 124, 16, 0, num(a.length))
        .lead(100 - r * 0.3, 100, 60, 132, `Ø${num(a.head)}`, 'end');
    }
    return v
      .solid(
        path`M${x} ${72 - s}H${e - 34}Q${e - 10} ${72 - s} ${e - 7} ${72 - r}H${e - 3}L${e} ${72 - r + 3}V${72 + r - 3}L${e - 3} ${72 + r}H${e - 7}Q${e - 10} ${72 + s} ${e - 34} ${72 + s}H${x}z`,
      )
      .line(path`M${x + 8} ${72 - s}v${2 * s}M${x + 11} ${72 - s}v${2 * s}M${e - 7} ${72 - r}v${2 * r}`)
      .thin(path`M${e - 3} ${72 - r}v${2 * r}M${x + 15} ${72 - s}v${2 * s}`)
      .fine(path`M${e - 40} ${72 - s}v${2 * s}`)
      .axis(path`M${x - 6} 72H${e + 6}`)
      .span(x, 130, e, 130, 0, 6, num(a.length))
      .lead(e - 5, 72 - r, e - 24, Math.max(12, 62 - r), `Ø${num(a.head)}`, 'end')
      .lead(x + 30, 72 - s, x + 40, 48, `Ø${num(a.stem)}`);
  },
);

/** Fuel injector: connector, body, seals and nozzle. */
export const injector = part(
  { length: mm(128, 50, 240), holes: count(7, 1, 12), pressure: of('bar', 1600, 3, 2500), diameter: mm(17, 7, 30) },
  (a, v) => {
    const L = 84 + a.length * 0.36;
    const [x, e, b] = [100 - L / 2, 100 + L / 2, 5 + a.diameter * 0.52];
    const m = x + 44;
    return v
      .turned(-20)
      .line(path`${rect(x, 66, 12, 12, 2)}M${x + 22} ${72 - b}l8-20h22l-4 20M${x + 32} ${60 - b}l16 0`)
      .solid(rect(x + 12, 72 - b, L * 0.36, 2 * b, 3))
      .line(
        rect(x + 12 + L * 0.36, 72 - b * 0.75, L * 0.18, b * 1.5) +
          path`M${x + 12 + L * 0.54} ${72 - b * 0.5}H${e - 18}l4 ${b * 0.5 - 4}H${e - 3}l3 2v4l-3 2H${e - 14}l-4 ${b * 0.5 - 4}H${x + 12 + L * 0.54}z`,
      )
      .solid(rect(x + 14 + L * 0.54, 72 - b * 0.5 - 2, 5, b + 4, 2) + rect(e - 27, 72 - b * 0.5 - 2, 5, b + 4, 2))
      .thin(path`M${x + 4} 66v12M${m} ${72 - b}v${2 * b}M${m + 4} ${72 - b}v${2 * b}`)
      .fine(
        repeat(a.holes, (i) => {
          const t = a.holes > 1 ? i / (a.holes - 1) - 0.5 : 0;
          return path`M${e + 3} ${72 + t * 4}l9 ${t * 18}`;
        }),
      )
      .axis(path`M${x - 6} 72H${e}`)
      .span(x, 72 + b, e, 72 + b, 0, 26, num(a.length))
      .lead(e - 36, 72 - b * 0.5, e - 44, 42, `${num(a.pressure)} bar`);
  },
);

/** Turbocharger seen on the compressor side. */
export const turbo = part(
  {
    inlet: mm(46, 28, 90),
    outlet: mm(40, 24, 80),
    wheel: mm(49, 30, 100),
    blades: count(6, 4, 12),
    actuator: choice('electric', 'vacuum'),
  },
  (a, v) => {
    const [cx, cy] = [86, 72];
    const r = 16 + a.wheel * 0.17;
    const o = 8 + a.outlet * 0.2;
    const R = r + o + 6;
    const blade = (i: number): string => {
      const t = (i / a.blades) * 6.283;
      const q = t + 0.7;
      return path`M${cx + 4 * Math.cos(t)} ${cy + 4 * Math.sin(t)}Q${cx + r * 0.6 * Math.cos(t)} ${cy + r * 0.6 * Math.sin(t)} ${cx + (r - 2) * Math.cos(q)} ${cy + (r - 2) * Math.sin(q)}`;
    };
    return v
      .line(
        a.actuator === 'vacuum'
          ? `${rect(138, 98, 34, 24, 8)}M138 104h34M138 110H${cx}`
          : `${rect(136, 92, 38, 32, 4) + circles(148, 108, 6, 2)}M174 102h8v12h-8`,
      )
      .plain(path`M${cx} ${cy - R}H170v${o}H${cx + r}`)
      .solid(
        path`M${cx} ${cy - R}H166V${cy - R + o}H${cx + R * 0.8}Q${cx + R} ${cy - R * 0.4} ${cx + R * 0.98} ${cy}A${R} ${R} 0 1 1 ${cx} ${cy - R}z${circle(cx, cy, r + 5)}`,
      )
      .line(rect(166, cy - R - 3, 10, o + 6, 2) + circles(cx, cy, r + 2, r, 4) + circle(cx, cy, r + 5))
      .thin(repeat(a.blades, blade))
      .line(hex(cx, cy, 3))
      .fine(holes(cx, cy, R - 4, 1.6, 5, 0.6))
      .cross(cx, cy, R)
      .lead(cx - r * 0.7, cy + r * 0.72, 24, 138, `Ø${num(a.inlet)}`)
      .span(176, cy - R, 176, cy - R + o, 9, 0, `Ø${num(a.outlet)}`)
      .lead(cx + r * 0.6, cy + r * 0.8, 118, 139, `Ø${num(a.wheel)}`);
  },
);
