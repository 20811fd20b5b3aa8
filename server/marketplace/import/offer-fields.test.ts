import { describe, expect, test } from 'vitest';
import type { ShopInfo } from '../offer-store/known-shops.js';
import { unknownDays } from '../offer-store/unknown-facts.js';
import { handlingOf, partialOf, spelledOut, surchargeOf } from './offer-fields.js';
import type { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';

const recordOf = (fields: Record<string, string>) => ({ line: 1, fields }) as unknown as FeedRecord;

describe('the surcharge of bulky goods', () => {
  const surcharge = (shipping: string | null, tariff: number | null = 490) =>
    surchargeOf(recordOf(shipping === null ? {} : { shipping }), { country: 'DE', tariff } as ShopInfo);

  test.each([
    ['DE:::20.00 EUR', 1510],
    ['de:::20,00', 1510],
    ['20.00', 1510],
    ['AT:::30.00,DE:::20.00,FR:::40.00', 1510],
    ['DE:::4.90', 0],
    ['DE:::3.00', 0],
    ['AT:::30.00', 0],
  ])('%s, beside a tariff of 4.90', (shipping, cents) => expect(surcharge(shipping)).toBe(cents));

  test('a shop that does not ship at home, and a row without shipping, have none', () => {
    expect([surcharge('DE:::20.00', null), surcharge(null)]).toEqual([0, 0]);
    expect(() => surcharge('DE:::viel')).toThrow('shipping: is no amount of money');
  });
});

test('working days come from one column or from two, of which one alone is for both', () => {
  const handling = (fields: Record<string, string>) => handlingOf(recordOf(fields));
  expect(handling({ handling: '1-3', min_handling_time: '9' })).toEqual([1, 3]);
  expect(handling({ min_handling_time: '2', max_handling_time: '4' })).toEqual([2, 4]);
  expect(handling({ min_handling_time: '2' })).toEqual([2, 2]);
  expect(handling({ max_handling_time: '4' })).toEqual([4, 4]);
  expect(handling({ min_handling_time: '5', max_handling_time: '3' })).toEqual([3, 3]);
  expect(handling({})).toEqual([unknownDays, unknownDays]);
  expect(partialOf(recordOf({ max_handling_time: '4' }))).toEqual({ handling_min: 4, handling_max: 4 });
});

test('words without days leave the time unknown and are reported, or reject the row', () => {
  const words = recordOf({ handling: 'bald' });
  const lacks: RowError[] = [];
  expect(handlingOf(words, lacks)).toEqual([unknownDays, unknownDays]);
  expect(lacks.map(({ field, value }) => [field, value])).toEqual([['handling', 'bald']]);
  expect(() => handlingOf(words)).toThrow('is no number of days');
});

test('a preview spells values out, and shows as written what it cannot read', () => {
  const written = { price: '1.234,5 €', deposit: 'viel', stock: '>10', condition: 'gebraucht', handling: '48 h' };
  expect({ ...spelledOut(written as never) }).toEqual({
    ...{ price: '1234.50', deposit: 'viel', stock: '10', condition: 'used', handling: '2–2' },
  });
  expect(spelledOut({ stock: 'ja', condition: 'krumm', handling: 'bald' } as never)).toMatchObject({
    ...{ stock: 'ja', condition: 'krumm', handling: 'bald' },
  });
});
