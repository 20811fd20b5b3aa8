import { discLetters } from './dimensions.js';
import { circle, circles, f, holes, path, polar, rect, repeat, scale, thread, tube } from './geometry.js';
import { count, flag, mm, part, side, text } from './part.js';
import { num } from './text.js';

/** Disc: front view and section, one scale up to 340 mm. Letters A to E name the rows of the attribute table. */
export const disc = part(
  {
    diameter: mm(288, 180, 420),
    thickness: mm(25, 6, 44),
    height: mm(49.5, 20, 110),
    centre: mm(65, 40, 110),
    pcd: mm(112, 90, 180),
    holes: count(5, 3, 10),
    vented: flag(1),
    drilled: flag(0),
  },
  (a, v) => {
    const k = scale(0.345, [a.diameter, 118]);
    const [cx, cy, R, x] = [70, 71, (a.diameter / 2) * k, 163];
    const pitch = Math.min((a.pcd / 2) * k, R * 0.5);
    const [Ri, Rh, Rb] = [R * 0.66, R * 0.57, Math.min((a.centre / 2) * k, pitch - 4)];
    const pattern = repeat(a.drilled ? 18 : 0, (i) =>
      circle(...polar(cx, cy, R * (0.72 + (i % 3) * 0.1), (i / 18) * 6.283), 1.5),
    );
    const t = Math.max(a.thickness * k, 3);
    const h = Math.max(a.height * k, t + 4);
    const half = (m: number): string =>
      path`M${x} ${cy + m * R}h${t}V${cy + m * Rh}H${x + h}V${cy + m * Rb}h-3V${cy + m * (Rh - 3)}H${x + t * 0.5}V${cy + m * Ri}H${x}z`;
    const slot = (m: number): string =>
      [0.36, 0.64].map((at) => path`M${x + t * at} ${cy + m * R}V${cy + m * Ri}`).join('');
    return v
      .solid(circles(cx, cy, R, Ri))
      .line(circles(cx, cy, Rh, Rb) + holes(cx, cy, pitch, Math.max(7 * k, 1.6), a.holes))
      .thin(pattern + (a.vented ? slot(1) + slot(-1) : ''))
      .solid(half(-1) + half(1))
      .line(path`M${x} ${cy - Ri}V${cy + Ri}M${x + h} ${cy - Rb}V${cy + Rb}`)
      .cross(cx, cy, R)
      .axis(path`M${x - 5} ${cy}H${x + h + 5}`)
      .span(cx - R, cy, cx + R, cy, 0, 68, `${discLetters.diameter} Ø${num(a.diameter)}`)
      .span(x, cy - R, x + t, cy - R, 0, -3, '')
      .lead(x + t / 2, cy - R - 3, x - 8, 6, `${discLetters.thickness} ${num(a.thickness)}`, 'end')
      .span(x, cy + R, x + h, cy + R, 0, 73 - R, `${discLetters.height} ${num(a.height)}`)
      .lead(...polar(cx, cy, Rb, -0.8), 112, 20, `${discLetters.centre} Ø${num(a.centre)}`)
      .lead(...polar(cx, cy, pitch, 3.4), 46, 8, `${discLetters.pcd} ${a.holes}×${num(a.pcd)}`, 'end');
  },
);

/** Drum: open side and section of the cup. */
export const drum = part(
  {
    diameter: mm(228, 160, 330),
    width: mm(42, 20, 90),
    centre: mm(60, 40, 110),
    pcd: mm(100, 90, 180),
    holes: count(4, 3, 8),
  },
  (a, v) => {
    const k = scale(0.43, [a.diameter, 104]);
    const [cx, cy, r, x] = [70, 70, (a.diameter / 2) * k, 148];
    const R = r + 6;
    const pitch = Math.min((a.pcd / 2) * k, r * 0.6);
    const rb = Math.min((a.centre / 2) * k, pitch - 4);
    const w = Math.max(a.width * k, 9);
    const half = (m: number): string =>
      path`M${x} ${cy + m * rb}h4V${cy + m * r}h${w}v${m * 2}h4v${m * 4}H${x - 2}V${cy + m * (r - 4)}H${x}z`;
    return v
      .solid(circles(cx, cy, R, r))
      .line(
        circles(cx, cy, R - 3, r * 0.72, rb) + holes(cx, cy, pitch, 2.6, a.holes) + holes(cx, cy, pitch, 1.3, 2, 0.2),
      )
      .solid(half(-1) + half(1))
      .line(path`M${x} ${cy - rb}V${cy + rb}M${x + w + 8} ${cy - r}V${cy + r}`)
      .cross(cx, cy, R)
      .axis(path`M${x - 8} ${cy}H${x + w + 14}`)
      .span(cx - r, cy, cx + r, cy, 0, 66, `Ø${num(a.diameter)}`)
      .span(x + 4, cy + r, x + 4 + w, cy + r, 0, 66 - r, num(a.width))
      .lead(...polar(cx, cy, pitch, -2), 42, 6, `${a.holes}×${num(a.pcd)}`, 'end')
      .lead(...polar(cx, cy, rb, -0.7), 122, 14, `Ø${num(a.centre)}`);
  },
);

