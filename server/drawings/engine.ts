import { circle, circles, f, hex, holes, rect, repeat, scale } from './geometry.js';
import { choice, count, mm, of, part } from './part.js';
import { line, plain, solid, thin, turned } from './strokes.js';
import { num } from './text.js';

/** Piston with rings, pin bore and the head of its rod. */
export const piston = part(
  { diameter: mm(79.5, 60, 140), height: mm(66, 40, 130), rings: count(3, 2, 5), pin: mm(21, 15, 45) },
  (a, v) => {
    const k = scale(1.05, [a.diameter, 112], [a.height, 98]);
    const [D, H, p] = [a.diameter * k, a.height * k, Math.min((a.pin * k) / 2, a.height * k * 0.2)];
    const [x, y] = [96 - D / 2, 66 - H / 2];
    const py = y + H * 0.62;
    return (
      solid(
        `M${f(x)} ${f(y + 3)}q0-3 3-3h${f(D * 0.24)}q${f(D * 0.26 - 3)} 9 ${f(D * 0.52 - 6)} 0h${f(D * 0.24)}q3 0 3 3V${f(y + H)}h${f(-D * 0.26)}q${f(-D * 0.24)}-${f(H * 0.34)} ${f(-D * 0.48)} 0H${f(x)}z`,
      ) +
      plain(repeat(a.rings, (i) => rect(x - 1.5, y + 6 + i * H * 0.1, D + 3, Math.max(2.4, H * 0.04)))) +
      plain(circles(96, py, p + 3)) +
      line(circle(96, py, p)) +
      v.fine(
        `M${f(x + D * 0.12)} ${f(y + H * 0.45)}v${f(H * 0.5)}M${f(x + D * 0.88)} ${f(y + H * 0.45)}v${f(H * 0.5)}`,
      ) +
      v.cross(96, py, p + 3) +
      v.axis(`M96 ${f(y - 6)}v${f(H + 12)}`) +
      v.dims((d) =>
        d
          .span(x, y + H, x + D, y + H, 0, 66 - H / 2, `Ø${num(a.diameter)}`)
          .span(x + D, y, x + D, y + H, 14, 0, num(a.height))
          .lead(96 - p, py, x - 10, py + 8, `Ø${num(a.pin)}`, 'end'),
      )
    );
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
    return (
      solid(
        `M${f(x + 6)} ${f(y)}h${f(w - 26)}q8 0 10 8h10v${f(h - 16)}h-10q-2 8-10 8H${f(x + 6)}q-6 0-6-6V${f(y + 6)}q0-6 6-6z` +
          repeat(a.bores, (i) => circle(cx(i), 64, r)),
      ) +
      line(
        repeat(row, (i) => {
          const at = x + 8 + (i * (w - 28)) / Math.max(1, row - 1);
          return circle(at, y + 7, 3) + circle(at, y + h - 7, 3);
        }),
      ) +
      v.fine(
        repeat(
          a.bores,
          (i) =>
            circle(cx(i), 64, r + 1.8) +
            circle(cx(i) - r * 0.7, 64 - r - 4, 1.6) +
            circle(cx(i) + r * 0.5, 64 + r + 4.5, 1.6),
        ),
      ) +
      v.axis(`M${f(x - 6)} 64h${f(w + 12)}`) +
      v.dims((d) =>
        d
          .span(cx(0) - r, 64, cx(0) + r, 64, 0, 68, `Ø${num(a.bore)}`)
          .lead(x + w - 4, y + h - 10, x + w - 22, 136, `${num(a.thickness)}`, 'end'),
      )
    );
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
      return (
        line(rect(84, 64, 32, 18)) +
        solid(rect(100 - b, 18, 2 * b, 42, 6)) +
        plain(rect(92 - b, 58, 16 + 2 * b, 8, 2)) +
        line(`M${f(100 + b)} 26h18v22h-18M${f(112 + b)} 32h6M${f(112 + b)} 42h6`) +
        plain(`M${f(96 - r)} 82h${f(2 * r + 8)}v24l-8 8H${f(104 - r)}l-8-8z`) +
        line(
          `${circles(100, 98, r * 0.42, r * 0.3) + circle(102 - r, 89, 2.6) + circle(98 + r, 89, 2.6)}M96 114v10h8v-10`,
        ) +
        v.fine(repeat(4, (i) => `M${f(100 - b + 8)} ${26 + i * 8}h${f(2 * b - 16)}`)) +
        v.axis('M100 10v122') +
        v.dims((d) =>
          d.span(160, 18, 160, 124, 16, 0, num(a.length)).lead(100 - r * 0.3, 100, 60, 132, `Ø${num(a.head)}`, 'end'),
        )
      );
    }
    return (
      solid(
        `M${f(x)} ${f(72 - s)}H${f(e - 34)}Q${f(e - 10)} ${f(72 - s)} ${f(e - 7)} ${f(72 - r)}H${f(e - 3)}L${f(e)} ${f(72 - r + 3)}V${f(72 + r - 3)}L${f(e - 3)} ${f(72 + r)}H${f(e - 7)}Q${f(e - 10)} ${f(72 + s)} ${f(e - 34)} ${f(72 + s)}H${f(x)}z`,
      ) +
      line(
        `M${f(x + 8)} ${f(72 - s)}v${f(2 * s)}M${f(x + 11)} ${f(72 - s)}v${f(2 * s)}M${f(e - 7)} ${f(72 - r)}v${f(2 * r)}`,
      ) +
      thin(`M${f(e - 3)} ${f(72 - r)}v${f(2 * r)}M${f(x + 15)} ${f(72 - s)}v${f(2 * s)}`) +
      v.fine(`M${f(e - 40)} ${f(72 - s)}v${f(2 * s)}`) +
      v.axis(`M${f(x - 6)} 72H${f(e + 6)}`) +
      v.dims((d) =>
        d
          .span(x, 130, e, 130, 0, 6, num(a.length))
          .lead(e - 5, 72 - r, e - 24, Math.max(12, 62 - r), `Ø${num(a.head)}`, 'end')
          .lead(x + 30, 72 - s, x + 40, 48, `Ø${num(a.stem)}`),
      )
    );
  },
);

