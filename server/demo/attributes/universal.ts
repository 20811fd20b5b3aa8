import type { AttributeRow } from './measure.js';

/** One way in which a universal article is sold. `size`: its price against the median of its category. */
export interface Variety {
  readonly attributes: readonly AttributeRow[];
  /** Goes behind the category's title; a `{volume}` is written in the reader's language. */
  readonly suffix: string;
  readonly size: number;
  /** Litres or kilograms of goods sold by volume or weight, else null. */
  readonly content: number | null;
  readonly unit: 'l' | 'kg' | null;
}

/** Larger containers cost less per litre. */
function sizeFactor(content: number, usual: number): number {
  return (content / usual) ** 0.82;
}

function liquids(
  grades: readonly string[],
  contents: readonly number[],
  usual: number,
  premium: Readonly<Record<string, number>> = {},
): Variety[] {
  return grades.flatMap((grade) =>
    contents.map(
      (content): Variety => ({
        attributes: [['volume', String(content), 'l'], ...(grade ? [['grade', grade, null] as const] : [])],
        suffix: `${grade ? `${grade}, ` : ''}{volume}`,
        size: sizeFactor(content, usual) * (premium[grade] ?? 1),
        content,
        unit: 'l',
      }),
    ),
  );
}

function cans(contents: readonly number[], usual: number, design: 'can' | 'trigger'): Variety[] {
  return contents.map((content) => ({
    attributes: [
      ['volume', String(content), 'l'],
      ['design', design, null],
    ],
    suffix: '{volume}',
    size: sizeFactor(content, usual),
    content,
    unit: 'l',
  }));
}

function masses(contents: readonly number[], usual: number): Variety[] {
  return contents.map((content) => ({
    attributes: [['weight', String(content), 'kg']],
    suffix: '{volume}',
    size: sizeFactor(content, usual),
    content,
    unit: 'kg',
  }));
}

function pieces(
  list: readonly (readonly [suffix: string, size: number, attributes: readonly AttributeRow[]])[],
): Variety[] {
  return list.map(([suffix, size, attributes]) => ({ attributes, suffix, size, content: null, unit: null }));
}

/** Type, socket, watts, length, price against a plain lamp. */
const lamps: readonly (readonly [string, string, string, number, number])[] = [
  ['H7', 'PX26d', '55', 53, 1],
  ['H4', 'P43t', '60/55', 82, 1],
  ['H1', 'P14.5s', '55', 67, 0.8],
  ['H3', 'PK22s', '55', 42, 0.8],
  ['H8', 'PGJ19-1', '35', 62, 1.6],
  ['H11', 'PGJ19-2', '55', 67, 1.7],
  ['H15', 'PGJ23t-1', '55/15', 72, 2.4],
  ['HB3', 'P20d', '60', 81, 1.6],
  ['HB4', 'P22d', '51', 81, 1.6],
  ['P21W', 'BA15s', '21', 48, 0.25],
  ['PY21W', 'BAU15s', '21', 48, 0.35],
  ['P21/5W', 'BAY15d', '21/5', 48, 0.3],
  ['W5W', 'W2.1x9.5d', '5', 27, 0.22],
  ['W21W', 'W3x16d', '21', 39, 0.4],
  ['R5W', 'BA15s', '5', 35, 0.22],
  ['C5W', 'SV8.5', '5', 36, 0.22],
  ['T4W', 'BA9s', '4', 28, 0.22],
];
const xenon: readonly (readonly [string, string, number])[] = [
  ['D1S', 'PK32d-2', 1],
  ['D1R', 'PK32d-3', 1.05],
  ['D2S', 'P32d-2', 0.85],
  ['D2R', 'P32d-3', 0.9],
  ['D3S', 'PK32d-5', 1.25],
  ['D4S', 'P32d-5', 1.2],
  ['D8S', 'PK32d-1', 1.4],
];

