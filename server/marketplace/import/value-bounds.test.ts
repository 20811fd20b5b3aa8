import { describe, expect, test } from 'vitest';
import { unknownStock } from '../offer-store/unknown-facts.js';
import { isDeletion, partialOf, refuseSteep, stockOf } from './offer-fields.js';
import { readDurability, storedDurability } from './product-fields.js';
import { RowError, SkippedRow } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { parseTime } from './reading/times.js';
import { noiseOf } from './tyre-labels.js';
import {
  condition,
  days,
  decimal,
  documentAddress,
  gtin,
  isAvailable,
  isYes,
  money,
  parseMoney,
  partNumber,
  plainText,
  requiredText,
  whole,
} from './values.js';

/** Returns the value of a field, or the reason of the refusal. */
const outcome = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowError || error instanceof SkippedRow) return error.reason;
    throw error;
  }
};
const recordOf = (fields: Record<string, string>) => ({ line: 1, fields }) as unknown as FeedRecord;

test.each([
  ['1000000', 100_000_000],
  ['1000000,01', 'is more than a million euros'],
  ['1.000.000,00', 100_000_000],
  ['1.000.000,01', 'is more than a million euros'],
  ['10000000', 'is more than a million euros'],
  ['0', 0],
  ['0,01', 1],
  ['0.1', 10],
  ['1.', 'is no amount of money'],
  ['.5', 'is no amount of money'],
  ['12,345,67', 'is no amount of money'],
  ['1,5,5', 'is no amount of money'],
  ['99999,99', 9_999_999],
  ['123456,78', 12_345_678],
  ['12.5000', 1250],
  ['12.00000', 1200],
  ['12.500000', 1250],
  ['12.50000000', 'is no amount of money'],
  [`1${' '.repeat(61)}EU`, 'is no amount of money'],
  [`1${' '.repeat(60)}EUR`, 100],
  [`1${' '.repeat(61)}EUR`, 'is no amount of money'],
  ['12 usd', 'is not in euros'],
  ['€12', 1200],
  ['12 eur', 1200],
])('%j as money: %p', (text, expected) => expect(parseMoney(text)).toBe(expected));

test('a missing field has no value, and an empty field has one only as money', () => {
  const readers = [
    (fields: Record<string, string>) => whole(fields, 'x', 0, 9),
    (fields: Record<string, string>) => decimal(fields, 'x', 0, 9),
    (fields: Record<string, string>) => days(fields, 'x'),
    (fields: Record<string, string>) => isYes(fields, 'x'),
    (fields: Record<string, string>) => plainText(fields, 'x', 9),
  ];
  for (const read of readers) expect([read({}), read({ x: '' }), read({ x: '  ' })]).toEqual([null, null, null]);
  expect([gtin({}), gtin({ gtin: ' ' }), condition({ condition: '' }), isAvailable({ availability: ' ' })]).toEqual(
    Array(4).fill(null),
  );
  expect([money({}, 'x'), outcome(() => money({ x: '' }, 'x'))]).toEqual([null, 'is no amount of money']);
  expect([partNumber({}), noiseOf({}), documentAddress({}, 'x')]).toEqual([null, null, null]);
});

test('numbers keep within their bounds, which are included', () => {
  const wholes = ['-1', '0', '9', '10', '9,0', '9.00', '1.5', 'x', '1e0', '3 '].map((x) =>
    outcome(() => whole({ x }, 'x', 0, 9)),
  );
  const refused = 'is not a whole number from 0 to 9';
  expect(wholes).toEqual([refused, 0, 9, refused, 9, 9, refused, refused, 1, 3]);
  const decimals = ['-0.1', '0', '9,0', '9.01', '1,5', 'NaN', 'Infinity'].map((x) =>
    outcome(() => decimal({ x }, 'x', 0, 9)),
  );
  const none = 'is not a number from 0 to 9';
  expect(decimals).toEqual([none, 0, 9, none, 1.5, none, none]);
  expect(['39', '40', '99 dB', '99dB(A)', '100'].map((noise) => typeof outcome(() => noiseOf({ noise })))).toEqual([
    'string',
    'number',
    'number',
    'number',
    'string',
  ]);
  const handling = ['60', '0', '59-60', '60-61', '2-1', '1-1'].map((x) => outcome(() => days({ x }, 'x')));
  const noDays = 'is no number of days from 0 to 60';
  expect(handling).toEqual([[60, 60], [0, 0], [59, 60], noDays, noDays, [1, 1]]);
});