/** Fuel injector: connector, body, seals and nozzle. */
export const injector = part(
  { length: mm(128, 50, 240), holes: count(7, 1, 12), pressure: of('bar', 1600, 3, 2500), diameter: mm(17, 7, 30) },
  (a, v) => {
    const L = 84 + a.length * 0.36;
    const [x, e, b] = [100 - L / 2, 100 + L / 2, 5 + a.diameter * 0.52];
    const m = x + 44;
    return turned(
      -20,
      line(`${rect(x, 66, 12, 12, 2)}M${f(x + 22)} ${f(72 - b)}l8-20h22l-4 20M${f(x + 32)} ${f(60 - b)}l16 0`) +
        solid(rect(x + 12, 72 - b, L * 0.36, 2 * b, 3)) +
        line(
          rect(x + 12 + L * 0.36, 72 - b * 0.75, L * 0.18, b * 1.5) +
            `M${f(x + 12 + L * 0.54)} ${f(72 - b * 0.5)}H${f(e - 18)}l4 ${f(b * 0.5 - 4)}H${f(e - 3)}l3 2v4l-3 2H${f(e - 14)}l-4 ${f(b * 0.5 - 4)}H${f(x + 12 + L * 0.54)}z`,
        ) +
        solid(rect(x + 14 + L * 0.54, 72 - b * 0.5 - 2, 5, b + 4, 2) + rect(e - 27, 72 - b * 0.5 - 2, 5, b + 4, 2)) +
        thin(`M${f(x + 4)} 66v12M${f(m)} ${f(72 - b)}v${f(2 * b)}M${f(m + 4)} ${f(72 - b)}v${f(2 * b)}`) +
        v.fine(
          repeat(a.holes, (i) => {
            const t = a.holes > 1 ? i / (a.holes - 1) - 0.5 : 0;
            return `M${f(e + 3)} ${f(72 + t * 4)}l9 ${f(t * 18)}`;
          }),
        ) +
        v.axis(`M${f(x - 6)} 72H${f(e)}`) +
        v.dims((d) =>
          d
            .span(x, 72 + b, e, 72 + b, 0, 26, num(a.length))
            .lead(e - 36, 72 - b * 0.5, e - 44, 42, `${num(a.pressure)} bar`),
        ),
    );
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
      return `M${f(cx + 4 * Math.cos(t))} ${f(cy + 4 * Math.sin(t))}Q${f(cx + r * 0.6 * Math.cos(t))} ${f(cy + r * 0.6 * Math.sin(t))} ${f(cx + (r - 2) * Math.cos(q))} ${f(cy + (r - 2) * Math.sin(q))}`;
    };
    return (
      (a.actuator === 'vacuum'
        ? line(`${rect(138, 98, 34, 24, 8)}M138 104h34M138 110H${cx}`)
        : line(`${rect(136, 92, 38, 32, 4) + circles(148, 108, 6, 2)}M174 102h8v12h-8`)) +
      plain(`M${cx} ${f(cy - R)}H170v${f(o)}H${f(cx + r)}`) +
      solid(
        `M${cx} ${f(cy - R)}H166V${f(cy - R + o)}H${f(cx + R * 0.8)}Q${f(cx + R)} ${f(cy - R * 0.4)} ${f(cx + R * 0.98)} ${cy}A${f(R)} ${f(R)} 0 1 1 ${cx} ${f(cy - R)}z${circle(cx, cy, r + 5)}`,
      ) +
      line(rect(166, cy - R - 3, 10, o + 6, 2) + circles(cx, cy, r + 2, r, 4) + circle(cx, cy, r + 5)) +
      thin(repeat(a.blades, blade)) +
      line(hex(cx, cy, 3)) +
      v.fine(holes(cx, cy, R - 4, 1.6, 5, 0.6)) +
      v.cross(cx, cy, R) +
      v.dims((d) =>
        d
          .lead(cx - r * 0.7, cy + r * 0.72, 24, 138, `Ø${num(a.inlet)}`)
          .span(176, cy - R, 176, cy - R + o, 9, 0, `Ø${num(a.outlet)}`)
          .lead(cx + r * 0.6, cy + r * 0.8, 118, 139, `Ø${num(a.wheel)}`),
      )
    );
  },
);
