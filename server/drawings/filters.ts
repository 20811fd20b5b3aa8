import { circle, circles, holes, iso, open, type Point, path, poly, rect, repeat, scale } from './geometry.js';
import { count, flag, mm, part, text } from './part.js';
import { num } from './text.js';

/** Spin-on oil filter: side and sealing face. */
export const oilFilter = part(
  { diameter: mm(76, 45, 140), height: mm(93, 50, 220), thread: text('M20×1,5') },
  (a, v) => {
    const k = scale(1.05, [a.height, 108], [a.diameter, 92]);
    const [w, h] = [a.diameter * k, a.height * k];
    const [mid, y, cx, cy] = [66, 68 - h / 2, 150, 68];
    const x = mid - w / 2;
    const r = Math.min(w / 2, 38);
    return v
      .solid(path`M${x} ${y + h - 6}V${y + 12}q0-9 9-11 ${w / 2 - 9}-2.500 ${w - 18} 0 9 2 9 11V${y + h - 6}z`)
      .line(rect(x - 2, y + h - 6, w + 4, 6) + rect(x + 5, y + h, w - 10, 3))
      .fine(repeat(9, (i) => path`M${x + ((i + 1) * w) / 10} ${y + 8}v${h * 0.18}`))
      .thin(path`M${x} ${y + h * 0.34}h${w}M${x} ${y + h - 13}h${w}`)
      .line(circles(cx, cy, r, r * 0.27) + holes(cx, cy, r * 0.49, 2.4, 6))
      .solid(circles(cx, cy, r * 0.86, r * 0.7))
      .fine(circle(cx, cy, r * 0.22))
      .cross(cx, cy, r)
      .axis(path`M${mid} ${y - 6}v${h + 14}`)
      .span(x, y + h, x + w, y + h, 0, 16, `Ø${num(a.diameter)}`)
      .span(x, y + h, x, y, -8, 0, num(a.height))
      .lead(cx + r * 0.1, cy + r * 0.25, cx + 6, cy + r + 16, a.thread);
  },
);

const box = (p: (x: number, y: number, z: number) => Point, L: number, W: number, from: number, to: number): string =>
  poly(p(0, W, to), p(L, W, to), p(L, W, from), p(0, W, from)) +
  poly(p(L, 0, to), p(L, W, to), p(L, W, from), p(L, 0, from));
const stroke = (...points: readonly Point[]): string => open(points);

/** The origin that puts an isometric box in the middle of the sheet. */
const centred = (L: number, W: number, H: number, k: number, y: number): ReturnType<typeof iso> =>
  iso(100 - (L - W) * 0.433 * k, y - (L + W) * 0.25 * k + H * 0.5 * k, k);

/** Panel air filter: pleats in a soft frame. */
export const airFilter = part(
  { length: mm(345, 120, 480), width: mm(136, 80, 300), height: mm(70, 20, 110) },
  (a, v) => {
    const [L, W, H, e] = [a.length, a.width, a.height, 12];
    const k = scale(0.37, [(L + W) * 0.866, 168], [(L + W) * 0.5 + H, 116]);
    const p = centred(L, W, H, k, 68);
    const z = H * 0.62;
    const n = Math.max(8, Math.round(L / 18));
    return v
      .line(box(p, L, W, 0, H) + stroke(p(0, W, z), p(L, W, z), p(L, 0, z)))
      .solid(
        poly(p(0, 0, H), p(L, 0, H), p(L, W, H), p(0, W, H)) +
          poly(p(e, e, H), p(L - e, e, H), p(L - e, W - e, H), p(e, W - e, H)),
      )
      .thin(
        repeat(n, (i) => {
          const x = e + ((i + 1) * (L - 2 * e)) / (n + 1);
          return stroke(p(x, e, H), p(x, W - e, H));
        }),
      )
      .fine(
        repeat(n, (i) => {
          const x = ((i + 1) * L) / (n + 1);
          return stroke(p(x, W, z), p(x, W, 5));
        }),
      )
      .span(...p(0, W, 0), ...p(L, W, 0), -7, 11, num(L))
      .span(...p(L, W, 0), ...p(L, 0, 0), 7, 11, num(W))
      .span(...p(L, 0, 0), ...p(L, 0, H), 9, 0, num(H));
  },
);

