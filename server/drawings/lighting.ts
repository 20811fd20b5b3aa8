import { circle, circles, f, rect, repeat, spokes, tube } from './geometry.js';
import { choice, count, mm, of, part, side, text } from './part.js';
import { line, placed, plain, sided, solid, thin } from './strokes.js';
import { num } from './text.js';

const filament = (x: number, y: number): string => `M${f(x)} ${f(y)}${repeat(4, () => 'q1.500 -7 3 0')}`;

/** Lamp: capped halogen bulb, wedge base or festoon. */
export const bulb = part(
  {
    type: text('H7'),
    socket: text('PX26d'),
    watt: of('W', 55, 1, 120),
    volt: of('V', 12, 6, 24),
    length: mm(53, 20, 110),
  },
  (a, v) => {
    const festoon = /^(C|SV)/.test(a.type) || a.socket.startsWith('SV');
    const wedge = /^(W\d|T\d)/.test(a.type) || a.socket.startsWith('W');
    const r = 10 + Math.sqrt(a.watt) * 0.75;
    const L = 60 + a.length * 1.05;
    const [x, e] = [100 - L / 2, 100 + L / 2];
    const label = (lx: number, ly: number): string =>
      v.dims((d) =>
        d
          .span(x, 72 + r, e, 72 + r, 0, 54 - r, num(a.length))
          .lead(lx, ly, lx + 10, 26, `${a.type} ${a.socket}`, 'start')
          .lead(e - 18, 72 - r + 2, e - 24, 44 - r / 3, `${num(a.watt)} W`),
      );
    if (festoon) {
      const cap = (at: number, m: number): string =>
        `M${f(at)} ${f(72 - r * 0.7)}h${m * 10}q${m * 8} 0 ${m * 8} ${f(r * 0.7)}t${m * -8} ${f(r * 0.7)}h${m * -10}z`;
      return (
        line(
          `M${f(x + 18)} ${f(72 - r * 0.7)}q8-${f(r * 0.4)} 16-${f(r * 0.4)}h${f(L - 68)}q8 0 16 ${f(r * 0.4)}M${f(x + 18)} ${f(72 + r * 0.7)}q8 ${f(r * 0.4)} 16 ${f(r * 0.4)}h${f(L - 68)}q8 0 16-${f(r * 0.4)}M${f(x + 18)} 72h${f(L / 2 - 24)}M${f(e - 18)} 72h${f(24 - L / 2)}${filament(94, 72)}`,
        ) +
        solid(cap(x + 18, -1) + cap(e - 18, 1)) +
        v.axis(`M${f(x - 5)} 72h${f(L + 10)}`) +
        label(x + 10, 64)
      );
    }
    const glass = wedge ? x + L * 0.42 : x + 54;
    const tip = `M${f(e - 16)} ${f(72 - r)}q16 1 16 ${f(r)}t-16 ${f(r)}q3-${f(r)} 0-${f(2 * r)}z`;
    const base = wedge
      ? solid(rect(x, 72 - r * 0.8, glass - x, r * 1.6, 3)) +
        line(`M${f(x + 6)} ${f(72 - r * 0.4)}H${f(glass)}M${f(x + 6)} ${f(72 + r * 0.4)}H${f(glass)}`)
      : line(`M${f(x)} 58h18v8h-18zM${f(x)} 78h18v8h-18z${rect(x + 18, 53, 18, 38)}${rect(x + 43, 56, 11, 32)}`) +
        thin(`M${f(x + 24)} 53v38M${f(x + 30)} 53v38`) +
        solid(rect(x + 36, 40, 7, 64));
    return (
      base +
      line(
        `M${f(glass)} ${f(72 - r)}H${f(e - 16)}M${f(glass)} ${f(72 + r)}H${f(e - 16)}${wedge ? `M${f(glass)} ${f(72 - r)}v${f(2 * r)}` : ''}M${f(glass)} 68h14M${f(glass)} 76H${f(glass + 26)}v-4h-4${filament(glass + 14, 68)}v4`,
      ) +
      (wedge ? line(tip) : solid(tip)) +
      v.axis(`M${f(x - 5)} 72h${f(L + 10)}`) +
      label(x + 40, wedge ? 72 - r : 40)
    );
  },
);

/** Headlight from the front: lens with one to three modules and the indicator. */
export const headlight = part(
  {
    width: mm(620, 180, 900),
    height: mm(310, 120, 450),
    modules: count(2, 1, 3),
    watt: of('W', 55, 5, 70),
    side: side(),
  },
  (a, v) => {
    const [w, h] = [Math.min(166, 56 + a.width * 0.155), Math.min(108, 22 + a.height * 0.22)];
    const [x, y] = [100 - w / 2, 68 - h / 2];
    const sx = w / 160;
    const sy = h / 90;
    const r = Math.min(21 * sy, (w * 0.5) / (a.modules * 2.1));
    const lamps = repeat(a.modules, (i) =>
      circles(x + w * 0.32 + r + i * r * 2.25, y + h * 0.58 - i * h * 0.04, r, r * 0.72),
    );
    return (
      sided(
        a.side,
        placed(
          x,
          y,
          sx,
          sy,
          line('M8 50Q40 12 150 0q12 0 10 14l-8 56q-2 16-16 18l-100 2Q14 90 8 74q-6-14 0-24z') +
            thin('M16 54Q46 20 148 7q6 0 5 8l-8 53q-2 13-12 14l-94 2Q20 84 15 72q-4-10 1-18z'),
        ) +
          solid(lamps) +
          v.fine(
            repeat(a.modules, (i) =>
              spokes(x + w * 0.32 + r + i * r * 2.25, y + h * 0.58 - i * h * 0.04, r * 0.3, r * 0.66, 3, -1.57),
            ),
          ) +
          placed(x, y, sx, sy, solid('M18 62l22-14v28l-20 2q-4-8-2-16z')),
      ) +
      v.dims((d) =>
        d
          .span(x, y + h, x + w, y + h, 0, 68 - h / 2, num(a.width))
          .span(x + w, y, x + w, y + h, 9, 0, num(a.height))
          .lead(
            a.side === 'right' ? 200 - x - w * 0.32 - r : x + w * 0.32 + r,
            y + h * 0.58,
            92,
            9,
            `${num(a.watt)} W`,
          ),
      )
    );
  },
);

