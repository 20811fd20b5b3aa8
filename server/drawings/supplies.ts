import { circle, path, rect, repeat } from './geometry.js';
import { choice, count, flag, mm, of, part, text } from './part.js';
import { num } from './text.js';

/** Canister or bottle with its grade and volume; small volumes come in bottles. */
export const canister = part({ volume: of('l', 5, 0.1, 60), grade: text('5W-30') }, (a, v) => {
  const size = `${num(a.volume)} l`;
  const letters = Math.min(14, 78 / Math.max(4, a.grade.length * 0.62));
  if (a.volume < 2) {
    const s = 0.82 + a.volume * 0.12;
    const [w, h] = [56 * s, 84 * s];
    const [x, y] = [100 - w / 2, 130 - h];
    return v
      .line(rect(88, y - 26, 24, 16, 2) + rect(91, y - 10, 18, 8))
      .solid(
        path`M91 ${y - 2}q${-w / 2 + 9} 4 ${-w / 2 + 9} 20V${y + h - 6}q0 6 6 6h${w - 12}q6 0 6-6V${y + 18}q0-16 ${-w / 2 + 9}-20z`,
      )
      .plain(rect(x + 4, y + 26, w - 8, h - 40))
      .fine(repeat(5, (i) => path`M${90 + i * 5} ${y - 24}v12`))
      .words(100, y + 26 + (h - 40) * 0.52, Math.min(letters, w / Math.max(3.5, a.grade.length * 0.62 + 0.8)), a.grade)
      .words(100, y + 26 + (h - 40) * 0.52 + 12, 8, size);
  }
  const s = Math.min(1.06, 0.62 + Math.log10(a.volume) * 0.3 + 0.12);
  const [w, h] = [88 * s, 106 * s];
  const [x, y] = [100 - w / 2, 132 - h];
  return v
    .line(rect(x + w * 0.22, y - 12, w * 0.24, 13, 2))
    .solid(
      path`M${x} ${y + h * 0.26}L${x + w * 0.16} ${y}H${x + w - 14}q14 0 14 14V${y + h - 6}q0 6-6 6H${x + 6}q-6 0-6-6z${rect(x + w * 0.6, y + h * 0.13, w * 0.24, h * 0.26, 6)}`,
    )
    .plain(rect(x + w * 0.09, y + h * 0.5, w * 0.82, h * 0.38))
    .fine(repeat(4, (i) => path`M${x + w * 0.26 + i * w * 0.053} ${y - 10}v9`) + path`M${x} ${y + h * 0.26}h${w * 0.5}`)
    .words(100, y + h * 0.68, Math.min(13, letters * s), a.grade)
    .words(100, y + h * 0.82, 9, size);
});

/** Aerosol can with its cap, or a trigger bottle. */
export const spray = part(
  { volume: of('l', 0.4, 0.02, 2), design: choice('can', 'trigger'), code: text('') },
  (a, v) => {
    const h = 62 + Math.cbrt(a.volume) * 22;
    const y = 134 - h;
    const size = a.volume < 1 ? `${num(a.volume * 1000)} ml` : `${num(a.volume)} l`;
    if (a.design === 'trigger')
      return v
        .solid(path`M90 ${y + 26}q-18 6-18 24V128q0 6 6 6h44q6 0 6-6V${y + 50}q0-18-18-24z`)
        .line(
          path`M90 ${y + 26}v-10h20v10M86 ${y + 16}V${y - 2}h-14v8h-6v-14h52q8 0 8 8v8h-12v10zM78 ${y + 6}q6 10 0 20`,
        )
        .plain(rect(78, y + 56, 44, 128 - y - 62 > 20 ? 128 - y - 62 : 20))
        .words(100, y + 76, 9, size)
        .fine('M76 128h48');
    return v
      .line(path`${rect(84, y - 12, 32, 18, 3)}M76 ${y + 16}q2-10 8-10h32q6 0 8 10`)
      .solid(rect(74, y + 16, 52, h - 20))
      .line(rect(72, y + 14, 56, 4, 2) + rect(72, 129, 56, 5, 2))
      .plain(rect(80, y + 30, 40, h - 48))
      .words(100, y + 30 + (h - 48) * 0.5, 9, size)
      .words(100, y + 44 + (h - 48) * 0.5, 7, a.code.slice(0, 8))
      .fine(path`M88 ${y - 8}v10M94 ${y - 8}v10M106 ${y - 8}v10M112 ${y - 8}v10`);
  },
);

/** Tool case, or a ratchet with a socket. */
export const toolbox = part(
  {
    pieces: count(94, 1, 300),
    drive: { unit: 'in', default: 0.5, min: 0.25, max: 1 },
    length: mm(250, 100, 600),
    layers: count(1, 1, 3),
    ratchet: flag(0),
  },
  (a, v) => {
    if (a.ratchet) {
      const L = 70 + a.length * 0.16;
      const x = 106 - L / 2;
      const r = 11 + a.drive * 8;
      return v
        .line(rect(x, 69, L - 26, 8))
        .solid(rect(x + L - 56, 64, 56, 18, 8))
        .plain(`${circle(x, 73, r)}`)
        .line(circle(x, 73, r * 0.66) + rect(x - a.drive * 7, 73 - a.drive * 7, a.drive * 14, a.drive * 14, 1))
        .thin(repeat(6, (i) => path`M${x + L - 48 + i * 8} 66v14`))
        .axis(path`M${x - r - 6} 73H${x + L + 6}`)
        .span(x - r, 73, x + L, 73, 0, 52, num(a.length))
        .lead(x, 73 - r * 0.4, x + 12, 34, `${num(a.drive)}"`);
    }
    const w = Math.min(160, 90 + a.length * 0.14);
    const h = 50 + a.layers * 12;
    const [x, y] = [100 - w / 2, 130 - h];
    return v
      .line(path`M${78} ${y}v-12q0-6 6-6h32q6 0 6 6v12M84 ${y}v-8q0-4 4-4h24q4 0 4 4v8`)
      .solid(rect(x, y, w, h, 7))
      .line(repeat(a.layers, (i) => path`M${x} ${y + (h * (i + 1)) / (a.layers + 1)}h${w}`))
      .plain(
        rect(x + w * 0.18, y + h / (a.layers + 1) - 7, 14, 15, 2) +
          rect(x + w * 0.82 - 14, y + h / (a.layers + 1) - 7, 14, 15, 2),
      )
      .thin(rect(x + 6, y + h * 0.68, w - 12, h * 0.22, 3))
      .words(100, y + h * 0.84, 9, `${a.pieces}×`)
      .lead(x + w - 16, y, x + w - 8, y - 14, `${num(a.drive)}"`);
  },
);