const plate = 'M0 26h9q3 0 3-3 0-12 8-14Q67-9 114 9q8 2 8 14 0 3 3 3h9v23h-9q-3 0-3 3v12Q67 56 12 64V52q0-3-3-3H0z';
const lining =
  'M20 24q0-7 6-9 18-7 38-7.5v45q-22 0-38 3.5-6 1-6-5zM70 7.5q20 .5 38 7.500 6 2 6 9v28q0 6-6 5-16-3-38-3.500z';

/** Brake pad: friction side and thickness, with the wear sensor's cable if it has one. */
export const pads = part(
  { width: mm(160, 70, 240), height: mm(64.7, 35, 110), thickness: mm(20.3, 12, 30), sensor: flag(1) },
  (a, v) => {
    const k = scale(0.83, [a.width, 136], [a.height, 76]);
    const [w, h, t] = [a.width * k, a.height * k, a.thickness * 0.85];
    const [x, y] = [82 - w / 2, 64 - h / 2];
    return v
      .placed(x, y, w / 134, h / 64, (v) => v.line(plate).solid(lining))
      .line(rect(164, y + h * 0.08, 6, h * 0.86))
      .solid(rect(170, y + h * 0.14, t - 6, h * 0.72))
      .line(a.sensor ? path`M${x + w * 0.66} ${y + h * 0.86}V104q0 6 6 6h26${rect(x + w * 0.66 + 32, 106, 11, 8)}` : '')
      .span(x, y + h * 0.6, x + w, y + h * 0.6, 0, 132 - y - h * 0.6, num(a.width))
      .span(x, y + h, x, y, -7, 0, num(a.height))
      .span(164, y + h, 164 + t, y + h, 0, 122 - y - h, num(a.thickness));
  },
);

/** Drum brake shoes: the pair with its return springs, and the width of one. */
export const shoes = part({ diameter: mm(228, 160, 330), width: mm(42, 20, 90), levers: count(1, 0, 2) }, (a, v) => {
  const k = scale(0.43, [a.diameter, 108]);
  const [cx, cy, R] = [76, 70, (a.diameter / 2) * k];
  const at = (r: number, degrees: number): string =>
    polar(cx, cy, r, (degrees * Math.PI) / 180)
      .map(f)
      .join(' ');
  const band = (o: number, i: number, from: number, to: number): string =>
    path`M${at(o, from)}A${o} ${o} 0 0 1 ${at(o, to)}L${at(i, to)}A${i} ${i} 0 0 0 ${at(i, from)}z`;
  const coil = (y: number): string =>
    path`M${cx - R * 0.3} ${y}h${R * 0.1}${repeat(6, () => path`l${R * 0.033} -3l${R * 0.033} 6`)}h${R * 0.1}`;
  const w = Math.max(a.width * k, 10);
  return v
    .line(band(R * 0.9, R * 0.68, -76, 76) + band(R * 0.9, R * 0.68, 104, 256))
    .solid(band(R, R * 0.9, -58, 58) + band(R, R * 0.9, 122, 238))
    .line(
      circle(cx - R * 0.78, cy, 3) +
        circle(cx + R * 0.78, cy, 3) +
        repeat(a.levers, (i) =>
          tube(4, 4, [cx + (i ? -1 : 1) * R * 0.66, cy - R * 0.6], [cx + (i ? -1 : 1) * R * 0.58, cy + R * 0.5]),
        ),
    )
    .thin(coil(cy - R * 0.62) + coil(cy + R * 0.72))
    .line(rect(154, cy - R * 0.72, w, R * 1.44, 2))
    .solid(rect(154, cy - R * 0.6, w, R * 1.2))
    .fine(holes(154 + w / 2, cy, R * 0.4, 1.2, 2))
    .cross(cx, cy, R)
    .span(cx - R, cy, cx + R, cy, 0, 66, `Ø${num(a.diameter)}`)
    .span(154, cy + R * 0.72, 154 + w, cy + R * 0.72, 0, 66 - R * 0.72, num(a.width));
});

