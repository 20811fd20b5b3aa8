import { expect, test } from 'vitest';
import { parseOffersVersion, printOffersVersion } from './offer-changes.js';
import { type OfferTagKind, parseOfferTags, printOfferTags } from './offer-tags.js';

const upTo = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);
const print = (tags: Partial<Record<OfferTagKind, number[]>>): string =>
  printOfferTags(new Map([...parts(tags)].map(([kind, ids]) => [kind, new Set(ids)])));
function* parts(tags: Partial<Record<OfferTagKind, number[]>>): Generator<[OfferTagKind, number[]]> {
  for (const kind of ['product', 'best', 'leaf', 'shop', 'assortment'] as const) {
    const ids = tags[kind];
    if (ids) yield [kind, ids];
  }
}

test('tags are printed once, and read as they were meant', () => {
  const text = print({ best: [4, 3, 4], product: [12], leaf: [45], assortment: [0] });
  expect(text).toBe('p12 b4 b3 l45 a0');
  expect(parseOfferTags(text)).toEqual([
    { kind: 'product', id: 12 },
    { kind: 'best', id: 4 },
    { kind: 'best', id: 3 },
    { kind: 'leaf', id: 45 },
    { kind: 'assortment', id: 0 },
  ]);
});

test('all of a kind covers single ones', () => {
  expect(print({ leaf: [3, 0, 5], best: [9], shop: [] })).toBe('b9 l0');
});

test('more leaves than are named become all leaves', () => {
  expect(print({ leaf: upTo(60) }).split(' ')).toHaveLength(60);
  expect(print({ leaf: upTo(61), best: [9] })).toBe('b9 l0');
});

test.each([
  ['leaves give way first', { leaf: upTo(60, 1e14), best: upTo(500, 100_000) }, /^b100000 (b\d+ )+l0$/],
  ['then what lists show of products', { best: upTo(1000, 100_000), shop: upTo(5) }, /^l0 s1 s2 s3 s4 s5$/],
  ['then shops', { best: upTo(600), shop: upTo(1000, 1000), product: [7] }, /^p7 l0 s0$/],
  ['at last products', { product: upTo(2000), best: upTo(2000), shop: [1], assortment: [0] }, /^p0 l0 s0 a0$/],
])('of too many tags %s', (_, tags, expected) => {
  const printed = print(tags);
  expect(printed).toMatch(expected);
  expect(printed.length).toBeLessThanOrEqual(4096);
});

test.each(['', 'p', 'x5', 'p5,b3', 'p5  b3', 'p-1', 'p5 ', 'p1e3', `p${'9'.repeat(16)}`])(
  '"%s" is no list of tags',
  (text) => {
    expect(parseOfferTags(text)).toBeNull();
  },
);

test('a printed version can be read again, also beyond four bytes', () => {
  for (const version of [
    { epoch: 'x7_f-2', number: 0 },
    { epoch: 'e', number: 2 ** 32 + 5 },
    { epoch: 'e', number: Number.MAX_SAFE_INTEGER },
  ])
    expect(parseOffersVersion(printOffersVersion(version))).toEqual(version);
});

test.each(['', 'e1', 'e1.', '.5', 'e1.5.6', 'e 1.5', 'e1.-5', 'e1.9007199254740992', null, undefined])(
  '%j is no version',
  (text) => {
    expect(parseOffersVersion(text)).toBeNull();
  },
);
