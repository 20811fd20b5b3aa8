import { describe, expect, test } from '@jest/globals';
import { isHsn, isPlate, isTsn, plateKey, readHsn, readPlate, readTsn } from './vehicle-inputs.js';
import { plate as plateSchema } from './vehicles.js';

describe('HSN and TSN', () => {
  test.each(['0603', 'A1B2'])('HSN: exactly 4 alphanumeric characters: %s', (hsn) => expect(isHsn(hsn)).toBe(true));
  test.each(['', '060', '06033', '06 3', '06-3', '06ü3'])('HSN: anything else is refused: %p', (hsn) =>
    expect(isHsn(hsn)).toBe(false),
  );
  test.each(['BGU', '001'])('TSN: exactly 3 alphanumeric characters: %s', (tsn) => expect(isTsn(tsn)).toBe(true));
  test.each(['', 'BG', 'BGUX', 'B-U'])('TSN: anything else is refused: %p', (tsn) => expect(isTsn(tsn)).toBe(false));
  test('D37: a pasted 0603/BGU123 is split, upper-cased and cut', () => {
    for (const pasted of ['0603/BGU123', '0603bgu', ' 0603 BGU000123 ', '0603-BGU'])
      expect(readHsn(pasted)).toEqual({ hsn: '0603', tsn: 'BGU' });
    expect(readHsn('06o3')).toEqual({ hsn: '06O3' });
  });
  test('D37: the TSN is cut to three', () => {
    expect(readTsn('bgu000123')).toBe('BGU');
    expect(readTsn('b')).toBe('B');
  });
});

describe('French plates', () => {
  const formats = [
    ['two letters, optional hyphen, three digits, optional hyphen, two letters', ['AA-123-ZZ', 'AA123ZZ', 'AA-123ZZ']],
    [
      '1-4 digits, optional hyphen, 1-3 letters, optional hyphen, 1-3 word characters',
      ['1234-ABC-75', '1A1', '12AB2A', '123-AB-971'],
    ],
  ] as const;
  test.each(formats)('%s', (_, plates) => {
    for (const plate of plates) {
      expect(isPlate(plate)).toBe(true);
      expect(plateSchema.parse(plate)).toBe(plateKey(plate));
    }
  });
  test.each(['', 'AA', 'A-123-ZZ', 'AA-12-ZZ', 'AA-1234-ZZ', '12345-AB-75', '1234-ABCD-75', '12-AB-', 'ÄA-123-ZZ'])(
    'neither format: %p',
    (plate) => {
      expect(isPlate(plate)).toBe(false);
      expect(plateSchema.safeParse(plate).success).toBe(false);
    },
  );
  test('displayed in capitals, without spaces (D30)', () => {
    expect(readPlate(' aa 123 zz')).toBe('AA123ZZ');
    expect(plateSchema.parse('aa 123-zz')).toBe('AA123ZZ');
  });
});