test('texts have a longest length, and required texts are not empty', () => {
  const text = (x: string) => outcome(() => plainText({ x }, 'x', 5));
  const long = 'is longer than 5 characters';
  expect([text('abcde'), text('abcdef'), text('äöüßé'), text('äöüßéx'), text('<b>abcde</b>')]).toEqual([
    'abcde',
    long,
    'äöüßé',
    long,
    'abcde',
  ]);
  // Markup may be about twenty times as long as the text.
  const markup = (length: number) => text('<b></b>'.repeat(1000).padEnd(length));
  expect([markup(10_100), markup(10_101)]).toEqual([null, long]);
  expect(['-5', '+5', '-5|', '+(1)', '@a', '=a'].map((x) => typeof text(x) === 'string' && text(x) === x)).toEqual([
    true,
    true,
    ...Array(4).fill(false),
  ]);
  expect([outcome(() => requiredText({ x: ' ' }, 'x', 5)), outcome(() => requiredText({}, 'x', 5))]).toEqual([
    'is missing',
    'is missing',
  ]);
});

test('trade item numbers have 8, 12, 13 or 14 digits, and part numbers up to 40 letters and digits', () => {
  const reasons = ['96385074', '036000291452', '4006381333931', '04006381333931', '10614141000415'];
  expect(reasons.map((each) => outcome(() => gtin({ gtin: each })))).toEqual([
    '96385074',
    '0036000291452',
    '4006381333931',
    '4006381333931',
    '10614141000415',
  ]);
  for (const wrong of ['1234567', '123456789', '12345678901', '123456789012345', 'abc'])
    expect(outcome(() => gtin({ gtin: wrong }))).toBe('is not 8, 12, 13 or 14 digits');
  expect(outcome(() => gtin({ gtin: '96385075' }))).toBe('has a wrong check digit');
  expect([gtin({ gtin: '="4006381333931"' }), gtin({ gtin: '4006-3813 33931' })]).toEqual(
    Array(2).fill('4006381333931'),
  );
  const number = (text: string) => outcome(() => partNumber({ number: text }));
  expect(number('x'.repeat(40))).toEqual({ written: 'x'.repeat(40), norm: 'X'.repeat(40) });
  for (const wrong of ['x'.repeat(41), '---']) expect(number(wrong)).toBe('has no letters and digits of a part number');
  expect([number('1E+12'), number('1,5E+12'), number('11E+2')]).toEqual([
    'was rounded by a spreadsheet',
    'was rounded by a spreadsheet',
    { written: '11E+2', norm: '11E2' },
  ]);
});

test.each([
  ['2026-01-01T23:59:60Z', Date.UTC(2026, 0, 2)],
  ['2026-01-01T23:59:61Z', null],
  ['2026-01-01T23:60', null],
  ['2026-01-01T00:59', Date.UTC(2026, 0, 1, 0, 59)],
  ['2026-01-01T24:00', Date.UTC(2026, 0, 2)],
  ['2026-01-01T24:01', null],
  ['2026-12-31', Date.UTC(2026, 11, 31)],
  ['2025-02-29', null],
  ['31.04.2026', null],
  ['1.4.2026', Date.UTC(2026, 3, 1)],
  ['2026-00-10', null],
  ['2026-01-00', null],
  ['2026-01-01T00:00-00:30', Date.UTC(2026, 0, 1, 0, 30)],
  ['2026-01-01T00:00+01:30', Date.UTC(2025, 11, 31, 22, 30)],
])('the time %s', (text, expected) => expect(parseTime(text)).toBe(expected));

