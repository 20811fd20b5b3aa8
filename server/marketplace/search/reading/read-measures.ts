import words from '../words/data/words.json' with { type: 'json' };
import { norm } from '../words/search-terms.js';
import { amountTerm, codeTerm, comparable, unitOf } from '../words/value-terms.js';
import { overlaps, type Passage, type Span } from '../words/written-words.js';

const millimetresPerInch = 25.4;
/** Kilowatts of one metric horsepower. */
const kilowattsPerHorsepower = 0.73549875;
const horsepower = new Set(words.horsepower.split(' '));
/** Units of engine capacity. */
const capacity = new Set(words.capacity.split(' '));

/** A value to look up. */
export interface Wanted {
  /** Search terms, any of which matches. */
  readonly terms: readonly string[];
  /** The number if it has no unit. */
  readonly bare: number | null;
  /** The amount with its unit, for the search of near values; null for codes. */
  readonly amount: { readonly amount: number; readonly unit: string } | null;
  /** Possible attributes; null = any. */
  readonly keys: readonly string[] | null;
  /** Attributes named beside the value; they come first. */
  readonly preferred?: readonly string[];
  /** Beginning of codes: `M10` matches any pitch of that thread. */
  readonly start?: string;
}
export interface Measure extends Passage {
  readonly wanted: readonly Wanted[];
  /** Whether no other kind of word has this form. */
  readonly isSure: boolean;
  /** Whether its pattern is unmistakable: `6PK1128`. */
  readonly isShape?: boolean;
  /** Whether it follows a word such as "with": `mit Aktivkohle`. */
  readonly isAddition?: boolean;
}
/** A detail about the engine or age of a car. */
export interface CarDetail extends Passage {
  readonly kind: 'year' | 'kilowatts' | 'litres';
  readonly value: number;
}
export interface Measures {
  readonly measures: readonly Measure[];
  readonly details: readonly CarDetail[];
}

const before = '(?<![\\p{L}\\p{N}])(?<!\\p{N}[.,/])';
const after = '(?![\\p{L}\\p{N}])(?![.,]\\p{N})';
const number = '\\d{1,5}(?:[.,]\\d{1,3})?';
const rule = (source: string): RegExp => new RegExp(before + source + after, 'giu');
const numberIn = (text: string): number => Number(text.replace(',', '.'));

const amount = (value: number, unit: string, keys: readonly string[] | null = null): Wanted => {
  const comparableTo = comparable(value, unit);
  const terms = [amountTerm(comparableTo.amount, comparableTo.unit)];
  if (comparableTo.unit === 'in') terms.push(amountTerm(Number((value * millimetresPerInch).toFixed(1)), 'mm'));
  return { terms, bare: null, amount: comparableTo, keys };
};
const code = (text: string): Wanted => ({ terms: [codeTerm(text)], bare: null, amount: null, keys: null });
const bare = (value: number, keys: readonly string[] | null = null): Wanted => ({
  terms: [],
  bare: value,
  amount: null,
  keys,
});

type Groups = readonly (string | undefined)[];
/** Unmistakable patterns and their measures; null if the numbers do not qualify. */
const shapes: readonly (readonly [RegExp, (groups: Groups) => Wanted[][] | null])[] = [
  [
    rule('(\\d{3})\\s?[/ -]\\s?(\\d{2})\\s?[/-]?\\s?(?:z?r\\s?-?\\s?)?(\\d{2})(?:\\s?c)?(?:\\s+(\\d{2,3}\\s?[a-z]))?'),
    ([width = '', ratio = '', rim = '', load]) => {
      const isTyre = /[05]$/.test(width) && /[05]$/.test(ratio) && Number(rim) >= 12 && Number(rim) <= 24;
      if (!isTyre) return null;
      const size = [amount(Number(width), 'mm', ['width']), amount(Number(ratio), '', ['ratio'])];
      return [[...size, amount(Number(rim), 'in', ['rim'])], ...(load ? [[code(load)]] : [])];
    },
  ],
  [rule('((?:0|5|10|15|20|25|70|75|80|85)\\s?w\\s?-?\\s?\\d{2,3})'), ([grade = '']) => [[code(grade)]]],
  [
    rule('(\\d{1,2})\\s?pk\\s?-?\\s?(\\d{3,4})'),
    ([ribs = '', length = '']) => [[amount(Number(ribs), '', ['ribs'])], [amount(Number(length), 'mm', ['length'])]],
  ],
  [rule('(m\\s?\\d{1,2}\\s?[x×*]\\s?\\d(?:[.,]\\s?\\d{1,2})?)'), ([thread = '']) => [[code(thread)]]],
  [rule('m\\s?(\\d{1,2})'), ([size = '']) => [[{ ...code(`m${size}`), start: `${codeTerm(`m${size}`)}x` }]]],
  [rule('(\\d/\\d{1,2}\\s?-?\\s?\\d{2}\\s?(?:unf|unc)?)'), ([thread = '']) => [[code(thread)]]],
  [rule('(dot\\s?-?\\s?\\d(?:[.,]\\d)?(?:\\s?lv)?)'), ([dot = '']) => [[code(dot)]]],
  [
    rule('(\\d(?:[.,]5)?)\\s?j\\s?x\\s?(\\d{2})'),
    ([width = '', rim = '']) => [[amount(numberIn(width), 'in')], [amount(Number(rim), 'in')]],
  ],
  [rule('et\\s?-?(\\d{1,2})'), ([offset = '']) => [[amount(Number(offset), 'mm', ['offset'])]]],
  [rule('z?r\\s?(1[2-9]|2[0-4])'), ([rim = '']) => [[amount(Number(rim), 'in')]]],
];

