import { expect, test } from 'vitest';
import { editions } from '../routes/editions.js';
import { readTypedKeys } from './typed-keys.js';

const german = (text: string) => readTypedKeys(text, editions['de-DE']);
const french = (text: string) => readTypedKeys(text, editions['fr-FR']);

test.each([
  ['0603 ZKC', '0603', 'ZKC', ''],
  ['0603ZKC', '0603', 'ZKC', ''],
  ['hsn 0603 tsn ZKC', '0603', 'ZKC', ''],
  ['HSN: 0603, TSN: ZKC', '0603', 'ZKC', ''],
  ['HSN/TSN 0603/419', '0603', '419', ''],
  ['0603/ZKC ölfilter', '0603', 'ZKC', 'ölfilter'],
  ['ölfilter (0603-zkc) vorne', '0603', 'zkc', 'ölfilter ( ) vorne'],
])('%s has an HSN and a TSN', (text, hsn, tsn, rest) => expect(german(text)).toEqual({ fields: { hsn, tsn }, rest }));

test.each(['0600 475', '0986 424 797', '10603 ZKC', '0603 ZKCX', 'A0603 ZKC', '06-0603 ZKC', '5W30', '205R16 C'])(
  '%s has none',
  (text) => expect(german(text)).toBeNull(),
);

test.each([
  ['AA-123-ZZ', 'AA-123-ZZ', ''],
  ['filtre aa-123-zz golf', 'aa-123-zz', 'filtre golf'],
  ['AA-123-', 'AA-123-', ''],
])('%s has a plate, perhaps unfinished', (text, plate, rest) =>
  expect(french(text)).toEqual({ fields: { plate }, rest }),
);

test.each(['AA123ZZ', '1234-ABC-75', '5W30', '205R16', 'AAA-123-ZZ', 'AA-123-ZZ-1', 'AA-1234-ZZ', '0603 ZKC'])(
  '%s has no plate',
  (text) => expect(french(text)).toBeNull(),
);

test('each edition reads only what it has a field for', () => {
  for (const locale of ['de-AT', 'es-ES', 'it-IT', 'nl-NL'] as const)
    for (const text of ['0603 ZKC', 'AA-123-ZZ']) expect(readTypedKeys(text, editions[locale])).toBeNull();
  expect(german('AA-123-ZZ')).toBeNull();
});
