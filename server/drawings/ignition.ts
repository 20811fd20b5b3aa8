import { circle, path, rect, repeat, thread } from './geometry.js';
import { count, mm, of, part, text } from './part.js';
import { num } from './text.js';

/** Spark plug: terminal, insulator, hexagon, thread and electrodes. */
export const sparkPlug = part(
  {
    thread: text('M14×1,25'),
    reach: mm(19, 9, 30),
    hex: mm(16, 13, 22),
    gap: mm(0.8, 0.3, 1.6),
    electrodes: count(1, 1, 4),
  },
  (a, v) => {
    const e = 112 + a.reach * 2.1;
    const h = a.hex * 1.4;
    const g = 3 + a.gap * 3;
    return v
      .line('M12 67h8v10h-8zM20 69h6v6h-6zM26 63h50v18H26z')
      .thin('M34 63v18M42 63v18M50 63v18M58 63v18')
      .solid(rect(76, 72 - h, 20, 2 * h, 2))
      .line(path`M76 ${72 - h / 2}h20M76 ${72 + h / 2}h20M96 58h10v28H96M106 59h6v26h-6z`)
      .solid(rect(112, 62, e - 112, 20))
      .thin(thread(112, e, 62, 82))
      .line(
        path`M${e} 67h5v10h-5M${e + 5} 70h3v4h-3M${e} 62h${9 + g + 3}v12h-3v-8h${-9 - g}${a.electrodes > 1 ? path`M${e} 82h${9 + g}v-8h-3v4H${e}` : ''}`,
      )
      .axis(path`M4 72H${e + 26}`)
      .span(112, 84, e, 84, 0, 26, num(a.reach))
      .lead(86, 72 - h, 74, 32, `SW ${num(a.hex)}`, 'end')
      .lead((112 + e) / 2, 62, (112 + e) / 2 + 6, 42, a.thread)
      .lead(e + 8 + g / 2, 72, Math.min(e + 14, 172), 96, num(a.gap));
  },
);

/** Glow plug: terminal, hexagon, thread, long heating rod. */
export const glowPlug = part(
  { length: mm(120, 55, 220), thread: text('M10×1'), volt: of('V', 11, 4.4, 24), rod: mm(5, 3, 8) },
  (a, v) => {
    const L = 70 + a.length * 0.44;
    const [x, e, r] = [100 - L / 2, 100 + L / 2, a.rod * 0.6];
    const t = x + 42 + (L - 42) * 0.34;
    return v
      .line(rect(x, 68, 10, 8, 1) + rect(x + 10, 70, 4, 4) + rect(x + 14, 66, 8, 12) + rect(x + 38, 62, 8, 20))
      .solid(rect(x + 22, 58, 16, 28, 2))
      .line(path`M${x + 22} 65h16M${x + 22} 79h16`)
      .solid(rect(x + 46, 64, t - x - 46, 16))
      .thin(thread(x + 46, t, 64, 80))
      .line(
        path`M${t} 66l7 ${6 - r}v${2 * r}l-7 ${6 - r}M${t + 7} ${72 - r}H${e - r}a${r} ${r} 0 0 1 0 ${2 * r}H${t + 7}`,
      )
      .fine(path`M${e - 24} 72${repeat(5, () => 'l2 -2l2 2')}`)
      .axis(path`M${x - 6} 72H${e + 6}`)
      .span(x, 76, e, 76, 0, 40, num(a.length))
      .lead((x + 46 + t) / 2, 64, (x + t) / 2 + 28, 42, a.thread)
      .lead(e - 14, 72 + r, e - 22, 96, `${num(a.volt)} V`, 'end');
  },
);

/** Pencil ignition coil: head with its connector, core, boot. */
export const ignitionCoil = part(
  { length: mm(168, 70, 240), pins: count(4, 2, 5), volt: of('V', 12, 6, 24) },
  (a, v) => {
    const L = 84 + a.length * 0.42;
    const x = 100 - L / 2;
    return v
      .turned(-22)
      .solid(path`M${x} 58q0-6 6-6h32q6 0 6 6v28q0 6-6 6H${x + 6}q-6 0-6-6z`)
      .line(path`M${x + 10} 52V36h24v16M${x + 14} 36v-6h16v6M${x + 14} 92h22v14h-22z`)
      .line(circle(x + 25, 99, 3.5))
      .thin(repeat(a.pins, (i) => path`M${x + 22 + (i - (a.pins - 1) / 2) * 4} 30v8`))
      .line(rect(x + 44, 62, 10, 20) + rect(x + 54, 64, L - 94, 16))
      .solid(path`M${x + L - 40} 60h26l4 3h6q4 0 4 9t-4 9h-6l-4 3h-26z`)
      .thin(path`M${x + L - 34} 60v24M${x + L - 28} 60v24M${x + L - 22} 60v24`)
      .fine(rect(x + 8, 60, 28, 24, 2))
      .axis(path`M${x - 6} 72H${x + L + 6}`)
      .span(x, 108, x + L, 108, 0, 10, num(a.length))
      .lead(x + 58, 64, x + 62, 46, `${num(a.volt)} V`);
  },
);