const crossed = rule(`(${number})\\s?[x×*]\\s?(${number})(?:\\s?[x×*]\\s?(${number}))?(?:\\s?(mm|cm))?`);
const withUnit = rule(`(${number}(?:/\\d{1,3})?)\\s?-?\\s?(["″°]c?|\\p{L}+[²³23]?)`);
const diameter = 'ø|⌀|durchmesser|diam\\p{L}*';
const [named, labelled] = [diameter, `${diameter}|d`].map((names) =>
  rule(`(?:${names})\\s?[:=]?\\s?(${number})(?:\\s?mm)?`),
) as [RegExp, RegExp];
const yearShape = rule(
  '(?:(?:bj|ez|mj|baujahr|erstzulassung|modelljahr|annee|année|año|ano|anno|bouwjaar)[.:]?\\s*)?(19[5-9]\\d|20[0-4]\\d)',
);
const literShape = rule('(\\d[.,]\\d)\\s?(?:l|liter|litre|litres|litri|litros)?');
const bareShape = rule(number);
const across = ['diameter', 'outer', 'inner', 'bore', 'pipe', 'head'];
/** Largest engine capacity in litres; more is the content of a can. */
const largestEngine = 8;

/**
 * Reads measures and details of an engine.
 * @param own units of the catalogue
 * @param hasCar a car is named, so `16v` and `2.0 l` describe its engine
 */
export function readMeasures(text: string, own: ReadonlySet<string>, hasCar: boolean): Measures {
  const measures: Measure[] = [];
  const details: CarDetail[] = [];
  const isFree = (span: Span) => ![...measures, ...details].some((each) => overlaps(each, span));
  const each = (pattern: RegExp, take: (found: RegExpMatchArray, from: number, to: number) => void) => {
    for (const found of text.matchAll(pattern)) {
      const to = found.index + found[0].length;
      if (isFree({ from: found.index, to })) take(found, found.index, to);
    }
  };
  const add = (from: number, to: number, wanted: readonly Wanted[], isSure = true, own = text.slice(from, to)) =>
    measures.push({ from, to, text: own, wanted, isSure });
  const detail = (from: number, to: number, kind: CarDetail['kind'], value: number) =>
    details.push({ from, to, text: text.slice(from, to), kind, value });
  for (const [pattern, read] of shapes)
    each(pattern, (found, from, to) => {
      const wanted = read(found.slice(1));
      for (const one of wanted ?? [])
        measures.push({ from, to, text: text.slice(from, to), wanted: one, isSure: true, isShape: true });
    });
  each(crossed, ([, ...groups], from, to) => {
    const unit = groups[3]?.toLowerCase();
    const numbers = groups.slice(0, 3).flatMap((one) => (one === undefined ? [] : [numberIn(one)]));
    for (const value of numbers)
      add(from, to, [unit ? amount(value, unit) : bare(value)], true, `${value} ${unit ?? ''}`.trim());
  });
  each(withUnit, ([, written = '', word = ''], from, to) => {
    const name = norm(word).replace(/[²³]/g, (sign) => (sign === '²' ? '2' : '3'));
    if (horsepower.has(name) && numberIn(written) >= 20)
      detail(from, to, 'kilowatts', numberIn(written) * kilowattsPerHorsepower);
    else if (capacity.has(name)) detail(from, to, 'litres', numberIn(written) / 1000);
    else if (hasCar && name === 'kw' && numberIn(written) >= 20) detail(from, to, 'kilowatts', numberIn(written));
    else if (hasCar && /^(?:8|12|16|20|24|32)$/.test(written) && name === 'v') return;
    else if (hasCar && name.startsWith('l') && /[.,]\d$/.test(written) && numberIn(written) < largestEngine) return;
    else {
      const unit = unitOf(name, own);
      if (!unit) return;
      if (written.includes('/')) add(from, to, [code(`${written}${unit.unit}`)]);
      else add(from, to, [amount(numberIn(written) * unit.factor, unit.unit, unit.keys)]);
    }
  });
  // The letter of `Corsa D 1.2` is a generation.
  each(hasCar ? named : labelled, ([, written = ''], from, to) =>
    add(from, to, [amount(numberIn(written), 'mm', across)]),
  );
  each(yearShape, ([, year = ''], from, to) => detail(from, to, 'year', Number(year)));
  each(literShape, ([, litres = ''], from, to) => {
    if (hasCar) detail(from, to, 'litres', numberIn(litres));
  });
  each(bareShape, ([written], from, to) => add(from, to, [bare(numberIn(written))], false));
  const inText = (a: { from: number }, b: { from: number }) => a.from - b.from;
  return { measures: measures.sort(inText), details: details.sort(inText) };
}
