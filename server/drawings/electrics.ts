import { circle, circles, cog, holes, iso, oval, path, poly, rect, repeat, scale, tube } from './geometry.js';
import { choice, count, flag, mm, of, part, side } from './part.js';
import { solid } from './strokes.js';
import { num } from './text.js';

/** Starter battery; the poles change places with the terminal layout. */
export const battery = part(
  {
    length: mm(278, 150, 520),
    width: mm(175, 85, 280),
    height: mm(190, 120, 240),
    capacity: of('Ah', 70, 4, 240),
    positive: choice('right', 'left'),
  },
  (a, v) => {
    const [L, W, H] = [a.length, a.width, a.height];
    const k = scale(0.33, [(L + W) * 0.866, 164], [(L + W) * 0.5 + H, 128]);
    const p = iso(100 - (L - W) * 0.433 * k, 74 - (L + W) * 0.25 * k + H * 0.5 * k, k);
    const q = H * 0.8;
    const [tx, ty] = p(L / 2, W, q / 2);
    const poles = [L * 0.15, L * 0.85].map((x) => {
      const [cx, cy] = p(x, W * 0.8, H);
      return path`${oval(cx, cy - 6, 5.5, 3.2)}M${cx - 5.5} ${cy - 6}v6a5.500 3.200 0 0 0 11 0v-6a5.500 3.200 0 0 1-11 0z`;
    });
    const [sx, sy] = p(L * (a.positive === 'right' ? 0.85 : 0.15), W * 0.5, H);
    return v
      .line(
        poly(p(0, W, H), p(L, W, H), p(L, W, 0), p(0, W, 0)) +
          poly(p(L, 0, H), p(L, W, H), p(L, W, 0), p(L, 0, 0)) +
          poly(p(0, W, q), p(L, W, q), p(L, 0, q)).slice(0, -1),
      )
      .solid(poly(p(0, 0, H), p(L, 0, H), p(L, W, H), p(0, W, H)))
      .thin(
        poly(p(L * 0.06, W * 0.14, H), p(L * 0.94, W * 0.14, H), p(L * 0.94, W * 0.4, H), p(L * 0.06, W * 0.4, H)) +
          path`M${sx - 3} ${sy}h6m-3-3v6`,
      )
      .fine(poly(p(L * 0.14, W, q * 0.8), p(L * 0.86, W, q * 0.8), p(L * 0.86, W, q * 0.2), p(L * 0.14, W, q * 0.2)))
      .add(poles.map(solid).join(''))
      .within(path`matrix(.866 .5 0 1 ${tx} ${ty})`, (v) =>
        v.words(0, 4, Math.min(12, L * k * 0.15), `${num(a.capacity)} Ah`),
      )
      .span(...p(0, W, 0), ...p(L, W, 0), -6, 10, num(L))
      .span(...p(L, W, 0), ...p(L, 0, 0), 6, 10, num(W))
      .span(...p(L, 0, 0), ...p(L, 0, H), 9, 0, num(H));
  },
);

/** Alternator; wider with more current, its pulley with more ribs. */
export const alternator = part(
  { current: of('A', 140, 35, 250), volt: of('V', 14, 12, 28), ribs: count(6, 1, 8), pulley: mm(56, 40, 90) },
  (a, v) => {
    const w = 12 + a.current * 0.1;
    const [g, P] = [8 + a.ribs * 2.6, a.pulley * 0.42];
    const [x, e] = [58, 88 + w];
    return v
      .line(rect(x - 8 - g, 70 - P, g, 2 * P) + rect(x - 8, 63, 8, 14))
      .thin(repeat(a.ribs, (i) => path`M${x - 8 - g + ((i + 0.5) * g) / a.ribs} ${70 - P}v${2 * P}`))
      .line(
        path`M${x} 40q4-10 14-10h16v80H${x + 14}q-10 0-14-10zM${e} 30h22q18 0 18 18v44q0 18-18 18h-22M${e + 40} 54h10v10h-10M${e + 40} 76h6v12h-6`,
      )
      .solid(rect(88, 28, w, 84))
      .line(`M64 32V14h16v16M64 108v18h16v-16${circle(72, 20, 3)}${circle(72, 120, 3)}`)
      .fine(repeat(Math.floor(w / 4) - 1, (i) => `M${92 + i * 4} 28v84`))
      .line(repeat(5, (i) => rect(e + 8, 42 + i * 12, 22, 5, 2.5)) + repeat(4, (i) => rect(68, 49 + i * 12, 12, 5)))
      .axis(path`M${x - 16 - g} 70H${e + 58}`)
      .lead(88 + w * 0.5, 112, 96 + w, 136, `${num(a.current)} A ${num(a.volt)} V`)
      .lead(x - 8 - g / 2, 70 + P, 34, 128, `${a.ribs}PK`, 'end')
      .span(x - 8 - g, 70 - P, x - 8 - g, 70 + P, -7, 0, `Ø${num(a.pulley)}`);
  },
);