/** Cabin filter: flat, open pleats on the long edge; an activated carbon one is grained. */
export const cabinFilter = part(
  { length: mm(254, 120, 420), width: mm(235, 90, 320), height: mm(32, 15, 70), carbon: flag(0) },
  (a, v) => {
    const [L, W, H] = [a.length, a.width, a.height];
    const k = scale(0.38, [(L + W) * 0.866, 168], [(L + W) * 0.5 + H, 112]);
    const p = centred(L, W, H, k, 66);
    const n = Math.max(6, Math.round(L / 22));
    const zigzag = Array.from({ length: 2 * n + 1 }, (_, i) => p((i * L) / (2 * n), W, i % 2 ? H * 0.08 : H * 0.92));
    const grain = repeat(5 * 4, (i) => {
      const [x, y] = p(L * (0.12 + (i % 5) * 0.19 + (i % 2) * 0.04), W * (0.14 + Math.floor(i / 5) * 0.24), H);
      return circle(x, y, 0.8);
    });
    return v
      .solid(poly(p(0, 0, H), p(L, 0, H), p(L, W, H), p(0, W, H)))
      .line(box(p, L, W, 0, H))
      .line(open(zigzag))
      .thin(repeat(n - 1, (i) => stroke(p(((i + 1) * L) / n, 0, H), p(((i + 1) * L) / n, W, H))))
      .line(a.carbon ? grain : '')
      .fine(
        `${stroke(p(L, W * 0.25, H * 0.5), p(L, W * 0.75, H * 0.5))}${stroke(p(L, W * 0.32, H * 0.75), p(L, W * 0.25, H * 0.5), p(L, W * 0.32, H * 0.25))}`,
      )
      .span(...p(0, W, 0), ...p(L, W, 0), -7, 11, num(L))
      .span(...p(L, W, 0), ...p(L, 0, 0), 7, 11, num(W))
      .span(...p(L, 0, 0), ...p(L, 0, H), 9, 0, num(H));
  },
);

/** In-line fuel filter: canister with beaded seams and a pipe at each end. */
export const fuelFilter = part(
  { diameter: mm(55, 30, 110), length: mm(165, 80, 240), pipe: mm(8, 6, 16), outlets: count(1, 1, 2) },
  (a, v) => {
    const k = scale(0.78, [a.length, 166], [a.diameter, 84]);
    const [D, L, q, cy] = [a.diameter * k, a.length * k, a.pipe * k, 66];
    const body = L - 40;
    const x = 100 - L / 2;
    const nipple = (at: number, y: number): string => rect(at, y - q / 2, 20, q, 1);
    const y = a.outlets === 2 ? [cy - D * 0.25, cy + D * 0.25] : [cy];
    return v
      .line(nipple(x, cy) + y.map((o) => nipple(x + 20 + body, o)).join(''))
      .thin(path`M${x + 5} ${cy - q / 2 - 1}v${q + 2}`)
      .solid(rect(x + 20, cy - D / 2, body, D, 7))
      .thin(path`M${x + 29} ${cy - D / 2}v${D}M${x + 12 + body} ${cy - D / 2}v${D}`)
      .plain(path`${rect(92, cy - D / 2 - 2, 16, D + 4, 2)}M95 ${cy + D / 2 + 2}v9h10v-9`)
      .fine(body > 60 ? path`M112 ${cy - 6}h14m-4-3l4 3-4 3` : '')
      .axis(path`M${x - 5} ${cy}h${L + 10}`)
      .span(x, cy, x + L, cy, 0, 66, num(a.length))
      .span(x + 28 + body, cy - D / 2, x + 28 + body, cy + D / 2, 22, 0, `Ø${num(a.diameter)}`)
      .lead(x + 9, cy - q / 2, x + 12, cy - D / 2 - 8, `Ø${num(a.pipe)}`);
  },
);
