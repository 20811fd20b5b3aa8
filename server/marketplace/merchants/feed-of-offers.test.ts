import { expect, test } from 'vitest';
import type { Shop } from '../offer-store/shop-index.js';
import { feedOfOffers, feedOfTerms } from './feed-of-offers.js';

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

test('terms become a feed of the merchant’s shop, and no cost deletes the stored one where the buyer pays', () => {
  const shop = { imported_name: 'Nord\nTeile', country: 'DE' } as Shop;
  const terms = { locale: 'fr-FR', country: 'FR', shipping: 'DE:4.90;AT:9', returnDays: '30' } as const;
  const feed = (returnPayer: 'buyer' | 'shop', returnCost: string): string =>
    feedOfTerms(shop, { ...terms, returnPayer, returnCost });
  const head = 'name,country,shipping,return_payer,return_cost,return_days\n"Nord\nTeile",DE,DE:4.90;AT:9';
  expect(feed('buyer', '6,40')).toBe(`${head},buyer,"6,40",30\n`);
  expect(feed('buyer', '')).toBe(`${head},buyer,#EMPTY,30\n`);
  expect(feed('shop', '')).toBe(`${head},shop,,30\n`);
});
