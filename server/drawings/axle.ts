import { bar, circle, f, hull, oval, type Point, polar, range, repeat } from './geometry.js';
import { axis, line, plain, solid, thin } from './ink.js';
import { escapeText } from './text.js';

const CENTRE = 262;
const STEEL =
  'M14 62h9q3 0 3-3 0-12 8-14Q81 27 128 45q8 2 8 14 0 3 3 3h9v23h-9q-3 0-3 3v12Q81 92 26 100V88q0-3-3-3h-9z';
const LINING =
  'M34 60q0-7 6-9 18-7 38-7.5v45q-22 0-38 3.5-6 1-6-5zM84 43.5q20 .5 38 7.500 6 2 6 9v28q0 6-6 5-16-3-38-3.500z';

/** The number of a position: its balloon at (x, y), its leaders to the parts. */
const balloon = (n: number, x: number, y: number, ...to: readonly Point[]): string =>
  `${thin(to.map(([a, b]) => `M${x} ${y}L${a} ${b}`).join(''))}<path fill="currentColor" stroke="none" d="${to.map(([a, b]) => circle(a, b, 1.8)).join('')}"/>${plain(circle(x, y, 11))}<text x="${x}" y="${y + 4}" text-anchor="middle" fill="currentColor" stroke="none">${n}</text>`;

const pad = (x: number): string =>
  [solid(STEEL), solid(LINING)]
    .map(
      (shape, i) =>
        `<g transform="translate(${x + i * 6} ${CENTRE}) scale(.34 1) rotate(-90) translate(-81 -70)">${shape}</g>`,
    )
    .join('');

const strut = (): string => {
  const coils = range(5);
  return (
    line(`M116 46h8v106h-8z${oval(120, 30, 12, 4)}M108 30v8M132 30v8`) +
    solid(oval(120, 40, 34, 11)) +
    line('M86 40v6a34 11 0 0 0 68 0v-6') +
    thin(coils.map((i) => bar(156, 77 + i * 17, 84, 87 + i * 17, 7)).join('')) +
    coils.map((i) => solid(bar(84, 70 + i * 17, 156, 77 + i * 17, 7))).join('') +
    line(`${oval(120, 160, 42, 9)}M78 160v5a42 9 0 0 0 84 0v-5`) +
    solid('M104 172h32v56h-32z') +
    line('M98 228h44v26H98zM104 236h32M104 246h32')
  );
};

const hub = (): string => {
  const y = CENTRE;
  const stud = (i: number): string => {
    const [px, py] = [198 + 9.5 * Math.cos(i * 1.2566 - 0.9), y + 29 * Math.sin(i * 1.2566 - 0.9)];
    return `M${f(px)} ${f(py)}h11`;
  };
  return (
    line(
      `M98 254q-16 6-16 30 0 30 22 46h20q10-20 26-28v-40q-10-6-8-8M150 236h22M150 290h22${oval(150, y + 1, 10, 27)}`,
    ) +
    solid(oval(172, y + 1, 10, 27) + oval(172, y + 1, 6, 17)) +
    line(`M196 ${y - 42}h-5A14 42 0 0 0 191 ${y + 42}h5`) +
    solid(oval(198, y, 14, 42)) +
    line(oval(198, y, 5, 14) + repeat(5, stud))
  );
};

const brake = (): string => {
  const y = CENTRE;
  const vane = (i: number): string => {
    const t = 1.85 + i * 0.185;
    return `M${f(273 + 33 * Math.cos(t))} ${f(y + 94 * Math.sin(t))}h12`;
  };
  const bolt = (i: number): string => {
    const [c, s] = polar(0, 0, 1, i * 1.2566 - 1.57);
    return oval(304 + 12.5 * c, y + 36 * s, 2, 4);
  };
  return (
    line(`M286 ${y - 94}h-13A33 94 0 0 0 273 ${y + 94}h13`) +
    thin(repeat(15, vane)) +
    solid(oval(286, y, 33, 94)) +
    line(oval(286, y, 21, 60) + oval(286, y, 17, 50)) +
    solid(oval(304, y, 17, 50)) +
    line(`M286 ${y - 50}h18M286 ${y + 50}h18${oval(304, y, 8, 22)}${repeat(5, bolt)}`) +
    pad(366) +
    pad(398) +
    solid(`M436 ${y - 62}h30q16 0 16 16v92q0 16-16 16h-30v-22h16v-80h-16z`) +
    line(
      `M482 ${y - 26}h16q6 0 6 6v40q0 6-6 6h-16M488 ${y - 26}v-9h7v9M436 ${y - 50}h20M436 ${y + 50}h20M462 ${y - 62}v-8h10v9M462 ${y + 62}v8h10v-9`,
    )
  );
};

const arm = (): string =>
  `<g transform="translate(40 300) scale(1 .52)">${solid(
    hull([
      [20, 30, 18],
      [178, 70, 13],
      [60, 158, 20],
    ]) +
      hull([
        [52, 62, 8],
        [122, 76, 5],
        [76, 130, 9],
      ]),
  )}${line(circle(20, 30, 9) + circle(60, 158, 10) + circle(178, 70, 6))}</g>${line('M214 336v-16h8v16')}${axis('M218 316V298')}`;

const positions = (): string =>
  balloon(1, 206, 30, [154, 42]) +
  balloon(2, 206, 92, [156, 96]) +
  balloon(3, 46, 190, [104, 198]) +
  balloon(4, 286, 132, [286, 178]) +
  balloon(5, 384, 150, [364, 206], [402, 206]) +
  balloon(6, 462, 160, [462, 206]) +
  balloon(7, 200, 176, [172, 240], [198, 226]) +
  balloon(8, 180, 386, [150, 357]);

/**
 * The front corner of a car, exploded along the wheel axis, to be set into a page: it takes currentColor,
 * --tint and --paper from there. The numbers 1 to 8 are strut mount, spring, shock absorber, disc, pads,
 * caliper, hub and control arm.
 */
export function frontAxle(label: string): string {
  const name = escapeText(label);
  const meaning = name ? `role="img" aria-label="${name}"` : 'aria-hidden="true"';
  const pen =
    'fill="none" fill-rule="evenodd" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"';
  return `<svg viewBox="30 0 490 400" ${pen} font-family="ui-monospace,Menlo,Consolas,monospace" font-size="12" ${meaning}>${axis(`M70 ${CENTRE}H514M120 8V${CENTRE}`)}${strut()}${hub()}${brake()}${arm()}${positions()}</svg>`;
}
