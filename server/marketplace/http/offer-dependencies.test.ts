import { expect, test } from '@jest/globals';
import { OfferDependencies } from './offer-dependencies.js';

const version = { epoch: 'e1', number: 7 };
const upTo = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);

/** The tags of a response that depends on these. */
function tagsOf(...dependencies: Parameters<OfferDependencies['add']>[]): string {
  const all = new OfferDependencies(version);
  for (const [kind, ids] of dependencies) all.add(kind, ids);
  return all.headers()['x-offer-tags'] ?? '';
}

test('a response names its commit and each thing that it depends on once', () => {
  const all = new OfferDependencies(version);
  all.add('best', [4, 3]);
  all.add('product', [12]);
  all.add('best', new Set([3, 5]));
  all.add('leaf', [45]);
  all.add('assortment', [0]);
  expect(all.headers()).toEqual({ 'x-offers': 'e1.7', 'x-offer-tags': 'p12 b4 b3 b5 l45 a0' });
});

test('a response that depends on nothing, or of a service without offers, has no tags', () => {
  expect(new OfferDependencies(version).headers()).toEqual({});
  const empty = new OfferDependencies(version);
  empty.add('best', []);
  expect(empty.headers()).toEqual({});
  const without = new OfferDependencies(undefined);
  without.add('product', [1]);
  expect(without.headers()).toEqual({});
});

test('all of a kind covers single ones', () => {
  expect(tagsOf(['leaf', [3]], ['leaf', [0]], ['leaf', [5]], ['best', [9]])).toBe('b9 l0');
});

test('more leaves than are named become all leaves', () => {
  expect(tagsOf(['leaf', upTo(60)]).split(' ')).toHaveLength(60);
  expect(tagsOf(['leaf', upTo(61)], ['best', [9]])).toBe('b9 l0');
});

test.each([
  [
    'leaves give way first',
    [
      ['leaf', upTo(60, 1e14)],
      ['best', upTo(500, 100_000)],
    ],
    /^b100000 (b\d+ )+l0$/,
  ],
  [
    'then what lists show of products',
    [
      ['best', upTo(1000, 100_000)],
      ['shop', upTo(5)],
    ],
    /^l0 s1 s2 s3 s4 s5$/,
  ],
  [
    'then shops',
    [
      ['best', upTo(600)],
      ['shop', upTo(1000, 1000)],
      ['product', [7]],
    ],
    /^p7 l0 s0$/,
  ],
  [
    'at last products',
    [
      ['product', upTo(2000)],
      ['best', upTo(2000)],
      ['shop', [1]],
      ['assortment', [0]],
    ],
    /^p0 l0 s0 a0$/,
  ],
] satisfies [string, Parameters<OfferDependencies['add']>[], RegExp][])(
  'of too many tags %s',
  (_, dependencies, tags) => {
    const printed = tagsOf(...dependencies);
    expect(printed).toMatch(tags);
    expect(printed.length).toBeLessThanOrEqual(4096);
  },
);
