import { expect, test } from 'vitest';
import { noPrice } from '../offer-store/offer-summary.js';
import { countFacets, isByOffers, needsCountryPrices } from './facets.js';
import type { Leaf } from './leaf.js';
import { isWithin, parseRange, rangesOver } from './ranges.js';

/** Numbers that are the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function someLeaf(seed: number): Leaf {
  const random = randomFrom(seed);
  const count = 20 + random(200);
  const column = (values: readonly (readonly [string, string | null])[]) => ({
    values,
    codes: Uint8Array.from({ length: count }, () => random(values.length + 1)),
  });
  const numbers = (most: number, decimals: number) => {
    const all = Array.from({ length: most }, () => (random(4000) / 10 ** decimals).toFixed(decimals));
    return [...new Set(all)].map((value) => [String(Number(value)), 'mm'] as const);
  };
  return {
    ids: Float64Array.from({ length: count }, (_, place) => 1 + place),
    columns: new Map([
      ['brand', column(Array.from({ length: 15 }, (_, id) => [String(1 + id), null]))],
      ['diameter', column(numbers(60, 1))],
      ['holes', column(numbers(5, 0))],
      ['width', column(numbers(30, 0))],
      // Numbers in two units make no range.
      ['length', column([...numbers(20, 0), ['10', 'in'], ['12', 'in']])],
      ['type', column(['H4', 'H7', 'D2S'].map((value) => [value, null]))],
      ['delivery_country', column(['DE', 'AT,DE', 'CH'].map((value) => [value, null]))],
    ]),
    prices: {
      totals: Uint32Array.from({ length: count }, () => (random(5) === 0 ? noPrice : 100 + random(9000))),
      ratings: Uint16Array.from({ length: count }, () => 300 + random(200)),
      daysMax: Uint8Array.from({ length: count }, () => 1 + random(7)),
      daysMin: Uint8Array.from({ length: count }, () => 1),
    },
    amount: 'pack',
    country: 'DE',
  };
}

test.each([
  ['delivery_days', ['3', '5'], '3', '5'],
  ['shop_rating', ['4', '4.5'], '4.5', '4'],
])('of two steps of %s the narrower counts, and the other is reported', (key, both, narrower, wider) => {
  for (let seed = 1; seed <= 20; seed++) {
    const leaf = someLeaf(seed);
    const asked = countFacets(leaf, null, new Map([[key, both]]));
    const narrow = countFacets(leaf, null, new Map([[key, [narrower]]]));
    expect(asked.ignored).toEqual([`f:${key}=${wider}`]);
    expect([...asked.rows]).toEqual([...narrow.rows]);
    expect(asked.facets).toEqual(narrow.facets);
  }
});

test('each value and range of each filter leaves as many products as its count', () => {
  let ranges = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const leaf = someLeaf(seed);
    const random = randomFrom(seed + 1000);
    const chosen = new Map<string, readonly string[]>();
    for (let step = 0; step < 4; step++) {
      const { facets, rows, ignored } = countFacets(leaf, null, chosen);
      expect(ignored).toEqual([]);
      for (const { key, values, isSingle } of facets) {
        if (key === 'delivery_country') continue;
        // Ids make no ranges. A label contains the unit only if there are several.
        if (key === 'brand') expect(values.filter(({ range }) => range)).toEqual([]);
        const withUnit = values.filter(({ value, range }) => !range && / (?:mm|in)$/.test(value));
        expect([key, withUnit.length]).toEqual([key, key === 'length' ? values.length : 0]);
        for (const { value, count, isActive, range } of values) {
          if (count === 0 && !isActive) continue;
          ranges += range ? 1 : 0;
          const left = countFacets(leaf, null, new Map(chosen).set(key, [value])).rows.length;
          expect([seed, key, value, count]).toEqual([seed, key, value, left]);
        }
        const active = values.filter((each) => each.isActive).map(({ value }) => value);
        expect(active.sort()).toEqual([...(chosen.get(key) ?? [])].sort());
        expect(isSingle && active.length > 1).toBe(false);
        expect(values.filter(({ range }) => range).length).toBeLessThanOrEqual(7 + active.length);
      }
      if (rows.length === 0) break;
      const offered = facets.filter(({ key, isSingle }) => key !== 'delivery_country' && !isSingle);
      const facet = offered[random(offered.length)];
      const values = facet?.values.filter(({ count }) => count > 0) ?? [];
      const picked = [0, 1].map(() => values[random(values.length)]?.value ?? '').filter((value) => value !== '');
      if (facet && picked.length > 0) chosen.set(facet.key, [...new Set(picked)]);
    }
  }
  expect(ranges).toBeGreaterThan(100);
});

test('more than twelve numbers become ranges', () => {
  const leaf = someLeaf(7);
  const rangesOf = (count: number): number => {
    const values = Array.from({ length: count }, (_, at) => [String(at + 1), 'mm'] as const);
    const codes = Uint8Array.from(leaf.ids, (_, place) => 1 + (place % count));
    const columns = new Map([['width', { values, codes }]]);
    const [facet] = countFacets({ ...leaf, columns }, null, new Map()).facets;
    return facet?.values.filter(({ range }) => range).length ?? 0;
  };
  expect([rangesOf(12), rangesOf(13) > 0]).toEqual([0, true]);
});

test('ranges contain each number once, and outliers do not widen them', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomFrom(seed);
    const decimals = random(3);
    const some = Array.from({ length: 13 + random(80) }, () => random(3 ** (2 + random(8))) / 10 ** decimals);
    const numbers = [...some, 0.5, 99_999].sort((a, b) => a - b);
    const ranges = rangesOver(numbers);
    expect(ranges.length).toBeLessThanOrEqual(8);
    for (const number of numbers) expect(ranges.filter((range) => isWithin(range, number))).toHaveLength(1);
  }
  const diameters = [
    234, 239, 256, 258, 259, 260, 276, 280, 283, 286, 288, 300, 310, 312, 320, 330, 334, 340, 345, 370,
  ];
  expect(rangesOver(diameters).map(({ from, to }) => `${from ?? ''}-${to ?? ''}`)).toEqual([
    ...['-249', '250-274', '275-299', '300-324', '325-349', '350-'],
  ]);
});

test('a range without any number of the list does not narrow it', () => {
  const leaf = someLeaf(7);
  const { rows, ignored } = countFacets(leaf, null, new Map([['diameter', ['5000-6000']]]));
  expect([rows.length, ignored]).toEqual([leaf.ids.length, ['f:diameter=5000-6000']]);
  expect(parseRange('288.5-')).toEqual({ from: 288.5, to: null });
});

test('the bounds of prices are those of sold products, and a chosen range excludes unsold ones', () => {
  const leaf = someLeaf(7);
  const { ids, prices } = leaf;
  const sold = [...prices.totals].filter((total) => total !== noPrice);
  const [min, max] = [Math.min(...sold), Math.max(...sold)];
  const choose = (...values: string[]) => countFacets(leaf, null, new Map([['price', values]]));
  expect(sold.length).toBeLessThan(ids.length);
  expect(countFacets(leaf, null, new Map()).price).toEqual({ min, max, active: null });
  const all = choose('0-');
  expect([all.rows.length, all.price]).toEqual([sold.length, { min, max, active: { from: 0, to: null } }]);
  const exact = choose(`${min / 100}-${min / 100}`);
  expect([...exact.rows].map((row) => prices.totals[row])).toEqual(sold.filter((total) => total === min));
  // Two ranges, fractions of a cent and prices above all others do not narrow.
  for (const values of [['1-2', '3-4'], ['0.005-'], ['12345678-'], ['x']]) {
    const { rows, ignored } = choose(...values);
    expect([rows.length, ignored]).toEqual([ids.length, values.map((value) => `f:price=${value}`)]);
  }
  const same = { ...prices, totals: prices.totals.map(() => 500) };
  expect(countFacets({ ...leaf, prices: same }, null, new Map()).price).toBeNull();
});

test('prices of other countries are needed for filters by price, days and rating, whatever else is chosen', () => {
  const asks = (...keys: string[]) => {
    const chosen = new Map(keys.map((key) => [key, ['1']]));
    return [isByOffers(chosen), needsCountryPrices(chosen)];
  };
  expect([asks(), asks('brand'), asks('delivery_country', 'brand')]).toEqual([
    [false, false],
    [false, false],
    [true, false],
  ]);
  for (const key of ['price', 'delivery_days', 'shop_rating'])
    expect([asks(key), asks('brand', key, 'delivery_country')]).toEqual(Array(2).fill([true, true]));
});

test('the narrowest chosen step and the first country count, and a step includes both ends', () => {
  const leaf = someLeaf(7);
  const prices = {
    ...leaf.prices,
    totals: leaf.prices.totals.map(() => 500),
    daysMax: leaf.prices.daysMax.map((_, at) => (at === 0 ? 2 : 3)),
    ratings: leaf.prices.ratings.map((_, at) => (at === 0 ? 450 : 449)),
  };
  const choose = (key: string, ...values: string[]) =>
    countFacets({ ...leaf, prices }, null, new Map([[key, values]])).rows.length;
  const unsold = { ...prices, totals: prices.totals.map(() => noPrice) };
  for (const [key, value] of [
    ['delivery_days', '5'],
    ['shop_rating', '4'],
  ] as const)
    expect(countFacets({ ...leaf, prices: unsold }, null, new Map([[key, [value]]])).rows).toHaveLength(0);
  expect(choose('delivery_days', '2')).toBe(1);
  expect(choose('shop_rating', '4.5')).toBe(1);
  expect(choose('delivery_days', '2', '5')).toBe(1);
  expect(choose('delivery_country', 'CH', 'AT')).toBe(choose('delivery_country', 'AT'));
});
