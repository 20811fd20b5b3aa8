import { expect, test } from 'vitest';
import { feedOfOffers } from './feed-of-offers.js';

test('offers become the table that a merchant could have sent, with the columns that they name', () => {
  expect(feedOfOffers([{ key: 'A', price: 12.5, stock: 0 }])).toBe('key,number,price,stock\nA,,12.50,0\n');
  expect(feedOfOffers([{ key: 'A', stock: null }])).toBe('key,number,price,stock\nA,,,#EMPTY\n');
  expect(
    feedOfOffers([
      { key: 'A,"1"', brand: 'B & C', number: '0 986', price: 1, handling: [1, 3], condition: 'used' },
      { key: 'B', delete: true },
      { key: 'C', gtin: '4006381333931', surcharge: null, deposit: 7.5, lowest30: 3 },
    ]),
  ).toBe(
    [
      'key,mode,brand,number,gtin,price,condition,handling,surcharge,deposit,lowest30',
      '"A,""1""",,B & C,0 986,,1.00,used,1-3,,,',
      'B,delete,,,,,,,,,',
      'C,,,,4006381333931,,,,#EMPTY,7.50,3.00',
      '',
    ].join('\n'),
  );
});
