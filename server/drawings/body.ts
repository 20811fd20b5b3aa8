import { circle, circles, path, rect, repeat } from './geometry.js';
import { choice, count, flag, mm, of, part, side } from './part.js';
import { line, plain, solid, thin } from './strokes.js';
import { num } from './text.js';

/** Bumper from the front: skin, grille, fog lamp openings, parking sensors. */
export const bumper = part(
  { width: mm(1780, 1400, 2100), height: mm(560, 300, 800), sensors: count(4, 0, 6), fogLights: flag(1) },
  (a, v) => {
    const [w, h] = [60 + a.width * 0.054, 22 + a.height * 0.085];
    const [x, y] = [100 - w / 2, 68 - h / 2];
    const at = (i: number): number => x + w * (0.1 + (0.8 * (i + 0.5)) / a.sensors);
    return v
      .placed(x, y, w / 168, h / 70, (v) =>
        v
          .plain('M6 2l18 8h120l18-8q6 0 6 8-2 34-12 48-4 8-20 10-52 4-104 0-16-2-20-10Q2 44 0 10 0 2 6 2z')
          .solid('M52 20h64q6 0 6 6l-4 16q-2 6-8 6H58q-6 0-8-6l-4-16q0-6 6-6z')
          .thin('M48 30h72M50 39h68')
          .line('M14 58q84 10 140 0')
          .line(a.fogLights ? 'M14 34l24 4-2 16-16-2q-5-8-6-18zM154 34l-24 4 2 16 16-2q5-8 6-18z' : '')
          .fine('M4 14l22 6h14M164 14l-22 6h-14M24 62q76 8 120 0'),
      )
      .solid(
        a.fogLights
          ? circle(x + w * 0.16, y + h * 0.62, Math.min(5, h * 0.08)) +
              circle(x + w * 0.84, y + h * 0.62, Math.min(5, h * 0.08))
          : '',
      )
      .line(repeat(a.sensors, (i) => circle(at(i), y + h * 0.78, 2)))
      .axis(path`M100 ${y - 6}v${h + 12}`)
      .span(x, y + h, x + w, y + h, 0, 66 - h / 2, num(a.width))
      .span(x + w, y, x + w, y + h, 9, 0, num(a.height));
  },
);

/** Front wing: wheel arch, edge to door and bonnet. */
export const fender = part(
  { length: mm(1120, 700, 1500), height: mm(640, 400, 900), indicator: flag(0), side: side() },
  (a, v) => {
    const [w, h] = [70 + a.length * 0.07, 30 + a.height * 0.1];
    const [x, y] = [100 - w / 2, 68 - h / 2];
    return v
      .sided(a.side)
      .placed(x, y, w / 160, h / 94, (v) =>
        v
          .solid('M4 62Q10 30 44 16 90 0 150 2q6 0 8 6l2 14-12 6-2 64h-26q-2-44-44-44-40 0-44 36l-30 6Q0 84 4 62z')
          .thin('M8 56Q40 30 146 28M120 92q-2-48-46-48-42 0-47 38')
          .fine('M18 36Q60 14 152 14')
          .line('M150 40h6v8h-6zM146 70h6v8h-6z'),
      )
      .plain(a.indicator ? rect(x + w * 0.78, y + h * 0.4, 14, 7, 3) : '')
      .fine(
        circles(x + w * 0.5, y + 4, 1.4) + circles(x + w * 0.68, y + 3.4, 1.4) + circles(x + w * 0.86, y + 3.4, 1.4),
      )
      .span(x, y + h, x + w, y + h, 0, 66 - h / 2, num(a.length))
      .span(x + w, y, x + w, y + h, 9, 0, num(a.height));
  },
);

/** Gas spring: tube, rod, ball sockets. */
export const gasSpring = part(
  { length: mm(505, 150, 900), stroke: mm(200, 40, 400), force: of('N', 560, 50, 1500), diameter: mm(18, 10, 30) },
  (a, v) => {
    const L = 92 + a.length * 0.09;
    const [x, e, D] = [100 - L / 2, 100 + L / 2, a.diameter * 0.42];
    const rod = Math.min(L - 60, L * Math.min(0.55, a.stroke / a.length));
    const s = e - 18 - rod;
    const socket = (at: number, m: number): string =>
      plain(rect(m > 0 ? at : at - 18, 67, 18, 10, 2)) + plain(circle(at, 72, 8)) + line(circle(at, 72, 4.5));
    return v
      .turned(v.small ? -28 : -18)
      .line(rect(s, 70, rod + 4, 4))
      .solid(rect(x + 16, 72 - D, s - x - 16, 2 * D, 3))
      .add(socket(x + 8, 1))
      .add(socket(e - 8, -1))
      .line(rect(s - 5, 72 - D + 2, 5, 2 * D - 4))
      .fine(path`M${x + 24} ${72 - D}v${2 * D}M${s - 10} ${72 - D}v${2 * D}`)
      .axis(path`M${x - 6} 72H${e + 6}`)
      .span(x + 8, 80, e - 8, 80, 0, 26, num(a.length))
      .span(s, 72, s + rod, 72, 0, -22, num(a.stroke))
      .lead(x + 28, 72 - D, x + 8, 46, `${num(a.force)} N`);
  },
);

