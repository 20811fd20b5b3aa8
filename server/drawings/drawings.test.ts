import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectRecorded } from '../../test/support/recorded.js';
import { draw, drawnLetters, drawnMeasures, drawnOnly } from './draw.js';
import { circle } from './geometry.js';
import { drawnKind, kinds } from './kinds.js';
import type { Attributes, Parameter, Parameters } from './parameters.js';
import { num } from './text.js';

const drawingKinds = [...kinds.keys()];
const parametersOf = (kind: string): Parameters => drawnKind(kind).parameters;

const RUBBISH = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1e9,
  1e300,
  '',
  '<b>&"\'',
  'ÄÖ 😀\u0000\ud800',
  '12,5',
  'x'.repeat(500),
];
const MAX_BYTES = 4096;

const attributes = (kind: string, value: (parameter: Parameter) => string | number): Attributes =>
  Object.fromEntries(Object.entries(parametersOf(kind)).map(([key, parameter]) => [key, value(parameter)]));

/** The defaults of all attributes of a kind. */
const usual = (kind: string): Attributes => attributes(kind, (parameter) => parameter.default);

const extreme =
  (end: 'min' | 'max') =>
  (parameter: Parameter): string | number => {
    if ('unit' in parameter) return parameter[end];
    if ('options' in parameter) return parameter.options[end === 'min' ? 0 : parameter.options.length - 1] ?? '';
    return end === 'min' ? 'M' : '<M20×1,5>&"\'';
  };

/** Fails unless the elements nest, attributes are quoted and all text is escaped. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(/<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>/g, (_, closing, name, __, empty) => {
    if (closing) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name);
    return '';
  });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<]|&(?!(amp|lt|gt|quot|#39);)/);
}

function expectValid(svg: string): void {
  expectWellFormed(svg);
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
  expect(svg).not.toMatch(/\sd="[^"]*[^MmLlHhVvAaQqTtZz0-9 .\-"]/);
  expect(svg).not.toMatch(/\sd="[^"]*(-[^.\d]|\.\D|\.")/);
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(MAX_BYTES);
}

const views = [{ dims: true }, {}, { small: true }, { small: true, dims: true }];

describe.each([...drawingKinds])('%s', (kind) => {
  test.each(views)('is valid SVG without attributes, with the defaults and at both ends of every range: %j', (view) => {
    for (const given of [{}, usual(kind), attributes(kind, extreme('min')), attributes(kind, extreme('max'))]) {
      expectValid(draw(kind, given, { label: kind, ...view }));
    }
  });

  test('is valid SVG for any values of attributes', () => {
    for (const rubbish of RUBBISH) {
      expectValid(draw(kind, { ...attributes(kind, () => rubbish), unknown: rubbish }, { label: 'x', dims: true }));
    }
  });

  test('ignores unknown attributes, such as __proto__', () => {
    const given = JSON.parse('{"__proto__":"7","constructor":"7","unheardOf":7}');
    expect(draw(kind, given, { label: 'x', dims: true })).toBe(draw(kind, {}, { label: 'x', dims: true }));
  });

  test('looks different for other measures, without any words', () => {
    const body = (end: 'min' | 'max'): string =>
      draw(
        kind,
        attributes(kind, (p) => ('unit' in p ? p[end] : p.default)),
        { label: '' },
      ).replace(/<text.*?<\/text>/g, '');
    expect(body('min')).not.toBe(body('max'));
  });

  test('draws a number given as text, with a decimal comma, like the number', () => {
    const [key, parameter] = Object.entries(parametersOf(kind)).find(([, p]) => 'unit' in p && p.unit === 'mm') ?? [];
    if (!key || !parameter || !('unit' in parameter)) return;
    const n = (parameter.min + parameter.max) / 2;
    const options = { label: '', dims: true };
    expect(draw(kind, { [key]: String(n).replace('.', ',') }, options)).toBe(draw(kind, { [key]: n }, options));
  });

  test('declares defaults within their ranges', () => {
    for (const parameter of Object.values(parametersOf(kind))) {
      if ('unit' in parameter) {
        expect(parameter.default).toBeGreaterThanOrEqual(parameter.min);
        expect(parameter.default).toBeLessThanOrEqual(parameter.max);
      }
      if ('options' in parameter) expect(parameter.options).toContain(parameter.default);
    }
  });
});

interface Box {
  words: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Faults of the dimensions of a drawing: words that leave the sheet, meet other words, an arrow, or a line that is not
 * theirs.
 */
