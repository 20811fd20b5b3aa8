import { circle, circles, path, rect, repeat, spokes, tube } from './geometry.js';
import { choice, count, mm, of, part, side, text } from './part.js';
import { line, solid, thin } from './strokes.js';
import { num } from './text.js';

const filament = (x: number, y: number): string => path`M${x} ${y}${repeat(4, () => 'q1.500 -7 3 0')}`;

/**
 * A bayonet cap with a contact at its foot, or two, and its pins: opposite each other, of unequal height (BAY), or the
 * second one further round (BAU), so that it is seen from above.
 */
function cap(x: number, glass: number, socket: string): string {
  const contacts = /d$/.test(socket) ? rect(x, 62, 6, 7, 2) + rect(x, 75, 6, 7, 2) : rect(x, 68, 6, 8, 3);
  const near = x + 22;
  const far = socket.startsWith('BAY') ? x + 30 : near;
  const second = socket.startsWith('BAU') ? circle(far, 79, 2.5) : rect(far - 2.5, 88, 5, 5, 1.5);
  return (
    solid(rect(x + 6, 56, glass - x - 6, 32, 2) + rect(near - 2.5, 51, 5, 5, 1.5) + second) +
    line(contacts) +
    thin(path`M${glass - 6} 56v32M${x + 10} 56v32`)
  );
}

