import type { PartContext } from './measure.js';

interface Bolts {
  readonly holes: number;
  readonly pcd: number;
  readonly centre: number;
}

const bolts = (holes: number, pcd: number, centre: number): Bolts => ({ holes, pcd, centre });

/** Bolt patterns of a concern: small cars, others, and from which power the second holds. */
const patterns: Record<string, readonly [small: Bolts, large: Bolts]> = {
  vag: [bolts(5, 100, 57.1), bolts(5, 112, 57.1)],
  porsche: [bolts(5, 130, 71.6), bolts(5, 130, 71.6)],
  bmw: [bolts(5, 120, 72.6), bolts(5, 112, 66.6)],
  mercedes: [bolts(5, 112, 66.6), bolts(5, 112, 66.6)],
  gm: [bolts(4, 100, 56.6), bolts(5, 110, 65.1)],
  ford: [bolts(4, 108, 63.4), bolts(5, 108, 63.4)],
  mazda: [bolts(4, 100, 54.1), bolts(5, 114.3, 67.1)],
  volvo: [bolts(5, 108, 65.1), bolts(5, 108, 63.4)],
  renault: [bolts(4, 100, 60.1), bolts(5, 114.3, 66.1)],
  nissan: [bolts(4, 100, 60.1), bolts(5, 114.3, 66.1)],
  psa: [bolts(4, 108, 65.1), bolts(5, 108, 65.1)],
  fca: [bolts(4, 98, 58.1), bolts(5, 110, 65.1)],
  chrysler: [bolts(5, 114.3, 71.5), bolts(5, 127, 71.5)],
  jlr: [bolts(5, 108, 63.4), bolts(5, 120, 72.6)],
};
const others: readonly [Bolts, Bolts] = [bolts(4, 100, 54.1), bolts(5, 114.3, 60.1)];

/** Bolt circle and hub bore of the group's cars. */
export function boltsOf(context: PartContext): Bolts {
  const [small, large] = patterns[context.concern] ?? others;
  if (context.concern === 'vag' && context.year < 1997 && context.kw < 70) return bolts(4, 100, 57.1);
  if (context.concern === 'vag')
    return context.year >= 2004 && context.kw > 60 ? large : context.kw > 115 ? large : small;
  if (context.concern === 'bmw') return context.year >= 2016 ? large : small;
  return context.kw > 85 ? large : small;
}

/** Width, ratio, rim, load and speed index, from small cars to large ones. */
export const tyreSizes: readonly (readonly [number, number, number, string])[] = [
  [155, 70, 13, '75T'],
  [165, 70, 14, '81T'],
  [175, 65, 14, '82T'],
  [185, 60, 15, '84H'],
  [195, 65, 15, '91H'],
  [205, 55, 16, '91V'],
  [215, 60, 16, '95V'],
  [225, 45, 17, '91W'],
  [225, 50, 17, '98W'],
  [235, 45, 18, '98Y'],
  [245, 40, 18, '97Y'],
  [255, 40, 19, '100Y'],
  [255, 35, 19, '96Y'],
  [275, 40, 20, '106Y'],
];
