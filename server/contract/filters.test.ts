import { describe, expect, it } from 'vitest';
import { fc } from '../../test/support/properties.js';
import { type ChosenFilter, decodeFilters, encodeFilters } from './filters.js';

const filters = fc.array(
  fc.record({
    key: fc.stringMatching(/^\w{1,12}$/),
    values: fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 4 },
);
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const numbers = (length: number, from = 0): string[] => Array.from({ length }, (_, at) => String(from + at));
/** A filter with white space around it, in base64 of just so many characters. */
const padded = (length: number): string =>
  Buffer.from('[{"key":"a","values":["1"]}]'.padEnd(Math.floor((length * 3) / 4), ' '))
    .toString('base64')
    .replace(/=+$/, '');

describe('filters in an address', () => {
  it('one meaning has one spelling', () => {
    fc.assert(
      fc.property(filters, (chosen) => {
        const f = encodeFilters(chosen);
        const reversed: ChosenFilter[] = chosen.map(({ key, values }) => ({
          key,
          values: [...values, ...values].reverse(),
        }));
        expect(encodeFilters(reversed.reverse())).toBe(f);
        if (f) expect(encodeFilters(decodeFilters(f) ?? [])).toBe(f);
        expect(f).toMatch(/^[\w-]*$/);
      }),
    );
  });

  it('reads plain base64', () => {
    expect(decodeFilters(base64([{ key: 'brand', values: ['ü', '30'] }]))).toEqual([
      { key: 'brand', values: ['30', 'ü'] },
    ]);
  });

  it('reads the longest that is allowed', () => {
    expect(padded(2048)).toHaveLength(2048);
    expect(decodeFilters(padded(2048))).toEqual([{ key: 'a', values: ['1'] }]);
  });

  it.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('[{').toString('base64')],
    ['an object', base64({ key: 'a', values: ['1'] })],
    ['a number as value', base64([{ key: 'a', values: [1] }])],
    ['a nested value', base64([{ key: 'a', values: [['1']] }])],
    ['a strange key', base64([{ key: 'a b', values: ['1'] }])],
    ['broken UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]).toString('base64')],
    ['too many keys', base64(Array.from({ length: 21 }, (_, i) => ({ key: `k${i}`, values: ['1'] })))],
    ['too many values', base64([{ key: 'a', values: numbers(51) }])],
    ['too many values of a repeated key', base64([0, 30].map((from) => ({ key: 'a', values: numbers(30, from) })))],
    ['two characters too many', padded(2050)],
    ['a text too long', base64([{ key: 'a', values: Array.from({ length: 20 }, (_, i) => `${i}`.padEnd(120, 'x')) }])],
  ])('refuses %s', (_, f) => {
    expect(decodeFilters(f)).toBeNull();
  });

  it('is not led astray by the names of prototypes', () => {
    const text = '[{"key":"__proto__","values":["1"]}]';
    expect(decodeFilters(Buffer.from(text).toString('base64'))).toEqual([{ key: '__proto__', values: ['1'] }]);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void decodeFilters(text)));
  });
});
