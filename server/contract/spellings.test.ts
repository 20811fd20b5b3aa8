import { expect, test } from 'vitest';
import { idempotencyKey } from './call-headers.js';
import { canonical, encodeFilters } from './filter-code.js';
import { cents, money, toEuros } from './money.js';
import { parseOffersVersion, printOffersVersion } from './offer-changes.js';
import { parseOfferTags, printOfferTags } from './offer-tags.js';
import { isRegisterInput, type RegisterWay, readRegisterInput } from './registers.js';
import { normaliseNumber, searchTerm, suggestionQuery, writtenNumber } from './search.js';
import { formatTail, parseTail, parseUniversalTail } from './tail.js';

test.each([
  ['--', null, null, null, null],
  ['--1523', null, null, '1523', null],
  ['--1523-30', null, null, '1523', '30'],
  ['1-10-', 1, '10', null, null],
  ['2-55-1523', 2, '55', '1523', null],
  ['3-m_7-1523-30', 3, 'm_7', '1523', '30'],
  [`3-${'x'.repeat(32)}-`, 3, 'x'.repeat(32), null, null],
  [`1-${'9'.repeat(15)}-`, 1, '9'.repeat(15), null, null],
])('the tail %s', (segment, type, id, categoryId, brandId) => {
  expect(parseTail(segment)).toEqual({ type, id, categoryId, brandId });
  expect(formatTail({ type, id, categoryId, brandId } as never)).toBe(segment);
});

test.each([
  ...[
    '',
    '-',
    '1-10',
    '1-10-5-6-7',
    '--1523-',
    '0-1-2',
    '4-1-2',
    '9--',
    '1--',
    '3--',
    '-10-',
    '12-1-2',
    '1-0-',
    '1-010-',
  ],
  ...[
    '1-m7-',
    '2-x-',
    '--01',
    '--0',
    '--x',
    '--5-0',
    '--5-x',
    `3-${'x'.repeat(33)}-`,
    `1-${'9'.repeat(16)}-`,
    '3-a b-',
  ],
])('%j is no tail', (segment) => expect(parseTail(segment)).toBeNull());

test('a universal address names its category alone', () => {
  expect(['8-5', '8-4630', `8-${'9'.repeat(15)}`].map(parseUniversalTail)).toEqual(['5', '4630', '9'.repeat(15)]);
  for (const other of ['', '8-', '8-0', '8-05', '9-5', '85', '8-5-6', '8-x', `8-${'9'.repeat(16)}`])
    expect([other, parseUniversalTail(other)]).toEqual([other, null]);
});

test('filters of one meaning have one spelling: sorted, each once, none without a value', () => {
  const given = [
    { key: 'brand', values: ['30', '4'] },
    { key: 'axle', values: [] },
    { key: 'amount', values: ['b', 'a', 'b'] },
    { key: 'brand', values: ['4', '1'] },
  ];
  expect(canonical(given)).toEqual([
    { key: 'amount', values: ['a', 'b'] },
    { key: 'brand', values: ['1', '30', '4'] },
  ]);
  expect(encodeFilters(given)).toBe(encodeFilters([...given].reverse()));
  expect([encodeFilters([]), encodeFilters([{ key: 'axle', values: [] }])]).toEqual(['', '']);
  // Letters of every script, without the signs that addresses have another use for.
  const code = encodeFilters([{ key: 'größe?', values: ['Ж>>>', '~~~'] }]);
  expect(code).toMatch(/^[\w-]+$/);
  expect(JSON.parse(Buffer.from(code, 'base64url').toString())).toEqual([{ key: 'größe?', values: ['~~~', 'Ж>>>'] }]);
});

test('money is whole cents inside, and euros on the wire', () => {
  expect([toEuros(cents(4180)), toEuros(cents(0)), toEuros(cents(-1)), toEuros(null)]).toEqual([41.8, 0, -0.01, null]);
  expect([0.1 + 0.2, 41.8, 1.005, -0.01].map((euros) => money.parse(euros))).toEqual([30, 4180, 100, -1]);
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => cents(wrong)).toThrow(RangeError);
  for (const wrong of [Number.POSITIVE_INFINITY, Number.NaN, '1', null])
    expect(money.safeParse(wrong).success).toBe(false);
});

