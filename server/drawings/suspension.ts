import { bar, circles, holes, path, range, rect, repeat, scale, thread } from './geometry.js';
import { choice, count, mm, part } from './part.js';
import { solid } from './strokes.js';
import { num } from './text.js';

/** Shock absorber: lower eye or fork, tube, piston rod with its pin. */
export const shock = part(
  { length: mm(512, 240, 760), diameter: mm(50, 30, 70), rod: mm(14, 10, 25), mount: choice('strut', 'eye') },
  (a, v) => {
    const L = 84 + a.length * 0.12;
    const [x, D, r] = [100 - L / 2, a.diameter * 0.5, Math.max(a.rod * 0.5, 4)];
    const split = x + 20 + (L - 20) * 0.52;
    const seat = split - 30;
    const eye = (at: number): string => circles(at, 72, 10, 4.5);
    const end = x + L;
    return v
      .turned(v.small ? -24 : -16)
      .line(eye(x + 10))
      .solid(rect(x + 18, 72 - D / 2, split - x - 18, D, 4))
      .line(
        rect(split, 72 - D / 2 + 2, 6, D - 4) +
          rect(split + 6, 72 - r / 2, end - split - 26, r) +
          (a.mount === 'eye' ? eye(end - 10) : rect(end - 20, 72 - r / 2 + 1, 20, r - 2)),
      )
      .when(
        a.mount === 'eye',
        (v) => v,
        (v) =>
          v
            .thin(thread(end - 16, end, 72 - r / 2 + 1, 72 + r / 2 - 1, 3))
            .line(path`M${seat} ${72 - D / 2}l5-10h6l-5 10M${seat} ${72 + D / 2}l5 10h6l-5-10`),
      )
      .fine(path`M${split - 7} ${72 - D / 2}v${D}M${x + 28} ${72 - D * 0.2}h30`)
      .axis(path`M${x - 6} 72H${end + 6}`)
      .span(x + 10, 72, a.mount === 'eye' ? end - 10 : end, 72, 0, 34, num(a.length))
      .lead(split + 18, 72 - r / 2, split + 22, 48, `Ø${num(a.rod)}`);
  },
);

/** Coil spring: coils, wire, diameter and free length. */
export const spring = part(
  { height: mm(356, 150, 520), diameter: mm(138, 70, 200), wire: mm(12.5, 8, 22), coils: count(6, 3, 12) },
  (a, v) => {
    const H = 44 + a.height * 0.145;
    const [R, cx, w] = [a.diameter * 0.24, 98, a.wire * 0.56];
    const y0 = 68 - H / 2 + w / 2;
    const p = (H - w) / a.coils;
    const back = repeat(a.coils, (i) => bar(cx + R, y0 + (i + 0.5) * p, cx - R, y0 + (i + 1) * p, w));
    const front = range(a.coils)
      .map((i) => solid(bar(cx - R, y0 + i * p, cx + R, y0 + (i + 0.5) * p, w)))
      .join('');
    return v
      .thin(back)
      .add(front)
      .line(bar(cx - R, y0 + H - w, cx + R * 0.4, y0 + H - w, w))
      .axis(path`M${cx} ${y0 - w / 2 - 6}v${H + 12}`)
      .span(cx - R - w / 2, y0 + H - w, cx + R + w / 2, y0 + H - w, 0, 141 - y0 - H + w, `Ø${num(a.diameter)}`)
      .span(cx + R, y0 - w / 2, cx + R, y0 - w / 2 + H, 20, 0, num(a.height))
      .lead(cx - R, y0 + p, cx - R - 16, y0 + p - 8, `Ø${num(a.wire)}`, 'end');
  },
);

/** Strut top mount: from above and in section. */
export const strutMount = part(
  { diameter: mm(120, 70, 180), height: mm(48, 25, 90), studs: count(3, 0, 5), bore: mm(14, 8, 30) },
  (a, v) => {
    const k = scale(0.68, [a.diameter, 104]);
    const [cx, cy, R, b, x] = [66, 68, (a.diameter / 2) * k, Math.max(a.bore * k * 0.5, 4), 156];
    const h = a.height * k * 0.9;
    const half = (m: number): string =>
      path`M${x - h * 0.2} ${cy + m * R}h4V${cy + m * R * 0.66}l${h * 0.5} ${-m * R * 0.14}V${cy + m * b}h-6V${cy + m * R * 0.42}H${x - h * 0.2}z`;
    return v
      .solid(circles(cx, cy, R, R * 0.64))
      .line(
        circles(cx, cy, R * 0.46, b) +
          holes(cx, cy, R * 0.82, 3.4, Math.max(a.studs, 1)) +
          holes(cx, cy, R * 0.82, 1.6, Math.max(a.studs, 1)),
      )
      .solid(half(-1) + half(1))
      .line(
        path`M${x - h * 0.2} ${cy - R * 0.42}v${R * 0.84}${a.studs ? rect(x - h * 0.2 + 4, cy - R * 0.9, 16, 5) + rect(x - h * 0.2 + 4, cy + R * 0.9 - 5, 16, 5) : ''}`,
      )
      .fine(holes(cx, cy, R * 0.55, 1.6, 14))
      .cross(cx, cy, R)
      .axis(path`M${x - h * 0.2 - 8} ${cy}h${h + 24}`)
      .span(cx - R, cy, cx + R, cy, 0, 66, `Ø${num(a.diameter)}`)
      .lead(cx + b * 0.7, cy - b * 0.7, cx + R * 0.9, 10, `Ø${num(a.bore)}`)
      .span(x - h * 0.2, cy + R, x + h * 0.3 + 4, cy + R, 0, 66 - R, num(a.height));
  },
);