/** Lamp: capped halogen bulb, bayonet, wedge base or festoon. */
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
    const bayonet = /^BA/.test(a.socket);
    const r = 10 + Math.sqrt(a.watt) * 0.75;
    const L = 60 + a.length * 1.05;
    const [x, e] = [100 - L / 2, 100 + L / 2];
    const [lx, ly] = festoon ? [x + 10, 64] : bayonet ? [x + 34, 56] : [x + 40, wedge ? 72 - r : 40];
    v.span(x, 72 + r, e, 72 + r, 0, 54 - r, num(a.length))
      .lead(lx, ly, lx + 10, 26, `${a.type} ${a.socket}`)
      .lead(e - 18, 72 - r + 2, e - 24, 44 - r / 3, `${num(a.watt)} W`);
    if (festoon) {
      const cap = (at: number, m: number): string =>
        path`M${at} ${72 - r * 0.7}h${m * 10}q${m * 8} 0 ${m * 8} ${r * 0.7}t${m * -8} ${r * 0.7}h${m * -10}z`;
      return v
        .line(
          path`M${x + 18} ${72 - r * 0.7}q8-${r * 0.4} 16-${r * 0.4}h${L - 68}q8 0 16 ${r * 0.4}M${x + 18} ${72 + r * 0.7}q8 ${r * 0.4} 16 ${r * 0.4}h${L - 68}q8 0 16-${r * 0.4}M${x + 18} 72h${L / 2 - 24}M${e - 18} 72h${24 - L / 2}${filament(94, 72)}`,
        )
        .solid(cap(x + 18, -1) + cap(e - 18, 1))
        .axis(path`M${x - 5} 72h${L + 10}`);
    }
    const glass = wedge ? x + L * 0.42 : x + (bayonet ? 48 : 54);
    const tip = path`M${e - 16} ${72 - r}q16 1 16 ${r}t-16 ${r}q3-${r} 0-${2 * r}z`;
    const base = bayonet
      ? cap(x, glass, a.socket)
      : wedge
        ? solid(rect(x, 72 - r * 0.8, glass - x, r * 1.6, 3)) +
          line(path`M${x + 6} ${72 - r * 0.4}H${glass}M${x + 6} ${72 + r * 0.4}H${glass}`)
        : line(path`M${x} 58h18v8h-18zM${x} 78h18v8h-18z${rect(x + 18, 53, 18, 38)}${rect(x + 43, 56, 11, 32)}`) +
          thin(path`M${x + 24} 53v38M${x + 30} 53v38`) +
          solid(rect(x + 36, 40, 7, 64));
    return v
      .add(base)
      .line(
        path`M${glass} ${72 - r}H${e - 16}M${glass} ${72 + r}H${e - 16}${wedge ? path`M${glass} ${72 - r}v${2 * r}` : ''}M${glass} 68h14M${glass} 76H${glass + 26}v-4h-4${filament(glass + 14, 68)}v4`,
      )
      .add(wedge ? line(tip) : solid(tip))
      .axis(path`M${x - 5} 72h${L + 10}`);
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
    return v
      .sided(a.side)
      .placed(x, y, sx, sy, (v) =>
        v
          .line('M8 50Q40 12 150 0q12 0 10 14l-8 56q-2 16-16 18l-100 2Q14 90 8 74q-6-14 0-24z')
          .thin('M16 54Q46 20 148 7q6 0 5 8l-8 53q-2 13-12 14l-94 2Q20 84 15 72q-4-10 1-18z'),
      )
      .solid(lamps)
      .fine(
        repeat(a.modules, (i) =>
          spokes(x + w * 0.32 + r + i * r * 2.25, y + h * 0.58 - i * h * 0.04, r * 0.3, r * 0.66, 3, -1.57),
        ),
      )
      .placed(x, y, sx, sy, (v) => v.solid('M18 62l22-14v28l-20 2q-4-8-2-16z'))
      .span(x, y + h, x + w, y + h, 0, 68 - h / 2, num(a.width))
      .span(x + w, y, x + w, y + h, 9, 0, num(a.height))
      .lead(x + w * 0.32 + r, y + h * 0.58, 92, 9, `${num(a.watt)} W`);
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
    return v
      .sided(a.side)
      .line(
        path`M${x + w * 0.22} ${y}H${x + w - 8}q8 0 8 8v${h - 16}q0 8-8 8H${x + 8}q-8 0-8-8V${y + h * 0.45}Q${x} ${y + 6} ${x + w * 0.22} ${y}z`,
      )
      .solid(cells.filter((_, i) => i % 2 === 0).join(''))
      .line(cells.filter((_, i) => i % 2 === 1).join(''))
      .fine(
        repeat(
          a.chambers,
          (i) =>
            circles(x + w * 0.58, row(i) + 1.5 + tall / 2, Math.min(tall * 0.34, w * 0.2)) +
            path`M${x + w * 0.3} ${row(i) + tall / 2 + 1.5}h${w * 0.1}M${x + w * 0.78} ${row(i) + tall / 2 + 1.5}h${w * 0.1}`,
        ),
      )
      .span(x, y + h, x + w, y + h, 0, 68 - h / 2, num(a.width))
      .span(x + w, y, x + w, y + h, 14, 0, num(a.height));
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
    const glass = path`M${x + w * 0.14} ${y + h * 0.06}Q${x + w * 0.6} ${y - h * 0.05} ${x + w * 0.9} ${y + h * 0.08}q${w * 0.1} ${h * 0.4} ${-w * 0.04} ${h * 0.84}Q${x + w * 0.5} ${y + h * 1.04} ${x + w * 0.12} ${y + h * 0.9}Q${x - w * 0.08} ${y + h * 0.4} ${x + w * 0.14} ${y + h * 0.06}z`;
    const foot = path`M${x + w * 0.7} ${y + h + 2}l${w * 0.2 + 6} 14h26q6 0 6-6v-40l-14 8-${8} 14`;
    return v
      .sided(a.side)
      .when(
        a.type === 'glass',
        (v) => v,
        (v) =>
          v
            .line(foot)
            .plain(rect(x - 7, y - 7, w + 14, h + 13, Math.min(w, h) * 0.34))
            .line(
              a.pins
                ? tube(4, 5, [x + w + 26, y + h + 16], [x + w + 26, 130], [x + w * 0.4 + 22, 130]) +
                    rect(x + w * 0.4, 124, 22, 12, 2)
                : '',
            ),
      )
      .solid(glass)
      .fine(
        path`M${x + w * 0.3} ${y + h * 0.6}l${w * 0.25} ${-h * 0.34}M${x + w * 0.42} ${y + h * 0.7}l${w * 0.25} ${-h * 0.34}`,
      )
      .thin(
        a.type === 'glass'
          ? circle(x + w / 2, y + h * 0.48, Math.min(w, h) * 0.16)
          : repeat(a.pins, (i) => path`M${x + w * 0.4 + 3 + (i * 17) / Math.max(1, a.pins - 1)} 127v6`),
      )
      .span(x, y, x + w, y, 0, -12, num(a.width))
      .span(x, y + h, x, y, -12, 0, num(a.height));
  },
);
