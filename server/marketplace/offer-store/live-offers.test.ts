import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { countries } from '../../contract/countries.js';
import { changeShop } from './change-shop.js';
import { LiveOffers } from './live-offers.js';
import { OfferFill } from './offer-fill.js';
import { foldLog } from './offer-log.js';
import { maxDays, noPrice } from './offer-summary.js';
import type { OfferChange } from './offer-tables.js';
import { OfferWriter } from './offer-writer.js';
import { addRecall } from './recall.js';
import { withheldBits } from './withheld.js';

/** Three packs are bought of each product. */
const facts = () => ({ flags: 0, leaf: 1, packs: 3 });
const rate = (country: string, tariff = 400) => [country, tariff, null, 1, 2] as const;
const offer = (key: string, product_id: number, price = 1000, shop_id = 1) => ({
  ...{ product_id, shop_id, key, price, refund: 0, surcharge: 0, lowest30: 2000, stock: 5 },
  ...{ condition: 'new' as const, handling_min: 0, handling_max: 1 },
});

let folder: string;
let writer: OfferWriter;
let reader: LiveOffers;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'live-'));
  writer = new OfferWriter(folder, facts, testClock);
  changeShop(writer, shopRow(1), [rate('DE'), rate('PL'), rate(String(countries[32]))]);
  reader = LiveOffers.open(folder, true, testClock, 3600_000);
});
afterEach(async () => {
  await reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

function put(key: string, product: number, changes: OfferChange[] = [], price?: number, shop?: number): void {
  writer.commit((commit) => commit.put(offer(key, product, price, shop), null, changes));
  reader.look();
}
function shown(product: number): unknown[] {
  const { totals, shops, usual, reductions } = reader.best.of('DE');
  const set = reader.best.countrySets[reader.best.reach[product] ?? 0];
  return [totals[product], shops[product], usual.totals[product], reductions[product], set?.toSorted()];
}

test('a product keeps its offers while the ids of others grow, and loses them with the store', async () => {
  put('a', 6);
  const best = [1400, 1, 3400, 50, ['DE', 'PL', String(countries[32])].sort()];
  expect(shown(6)).toEqual(best);
  put('b', 40_000);
  expect([shown(6), shown(40_000), reader.best.countrySets.length]).toEqual([best, best, 2]);
  writer.database.exec('begin');
  foldLog(writer.database, testClock.now());
  writer.database.exec('commit');
  const later = LiveOffers.open(folder, true, testClock, 3600_000);
  expect([6, 40_000].map((product) => later.best.of('DE').totals[product])).toEqual([1400, 1400]);
  await later.close();
  writer.clear();
  reader.look();
  expect([shown(6), shown(40_000)]).toEqual(Array(2).fill([noPrice, 0, noPrice, 0, []]));
  const { daysMin, daysMax } = reader.best.of('DE');
  expect([daysMin[6], daysMax[6]]).toEqual([maxDays, maxDays]);
});

test('of two equal offers to a country without edition the better rated shop has the best', async () => {
  changeShop(writer, shopRow(2, { rating: 5 }), [rate('PL')]);
  put('a', 6);
  put('b', 6, [], 1000, 2);
  const { shops } = await reader.bestTo('PL', Float64Array.of(6), new Uint16Array(7));
  expect(shops[6]).toBe(2);
});

test('a cache drops what later commits have changed; with the first that the log keeps, that is not everything', () => {
  put('a', 6);
  const known = reader.version;
  put('b', 7);
  expect(reader.changesSince(known)).toMatchObject({ all: false, products: [7], best: [7] });
  writer.database.exec('begin');
  foldLog(writer.database, testClock.now() + 3600_000);
  writer.database.exec('commit');
  const floor = Number(writer.database.prepare("select value from meta where key = 'floor'").get()?.value);
  const since = (number: number) => reader.changesSince({ epoch: known.epoch, number }).all;
  expect([since(floor), since(floor - 1)]).toEqual([false, true]);
});

test('the log keeps the commits of ten minutes', () => {
  put('a', 6);
  put('b', 7);
  const known = { ...reader.version, number: reader.version.number - 1 };
  const isAllAfter = (minutes: number): boolean => {
    writer.database.exec('begin');
    foldLog(writer.database, testClock.now() + minutes * 60_000);
    writer.database.exec('commit');
    return reader.changesSince({ ...known, number: known.number - 1 }).all;
  };
  // A later fold knows what former ones deleted.
  expect([isAllAfter(9), isAllAfter(11), isAllAfter(0)]).toEqual([false, true, true]);
});

test('a shop has changed with its own commits, and all have with a new epoch', () => {
  changeShop(writer, shopRow(2), [rate('DE')]);
  put('a', 6, [{ at: testClock.now() + 3600_000, price: 900 }]);
  const [first, second] = [reader.lastChangeOf(1), reader.lastChangeOf(2)];
  expect([first, second]).toEqual([reader.version.number, first - 1]);
  expect(reader.lastChangeOf(3)).toBeLessThan(second);
  writer.clear();
  reader.look();
  expect([1, 2, 3].map((shop) => reader.lastChangeOf(shop))).toEqual(Array(3).fill(reader.version.number));
  expect(reader.nextOfferChange).toBe(Number.POSITIVE_INFINITY);
});

test('a cache that has everything drops nothing; a commit of texts or tariffs is no other assortment', () => {
  put('a', 6);
  const known = reader.version;
  expect(reader.changesSince(known)).toMatchObject({ all: false, products: [], assortment: false });
  put('a', 6, [], 1200);
  writer.commit((commit) => commit.touchTexts({ category: [3], trader: [4], name: [5] }));
  changeShop(writer, shopRow(1, { rating: 3 }), null);
  reader.look();
  const changes = reader.changesSince(known);
  expect(changes).toMatchObject({ all: false, products: [6], assortment: false, shops: [1] });
  expect(changes.texts).toEqual({ category: [3], trader: [4], name: [5] });
});

test('lists keep what they show of a product while only its other offers change', () => {
  put('a', 6);
  put('b', 6, [], 5000);
  const known = reader.version;
  const other = writer.statements.findKey(1, 'b')?.id ?? 0;
  writer.commit((commit) => commit.change(6, other, { stock: 4 }, null));
  reader.look();
  expect(reader.changesSince(known)).toMatchObject({ products: [6], best: [], leaves: [] });
});

test('a new epoch empties the best offers to all countries', async () => {
  put('a', 6);
  const packs = new Uint16Array(7);
  const total = async () => (await reader.bestTo('PL', Float64Array.of(6), packs)).totals[6];
  expect(await total()).toBe(1400);
  writer.clear();
  reader.look();
  expect(await total()).toBe(noPrice);
});

test('texts of the operator are read again with their commit', () => {
  const names = () => [reader.shops.all.get(1)?.name, reader.textOverrides.of('shop', 1, 'name', '')];
  expect(names()).toEqual(['Shop 1', undefined]);
  writer.commit((commit) => {
    writer.database.exec("insert into correction values ('shop', 1, 'name', '', 'Own name')");
    commit.touchTexts({ category: [], trader: [1], name: [] });
  });
  reader.look();
  expect(names()).toEqual(['Own name', 'Own name']);
  expect(reader.shops.all.get(1)?.imported_name).toBe('Shop 1');
});

test('offers of another version, or none, are not read', () => {
  const open = (place = folder) => LiveOffers.open(place, false, testClock, 3600_000);
  for (const version of [3, 5]) {
    writer.database.exec(`pragma user_version = ${version}`);
    expect(open).toThrow(`offers.db has tables of version ${version}, this program reads version 4`);
  }
  expect(() => open(join(folder, 'elsewhere'))).toThrow(`${join(folder, 'elsewhere', 'offers.db')} is missing`);
});

test('a commit announces the next change of a price, also to a later reader', async () => {
  expect(reader.nextOfferChange).toBe(Number.POSITIVE_INFINITY);
  const at = testClock.now() + 3600_000;
  put('a', 6, [{ at, price: 900 }]);
  expect(reader.nextOfferChange).toBe(at);
  const later = LiveOffers.open(folder, false, testClock, 3600_000);
  expect(later.nextOfferChange).toBe(at);
  await later.close();
});

test('the log has an error once, and again after the offers could be read', () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const move = (from: string, to: string) => writer.database.exec(`alter table ${from} rename to ${to}`);
  try {
    for (let times = 1; times <= 2; times++) {
      move('meta', 'elsewhere');
      for (let round = 0; round < 2; round++) reader.catchUp();
      expect(stderr).toHaveBeenCalledTimes(times);
      move('elsewhere', 'meta');
      reader.catchUp();
    }
  } finally {
    stderr.mockRestore();
  }
});

test('a whole feed keeps the ids of known keys, gives new ones to others, and sells no recalled product', () => {
  put('a', 6);
  put('gone', 7);
  const idOf = (key: string) => Number(writer.statements.findKey(1, key)?.id);
  const [first, gone] = [idOf('a'), idOf('gone')];
  addRecall(writer, { productId: 8, at: 1, reason: { de: '', fr: '', es: '', it: '', nl: '' }, url: null });
  const fill = new OfferFill(folder);
  const rates = { shop_id: 1, country: 'DE', tariff: 400, free_from: null, days_min: 1, days_max: 2 };
  fill.shop({ ...shopRow(1), offers: 0 });
  fill.rate(rates);
  for (const [key, product] of [
    ['a', 6],
    ['new', 7],
    ['recalled', 8],
  ] as const)
    fill.offer(offer(key, product));
  fill.finish(facts, {});
  fill.close();
  expect(writer.database.prepare('select offers from shop').all()).toEqual([{ offers: 2 }]);
  reader.look();
  expect(idOf('a')).toBe(first);
  expect(shown(6)).toEqual([1400, 1, 3400, 50, ['DE']]);
  expect(shown(8)).toEqual([noPrice, 0, noPrice, 0, []]);
  expect(writer.statements.findKey(1, 'recalled')?.withheld).toBe(withheldBits.recalled);
  put('later', 9);
  const ids = [first, gone, ...['new', 'recalled', 'later'].map(idOf)];
  expect(new Set(ids).size).toBe(5);
});

test('a feed that ends before its activation leaves the offers as they were', () => {
  put('a', 6);
  const epoch = reader.version.epoch;
  const fill = new OfferFill(folder);
  fill.shop({ ...shopRow(9), offers: 0 });
  fill.close();
  reader.look();
  expect([reader.version.epoch, shown(6)[0], [...reader.shops.all.keys()]]).toEqual([epoch, 1400, [1]]);
  expect(writer.database.prepare('select id from shop').all()).toEqual([{ id: 1 }]);
});