describe('offers', () => {
  const stock = (fields: Record<string, string>) => outcome(() => stockOf(recordOf(fields)));
  const partial = (fields: Record<string, string>) => outcome(() => partialOf(recordOf(fields)));

  test('an offer has a stock and is skipped without one', () => {
    expect([stock({ stock: '1' }), stock({ stock: '1000000' }), stock({ availability: 'in stock' })]).toEqual([
      1,
      1_000_000,
      unknownStock,
    ]);
    expect(stock({ stock: '0' })).toBe('is out of stock');
    expect(stock({ stock: '1000001' })).toContain('is not a whole number');
    expect(stock({ stock: '5', availability: 'out of stock' })).toBe('is not for sale now');
    expect(stock({ stock: '5', availability: 'perhaps' })).toBe('is no known availability');
  });

  test('a stock may be a lower bound, a word or below zero', () => {
    for (const either of ['1.000', '12,000']) expect(stock({ stock: either })).toBe(unknownStock);
    expect(stock({ stock: '0,000' })).toBe('is out of stock');
    expect([stock({ stock: '>10' }), stock({ stock: '> 10' }), stock({ stock: '10+' })]).toEqual([10, 10, 10]);
    for (const yes of ['ja', 'oui', 'sí', 'disponibile', 'op voorraad'])
      expect(stock({ stock: yes })).toBe(unknownStock);
    for (const no of ['nein', 'no', 'nee', '-1', '-2,00']) expect(stock({ stock: no })).toBe('is out of stock');
    expect(stock({ stock: 'viele' })).toBe('is no known availability');
    expect(stock({ stock: '<5' })).toContain('is not a whole number');
  });

  test('an availability may be yes or no in any language', () => {
    for (const yes of ['Ja', 'oui', 'Sí', 'sì']) expect(stock({ availability: yes })).toBe(unknownStock);
    for (const no of ['Nein', 'non', 'nee', 'ausverkauft'])
      expect(stock({ availability: no })).toBe('is not for sale now');
  });

  test('a partial row has the values that it names, and clears those that it clears', () => {
    expect(partial({})).toEqual({});
    expect(partial({ stock: '0' })).toEqual({ stock: 0 });
    expect(partial({ availability: 'no', stock: '7' })).toEqual({ stock: 0 });
    expect(partial({ availability: 'yes' })).toEqual({ stock: unknownStock });
    expect(partial({ stock: '#EMPTY' })).toEqual({ stock: unknownStock });
    expect(partial({ deposit: '7,50', surcharge: '1' })).toEqual({ refund: 750, surcharge: 100 });
    expect(partial({ deposit: '#EMPTY', surcharge: ' #EMPTY ', lowest30: '#EMPTY' })).toEqual({
      refund: 0,
      surcharge: 0,
      lowest30: null,
    });
    expect(partial({ lowest30: '9,99', condition: 'gebraucht', handling: '1-3' })).toEqual({
      lowest30: 999,
      condition: 'used',
      handling_min: 1,
      handling_max: 3,
    });
    const each: Record<string, string>[] = [
      { deposit: '1' },
      { surcharge: '1' },
      { lowest30: '1' },
      { stock: '1' },
      { condition: 'new' },
      { handling: '1' },
    ];
    const given = each.map((fields) => Object.keys(partialOf(recordOf(fields))).join());
    expect(given).toEqual(['refund', 'surcharge', 'lowest30', 'stock', 'condition', 'handling_min,handling_max']);
  });

  test('a price alone is at most five times the current one', () => {
    const steep = (price: string) => outcome(() => refuseSteep(recordOf({ price }), 1000)) ?? 'taken';
    expect([steep('50'), steep('50,01'), steep('1')]).toEqual([
      'taken',
      expect.stringContaining('more than 5 times'),
      'taken',
    ]);
    expect(outcome(() => refuseSteep(recordOf({}), 0))).toBeUndefined();
  });

  test('only the mode delete removes an offer', () => {
    const mode = (text?: string) => outcome(() => isDeletion(recordOf(text === undefined ? {} : { mode: text })));
    expect([mode(), mode(''), mode('new'), mode('update'), mode(' Delete ')]).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(mode('remove')).toBe('is not one of new, update, delete');
  });
});

describe('a guarantee of durability', () => {
  const terms = 'https://maker.example/terms.pdf';
  const read = (fields: Record<string, string>) => outcome(() => readDurability({ guarantee_terms: terms, ...fields }));
  const stored = (fields: Record<string, string>, known: unknown = null) =>
    outcome(() => JSON.parse(storedDurability(readDurability(fields), known, { brand: 'B', number: 'N' }) ?? 'null'));

  test('a guarantee has more than two years, whole or half ones', () => {
    const law = 'is not more than the 2 years that buyers have by law';
    const years = ['0', '0,5', '2', '2,5', '3', '99', '2.25', '99.5'].map((text) => {
      const given = read({ guarantee_years: text });
      return typeof given === 'string' ? given : (given as { years: number }).years;
    });
    const neither = 'is neither whole nor half years';
    expect(years).toEqual([0, law, law, 2.5, 3, 99, neither, 'is not a number from 0 to 99']);
  });

  test('a guarantee is stored with years and terms, and 0 years end it', () => {
    const whole = { guarantee_years: '5', guarantee_terms: terms };
    expect(stored(whole)).toEqual({ years: 5, producer: 'B', model: 'N', terms });
    const known = JSON.stringify({ years: 5, producer: 'P', model: 'M', terms });
    expect(stored({ guarantee_years: '6' }, known)).toEqual({ years: 6, producer: 'P', model: 'M', terms });
    expect(stored({}, known)).toEqual(JSON.parse(known));
    expect([stored({}), stored({ guarantee_years: '0' }, known)]).toEqual([null, null]);
    expect(stored({ guarantee_years: '5' })).toContain('is missing: buyers');
    expect(stored({ guarantee_terms: terms })).toContain('is missing: a guarantee has a length');
  });
});

test.each([
  ['https://a.example/b.pdf', 'https://a.example/b.pdf'],
  ['http://a.example/b.pdf', null],
  ['https://user@a.example/b.pdf', null],
  ['https://:word@a.example/b.pdf', null],
  ['b.pdf', null],
])('the document %s', (x, expected) => {
  const address = outcome(() => documentAddress({ x }, 'x'));
  if (expected === null) expect(address).toContain('is no address that begins with https://');
  else expect(address).toBe(expected);
});
