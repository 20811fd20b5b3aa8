import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { changeShop, finishShops } from './change-shop.js';
import { LiveOffers } from './live-offers.js';
import { foldLog } from './offer-log.js';
import type { OfferValues } from './offer-rows.js';
import { OfferWriter } from './offer-writer.js';
import { addRecall, listRecalls, removeRecall } from './recall.js';
import { validateOffers } from './validate-offers.js';

const facts = () => ({ flags: 0, leaf: 1, packs: 1 });
const rate = (tariff: number) => ['DE', tariff, null, 1, 2] as const;
const offer = (shop_id: number, more: Partial<OfferValues> = {}): OfferValues => ({
  ...{ product_id: 5, shop_id, key: 'a', price: 1000, refund: 0, surcharge: 0, lowest30: 900, stock: 5 },
  ...{ condition: 'new', handling_min: 0, handling_max: 1 },
  ...more,
});

let folder: string;
let writer: OfferWriter;
let reader: LiveOffers;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commit-'));
  writer = new OfferWriter(folder, facts, testClock);
  for (const id of [1, 2]) changeShop(writer, shopRow(id), [rate(400)]);
  reader = LiveOffers.open(folder, true, testClock, 3600_000);
});
afterEach(async () => {
  await reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

/** Adds or replaces the offer of a shop; returns its id. */
function put(
  shop: number,
  more: Partial<OfferValues> = {},
  hash: number | null = null,
  changes = [] as never[],
): number {
  writer.commit((commit) => commit.put(offer(shop, more), hash, changes));
  return Number(writer.statements.findKey(shop, 'a')?.id);
}
const stored = () => writer.statements.offersOf(5).map(({ id, price, lowest30 }) => ({ id, price, lowest30 }));

test('a price between two changes counts for the lowest one of 30 days', () => {
  const id = put(1);
  const change = (price: number) => writer.commit((commit) => commit.change(5, id, { price }, null));
  change(800);
  expect(stored()).toEqual([{ id, price: 800, lowest30: 900 }]);
  change(1200);
  expect(stored()).toEqual([{ id, price: 1200, lowest30: 800 }]);
  // A shop that names the lowest price itself is right.
  writer.commit((commit) => commit.change(5, id, { price: 1500, lowest30: 1300 }, null));
  expect(stored()).toEqual([{ id, price: 1500, lowest30: 1300 }]);
});

test('a feed that says the same again replaces what an update has changed, also the lowest price alone', () => {
  const id = put(1, {}, 99);
  writer.commit((commit) => commit.change(5, id, { price: 800 }, null));
  expect(writer.statements.findKey(1, 'a')?.hash).toBeNull();
  put(1, { price: 800, lowest30: 700 });
  expect(stored()).toEqual([{ id, price: 800, lowest30: 700 }]);
});

test('each value of a feed replaces the former one, alone and with a price', () => {
  const changes: Partial<OfferValues>[] = [
    ...[{ refund: 750 }, { surcharge: 300 }, { condition: 'used' as const }, { handling_min: 2 }, { handling_max: 4 }],
    ...[{ stock: 9 }, { price: 1100, surcharge: 0 }, { price: 1200, refund: 0 }, { lowest30: 800 }],
  ];
  let now: Partial<OfferValues> = {};
  for (const each of changes) {
    now = { ...now, ...each };
    put(1, now);
    expect(writer.statements.offersOf(5)).toMatchObject([{ ...offer(1), ...now }]);
  }
});

test('an offer takes its announced prices and its product with it', () => {
  const at = testClock.now() + 3600_000;
  writer.commit((commit) => commit.put(offer(1), null, [{ at, price: 700 }]));
  const id = Number(writer.statements.findKey(1, 'a')?.id);
  reader.look();
  expect([reader.nextOfferChange, writer.statements.productOf(id)]).toEqual([at, 5]);
  writer.commit((commit) => commit.remove(5, id));
  reader.look();
  expect([reader.nextOfferChange, writer.statements.productOf(id)]).toEqual([Number.POSITIVE_INFINITY, null]);
});

test('a cheaper offer changes the pages of both shops', () => {
  put(1);
  reader.look();
  const before = reader.version;
  put(2, { price: 500 });
  reader.look();
  expect(reader.changesSince(before).shops.toSorted()).toEqual([1, 2]);
});

test('a new tariff reaches all offers of its shop, also if the program ends in between', () => {
  put(1);
  writer.database.exec(`create trigger refuse before insert on change when length(new.products) > 0
    begin select raise(abort, 'killed'); end`);
  expect(() => changeShop(writer, shopRow(1), [rate(900)])).toThrow('killed');
  writer.database.exec('drop trigger refuse');
  const next = new OfferWriter(folder, facts, testClock);
  finishShops(next);
  next.close();
  reader.look();
  expect(reader.best.of('DE').totals[5]).toBe(1900);
});

test('another title of a product reaches its lists, which keep their order', () => {
  put(1);
  reader.look();
  const before = reader.version;
  writer.commit((commit) => commit.rename(5));
  reader.look();
  expect(reader.changesSince(before)).toMatchObject({ products: [5], best: [5], leaves: [], shops: [] });
});

test('a new tariff reaches all products of a large shop', () => {
  writer.commit((commit) => {
    for (let product = 1; product <= 1200; product++)
      commit.put(offer(1, { product_id: product, key: `k${product}` }), null, []);
  });
  changeShop(writer, shopRow(1), [rate(900)]);
  reader.look();
  const { totals } = reader.best.of('DE');
  expect(new Set(totals.slice(1, 1201))).toEqual(new Set([1900]));
});

test('a writer learns the tariff of another program, also if the log has lost its commit', () => {
  const other = new OfferWriter(folder, facts, testClock);
  changeShop(other, shopRow(1), [rate(900)]);
  other.commit((commit) => commit.touchTexts({ category: [1], trader: [], name: [] }));
  other.database.exec('begin');
  foldLog(other.database, testClock.now() + 3600_000);
  other.database.exec('commit');
  other.close();
  put(1);
  reader.look();
  expect(reader.best.of('DE').totals[5]).toBe(1900);
});

test('a recall ends the sale at once until it is removed; the latest is listed first', () => {
  put(1);
  const reason = { de: 'Bruch', fr: '', es: '', it: '', nl: '' };
  const total = () => {
    reader.look();
    return reader.best.reach[5] === 0 ? null : reader.best.of('DE').totals[5];
  };
  for (const [productId, at] of [
    [4, 1],
    [5, 3],
    [6, 2],
  ] as const)
    addRecall(writer, { productId, at, reason, url: null });
  expect(total()).toBeNull();
  expect(listRecalls(writer).map(({ productId }) => productId)).toEqual([5, 6, 4]);
  expect([removeRecall(writer, 5), removeRecall(writer, 5), total()]).toEqual([true, false, 1400]);
});

test('a check finds products that lists show without their offers, and offers that they do not show', () => {
  put(1);
  put(1, { price: 900 });
  const file = join(folder, 'offers.db');
  const wrong = '1 products are shown with other offers than they have';
  expect([validateOffers(file, facts), validateOffers(file, null)]).toEqual([[], []]);
  // Other packs are usually bought in the served catalogue.
  expect(validateOffers(file, () => ({ ...facts(), packs: 2 }))).toEqual([wrong]);
  changeShop(writer, shopRow(3, { name: 'SHOP 1', slug: 's3' }), []);
  expect(validateOffers(file, facts)).toEqual(['shop 3 is called "SHOP 1", which is read as the name of shop 1']);
  writer.database.exec('update offer set price = 1');
  expect(validateOffers(file, facts)).toContain(wrong);
  writer.database.exec('delete from offer');
  expect(validateOffers(file, facts)).toContain(wrong);
});
