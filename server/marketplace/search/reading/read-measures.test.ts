import { expect, test } from 'vitest';
import { readMeasures } from './read-measures.js';

test('inches are looked up in tenths of a millimetre as well', () => {
  const termsOf = (text: string) =>
    readMeasures(text, new Set(), false).measures.flatMap(({ wanted }) => wanted.map(({ terms }) => terms));
  expect(termsOf('2,36"')).toEqual([['2.36 in', '59.9 mm']]);
  expect(termsOf('15 zoll')).toEqual([['15 in', '381 mm']]);
});