/** Wiper: flat blade or framed one, with its adapter. */
export const wiper = part(
  { length: mm(650, 280, 800), second: mm(0, 0, 750), design: choice('flat', 'frame', 'rear') },
  (a, v) => {
    const blade = (y: number, size: number): string => {
      const w = 40 + size * 0.168;
      const x = 100 - w / 2;
      if (a.design === 'frame')
        return (
          line(path`M${x} ${y + 4}q${w / 2}-4 ${w} 0v3q-${w / 2}-4-${w} 0z`) +
          thin(
            path`M${x + w * 0.1} ${y + 3}l${w * 0.14}-8 ${w * 0.14} 7M${x + w * 0.62} ${y + 2}l${w * 0.14}-7 ${w * 0.14} 8`,
          ) +
          solid(
            path`M${x + w * 0.22} ${y - 6}Q100 ${y - 16} ${x + w * 0.78} ${y - 6}v4Q100 ${y - 10} ${x + w * 0.22} ${y - 2}z`,
          ) +
          plain(rect(93, y - 16, 14, 9, 2))
        );
      return (
        solid(path`M${x} ${y + 2}q${w / 2}-${12 + w * 0.06} ${w} 0-${w / 2}-8-${w} 0z`) +
        line(path`M${x} ${y + 2}q${w / 2}-8 ${w} 0M${x + 1} ${y + 5}q${w / 2}-8 ${w - 2} 0`) +
        plain(`M89 ${y - 13}h22l5 7v7H84v-7z`) +
        line(rect(95, y - 10, 10, 6)) +
        (v.small ? '' : thin(`M88 ${y - 3}h24`))
      );
    };
    const w = 40 + a.length * 0.168;
    if (a.design === 'rear') {
      return v
        .turned(-14)
        .add(blade(54, a.length * 0.8))
        .solid(path`M96 60l10-10 ${w * 0.36} 42-8 8z`)
        .line(circles(108 + w * 0.36, 96, 11, 5))
        .span(100 - (40 + a.length * 0.134) / 2, 58, 100 + (40 + a.length * 0.134) / 2, 58, 0, -34, num(a.length));
    }
    const two = a.second > 200;
    const u = 40 + a.second * 0.168;
    return v
      .turned(two ? -8 : -16)
      .add(blade(two ? 50 : 70, a.length))
      .span(100 - w / 2, two ? 54 : 74, 100 + w / 2, two ? 54 : 74, 0, two ? 18 : 28, num(a.length))
      .when(two, (v) => v.add(blade(98, a.second)).span(100 - u / 2, 102, 100 + u / 2, 102, 0, 18, num(a.second)));
  },
);

/** Floor mats: a shaped pair at the front and, in a set of four, the rear ones. */
export const mat = part(
  { pieces: count(4, 1, 5), thickness: mm(6, 3, 20), design: choice('textile', 'rubber', 'trunk') },
  (a, v) => {
    const shape = (x: number, y: number, s: number, h: number): string =>
      path`M${x + 8 * s} ${y}h${34 * s}q5 0 5 5l${3 * s} ${h - 10}q0 5-5 5H${x + 5}q-5 0-5-5L${x + 3 * s} ${y + h * 0.36}q0-${h * 0.3} ${5 * s}-${h * 0.36}z`;
    const inside = (x: number, y: number, w: number, h: number): string =>
      a.design === 'rubber'
        ? thin(repeat(5, (i) => path`M${x + w * 0.16} ${y + h * 0.22 + (i * h * 0.62) / 4}h${w * 0.68}`))
        : v.small
          ? ''
          : thin(rect(x + w * 0.24, y + h * 0.54, w * 0.5, h * 0.3, 2));
    if (a.design === 'trunk')
      return v
        .solid('M44 30h112q6 0 8 6l14 70q0 12-12 12H34q-12 0-12-12l14-70q2-6 8-6z')
        .line('M52 40h96l14 68H38z')
        .thin('M50 54h100M46 68h108M44 82h112M40 96h120');
    const big: readonly (readonly [number, number])[] = [
      [34, 14],
      [108, 14],
    ];
    const rear: readonly (readonly [number, number])[] = [
      [40, 94],
      [112, 94],
    ];
    const front = big
      .slice(0, Math.min(2, a.pieces))
      .map(
        ([x, y], i) =>
          solid(a.pieces === 1 ? shape(62, 22, 1.5, 96) : shape(x, y, 1.06, 70)) +
          (a.pieces === 1 ? inside(62, 22, 76, 96) : inside(x, y, 54, 70)) +
          (i === 0
            ? line(
                circle(a.pieces === 1 ? 78 : x + 12, y + 58, 2.2) + circle(a.pieces === 1 ? 118 : x + 40, y + 58, 2.2),
              )
            : ''),
      )
      .join('');
    const back = rear
      .slice(0, Math.max(0, a.pieces - 2))
      .map(([x, y]) => solid(rect(x, y, 46, 34 + a.thickness * 0.2, 6)) + inside(x, y, 46, 34))
      .join('');
    return v
      .add(front)
      .add(back)
      .solid(a.pieces > 4 ? rect(88, 100, 22, 22, 4) : '');
  },
);
