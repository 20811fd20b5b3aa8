import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { ShopId } from '../program/shop-choice.js';
import { changeShop } from './change-shop.js';
import { isCalled, KnownShops } from './known-shops.js';
import { OfferWriter } from './offer-writer.js';
import { ShopIndex } from './shop-index.js';
import { knownShops, StoredShops } from './stored-shops.js';

let folder: string;
let writer: OfferWriter;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shops-'));
  writer = new OfferWriter(folder, () => null, testClock);
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true });
});
const rate = (country: string, tariff: number) => [country, tariff, null, 1, 2] as const;

test('a shop is found by name, slug or id; a name of two shops is refused with both', () => {
  changeShop(writer, shopRow(1, { name: 'Alpha', slug: 'alpha' }), [rate('AT', 900), rate('DE', 400)]);
  changeShop(writer, shopRow(2, { name: 'Beta', slug: 'b-parts' }), [rate('AT', 900)]);
  changeShop(writer, shopRow(3, { name: 'ALPHA', slug: 'alpha-3' }), []);
  changeShop(writer, shopRow(4, { name: '2', slug: 'two' }), []);
  changeShop(writer, shopRow(5, { name: '5', slug: 'five' }), []);
  const shops = new KnownShops(writer.database);
  expect(shops.find({ name: 'B-Parts' })).toMatchObject({ id: 2, tariff: null });
  expect(shops.find({ id: 1 as ShopId })).toMatchObject({ name: 'Alpha', tariff: 400 });
  expect(() => shops.find({ name: 'alpha' })).toThrow('"Alpha" (--shop-id 1) or "ALPHA" (--shop-id 3)');
  expect(() => shops.find({ name: '7' })).toThrow('--shop-id 7');
  expect(() => shops.find({ name: 'nobody' })).toThrow(/^There is no shop "nobody"\.$/);
  const isBeta = (text: string) => isCalled({ name: 'Beta', slug: 'b-parts' }, text);
  expect(['BETA', 'B-Parts', '2'].map(isBeta)).toEqual([true, true, false]);
  expect(shops.mistakable()).toEqual([
    'shop 3 is called "ALPHA", which is read as the name of shop 1',
    'shop 4 is called "2", which is read as the id of shop 2',
  ]);
});

test('readers know shops by slug in any case, with ratings in hundredths', () => {
  changeShop(writer, shopRow(2, { slug: 'Beta-Parts', rating: 4.25 }), []);
  const shops = ShopIndex.read(writer.database, { of: () => undefined });
  expect([shops.bySlug.get('beta-parts')?.id, shops.ratings[2]]).toEqual([2, 425]);
});

test.each(['name', 'street', 'postcode', 'city', 'phone', 'email', 'register'] as const)(
  'a trader without %s is unknown',
  (field) => {
    changeShop(writer, shopRow(1), []);
    changeShop(writer, shopRow(2, { [field]: ' ' }), []);
    const shops = new StoredShops(writer.database);
    expect([1, 2].map((id) => shops.traderOf(id).isKnown)).toEqual([true, false]);
  },
);

test('a shop that does not say who pays for a return is known, and its offers are not sold', () => {
  changeShop(writer, shopRow(1), []);
  changeShop(writer, shopRow(2, { return_payer: '' }), []);
  const shops = new StoredShops(writer.database);
  expect([1, 2].map((id) => shops.traderOf(id))).toMatchObject([
    { isKnown: true, saysReturns: true },
    { isKnown: true, saysReturns: false },
  ]);
});

test('a new tariff replaces the former one, and shops without any are still known', () => {
  changeShop(writer, shopRow(1), [rate('DE', 400), rate('AT', 900)]);
  changeShop(writer, shopRow(1), [rate('DE', 500)]);
  const countries = writer.database.prepare('select country, tariff from shop_rate').all();
  expect(countries).toEqual([{ country: 'DE', tariff: 500 }]);
  expect([...knownShops(writer.database)]).toEqual([['Shop 1', 1]]);
});
