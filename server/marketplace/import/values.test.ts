import { describe, expect, test } from 'vitest';
import { fc } from '../../../test/support/properties.js';
import { merchantHtml } from '../../../views/merchant-html.js';
import { RowError } from './reading/import-errors.js';
import { noiseOf } from './tyre-labels.js';
import {
  cleanHtml,
  condition,
  days,
  decimal,
  gtin,
  isAvailable,
  isYes,
  parseMoney,
  partNumber,
  plainText,
  whole,
} from './values.js';

/** Makes a pattern with two repetitions of the same characters try every way to divide them. */
const hostile: readonly (readonly [start: string, filling: string, end: string])[] = [
  ['1', ' ', '!'],
  ['', ' ', '71 dB'],
  ['1', '\u00a0 ', '!'],
  ['1 bis', ' ', '2 !'],
  ['1', '.', '!'],
  ['1', ' a', '!'],
  ['1', '.0', 'x'],
  ['1', '0', '.x'],
  ['="', '=', '"'],
  ['+', '(', ')'],
  ['', '<', '>'],
  ['', '&lt;', 'b'],
];

describe('values', () => {
  test.each([
    ['12.99 EUR', 1299],
    ['12,99 EUR', 1299],
    ['1.234,56 €', 123456],
    ['1,234.56', 123456],
    ['EUR 12.99', 1299],
    ['12,9', 1290],
    ['12', 1200],
    ["1'234.50", 123450],
    ['1 234,50 €', 123450],
    ['1.234.567', 'is more than a million euros'],
    ['12.9900', 1299],
    ['1.234', 'could be 1234.00 or 1.234'],
    ['12.99 USD', 'is not in euros'],
    ['-5,00', 'is negative'],
    ['=1+1', 'is no amount of money'],
    ['1.23,45', 'is no amount of money'],
    ['NaN', 'is no amount of money'],
    ['1e5', 'is no amount of money'],
  ])('%s as money', (text, expected) => {
    expect(parseMoney(text)).toBe(expected);
  });

  test('every amount is read back in every usual spelling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom('de-DE', 'en-GB', 'fr-FR', 'it-IT', 'de-CH'),
        (cents, locale) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
            .format(cents / 100)
            .replaceAll('’', "'");
          expect(parseMoney(`${text} EUR`)).toBe(cents);
        },
      ),
    );
  });

  test('trade item numbers have a check digit, and twelve digits become thirteen', () => {
    expect(gtin({ gtin: '4006381333931' })).toBe('4006381333931');
    expect(gtin({ gtin: '036000291452' })).toBe('0036000291452');
    expect(() => gtin({ gtin: '4006381333932' })).toThrow('wrong check digit');
    expect(() => gtin({ gtin: '4.00638E+12' })).toThrow('rounded by a spreadsheet');
    for (const written of ['4006381333931.0', "'4006381333931"]) expect(gtin({ gtin: written })).toBe('4006381333931');
    for (const none of ['-', 'n/a', 'Nicht zutreffend']) expect(gtin({ gtin: none })).toBeNull();
    expect(() => gtin({ gtin: 'auf Anfrage' })).toThrow('is not 8, 12, 13 or 14 digits');
  });

  test('texts lose markup and control characters, and formulas are refused', () => {
    const clean = (title: string) => plainText({ title }, 'title', 200);
    expect(clean('<b>Filter</b> &amp; Öl<script>alert(1)</script>')).toBe('Filter & Öl');
    expect(clean('&lt;img src=x onerror=alert(1)&gt;Filter')).not.toMatch(/[<>]/);
    expect(clean('Fil\u0000ter\u202e  x')).toBe('Fil ter x');
    expect(clean('="0123"')).toBe('0123');
    expect(() => clean('=HYPERLINK("http://evil")')).toThrow('formula');
    expect(() => clean('Fl\ufffdgel')).toThrow('lost');
  });

  test("a merchant's terms keep their structure and nothing that runs", () => {
    const html = cleanHtml(
      '<h1>AGB</h1><p style="color:red" onclick="x()">Text <a href="javascript:alert(1)">a</a> <a href="https://x.example">b</a></p><svg onload=x></svg><script>1</script><iframe src=x></iframe>',
    );
    expect(html).toContain('<h2>AGB</h2><p>Text <a');
    expect(html).toContain('href="https://x.example"');
    expect(html).not.toMatch(/script|style|onclick|svg|iframe/);
    // The page cleans the text again and shows unknown markup without its structure.
    const known = cleanHtml(
      '<h1>A</h1><address>B</address><a name="c">C</a><a href="/d">D</a><a href="mailto:e@f.example">E</a><a href="https://x.example/?a=1&b=2 3">F</a><hr>',
    );
    expect(merchantHtml(known)).toBe(known);
    expect(known).toContain('<p>B</p><a>C</a><a>D</a><a href="mailto:e@f.example" rel="nofollow noopener">E</a>');
  });

  test.each<[string, (fields: Record<string, string>) => unknown]>([
    ['money', ({ x = '' }) => parseMoney(x)],
    ['a whole number', (fields) => whole(fields, 'x', 0, 9)],
    ['a decimal number', (fields) => decimal(fields, 'x', 0, 9)],
    ['days', (fields) => days(fields, 'x')],
    ['yes or no', (fields) => isYes(fields, 'x')],
    ['a text', (fields) => plainText(fields, 'x', 60)],
    ['a trade item number', ({ x = '' }) => gtin({ gtin: x })],
    ['a part number', ({ x = '' }) => partNumber({ number: x })],
    ['a condition', ({ x = '' }) => condition({ condition: x })],
    ['an availability', ({ x = '' }) => isAvailable({ availability: x })],
    ['the noise of a tyre', ({ x = '' }) => noiseOf({ noise: x })],
  ])('a megabyte as %s takes linear time', (_name, read) => {
    for (const [start, filling, end] of hostile) {
      const x = start + filling.repeat(2 ** 20 / filling.length) + end;
      const before = process.threadCpuUsage();
      try {
        read({ x });
      } catch (error) {
        expect(error).toBeInstanceOf(RowError);
      }
      const { user, system } = process.threadCpuUsage(before);
      // A linear read takes a tenth of a second at most on a busy machine, a quadratic one minutes.
      expect([start, filling, end, (user + system) / 1e6 < 10 || user]).toEqual([start, filling, end, true]);
    }
  });

  test.each([
    ['2', [2, 2]],
    ['1-3', [1, 3]],
    ['3-3', [3, 3]],
    ['0-60', [0, 60]],
    ['2 bis 4 Tage', [2, 4]],
    ['24 h', [1, 1]],
    ['24/48 heures', [1, 2]],
    ['48 uur', [2, 2]],
    ['2 Wochen', [10, 10]],
    ['1-2 settimane', [5, 10]],
    ['2/3 días', [2, 3]],
    ['2 tot 4 werkdagen', [2, 4]],
    ['ca. 3-4 Tage', [3, 4]],
    ['3-4 Tage (Ausland abweichend)', [3, 4]],
    ['13 Wochen', 'is no number of days'],
    ['', null],
    ['3-1', 'is no number of days'],
    ['1-61', 'is no number of days'],
    ['61', 'is no number of days'],
    ['-1', 'is no number of days'],
    ['soon', 'is no number of days'],
  ])('days: %s', (handling, expected) => {
    const read = () => days({ handling }, 'handling');
    if (typeof expected === 'string') expect(read).toThrow(expected);
    else expect(read()).toEqual(expected);
  });

  test('an amount may contain spaces of every kind', () => {
    for (const space of [' ', '\t', '\u00a0', '\u202f']) expect(parseMoney(`EUR${space}1${space}234,50`)).toBe(123450);
    expect(parseMoney(`12,50\tEUR`)).toBe(1250);
    expect(days({ handling: '1 – 3 Tage' }, 'handling')).toEqual([1, 3]);
  });
});
