import { expect, test } from 'vitest';
import { priceOf, sinceStart } from './offer-times.js';

/** A price of 20 euros, reduced to 15 on the second and third of January. */
const reduced = { price: '20', sale_price: '15', sale_price_effective_date: '2026-01-02/2026-01-03' };
const [from, to] = [Date.parse('2026-01-02T00:00:00.000Z'), Date.parse('2026-01-03T23:59:59.999Z')];
const read = (fields: Record<string, string>, end: number | null, at: number) =>
  priceOf({ line: 1, fields } as never, end, at);
const coming = { at: from, price: 1500 };
const over = { at: to + 1, price: 2000 };

test.each([
  { when: 'before it begins', at: from - 1, price: 2000, changes: [coming, over] },
  { when: 'in its first millisecond', at: from, price: 1500, changes: [over] },
  { when: 'in its last millisecond', at: to, price: 1500, changes: [over] },
  { when: 'when it is over', at: to + 1, price: 2000, changes: [] },
])('a price that is reduced for a time, $when', ({ at, price, changes }) => {
  expect(read(reduced, null, at)).toEqual({ price, changes });
});

test('an offer that ends has no price after its last millisecond, and no later changes', () => {
  expect(read(reduced, to, from)).toEqual({ price: 1500, changes: [{ at: to + 1, price: null }] });
  expect(read(reduced, to + 1, from)).toEqual({ price: 1500, changes: [over, { at: to + 2, price: null }] });
  expect(read(reduced, from - 1, from - 9)).toEqual({ price: 2000, changes: [{ at: from, price: null }] });
});

test('a price and an offer are good from their first to their last millisecond', () => {
  const ending = { price: '20', price_to: '2026-01-03' };
  expect(read(ending, null, to)).toEqual({ price: 2000, changes: [{ at: to + 1, price: null }] });
  expect(() => read(ending, null, to + 1)).toThrow('is when the price ceased to be good');
  const start = (now: number) => sinceStart({ since: '2026-01-02' }, 'since', 'begins later', now);
  expect(() => start(from - 1)).toThrow('begins later');
  expect(() => start(from)).not.toThrow();
});

test('a reduced price without dates is the price, and dates without a reduced price have no effect', () => {
  expect(read({ price: '20', sale_price: '15' }, null, to)).toEqual({ price: 1500, changes: [] });
  expect(read({ price: '20', sale_price_effective_date: 'soon' }, null, to)).toEqual({ price: 2000, changes: [] });
  const moment = { ...reduced, sale_price_effective_date: '2026-01-02T00:00Z/2026-01-02T00:00Z' };
  expect(read(moment, null, from)).toEqual({ price: 1500, changes: [{ at: from + 1, price: 2000 }] });
});

test('two columns limit a reduced price on either side', () => {
  const begins = { price: '20', sale_price: '15', sale_price_from: '02.01.2026' };
  expect(read(begins, null, from - 1)).toEqual({ price: 2000, changes: [coming] });
  expect(read(begins, null, from)).toEqual({ price: 1500, changes: [] });
  const ends = { price: '20', sale_price: '15', sale_price_to: '2026-01-03' };
  expect(read(ends, null, from)).toEqual({ price: 1500, changes: [over] });
  expect(read(ends, null, to + 1)).toEqual({ price: 2000, changes: [] });
  expect(read({ ...begins, ...ends }, null, from - 1)).toEqual({ price: 2000, changes: [coming, over] });
});

test.each([
  [{ price: '' }, 'is missing'],
  [
    { price: '20', sale_price: '15', sale_price_from: '2026-01-03', sale_price_to: '2026-01-02' },
    'ends before it begins',
  ],
  [{ price: '0' }, 'is zero'],
  [{ ...reduced, sale_price: '0' }, 'is zero'],
  [{ ...reduced, sale_price_effective_date: '2026-01-02' }, 'is not two dates'],
  [{ ...reduced, sale_price_effective_date: '2026-01-02/2026-01-03/2026-01-04' }, 'is not two dates'],
  [{ ...reduced, sale_price_effective_date: '2026-01-03/2026-01-02' }, 'ends before it begins'],
])('%j is refused: %s', (fields, reason) => {
  const given = fields.price === '' ? {} : fields;
  expect(() => read(given, null, from)).toThrow(reason);
});
