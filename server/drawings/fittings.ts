import { circle, circles, hex, path, rect, repeat, scale, thread } from './geometry.js';
import { choice, mm, of, part, text } from './part.js';
import { line, solid, thin } from './strokes.js';
import { num } from './text.js';

/** Engine mount: core in rubber, bracket with its foot. */
export const mount = part(
  { diameter: mm(80, 45, 130), height: mm(95, 40, 170), thread: text('M12'), design: choice('bush', 'hydro') },
  (a, v) => {
    const r = a.diameter * 0.42;
    const h = 44 + a.height * 0.32;
    const foot = 124;
    if (a.design === 'hydro') {
      const y = foot - h;
      return v
        .line(rect(95, y - 20, 10, 20))
        .thin(repeat(4, (i) => path`M95 ${y - 17 + i * 4}l10 -2`))
        .solid(
          path`M${100 - r * 0.4} ${y}h${r * 0.8}q${r * 0.2} ${h * 0.4} ${r * 0.6} ${h * 0.46}H${100 - r}q${r * 0.4}-${h * 0.06} ${r * 0.6}-${h * 0.46}z`,
        )
        .line(
          rect(96 - r, y + h * 0.46, 2 * r + 8, 6, 2) +
            path`M${100 - r} ${y + h * 0.46 + 6}v${h * 0.3}q0 6 6 6h${2 * r - 12}q6 0 6-6v${-h * 0.3}` +
            rect(96, foot - 8, 8, 14),
        )
        .axis(path`M100 ${y - 24}V136`)
        .span(100 - r, y + h * 0.5, 100 + r, y + h * 0.5, 0, 141 - y - h * 0.5, `Ø${num(a.diameter)}`)
        .span(100 + r, y, 100 + r, foot, 16, 0, num(a.height))
        .lead(105, y - 12, 122, y - 14, a.thread);
    }
    const cy = foot - 12 - h / 2;
    return v
      .line(path`M${96 - r} ${cy}L56 ${foot - 10}H38q-4 0-4 5v5h132v-5q0-5-4-5h-18L${104 + r} ${cy}`)
      .plain(circle(100, cy, r + 4))
      .solid(
        path`${circle(100, cy, r)}M${100 - r * 0.72} ${cy - r * 0.2}q${r * 0.3}-${r * 0.5} ${r * 0.72}-${r * 0.5}t${r * 0.72} ${r * 0.5}q-${r * 0.3}-${r * 0.2}-${r * 0.72}-${r * 0.2}t-${r * 0.72} ${r * 0.2}zM${100 - r * 0.6} ${cy + r * 0.56}q${r * 0.6} ${r * 0.36} ${r * 1.2} 0q-${r * 0.6}-${r * 0.16}-${r * 1.2} 0z`,
      )
      .plain(circles(100, cy + r * 0.12, r * 0.34))
      .line(circle(100, cy + r * 0.12, r * 0.18) + rect(42, foot - 14, 12, 4) + rect(146, foot - 14, 12, 4))
      .cross(100, cy, r)
      .span(100 - r, cy, 100 + r, cy, 0, 141 - cy, `Ø${num(a.diameter)}`)
      .span(166, cy - r - 4, 166, foot, 14, 0, num(a.height))
      .lead(48, foot - 14, 30, 92, a.thread);
  },
);

/** Electric pump: motor can, connector and two pipes. */
export const pump = part(
  {
    pressure: of('bar', 3, 0.2, 400),
    flow: of('l', 110, 5, 400),
    pipe: mm(8, 4, 20),
    volt: of('V', 12, 6, 24),
    length: mm(140, 60, 260),
  },
  (a, v) => {
    const L = 60 + a.length * 0.22;
    const [x, D, q] = [92 - L / 2, 20 + a.flow * 0.07, a.pipe * 0.7];
    const e = x + L;
    return v
      .solid(rect(x, 70 - D, L, 2 * D, 6))
      .line(path`M${e} ${70 - D * 0.8}h10q6 0 6 6v${D * 1.6 - 12}q0 6-6 6h-10`)
      .line(
        rect(x - 22, 70 - q, 22, 2 * q, 1) +
          rect(e + 16, 70 - D * 0.4 - q, 22, 2 * q, 1) +
          rect(e + 16, 72 + D * 0.2, 10, 16, 2),
      )
      .thin(
        path`M${x - 17} ${69 - q}v${2 * q + 2}M${e + 33} ${69 - D * 0.4 - q}v${2 * q + 2}M${x + 8} ${70 - D}v${2 * D}M${e - 8} ${70 - D}v${2 * D}`,
      )
      .line(path`M${x + L * 0.3} ${70 + D}v10h-12v6h${L * 0.4 + 24}v-6h-12v-10`)
      .fine(
        path`M${x - 18} ${60 - q}h14m-4-3l4 3-4 3` +
          circle(x + L / 2, 70, D * 0.5) +
          path`M${x + L / 2 - D * 0.28} ${70 - D * 0.4}L${x + L / 2 + D * 0.5} 70L${x + L / 2 - D * 0.28} ${70 + D * 0.4}`,
      )
      .axis(path`M${x - 28} 70H${e + 30}`)
      .span(x, 70 + D + 16, e, 70 + D + 16, 0, 48 - D, num(a.length))
      .lead(x + L * 0.6, 70 - D, x + L * 0.6 + 12, 54 - D, `${num(a.pressure)} bar ${num(a.volt)} V`)
      .lead(x - 12, 70 + q, x - 10, 100, `Ø${num(a.pipe)}`, 'end');
  },
);

