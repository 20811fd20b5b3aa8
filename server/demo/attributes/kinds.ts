import sizes from '../data/sizes.json' with { type: 'json' };
import type { PartContext } from './measure.js';
import { bySize } from './measure.js';
import { boltsOf } from './wheels.js';

/** Values of keys that are better taken from lists of real sizes than from a range. */
type Known = (context: PartContext) => Readonly<Record<string, readonly [string, string | null]>>;

const mm = (value: number): readonly [string, string] => [String(value), 'mm'];
const plain = (value: string | number): readonly [string, null] => [String(value), null];
const yes = (flag: boolean): readonly [string, null] => [flag ? 'yes' : 'no', null];

/** By kind of drawing; a key that is not listed is measured from its range. */
export const knownValues: Readonly<Record<string, Known>> = {
  disc: (c) => {
    const rear = c.place?.startsWith('rear');
    const { diameter, thickness, height } = bySize(rear ? sizes.rearDiscs : sizes.frontDiscs, c, 'disc');
    const { holes, pcd, centre } = boltsOf(c);
    const vented = thickness > 14;
    return {
      diameter: mm(diameter),
      thickness: mm(thickness),
      height: mm(height),
      centre: mm(centre),
      pcd: mm(pcd),
      holes: plain(holes),
      vented: yes(vented),
      drilled: yes(c.kw > 180 && c.dice.roll('drilled') < 0.4),
    };
  },
  drum: (c) => {
    const { holes, pcd, centre } = boltsOf(c);
    const diameter = bySize([180, 200, 203, 228, 230, 254, 280], c, 'drum');
    return {
      diameter: mm(diameter),
      width: mm(diameter < 210 ? 32 : 42),
      centre: mm(centre),
      pcd: mm(pcd),
      holes: plain(holes),
    };
  },
  shoes: (c) => ({
    diameter: mm(bySize([160, 180, 200, 203, 228, 254], c, 'shoes')),
    width: mm(bySize([25, 30, 32, 40, 42, 55], c, 'width')),
  }),
  pads: (c) => {
    const rear = c.place?.startsWith('rear');
    return {
      width: mm(
        bySize(rear ? [87, 95.4, 105.5, 109, 122.8, 123.2] : [116, 130, 146, 155.1, 156.3, 160, 187, 194], c, 'w'),
      ),
      height: mm(bySize(rear ? [40.3, 44, 49, 53.2, 55.8, 58] : [51.5, 53.5, 62.4, 64.7, 66, 71.4, 73, 78], c, 'h')),
      thickness: mm(bySize([14.5, 15, 16.9, 17, 18.2, 19.7, 20.3], c, 't')),
      sensor: yes(c.year > 2000 && c.kw > 55),
    };
  },
  caliper: (c) => ({
    piston: mm(bySize(c.place?.startsWith('rear') ? [34, 36, 38, 41, 43] : [48, 51, 54, 57, 60], c, 'piston')),
  }),
  oilFilter: (c) => {
    const [diameter, height, thread] = bySize(
      [
        [66, 65, 'M20×1,5'],
        [66, 78, '3/4-16 UNF'],
        [76, 79, 'M20×1,5'],
        [76, 93, '3/4-16 UNF'],
        [76, 123, '3/4-16 UNF'],
        [93, 142, 'M22×1,5'],
        [64, 153, 'M32×1,5'],
      ] as const,
      c,
      'oil',
    );
    return { diameter: mm(diameter), height: mm(height), thread: plain(thread) };
  },
  sparkPlug: (c) => {
    const slim = c.year > 2007 && c.dice.roll('slim') < 0.6;
    return {
      thread: plain(slim ? 'M12×1,25' : 'M14×1,25'),
      reach: mm(slim ? 26.5 : c.dice.pick([19, 19, 26.5, 17.5], 'reach')),
      hex: mm(slim ? c.dice.pick([14, 16], 'hex') : c.year < 1994 ? 20.8 : 16),
      gap: mm(c.dice.pick([0.7, 0.8, 0.9, 1, 1.1], 'gap')),
      electrodes: plain(c.dice.pick([1, 1, 1, 2, 4], 'el')),
    };
  },
  glowPlug: (c) => {
    const modern = c.year > 2006;
    return {
      thread: plain(
        modern ? c.dice.pick(['M8×1', 'M10×1', 'M10×1,25'], 'thread') : c.dice.pick(['M12×1,25', 'M10×1'], 'thread'),
      ),
      volt: [modern ? c.dice.pick(['4.4', '5', '7'], 'volt') : c.dice.pick(['11', '11.5'], 'volt'), 'V'],
      length: mm(c.dice.pick(modern ? [118, 121, 139.5, 161] : [63, 71, 78, 88, 103], 'length')),
      rod: mm(modern ? 4 : 5),
    };
  },
  ignitionCoil: (c) => ({ pins: plain(c.dice.pick([2, 3, 4, 4], 'pins')), volt: ['12', 'V'] }),
  battery: (c) => {
    const index = Math.min(
      7,
      Math.max(0, Math.round(c.size * 6 + (c.diesel ? 1.5 : 0) + c.variant + (c.ccm > 1900 ? 0.6 : 0))),
    );
    const [capacity, length, current] = (
      [
        [44, 207, 440],
        [52, 207, 470],
        [60, 242, 540],
        [70, 278, 640],
        [74, 278, 680],
        [80, 315, 740],
        [95, 353, 850],
        [105, 394, 950],
      ] as const
    )[index] ?? [70, 278, 640];
    return {
      capacity: [String(capacity), 'Ah'],
      coldCranking: [String(current), 'A'],
      length: mm(length),
      width: mm(175),
      height: mm(c.dice.pick([175, 190, 190], 'height')),
      positive: plain(c.dice.roll('positive') < 0.85 ? 'right' : 'left'),
    };
  },
  alternator: (c) => ({
    current: [
      String(
        bySize(c.year < 1998 ? [55, 65, 70, 80, 90, 105, 120] : [70, 90, 100, 120, 140, 150, 180, 210], c, 'amps'),
      ),
      'A',
    ],
    volt: ['14', 'V'],
    ribs: plain(c.dice.pick([5, 6, 6, 7], 'ribs')),
  }),
  starter: (c) => ({
    power: [
      String(
        c.diesel ? bySize([1.4, 1.7, 1.8, 2, 2.2, 2.3], c, 'kw') : bySize([0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.8], c, 'kw'),
      ),
      'kW',
    ],
    volt: ['12', 'V'],
    teeth: plain(c.dice.pick([9, 10, 10, 11, 13], 'teeth')),
  }),
  wiper: (c) => {
    if (c.leaf === 2360)
      return {
        length: mm(c.dice.pick([280, 290, 300, 330, 350, 380, 400], 'rear')),
        second: mm(0),
        design: plain('rear'),
      };
    const length = bySize([475, 500, 530, 550, 575, 600, 625, 650, 700, 750], c, 'length');
    const second = Math.max(300, length - c.dice.pick([0, 50, 75, 125, 200, 225], 'second'));
    return { length: mm(length), second: mm(second), design: plain(c.year > 2003 ? 'flat' : 'frame') };
  },
  clutchKit: (c) => ({
    diameter: mm(bySize([160, 180, 190, 200, 210, 215, 220, 228, 235, 240, 250], c, 'clutch')),
    teeth: plain(c.dice.pick([14, 17, 18, 20, 23, 24, 26, 28], 'teeth')),
  }),
  flywheel: (c) => ({
    holes: plain(c.dice.pick([6, 6, 8], 'holes')),
    dual: yes(c.leaf === 2158),
    diameter: mm(bySize([228, 240, 250, 260, 275, 282, 292], c, 'd')),
  }),
  ribbedBelt: (c) => ({ ribs: plain(c.leaf === 2097 ? 1 : bySize([4, 5, 6, 6, 6, 7, 8], c, 'ribs')) }),
  beltKit: (c) => ({
    teeth: plain(c.dice.pick([97, 104, 116, 120, 123, 132, 138, 141, 145, 153, 160, 163, 193, 201], 'teeth')),
    width: mm(c.dice.pick([17, 19, 20, 23, 25, 25.4, 27, 30], 'width')),
    rollers: plain(c.leaf === 2090 ? 0 : c.dice.pick([1, 2, 2], 'rollers')),
    pump: yes(c.leaf === 2089),
  }),
  thermostat: (c) => ({
    opening: [c.dice.pick(['80', '82', '83', '87', '88', '89', '92', '95', '105'], 'open'), '°C'],
  }),
  shock: (c) => ({ mount: plain(c.place?.startsWith('rear') ? 'eye' : 'strut') }),
  tyre: (c) => {
    const { width, ratio, rim, index } = bySize(sizes.tyres, c, 'tyre');
    return { width: mm(width), ratio: plain(ratio), rim: [String(rim), 'in'], loadSpeed: plain(index) };
  },
  rim: (c) => {
    const { holes, pcd } = boltsOf(c);
    const diameter = bySize([14, 15, 15, 16, 16, 17, 18, 19, 20], c, 'rim');
    return {
      diameter: [String(diameter), 'in'],
      width: [String(diameter / 2 - 1), 'in'],
      holes: plain(holes),
      pcd: mm(pcd),
      offset: mm(c.dice.pick([35, 38, 40, 45, 47, 50], 'offset')),
    };
  },
  wheelBearing: (c) => {
    const { holes, pcd } = boltsOf(c);
    return {
      holes: plain(holes),
      pcd: mm(pcd),
      inner: mm(bySize([25, 29, 34, 35, 38, 40, 42, 45], c, 'in')),
      outer: mm(bySize([52, 62, 64, 66, 72, 75, 82, 85], c, 'out')),
      width: mm(bySize([37, 37, 40, 42, 45, 48], c, 'w')),
    };
  },
  stabilizerLink: (c) => ({ thread: plain(bySize(sizes.shaftThreads, c, 'thread')) }),
  tieRod: (c) => ({ thread: plain(bySize(['M12×1,25', 'M14×1,5', 'M16×1,5', 'M18×1,5'], c, 'thread')) }),
  ballJoint: (c) => ({ thread: plain(bySize(['M10×1,5', 'M12×1,5', 'M14×1,5'], c, 'thread')) }),
  brakeHose: (c) => ({
    length: mm(
      bySize(c.place?.startsWith('rear') ? [180, 210, 265, 330, 410] : [340, 385, 420, 475, 515, 560], c, 'len'),
    ),
  }),
  valve: (c) => ({ design: plain(c.leaf === 2055 || c.leaf === 2056 ? 'poppet' : 'electric') }),
  turbo: (c) => ({ actuator: plain(c.year > 2008 ? 'electric' : 'vacuum') }),
  injector: (c) => ({
    pressure: [c.diesel ? (c.year > 2010 ? '2000' : '1600') : c.year > 2010 ? '200' : '3.5', 'bar'],
  }),
  gasket: (c) => ({
    bores: plain(c.ccm > 2600 ? 6 : c.ccm > 0 && c.ccm < 1220 && c.year > 2005 ? 3 : 4),
    bore: mm(Math.round(700 + Math.min(200, c.ccm / 12)) / 10),
  }),
  bolt: (c) => {
    const { thread, diameter, hex } = bySize(
      c.leaf === 2439 || c.leaf === 2440 ? sizes.threads.slice(3, 5) : sizes.threads.slice(0, 5),
      c,
      'thread',
    );
    return {
      thread: plain(thread),
      diameter: mm(diameter),
      hex: mm(hex),
      length: mm(c.dice.pick([16, 20, 25, 27, 30, 35, 40, 45, 55, 70, 90], 'length')),
    };
  },
  hose: (c) => {
    const inner =
      c.leaf === 2220
        ? bySize([44, 48, 52, 57, 62], c, 'inner')
        : [2147, 2166, 2293, 2287, 2023].includes(c.leaf)
          ? c.dice.pick([6, 8, 10, 12], 'inner')
          : bySize([18, 25, 28, 32, 35, 38], c, 'inner');
    return { inner: mm(inner), outer: mm(inner + (inner > 40 ? 10 : inner > 15 ? 8 : 5)) };
  },
  piston: (c) => ({ diameter: mm(Math.round((70 + Math.min(22, c.ccm / 130)) * 100) / 100) }),
};

/** Keys that no drawing shows but a buyer needs. */
export const extraKeys: Readonly<Record<string, readonly string[]>> = {
  battery: ['coldCranking'],
  tyre: ['loadSpeed'],
};