function crowded(svg: string): string[] {
  const dims = svg.slice(svg.lastIndexOf('<path stroke-width=".75" d='));
  const level = /<text x="([\d.-]+)" y="([\d.-]+)"(?: text-anchor="(\w+)")?>([^<]*)</g;
  const boxes = [...dims.matchAll(level)].map(([, x, y, anchor = 'start', text = '']): Box => {
    const words = text.replace(/&#?\w+;/g, 'x');
    const width = words.length * 4.2;
    const left = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start'];
    return { words, left, right: left + width, top: Number(y) - 5.2, bottom: Number(y) };
  });
  const found: string[] = [];
  const meets = (x: number, y: number, what: string): void => {
    for (const { words, left, right, top, bottom } of boxes)
      if (x > left + 0.3 && x < right - 0.3 && y > top && y < bottom - 0.2) found.push(`${words} meets ${what}`);
  };
  for (const [at, a] of boxes.entries()) {
    if (a.left < -1 || a.right > 201 || a.top < -1 || a.bottom > 151) found.push(`${a.words} leaves the sheet`);
    for (const b of boxes.slice(at + 1))
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        found.push(`${a.words} meets ${b.words}`);
  }
  const [lines = '', arrows = ''] = [...dims.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d);
  for (const [, x, y] of arrows.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) meets(Number(x), Number(y), 'an arrow');
  let [x, y] = [0, 0];
  for (const [, command = '', numbers = ''] of lines.matchAll(/([Mhvl])([^Mhvl]*)/g)) {
    const [a = 0, b = 0] = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
    const [toX, toY] = { M: [a, b], h: [x + a, y], v: [x, y + a], l: [x + a, y + b] }[command] as [number, number];
    if (toX < -1 || toX > 201 || toY < -1 || toY > 151) found.push(`a line leaves the sheet at ${toX} ${toY}`);
    const steps = command === 'M' ? 0 : 20;
    for (let step = 1; step <= steps; step++)
      meets(x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps, 'a line');
    [x, y] = [toX, toY];
  }
  return found;
}

test.each([...drawingKinds])('%s: no dimension overlaps another at any size of the part', (kind) => {
  const found: string[] = [];
  const sets: Attributes[] = [{}, usual(kind)];
  for (const [key, parameter] of Object.entries(parametersOf(kind))) {
    if ('options' in parameter) for (const option of parameter.options) sets.push({ ...usual(kind), [key]: option });
    if (!('unit' in parameter)) continue;
    for (const share of [0, 0.2, 0.4, 0.6, 0.8, 1])
      sets.push({ ...usual(kind), [key]: parameter.min + (parameter.max - parameter.min) * share });
  }
  for (const given of sets)
    for (const error of crowded(draw(kind, given, { label: '', dims: true })))
      found.push(`${JSON.stringify(given)}: ${error}`);
  expect(found).toEqual([]);
});

// A difference names the kind: look at its drawing in both versions.
test('the drawings are the recorded ones', () => {
  const line = (kind: string): string => {
    const digest = createHash('sha256');
    for (const size of [{}, usual(kind), attributes(kind, extreme('min')), attributes(kind, extreme('max'))])
      for (const view of views) digest.update(draw(kind, size, { label: kind, ...view }));
    return `${kind} ${digest.digest('hex').slice(0, 16)}\n`;
  };
  return expectRecorded('drawings', drawingKinds.map(line).join(''));
});

test('all kinds are drawn differently', () => {
  const bodies = drawingKinds.map((kind) => draw(kind, {}, { label: '' }));
  expect(new Set(bodies).size).toBe(drawingKinds.length);
  expect(drawingKinds.length).toBeGreaterThanOrEqual(45);
});

test('a typical drawing stays below 2,6 kB', () => {
  const sizes = drawingKinds
    .map((kind) => draw(kind, usual(kind), { label: kind, dims: true }).length)
    .sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length * 0.8)]).toBeLessThanOrEqual(2600);
});

test('the label is escaped, and without one the drawing is hidden from assistive technology', () => {
  const named = draw('disc', {}, { label: `"><script>'&` });
  expect(named).toContain('role="img" aria-label="&quot;&gt;&lt;script&gt;&#39;&amp;"><title>&quot;&gt;&lt;script&gt;');
  expect(named).not.toContain('<script>');
  const silent = draw('disc', {}, { label: '' });
  expect(silent).toContain('aria-hidden="true"');
  expect(silent).not.toMatch(/role=|<title/);
});

test('a drawing shows designations, escaped and shortened', () => {
  const svg = draw('oilFilter', { thread: ' <3/4"-16 UNF & more>' }, { label: '', dims: true });
  expect(svg).toContain('&lt;3/4&quot;-16 UNF &amp;<');
});

test('a measure out of range keeps its figure, and the shape takes the nearest bound', () => {
  const at = (diameter: number): string => draw('disc', { diameter }, { label: '', dims: true });
  expect(at(500)).toBe(at(420).replace('A Ø420', 'A Ø500'));
  expect(at(150)).toBe(at(180).replace('A Ø180', 'A Ø150'));
});

test('a drawing omits an impossible figure', () => {
  const neutral = draw('disc', {}, { label: '', dims: true });
  for (const diameter of [-5, 0, 28_800, 'large', ''])
    expect([diameter, draw('disc', { diameter }, { label: '', dims: true })]).toEqual([diameter, neutral]);
});

/** Words of a drawing, and the arrows of its dimensions. */
function shown(kind: string, given: Attributes): { words: string[]; arrows: number; isDimensioned: boolean } {
  const svg = draw(kind, given, { label: '', dims: true });
  const [, d = ''] = /<path fill="currentColor" stroke="none" d="([^"]*)"/.exec(svg) ?? [];
  const words = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = '']) => text);
  return {
    words,
    arrows: d.split('z').length - 1,
    isDimensioned: svg.includes('<path fill="currentColor" stroke="none" d='),
  };
}