/** Starter: motor, solenoid above it, pinion in its nose. */
export const starter = part(
  { power: of('kW', 1.4, 0.6, 6), teeth: count(10, 8, 14), volt: of('V', 12, 12, 24), holes: count(2, 2, 3) },
  (a, v) => {
    const s = Math.min(26, 14 + a.power * 4.4);
    const cy = 84;
    const x = 70;
    const L = 58 + Math.min(a.power, 4) * 7;
    return v
      .solid(rect(x + 14, cy - s, L, 2 * s, 5))
      .line(path`M${x + 14 + L} ${cy - s + 4}h8q8 0 8 ${s - 4}t-8 ${s - 4}h-8`)
      .thin(path`M${x + 22} ${cy - s}v${2 * s}M${x + 6 + L} ${cy - s}v${2 * s}`)
      .plain(path`M${x + 14} ${cy - s - 26}v${26 + 2 * s - 4}l-10 4h-8V${cy + 12}H36v-24h24V${cy - s - 22}l6-4z`)
      .line(rect(x + 14, cy - s - 25, 44, 20, 3) + rect(x + 58, cy - s - 20, 5, 10) + rect(x + 63, cy - s - 17, 9, 4))
      .plain(rect(56, cy - s - 38, 8, 2 * s + 56, 2))
      .solid(rect(24, cy - 9, 22, 18))
      .thin(repeat(Math.floor(a.teeth / 2), (i) => path`M24 ${cy - 9 + ((i + 0.5) * 36) / a.teeth}h22`))
      .line(repeat(a.holes, (i) => rect(53, cy - s - 34 + (i * (2 * s + 44)) / (a.holes - 1), 14, 5)))
      .axis(path`M14 ${cy}H${x + L + 36}`)
      .lead(x + 40, cy + s, x + 50, 136, `${num(a.power)} kW ${num(a.volt)} V`)
      .lead(32, cy + 9, 20, 128, `Z ${a.teeth}`);
  },
);

/** Rocker switch, or a button, with its contacts. */
export const switchPart = part(
  { pins: count(6, 2, 14), width: mm(34, 18, 120), height: mm(46, 18, 80), keys: count(1, 1, 4) },
  (a, v) => {
    const [w, h] = [26 + a.width * 0.6, 20 + a.height * 0.8];
    const [x, y] = [76 - w / 2, 66 - h / 2];
    const key = (i: number): string => rect(x + 6 + (i * (w - 12)) / a.keys, y + 6, (w - 12) / a.keys - 2, h - 12, 3);
    return v
      .line(rect(x, y, w, h, 5))
      .solid(repeat(a.keys, key))
      .thin(
        repeat(
          a.keys,
          (i) =>
            path`M${x + 6 + (i * (w - 12)) / a.keys} 66h${(w - 12) / a.keys - 2}` +
            circle(x + 5 + ((i + 0.5) * (w - 12)) / a.keys, 66 - h * 0.2, 2.4) +
            path`M${x + 5 + ((i + 0.5) * (w - 12)) / a.keys} ${66 + h * 0.14}v${h * 0.12}`,
        ),
      )
      .line(
        rect(142, y, 6, h, 2) +
          rect(148, y + 6, 20, h - 12) +
          path`M142 ${y + 8}l-6 3 3 ${h / 2 - 11}-2 ${h / 2 - 9} 5 2`,
      )
      .line(repeat(a.pins, (i) => rect(168, y + 9 + (i * (h - 20)) / Math.max(1, a.pins - 1), 12, 2)))
      .span(x, y + h, x + w, y + h, 0, 66 - h / 2, num(a.width))
      .span(x, y + h, x, y, -8, 0, num(a.height))
      .lead(174, y + h - 8, 168, 136, String(a.pins), 'end');
  },
);

