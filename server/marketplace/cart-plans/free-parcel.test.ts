import { expect, test } from 'vitest';
import { FreeParcel } from './free-parcel.js';

test('where whole lines take too long to search, parts of lines supply exactly what is missing', () => {
  const lines = Array.from({ length: 40 }, (_, at) => ({
    cost: 100 + ((at * 37) % 50),
    goods: 100 + ((at * 53) % 70),
  }));
  const parcel = new FreeParcel<(typeof lines)[number]>();
  for (const line of lines) parcel.add(line, line.cost, line.goods);
  const missing = 950;
  const cost = parcel.cost(missing, Number.MAX_SAFE_INTEGER);
  const sumOf = (key: 'cost' | 'goods') => parcel.taken.reduce((sum, [line, part]) => sum + part * line[key], 0);
  expect([sumOf('goods'), sumOf('cost')]).toEqual([expect.closeTo(missing), expect.closeTo(cost)]);
  const parts = parcel.taken.map(([, part]) => part);
  expect([parts.every((part) => part > 0 && part <= 1), parts.some((part) => part < 1)]).toEqual([true, true]);
});

test('a line with exactly the missing goods fills the parcel, also as the last one', () => {
  const parcel = new FreeParcel<string>();
  parcel.add('only', 50, 100);
  expect([parcel.cost(100, 1000), parcel.taken]).toEqual([50, [['only', 1]]]);
  expect(parcel.cost(101, 1000)).toBe(Number.POSITIVE_INFINITY);
});
