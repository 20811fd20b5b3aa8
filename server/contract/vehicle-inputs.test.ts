import { expect, test } from 'vitest';
import { isHsn, isPlate, isTsn, plateKey, readHsn, readPlate } from './vehicle-inputs.js';

test('HSN: exactly 4 alphanumeric characters; TSN: exactly 3', () => {
  expect(['0603', 'A12B'].map(isHsn)).toEqual([true, true]);
  expect(['', '060', '06031', '06-3', '06 3', 'ä123'].map(isHsn)).toEqual([false, false, false, false, false, false]);
  expect(['BGU', '123', 'A1B'].map(isTsn)).toEqual([true, true, true]);
  expect(['', 'BG', 'BGU1', 'B-U', 'ßAB'].map(isTsn)).toEqual([false, false, false, false, false]);
});

test.each([
  ['', { hsn: '' }],
  ['060', { hsn: '060' }],
  ['0603', { hsn: '0603' }],
  ['0603/bgu123', { hsn: '0603', tsn: 'BGU' }],
  ['06031', { hsn: '0603', tsn: '1' }],
])('HSN as entered: %j', (text, expected) => expect(readHsn(text)).toEqual(expected));

test('a plate is sought by one spelling', () => {
  expect(['aa-123-zz', 'AA 123 ZZ', 'AA123ZZ'].map((text) => plateKey(readPlate(text)))).toEqual(
    Array(3).fill('AA123ZZ'),
  );
});

test('licence plate: two letters, three digits, two letters; or 1-4 digits, 1-3 letters, 1-3 word characters', () => {
  const known = ['AA-123-ZZ', 'AA123ZZ', 'AA-123ZZ', 'aa-123-zz', '1-A-1', '1234-ABC-2A', '12AB75', '123 AB 75'];
  expect(known.map((text) => [text, isPlate(readPlate(text))])).toEqual(known.map((text) => [text, true]));
  const unknown = [
    '',
    'AA',
    'AA-12-ZZ',
    'A-123-ZZ',
    'AA-1234-ZZ',
    '12345-AB-75',
    '12-ABCD-75',
    'ÄÄ-123-ZZ',
    'AA_123_ZZ',
  ];
  expect(unknown.map((text) => [text, isPlate(readPlate(text))])).toEqual(unknown.map((text) => [text, false]));
});