/** Plug-in relay: housing with its circuit, blades below. */
export const relay = part({ current: of('A', 40, 5, 200), volt: of('V', 12, 6, 24), pins: count(5, 3, 9) }, (a, v) => {
  const w = 56 + a.pins * 4;
  const x = 100 - w / 2;
  return v
    .solid(rect(x, 18, w, 72, 5))
    .line(path`M${x - 3} 90h${w + 6}v9h${-w - 6}z`)
    .plain(
      repeat(a.pins, (i) => {
        const at = x + 8 + (i * (w - 16)) / (a.pins - 1);
        return path`M${at - 3} 99h6v${i % 2 ? 20 : 25}l-3 4-3-4z`;
      }),
    )
    .line(
      path`M${x + 10} 58h10v-7h18v14h-18v-7M${x + 38} 58h8M${x + w - 14} 66V58l-8-14M${x + w - 14} 44v-6${a.pins > 4 ? path`M${x + w - 24} 44v-6` : ''}`,
    )
    .thin(path`M${x + 22} 65l14-14`)
    .words(100, 30, 9, `${num(a.current)} A`)
    .fine(path`M${x + 6} 80h${w - 12}`)
    .lead(x + w, 84, x + w + 10, 72, `${num(a.volt)} V`);
});

/** Electric window lift: rails, carriage, cables and motor. */
export const windowLift = part(
  { rails: count(2, 1, 2), motor: flag(1), travel: mm(420, 300, 560), side: side() },
  (a, v) => {
    const h = 24 + a.travel * 0.165;
    const y = 66 - h / 2;
    const rail = (x: number): string => poly([x, y], [x + 9, y], [x + 17, y + h], [x + 8, y + h]);
    const xs = a.rails === 2 ? [44, 130] : [52];
    const ends = xs.map((x) => circles(x + 4.5, y + 3, 6, 2) + circles(x + 12.5, y + h - 3, 6, 2)).join('');
    const carriage = xs.map((x) => rect(x - 5, y + h * 0.34, 28, 18, 3)).join('');
    const last = xs[xs.length - 1] ?? 52;
    const cable =
      a.rails === 2
        ? path`M50 ${y - 3}Q100 ${y + 8} ${last + 12} ${y + h + 3}M56 ${y + h + 3}Q96 ${y + h - 14} ${last + 4} ${y - 3}`
        : path`M56 ${y - 3}Q120 ${y} 122 62M64 ${y + h + 3}Q120 ${y + h} 122 86`;
    const mx = a.rails === 2 ? 96 : 122;
    return v
      .sided(a.side)
      .line(cable)
      .solid(xs.map(rail).join(''))
      .plain(ends)
      .plain(carriage)
      .line(xs.map((x) => circle(x + 2, y + h * 0.34 + 9, 2) + circle(x + 16, y + h * 0.34 + 9, 2)).join(''))
      .when(
        a.motor,
        (v) => v.plain(rect(mx - 3, 84, 15, 44, 5)),
        (v) => v.line(rect(mx, 68, 9, 34, 4)),
      )
      .solid(circle(mx + 4, 74, 17))
      .line(circles(mx + 4, 74, 8, 3))
      .fine(holes(mx + 4, 74, 12.5, 1.3, 3) + (a.motor ? `M${mx - 3} 114h15` : ''))
      .span(178, y, 178, y + h, 8, 0, num(a.travel));
  },
);