const lampVarieties = pieces(
  lamps.flatMap(([type, socket, watt, length, size]) =>
    (
      [
        ['', 1],
        ['+50 %', 1.9],
        ['Long Life', 1.5],
      ] as const
    ).map(
      ([quality, more]) =>
        [
          `${type} 12 V ${watt} W ${socket}${quality ? ` ${quality}` : ''}`,
          size * more,
          [
            ['type', type, null],
            ['socket', socket, null],
            ['watt', watt, 'W'],
            ['volt', '12', 'V'],
            ['length', String(length), 'mm'],
          ],
        ] as const,
    ),
  ),
);
const xenonVarieties = pieces(
  xenon.flatMap(([type, socket, size]) =>
    ([4300, 6000] as const).map(
      (kelvin) =>
        [
          `${type} 35 W ${kelvin} K`,
          size * (kelvin === 6000 ? 1.2 : 1),
          [
            ['type', type, null],
            ['socket', socket, null],
            ['watt', '35', 'W'],
            ['colourTemperature', String(kelvin), 'K'],
          ],
        ] as const,
    ),
  ),
);

/** Varieties of universal leaves by category id; a leaf that is not listed gets one plain article per brand. */
export const varieties: Readonly<Record<number, readonly Variety[]>> = {
  2349: lampVarieties,
  2350: xenonVarieties,
  2447: liquids(
    ['5W-30 C3', '5W-30 C2', '0W-30 C3', '0W-20 C5', '0W-40 A3/B4', '5W-40 A3/B4', '10W-40 A3/B4', '15W-40 A3/B3'],
    [1, 4, 5, 20, 60],
    5,
    { '0W-20 C5': 1.3, '0W-30 C3': 1.25, '0W-40 A3/B4': 1.2, '10W-40 A3/B4': 0.72, '15W-40 A3/B3': 0.62 },
  ),
  2448: cans([0.3, 0.4, 0.5], 0.4, 'can'),
  2449: liquids(['', 'MoS2'], [0.25, 0.3, 0.5], 0.3),
  2450: liquids(['75W-80 GL-4', '75W-90 GL-5', '80W-90 GL-5', '75W-140 GL-5'], [0.5, 1, 5, 20], 1, {
    '75W-140 GL-5': 1.4,
    '80W-90 GL-5': 0.7,
  }),
  2451: liquids(['ATF III', 'ATF VI', 'ATF CVT', 'ATF DCT'], [1, 5, 20], 1, { 'ATF III': 0.7, 'ATF DCT': 1.3 }),
  2452: liquids(['CHF', 'PSF'], [0.5, 1], 1),
  2453: liquids(['G11', 'G12', 'G12+', 'G13', 'G48'], [1, 1.5, 5, 20, 60], 1.5, { G13: 1.25 }),
  2454: liquids(['DOT 3', 'DOT 4', 'DOT 4 LV', 'DOT 5.1'], [0.25, 0.5, 1, 5], 0.5, { 'DOT 5.1': 1.5, 'DOT 4 LV': 1.3 }),
  2455: liquids(['ISO 22241'], [5, 10, 20], 10),
  2456: liquids(['-20 °C', '-60 °C'], [1, 2, 5, 20], 3, { '-60 °C': 1.3 }),
  2457: liquids([''], [1, 5, 25], 5),
  2458: cans([0.2, 0.25, 0.3, 1], 0.25, 'can'),
  2459: cans([0.2, 0.25, 0.3, 1], 0.25, 'can'),
  2460: masses([0.1, 0.4, 1, 5], 0.4),
  2461: cans([0.5, 0.6, 0.75, 5, 20], 0.5, 'can'),
  2462: cans([0.5, 1, 5], 1, 'trigger'),
  2463: cans([0.25, 0.4, 0.5], 0.4, 'trigger'),
  2464: cans([0.5, 0.75, 1, 5], 0.75, 'trigger'),
  2465: cans([0.4, 0.5, 0.75], 0.5, 'trigger'),
  2466: cans([0.1, 0.3, 0.4, 0.5], 0.4, 'can'),
  2467: liquids([''], [0.07, 0.08, 0.2, 0.31], 0.08),
  2468: cans([0.5, 1], 0.5, 'can'),
  2469: cans([0.15, 0.4, 0.5], 0.4, 'can'),
  2445: cans([0.3, 0.4, 0.5], 0.4, 'can'),
  2446: pieces(
    ['60', '70', '80', '90', '100', '110'].map(
      (n) => [`KN ${n}`, 0.7 + Number(n) / 240, [['length', n, 'mm']]] as const,
    ),
  ),
  2336: pieces(
    ['5', '7.5', '10', '15', '20', '25', '30', '40'].map(
      (amps) =>
        [
          `${amps} A`,
          0.6 + Number(amps) / 40,
          [
            ['current', amps, 'A'],
            ['pieces', '10', null],
          ],
        ] as const,
    ),
  ),
  2470: pieces(
    [
      ['46', 0.4],
      ['94', 1],
      ['108', 1.2],
      ['150', 1.6],
      ['216', 2.3],
    ].map(
      ([n, size]) =>
        [
          `${n}`,
          Number(size),
          [
            ['pieces', String(n), null],
            ['drive', '0.5', 'in'],
          ],
        ] as const,
    ),
  ),
  2471: pieces(
    [
      ['5–25 Nm', 0.8, '0.25'],
      ['20–110 Nm', 1, '0.375'],
      ['28–210 Nm', 1.1, '0.5'],
      ['65–450 Nm', 2, '0.75'],
    ].map(
      ([range, size, drive]) =>
        [
          String(range),
          Number(size),
          [
            ['drive', String(drive), 'in'],
            ['torque', String(range).replace(' Nm', ''), 'Nm'],
          ],
        ] as const,
    ),
  ),
  2474: pieces(
    [
      ['2', 0.7],
      ['2.5', 1],
      ['3', 1.5],
    ].map(([t, size]) => [`${t} t`, Number(size), [['load', String(t), 't']]] as const),
  ),
  2475: pieces(
    [
      ['4', 0.6],
      ['6', 0.9],
      ['8', 1.2],
      ['12', 1.8],
      ['30', 3],
    ].map(
      ([amps, size]) =>
        [
          `12 V ${amps} A`,
          Number(size),
          [
            ['current', String(amps), 'A'],
            ['volt', '12', 'V'],
          ],
        ] as const,
    ),
  ),
  2477: pieces(
    [
      ['16', 0.7, '3000'],
      ['25', 1, '3500'],
      ['35', 1.5, '4500'],
      ['50', 2.1, '5000'],
    ].map(
      ([section, size, length]) =>
        [
          `${section} mm²`,
          Number(size),
          [
            ['section', String(section), 'mm²'],
            ['length', String(length), 'mm'],
          ],
        ] as const,
    ),
  ),
  2481: pieces(
    [
      ['1', 0.8],
      ['2', 1],
      ['6', 2.2],
    ].map(([kg, size]) => [`${kg} kg`, Number(size), [['weight', String(kg), 'kg']]] as const),
  ),
  2518: pieces(
    [
      ['320', 0.8],
      ['400', 1],
      ['480', 1.25],
      ['530', 1.5],
    ].map(([volume, size]) => [`${volume} l`, Number(size), [['volume', String(volume), 'l']]] as const),
  ),
  2520: pieces(
    [
      ['2', 0.9],
      ['3', 1.2],
      ['4', 1.6],
    ].map(([n, size]) => [`(${n})`, Number(size), [['bicycles', String(n), null]]] as const),
  ),
  2521: pieces([['1', 1]].map(([n, size]) => [`(${n})`, Number(size), [['bicycles', String(n), null]]] as const)),
};