/** Attributes of which no two have the same figure. */
function distinct(kind: string): Map<string, string | number> {
  const figures = new Set<string>();
  return new Map<string, string | number>(
    Object.entries(parametersOf(kind)).map(([key, parameter], at) => {
      if (!('unit' in parameter)) return [key, 'options' in parameter ? parameter.default : `T${at}`];
      const isWhole = parameter.unit === 'count' || parameter.unit === 'flag';
      for (let share = 0.5; ; share = (share + 0.07) % 1) {
        const n = parameter.min + (parameter.max - parameter.min) * share;
        const value = isWhole ? Math.round(n) : Math.round(n * 100) / 100;
        if (parameter.unit === 'flag' || !figures.has(num(value))) return figures.add(num(value)) && [key, value];
      }
    }),
  );
}

/** Whether words have the figure of a value, or that of a thousand times it: litres of small cans are millilitres. */
function hasFigure(words: readonly string[], value: string | number): boolean {
  const figures = typeof value === 'number' ? [num(value), num(value * 1000)] : [value];
  const written = words.flatMap((text) => text.split(/[^\dA-Za-z,.]+/)).map((each) => each.replace(/^ET|(PK|J)$/g, ''));
  return figures.some((figure) => written.includes(figure));
}

const isDesign = (parameter: Parameter | undefined): boolean =>
  parameter !== undefined && ('options' in parameter || ('unit' in parameter && parameter.unit === 'flag'));
const lettersOf = (words: readonly string[]): Set<string> =>
  new Set(words.flatMap((text) => /^[A-Z](?= )/.exec(text) ?? []));

describe.each([...drawingKinds])('%s shows only measures of the product', (kind) => {
  const parameters = parametersOf(kind);
  const hasLetters = Object.values(parameters).some((each) => 'letter' in each);
  const all = distinct(kind);
  const design = Object.fromEntries([...all].filter(([key]) => isDesign(parameters[key])));

  test('no design without measures has a word, arrow or letter', () => {
    for (const given of [{}, design])
      expect(shown(kind, given)).toEqual({ words: [], arrows: 0, isDimensioned: false });
  });

  test.each([...all.keys()])('no figure, arrow or letter for a missing %s', (missing) => {
    const value = all.get(missing) ?? '';
    const others = Object.fromEntries([...all].filter(([key]) => key !== missing));
    const without = shown(kind, others);
    expect(hasFigure(without.words, value)).toBe(false);
    if (hasLetters) expect(lettersOf(without.words)).toEqual(new Set(drawnLetters(kind, others).values()));
    if (isDesign(parameters[missing])) return;
    const alone = shown(kind, { ...design, [missing]: value });
    expect(alone.words.filter((text) => !hasFigure([text], value))).toEqual([]);
    expect(without.arrows + alone.arrows).toBe(shown(kind, Object.fromEntries(all)).arrows);
  });
});

test('a disc with two known measures shows these two, and its table has their letters', () => {
  const given = { diameter: '256', thickness: '20,5', centre: '' };
  expect(shown('disc', given).words).toEqual(['A Ø256', 'B 20,5']);
  expect([...drawnLetters('disc', given)]).toEqual([
    ['diameter', 'A'],
    ['thickness', 'B'],
  ]);
});

test('contents come from what the product contains, measures from their units', () => {
  const oil = { attributes: [['volume', '5', 'l'] as const], litres: 1 };
  expect(shown('canister', Object.fromEntries(drawnMeasures('canister', oil))).words).toEqual(['1 l']);
  expect(drawnMeasures('canister', { ...oil, litres: null })).toEqual([['volume', '5']]);
  const filter = (unit: string | null) =>
    drawnMeasures('oilFilter', { attributes: [['height', '8.1', unit]], litres: 4 });
  expect([filter('mm'), filter(null), filter('cm'), filter('kg')]).toEqual([
    [['height', '8.1']],
    [['height', '8.1']],
    [['height', '81']],
    [],
  ]);
});

test('an address holds the attributes that its drawing shows', () => {
  const given = [
    ['capacity', '70'],
    ['length', '278'],
    ['width', '200'],
    ['colour', 'red'],
  ] as const;
  expect(drawnOnly('battery', given, true)).toEqual([
    ['capacity', '70'],
    ['width', '200'],
  ]);
  expect(drawnOnly('battery', given, false)).toEqual(given.slice(0, 3));
  expect(drawnOnly('nothing', given, false)).toEqual([]);
});

test('a drawing is a complete file with size, namespace and colours for light and dark', () => {
  const svg = draw('disc', {}, { label: 'x' });
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="400" height="300" viewBox="0 0 200 150"/);
  expect(svg).toMatch(/:root\{color:#\w{6};--tint:#\w{6}.*@media\(prefers-color-scheme:dark\)/);
});

test('path data has one decimal, and a circle is one arc', () => {
  expect(circle(10, 0.25, 3.36)).toBe('M6.6 .3a3.4 3.4 0 1 0 0-.1z');
});