/** Cable with an eye at one end and a clip or plug at the other. */
export const cable = part(
  { length: mm(1200, 150, 5000), section: of('mm²', 16, 0.5, 70), cores: count(1, 1, 4) },
  (a, v) => {
    const w = 3 + Math.sqrt(a.section) * 0.6;
    const turns = Math.max(1, Math.min(3, Math.round(a.length / 900)));
    const ring = (i: number): string => circles(92, 62, 25 + i * (w - 0.5), 25 + (i + 1) * (w - 0.5));
    const y = 62 + 25 + turns * (w - 0.5);
    return v
      .solid(repeat(turns, ring))
      .plain(
        tube(w, 10, [92, y - w / 2], [134, y - w / 2], [150, 66], [160, 66]) +
          tube(w, 4, [92, y - w / 2], [56, y - w / 2], [38, y - w / 2]),
      )
      .line(rect(22, y - w / 2 - w * 0.6, 16, w * 1.2) + circles(15, y - w / 2, 8, 3.5))
      .plain(rect(160, 66 - w * 0.8 - 5, 22, w * 1.6 + 10, 3))
      .thin(repeat(a.cores, (i) => path`M166 ${66 + (i - (a.cores - 1) / 2) * 4}h16`))
      .thin(rect(86, 34 - turns * (w - 0.5) + 2, 12, turns * (w - 0.5) + 4))
      .span(15, 132, 182, 132, 0, 6, num(a.length))
      .lead(152, 66 - w / 2, 140, 30, `${a.cores}×${num(a.section)} mm²`);
  },
);

/** Horn: disc with its membrane, bracket behind. */
export const horn = part(
  { frequency: of('Hz', 420, 200, 900), diameter: mm(90, 60, 140), volt: of('V', 12, 6, 24) },
  (a, v) => {
    const r = 18 + a.diameter * 0.28;
    const n = Math.round(2 + a.frequency / 140);
    return v
      .line(rect(68, 8, 12, 30, 2) + circle(74, 15, 3))
      .plain(circle(74, 70, r))
      .solid(circles(74, 70, r - 5, r * 0.36))
      .thin(
        Array.from({ length: n }, (_, i) => circle(74, 70, r * 0.36 + ((r * 0.64 - 5) * (i + 1)) / (n + 1))).join(''),
      )
      .line(circle(74, 70, r * 0.14))
      .line(
        path`M156 ${70 - r}q-8 ${r} 0 ${2 * r}zM156 ${70 - r * 0.6}h14v${r * 1.2}h-14M170 60h12v20h-12M160 ${70 - r * 0.6}V14h6v${56 - r * 0.6}`,
      )
      .cross(74, 70, r)
      .span(74 - r, 70, 74 + r, 70, 0, 66, `Ø${num(a.diameter)}`)
      .lead(160, 70 + r * 0.3, 160, 128, `${num(a.frequency)} Hz`, 'end');
  },
);

/** Electric door lock: latch, drive and plug. */
export const lock = part({ pins: count(4, 2, 9), side: side(), volt: of('V', 12, 12, 24) }, (a, v) =>
  v
    .sided(a.side)
    .solid('M50 26h66q8 0 8 8v18h20v40h-20v18q0 8-8 8H50q-8 0-8-8V34q0-8 8-8z')
    .plain('M124 60h26l8-8h8v14l-14 10h-28z')
    .line(circles(64, 44, 5, 2) + circles(64, 100, 5, 2) + rect(56, 118, 34, 14, 2))
    .line(cog(96, 74, 15, 4, 12) + circle(96, 74, 5))
    .thin(repeat(a.pins, (i) => path`M${60 + (i * 26) / (a.pins - 1)} 122v10`))
    .fine('M50 58h22v32H50z')
    .lead(80, 128, 112, 138, `${a.pins} · ${num(a.volt)} V`),
);