test('a commit of the offers is an epoch and a whole number', () => {
  for (const version of [
    { epoch: 'e', number: 0 },
    { epoch: 'x'.repeat(64), number: Number.MAX_SAFE_INTEGER },
  ])
    expect(parseOffersVersion(printOffersVersion(version))).toEqual(version);
  for (const text of [
    null,
    undefined,
    '',
    'e',
    'e.',
    '.1',
    'e.x',
    'e.-1',
    'e.1.2',
    `${'x'.repeat(65)}.1`,
    'e.9007199254740992',
  ])
    expect([text, parseOffersVersion(text)]).toEqual([text, null]);
});

test('tags of an answer stay within their bounds, and give way to those that cover them', () => {
  const some = (count: number, first = 1) => new Set(Array.from({ length: count }, (_, index) => first + index));
  const leaves = (count: number) => printOfferTags(new Map([['leaf', some(count)]])).split(' ');
  expect([leaves(60).length, leaves(61)]).toEqual([60, ['l0']]);
  const long = printOfferTags(
    new Map([
      ['product', some(300, 100_000)],
      ['best', some(300, 100_000)],
      ['name', some(300, 100_000)],
    ]),
  );
  // Texts give way first, and what is left is short enough.
  expect(long.length).toBeLessThanOrEqual(4096);
  expect(parseOfferTags(long)).not.toBeNull();
  expect(long.split(' ').filter((tag) => /^[nl]/.test(tag))).toEqual(['l0', 'n0'].filter((tag) => long.includes(tag)));
  expect(long).toContain('n0');
  // Just as long as may be: nothing gives way.
  const exact = new Set([...some(511, 100_000), 1_000_000]);
  expect(printOfferTags(new Map([['product', exact]]))).toHaveLength(4096);
  exact.delete(1_000_000);
  exact.add(10_000_000);
  expect(printOfferTags(new Map([['product', exact]]))).toBe('p0');
  expect(printOfferTags(new Map([['shop', new Set([3, 0, 5])]]))).toBe('s0');
  expect(parseOfferTags('p45 b0 n7')).toEqual([
    { kind: 'product', id: 45 },
    { kind: 'best', id: 0 },
    { kind: 'name', id: 7 },
  ]);
  for (const text of ['', 'p', 'x1', 'p1  b2', 'p-1', `p${'1'.repeat(16)}`]) expect(parseOfferTags(text)).toBeNull();
});

test('idempotency keys have eight to 64 characters', () => {
  const of = (length: number) => 'x'.repeat(length);
  expect([7, 8, 64, 65].map((length) => idempotencyKey.test(of(length)))).toEqual([false, true, true, false]);
  expect(idempotencyKey.test('with space')).toBe(false);
});

test.each<[RegisterWay, string[], string[]]>([
  [
    'vin',
    ['WVWZZZ1KZ6W000001'],
    ['WVWZZZ1KZ6W00001', 'WVWZZZ1KZ6W0000011', 'WVWZZZ1KZ6W00000I', 'WVWZZZ1KZ6W00000O', ''],
  ],
  ['dutchPlate', ['AB1234', '12ABC3', 'A123BC', '123AB4'], ['A12345', 'ABCDEF', '123456', 'AB12345', '']],
  ['nationalCode', ['123456', '1234567'], ['12345', '12345678', '12345A', '']],
])('what names a vehicle as %s', (way, right, wrong) => {
  expect(right.filter((text) => !isRegisterInput(way, text))).toEqual([]);
  expect(wrong.filter((text) => isRegisterInput(way, text))).toEqual([]);
  expect(isRegisterInput(way, readRegisterInput(` ${[...(right[0] as string)].join('-').toLowerCase()}. `))).toBe(true);
});

test('numbers and words of a search are bounded', () => {
  expect(normaliseNumber('1k0.615-301 ä/f')).toBe('1K0615301F');
  const number = (text: string) => writtenNumber.safeParse(text).success;
  const isNumber = ['A', 'x'.repeat(40), 'x'.repeat(41), '-', '', `${'x'.repeat(40)}${'-'.repeat(40)}`].map(number);
  expect([...isNumber, number(`${'x'.repeat(40)}${'-'.repeat(41)}`)]).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
  const isTerm = ['ß', '7', 'x'.repeat(200), 'x'.repeat(201), '?!', '  '].map(
    (text) => searchTerm.safeParse(text).success,
  );
  expect(isTerm).toEqual([true, true, true, false, false, false]);
  const read = (text?: string): string => suggestionQuery.parse(text);
  expect([read(), read('  Bosch\u0000\n ÖL '), read('x'.repeat(101))]).toEqual(['', 'bosch öl', 'x'.repeat(100)]);
  expect(read(`${'x'.repeat(99)} y`)).toBe('x'.repeat(99));
});