/** Rear lamp: chambers one above the other. */
export const tailLight = part(
  { width: mm(240, 80, 700), height: mm(380, 90, 700), chambers: count(4, 2, 6), side: side() },
  (a, v) => {
    const k = scaleTo(a.width, a.height);
    const [w, h] = [Math.max(34, a.width * k), Math.max(40, a.height * k)];
    const [x, y] = [100 - w / 2, 68 - h / 2];
    const row = (i: number): number => y + 5 + ((h - 10) / a.chambers) * i;
    const tall = (h - 10) / a.chambers - 3;
    const cells = Array.from({ length: a.chambers }, (_, i) =>
      rect(
        x + 5 + w * 0.16 * (1 - (i + 0.5) / a.chambers),
        row(i) + 1.5,
        w - 10 - w * 0.16 * (1 - (i + 0.5) / a.chambers),
        tall,
        4,
      ),
    );
    return (
      sided(
        a.side,
        line(
          `M${f(x + w * 0.22)} ${f(y)}H${f(x + w - 8)}q8 0 8 8v${f(h - 16)}q0 8-8 8H${f(x + 8)}q-8 0-8-8V${f(y + h * 0.45)}Q${f(x)} ${f(y + 6)} ${f(x + w * 0.22)} ${f(y)}z`,
        ) +
          solid(cells.filter((_, i) => i % 2 === 0).join('')) +
          line(cells.filter((_, i) => i % 2 === 1).join('')) +
          v.fine(
            repeat(
              a.chambers,
              (i) =>
                circles(x + w * 0.58, row(i) + 1.5 + tall / 2, Math.min(tall * 0.34, w * 0.2)) +
                `M${f(x + w * 0.3)} ${f(row(i) + tall / 2 + 1.5)}h${f(w * 0.1)}M${f(x + w * 0.78)} ${f(row(i) + tall / 2 + 1.5)}h${f(w * 0.1)}`,
            ),
          ),
      ) +
      v.dims((d) =>
        d.span(x, y + h, x + w, y + h, 0, 68 - h / 2, num(a.width)).span(x + w, y, x + w, y + h, 14, 0, num(a.height)),
      )
    );
  },
);
const scaleTo = (w: number, h: number): number => Math.min(0.27, 164 / w, 108 / h);

/** Door mirror: glass, housing, foot; the plug shows its poles. */
export const mirror = part(
  {
    width: mm(178, 120, 260),
    height: mm(128, 90, 420),
    pins: count(6, 0, 16),
    side: side(),
    type: choice('housing', 'glass'),
  },
  (a, v) => {
    const k = Math.min(0.62, 112 / a.width, 88 / a.height);
    const [w, h] = [a.width * k, a.height * k];
    const [x, y] = [94 - w / 2, 66 - h / 2];
    const glass = `M${f(x + w * 0.14)} ${f(y + h * 0.06)}Q${f(x + w * 0.6)} ${f(y - h * 0.05)} ${f(x + w * 0.9)} ${f(y + h * 0.08)}q${f(w * 0.1)} ${f(h * 0.4)} ${f(-w * 0.04)} ${f(h * 0.84)}Q${f(x + w * 0.5)} ${f(y + h * 1.04)} ${f(x + w * 0.12)} ${f(y + h * 0.9)}Q${f(x - w * 0.08)} ${f(y + h * 0.4)} ${f(x + w * 0.14)} ${f(y + h * 0.06)}z`;
    const foot = `M${f(x + w * 0.7)} ${f(y + h + 2)}l${f(w * 0.2 + 6)} 14h26q6 0 6-6v-40l-14 8-${f(8)} 14`;
    return (
      sided(
        a.side,
        (a.type === 'glass'
          ? ''
          : line(foot) +
            plain(rect(x - 7, y - 7, w + 14, h + 13, Math.min(w, h) * 0.34)) +
            (a.pins
              ? line(
                  tube(
                    [
                      [x + w + 26, y + h + 16],
                      [x + w + 26, 130],
                      [x + w * 0.4 + 22, 130],
                    ],
                    4,
                    5,
                  ) + rect(x + w * 0.4, 124, 22, 12, 2),
                )
              : '')) +
          solid(glass) +
          v.fine(
            `M${f(x + w * 0.3)} ${f(y + h * 0.6)}l${f(w * 0.25)} ${f(-h * 0.34)}M${f(x + w * 0.42)} ${f(y + h * 0.7)}l${f(w * 0.25)} ${f(-h * 0.34)}`,
          ) +
          thin(
            a.type === 'glass'
              ? circle(x + w / 2, y + h * 0.48, Math.min(w, h) * 0.16)
              : repeat(a.pins, (i) => `M${f(x + w * 0.4 + 3 + (i * 17) / Math.max(1, a.pins - 1))} 127v6`),
          ),
      ) +
      v.dims((d) => {
        const l = a.side === 'right' ? 200 - x - w : x;
        return d.span(l, y, l + w, y, 0, -12, num(a.width)).span(l, y + h, l, y, -12, 0, num(a.height));
      })
    );
  },
);
