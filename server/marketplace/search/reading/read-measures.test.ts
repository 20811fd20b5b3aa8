import { expect, test } from 'vitest';
import { readMeasures } from './read-measures.js';

test('inches are looked up in tenths of a millimetre as well', () => {
  const termsOf = (text: string) =>
    readMeasures(text, new Set(), false).measures.flatMap(({ wanted }) => wanted.map(({ terms }) => terms));
  expect(termsOf('2,36"')).toEqual([['2.36 in', '59.9 mm']]);
  expect(termsOf('15 zoll')).toEqual([['15 in', '381 mm']]);
});

test('a number beside a sign of the diameter is a length across, but not beside the D of a car', () => {
  const read = (text: string, hasCar = false) =>
    readMeasures(text, new Set(), hasCar).measures.map(({ text: own, wanted: [wanted], isSure }) => [
      own,
      wanted?.terms[0] ?? wanted?.bare,
      wanted?.keys?.includes('diameter'),
      isSure,
    ]);
  for (const text of ['Ø 288', 'ø288 mm', 'Durchmesser: 288', 'diamètre 288', 'd=288'])
    expect([text, read(text)]).toEqual([text, [[text, '288 mm', true, true]]]);
  expect(read('Ø 288', true)).toEqual([['Ø 288', '288 mm', true, true]]);
  expect(read('Corsa D 288', true)).toEqual([['288', 288, undefined, false]]);
});

test('measures of a product of lengths are shown one by one, with the unit of the last', () => {
  const shown = (text: string) => readMeasures(text, new Set(), false).measures.map((measure) => measure.text);
  expect(shown('288 x 25')).toEqual(['288', '25']);
  expect(shown('288,5x25 mm')).toEqual(['288.5 mm', '25 mm']);
  expect(shown('10 x 20 x 30 CM')).toEqual(['10 cm', '20 cm', '30 cm']);
});