/** Floating caliper from above, with the pads in it. */
export const caliper = part({ piston: mm(54, 28, 70), disc: mm(25, 8, 40), side: side() }, (a, v) => {
  const p = a.piston * 0.52;
  const gap = 8 + a.disc * 0.42;
  return v
    .sided(a.side)
    .line(rect(100, 20, 20, 104, 3))
    .thin('M106 20v12M114 20v12M106 112v12M114 112v12')
    .solid('M36 34h72q18 0 18 18v40q0 18-18 18H36V92h52V52H36z')
    .plain(path`M126 ${72 - p - 6}h26q10 0 10 10v${p * 2 - 8}q0 10-10 10h-26z`)
    .line(
      path`M36 42h26M36 102h26M138 ${66 - p}v-8h-3v-8h6v8h3v8M162 65h10v14h-10${rect(38, 56, 7, 32)}${rect(53 + gap, 56, 7, 32)}`,
    )
    .solid(rect(45, 59, 6, 26) + rect(47 + gap, 59, 6, 26))
    .thin(path`M${60 + gap} ${72 - p / 2}H88M${60 + gap} ${72 + p / 2}H88M134 ${66 - p}v${2 * p + 12}`)
    .axis('M20 72h160')
    .lead(80, 72 + p / 2, 70, 138, `Ø${num(a.piston)}`, 'end');
});

/** Brake hose with its two unions; a longer hose swings wider. */
export const brakeHose = part({ length: mm(450, 150, 1200), thread: text('M10×1') }, (a, v) => {
  const s = 10 + Math.min(a.length / 14, 62);
  const [top, low] = [74 - s * 0.55, 74 + s * 0.45];
  const union = rect(12, low - 4, 12, 8) + rect(24, low - 7, 11, 14) + rect(35, low - 5, 6, 10);
  return v
    .solid(tube(7, 8, [41, low], [70, low], [88, top], [118, top], [134, low], [160, low]))
    .line(union + rect(160, low - 5, 7, 10) + rect(167, low - 8, 11, 16) + circles(185, low, 8, 3.5))
    .fine(path`${thread(12, 24, low - 4, low + 4, 3)}M96 ${top - 3.5}v7M108 ${top - 3.5}v7`)
    .span(12, low, 185, low, 0, 32, num(a.length))
    .lead(18, low - 4, 26, low - 24, a.thread);
});

/** Tandem master cylinder with its reservoir. */
export const masterCylinder = part(
  { bore: mm(22.2, 15, 32), outlets: count(2, 1, 4), thread: text('M10×1') },
  (a, v) => {
    const b = a.bore * 0.8;
    const cy = 96;
    return v
      .line(
        `M52 46h96q6 0 6 6v18q0 4-6 4H58q-12 0-12-8V52q0-6 6-6zM62 74v8h14v-8M112 74v8h14v-8M128 46V36h-3V28h26v8h-3v10`,
      )
      .fine('M131 28v8M138 28v8M145 28v8M46 60h108')
      .solid(path`M34 ${cy - b / 2 - 5}h106v${b + 10}H34q-8 0-8-8v${-b + 6}q0-8 8-8z`)
      .line(rect(140, cy - 22, 8, 44, 2) + rect(148, cy - b / 2, 16, b) + rect(164, cy - 4, 20, 8))
      .plain(repeat(a.outlets, (i) => rect(46 + i * 22, cy + b / 2 + 1, 10, 9)))
      .thin(path`M26 ${cy - b / 2}h114M26 ${cy + b / 2}h114`)
      .axis(`M16 ${cy}h172`)
      .lead(156, cy + b / 2, 160, 136, `Ø${num(a.bore)}`)
      .lead(51, cy + b / 2 + 10, 60, 136, `${a.outlets}× ${a.thread}`);
  },
);

/** Wheel speed sensor: head with lug, cable in turns, plug. */
export const sensor = part({ length: mm(900, 60, 2400), pins: count(2, 1, 5), head: mm(18, 8, 30) }, (a, v) => {
  const h = a.head * 0.9;
  const turns = Math.max(1, Math.min(4, Math.round(a.length / 450)));
  const loop = repeat(turns, (i) => circles(106, 66, 22 + i * 6, 24.5 + i * 6));
  return v
    .solid(rect(18, 90 - h / 2, 26, h, 2))
    .line(rect(44, 90 - h / 2 - 5, 14, h + 10, 3) + rect(58, 86, 12, 8))
    .plain(rect(46, 112 - h / 8, 24, 12, 6))
    .line(circle(63, 118 - h / 8, 3))
    .line(loop)
    .plain(tube(4, 6, [70, 90], [84, 90], [106, 90]))
    .plain(tube(4, 8, [106, 90], [140, 90], [140, 60], [152, 60]))
    .line(rect(152, 48, 8, 24, 2))
    .solid(rect(160, 46, 24, 28, 2))
    .thin(repeat(a.pins, (i) => path`M166 ${60 + (i - (a.pins - 1) / 2) * (20 / a.pins)}h18`))
    .fine(path`M24 ${90 - h / 2}v${h}`)
    .span(18, 132, 184, 132, 0, 4, num(a.length))
    .span(18, 90 - h / 2, 18, 90 + h / 2, -8, 0, `Ø${num(a.head)}`);
});