/** Shaft seal: front and section with its lip and garter spring. */
export const seal = part({ inner: mm(42, 6, 130), outer: mm(62, 14, 170), width: mm(8, 3, 20) }, (a, v) => {
  const k = scale(1.3, [a.outer, 112]);
  const [R, w] = [Math.max((a.outer / 2) * k, 18), Math.max(a.width * 1.5, 8)];
  const r = Math.min((a.inner / 2) * k, R - 9);
  const half = (m: number): string =>
    path`M152 ${70 + m * R}h${w}v${-m * 4}h${4 - w}V${70 + m * (r + 6)}l6 ${-m * 3}-2 ${-m * 3}-8 ${m * 2}z`;
  return v
    .solid(circles(74, 70, R, r))
    .line(circle(74, 70, R - 4))
    .thin(circle(74, 70, r + 3))
    .fine(circle(74, 70, R - 2))
    .solid(half(1) + half(-1))
    .line(circle(158, 70 + r + 6, 2) + circle(158, 70 - r - 6, 2))
    .cross(74, 70, R)
    .axis('M142 70h40')
    .span(74 - R, 70, 74 + R, 70, 0, 66, `Ø${num(a.outer)}`)
    .lead(74 + r * 0.7, 70 - r * 0.7, 118, 8, `Ø${num(a.inner)}`)
    .span(152, 70 + R, 152 + w, 70 + R, 0, 62 - R, num(a.width));
});

/** A guide sleeve of a brake caliper lying in its boot. */
function guideSleeve(diameter: number): string {
  const r = Math.max(7, Math.min(14, diameter));
  const folds = repeat(4, (i) => path`M${44 + i * 8} ${70 - r - 6}q4 -4 8 0M${44 + i * 8} ${70 + r + 6}q4 4 8 0`);
  return (
    solid(rect(76, 70 - r, 74, 2 * r, 2)) +
    line(
      path`M44 ${70 - r - 6}v${2 * r + 12}M76 ${70 - r - 6}v${2 * r + 12}${folds}` +
        rect(36, 70 - r - 3, 8, 2 * r + 6, 2),
    ) +
    thin(path`M82 ${70 - r * 0.55}h62M82 ${70 + r * 0.55}h62M142 ${70 - r}v${2 * r}`)
  );
}

/** Bolt with its collar, a nut, or a guide sleeve with its boot. */
export const bolt = part(
  {
    thread: text('M12×1,5'),
    diameter: mm(12, 4, 24),
    length: mm(45, 8, 200),
    hex: mm(17, 7, 36),
    design: choice('bolt', 'nut', 'sleeve'),
  },
  (a, v) => {
    const k = scale(2.1, [a.design === 'nut' ? 1 : a.length + a.diameter, 128], [a.hex, 46]);
    const h = Math.max(a.hex * k * 0.55, 8);
    const d0 = Math.min(a.diameter * k * 0.5, h - 3);
    const face = (cx: number): string => solid(hex(cx, 70, h * 1.1)) + line(circle(cx, 70, h * 0.82));
    if (a.design === 'nut')
      return v
        .add(face(66))
        .line(circle(66, 70, d0))
        .fine(circle(66, 70, d0 * 0.86))
        .solid(rect(124, 70 - h, 34, 2 * h, 2))
        .line(path`M124 ${70 - h / 2}h34M124 ${70 + h / 2}h34`)
        .cross(66, 70, h)
        .axis('M116 70h50')
        .span(66 - h * 1.1, 70, 66 + h * 1.1, 70, 0, 60, `SW ${num(a.hex)}`)
        .lead(66 + d0 * 0.7, 70 - d0 * 0.7, 112, 18, a.thread);
    if (a.design === 'sleeve')
      return v
        .add(guideSleeve(a.diameter))
        .axis('M22 70h156')
        .span(40, 84, 150, 84, 0, 34, num(a.length))
        .lead(120, 70 - a.diameter, 134, 30, `Ø${num(a.diameter)}`);
    const L = Math.max(a.length * k, 14);
    const head = d0 * 1.3;
    const x = 112 - (L + head) / 2;
    return v
      .solid(rect(x, 70 - h, head, 2 * h, 2))
      .line(path`M${x} ${70 - h / 2}h${head}M${x} ${70 + h / 2}h${head}` + rect(x + head, 70 - h - 3, 4, 2 * h + 6))
      .line(path`M${x + head + 4} ${70 - d0}h${L - 3}l3 3v${2 * d0 - 6}l-3 3h${3 - L}`)
      .thin(thread(x + head + 4 + L * 0.3, x + head + 2 + L, 70 - d0, 70 + d0, Math.max(3, d0 * 0.36)))
      .add(face(Math.max(h * 1.1 + 8, x - h * 1.5 - 8)))
      .axis(path`M${x - 6} 70h${L + head + 18}`)
      .span(x + head + 4, 70 + d0, x + head + 4 + L, 70 + d0, 0, 62 - d0, num(a.length))
      .lead(x + head + L * 0.7, 70 - d0, x + head + L * 0.7 + 6, 60 - h, a.thread)
      .lead(Math.max(h * 1.1 + 8, x - h * 1.5 - 8), 70 + h, 24, 140, `SW ${num(a.hex)}`);
  },
);
