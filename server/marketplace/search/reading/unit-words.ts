import { comparable } from './value-terms.js';

/** A unit as people write it: its name in the catalogue, how many of that it is, and attributes that it counts. */
interface Unit {
  readonly unit: string;
  readonly factor: number;
  readonly keys: readonly string[] | null;
}

const measured: readonly (readonly [words: string, unit: string, factor?: number])[] = [
  ['mm millimeter millimetre millimetres milimetro milimetros millimetro millimetri', 'mm'],
  ['cm zentimeter centimetre centimetres centimetro centimetros centimetri centimeter', 'cm'],
  ['m meter metre metres metro metros metri', 'm'],
  ['" ″ zoll inch inches pouce pouces pulgada pulgadas pollice pollici duim', 'in'],
  ['ah amperestunden', 'ah'],
  ['a amp amps ampere amperes amperios ampère ampères', 'a'],
  ['v volt volts voltios', 'v'],
  ['w watt watts vatios', 'w'],
  ['kw kilowatt', 'kw'],
  ['l lt ltr liter litre litres litro litros litri liters', 'l'],
  ['ml milliliter millilitre', 'ml'],
  ['cl centiliter', 'cl'],
  ['kg kilo kilos kilogramm', 'kg'],
  ['g gr gramm gramme grammes gramos grammi gram', 'g'],
  ['bar', 'bar'],
  ['k kelvin', 'k'],
  ['°c ° grad grados gradi graden degre degres degrees', '°c'],
  ['mm² mm2 qmm', 'mm²'],
];

/** Things that are counted, with the attributes that count them. */
const counted: readonly (readonly [words: string, keys: string])[] = [
  ['polig polige poliges poliger pol pole pin pins broche broches polos polo poli polo vie voies vias polen', 'pins'],
  ['loch locher loecher trous trou agujeros orificios taladros fori gaats gaten', 'holes bolts'],
  ['zahne zaehne zahnen zaehnen dents dientes denti tanden', 'teeth outerTeeth innerTeeth sprocket abs'],
  ['teilig teilige teiliger tlg teile pieces piezas pezzi delig delige', 'pieces'],
  ['rippen pk rillen nervures canales costole gole ribben', 'ribs'],
  ['fahrrader fahrraeder rader velos bicicletas biciclette fietsen', 'bicycles'],
  ['elektroden electrodes electrodos elettrodi', 'electrodes'],
];

const known = new Map<string, Unit>();
for (const [words, unit, factor = 1] of measured) {
  const base = comparable(factor, unit);
  for (const word of words.split(' ')) known.set(word, { unit: base.unit, factor: base.amount, keys: null });
}
for (const [words, keys] of counted)
  for (const word of words.split(' ')) known.set(word, { unit: '', factor: 1, keys: keys.split(' ') });

/** What a unit of that name is; null for a word that is none. @param own units of the catalogue that no table knows */
export function unitOf(word: string, own: ReadonlySet<string>): Unit | null {
  return known.get(word) ?? (own.has(word) ? { unit: word, factor: 1, keys: null } : null);
}

/** An inch is a unit of rims, and of lengths that are stored in millimetres. */
export const millimetresPerInch = 25.4;
/** Kilowatts of one metric horsepower. */
export const kilowattsPerHorsepower = 0.73549875;
/** Metric horsepower as each country writes it. */
export const horsepower: ReadonlySet<string> = new Set([
  'ps',
  'ch',
  'cv',
  'pk',
  'hp',
  'chevaux',
  'caballos',
  'cavalli',
]);
/** The capacity of an engine. */
export const capacity: ReadonlySet<string> = new Set(['ccm', 'cc', 'cm3', 'cm³', 'kubik']);
