import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { catalogueTables } from '../catalogue-file/catalogue-schema.js';
import { changeShop } from './change-shop.js';
import { LiveOffers } from './live-offers.js';
import { countRejections, listRejectedOffers } from './offer-rejections.js';
import { OfferWriter } from './offer-writer.js';
import { fillProductFlags, productFacts } from './product-flags.js';

const [oils, tyres, batteries, discs] = [1, 2, 3, 4];
let dataDir: string;
let database: DatabaseSync;
let writer: OfferWriter;
const run = (query: string, ...values: (string | number | null)[]) => database.prepare(query).run(...values);
const sold = () =>
  writer.database
    .prepare('select key from offer where withheld = 0 order by key')
    .all()
    .map((row) => Number(row.key));
const reasons = () =>
  Object.fromEntries(listRejectedOffers(writer.database, 99).map(({ offerKey, reason }) => [offerKey, reason]));

function shop(id: number, name: string, phone = '+49 1', rating = 4.5): void {
  changeShop(writer, shopRow(id, { name, slug: name, phone, rating }), [['DE', 500, 10_000, 1, 2]]);
}
function brand(id: number, country: string, responsible: string | null, address = 'Weg 1'): void {
  run(
    `insert into brand values (?, ?, ?, ?, '', ?, 'b@brand.example', ?, 0, ?)`,
    ...[id, `Brand ${id}`, `b${id}`, `b${id}`, address, responsible, country],
  );
}
function product(id: number, brandId: number, category: number, amount: number | null = null): void {
  run(
    `insert into product values (?, ?, ?, ?, 'x', null, null, 'disc', null, 'new', '[]', '[]', ?, ?, 1, null, null, 'standard')`,
    ...[id, brandId, category, `N${id}`, amount, amount && 'l'],
  );
}
function offer(key: number, productId: number, shopId: number, price = 1000, refund = 0): void {
  const values = { product_id: productId, shop_id: shopId, key: String(key), price, refund, surcharge: 0 };
  const others = { lowest30: null, stock: 1, condition: 'new', handling_min: 0, handling_max: 1 } as const;
  writer.commit((commit) => commit.put({ ...values, ...others }, null, []));
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rejections-'));
  database = new DatabaseSync(':memory:');
  database.exec(catalogueTables);
  writer = new OfferWriter(dataDir, productFacts(database), testClock);
  for (const [category, goods] of [
    [oils, 'measured'],
    [tyres, 'tyre'],
    [batteries, 'starterBattery'],
  ] as const)
    run('insert into category_goods values (?, ?)', category, goods);
  shop(1, 'Whole');
  shop(2, 'Nameless', ' ');
  brand(1, 'DE', null);
  brand(2, 'GB', null);
  brand(3, 'JP', 'Kaido Europe B.V.');
  brand(4, 'DE', null, '');
});
afterEach(() => {
  writer.close();
  database.close();
  rmSync(dataDir, { recursive: true });
});

test('an offer is sold only with trader, maker, responsible person in the EU, base price, tyre label and battery deposit', () => {
  product(10, 1, discs);
  product(11, 2, discs);
  product(12, 3, discs);
  product(13, 4, discs);
  product(14, 1, oils, 5000);
  product(15, 1, oils);
  product(16, 1, tyres);
  product(17, 1, tyres);
  product(18, 1, batteries);
  run(`insert into tyre_label values (16, 'B', 'A', 70, 'B', 0, 0, '000123')`);
  fillProductFlags(database);
  for (let id = 10; id <= 17; id++) offer(id, id, 1);
  offer(20, 10, 2);
  offer(21, 18, 1, 9000, 750);
  offer(22, 18, 1, 9000, 749);
  offer(23, 999, 1);
  expect(sold()).toEqual([10, 12, 14, 16, 21]);
  expect(reasons()).toEqual({
    11: 'euResponsible',
    13: 'maker',
    15: 'basePrice',
    17: 'tyreLabel',
    20: 'trader',
    22: 'batteryDeposit',
  });
  const known = countRejections(writer.database);
  expect(known.map(({ offers }) => offers)).toEqual([1, 1, 1, 1, 1, 1]);
  const last = known.at(-1)?.reason;
  const again = { euResponsible: 11, maker: 13, basePrice: 15, tyreLabel: 17, trader: 10, batteryDeposit: 18 };
  offer(24, again[last as keyof typeof again], last === 'trader' ? 2 : 1);
  expect(countRejections(writer.database)).toEqual([{ ...known.at(-1), offers: 2 }, ...known.slice(0, -1)]);
});

test('a maker without e-mail and an amount without unit keep offers from sale; reports list them by shop', () => {
  product(10, 1, discs);
  product(11, 3, discs);
  product(12, 1, oils, 5000);
  run("update brand set email = ' ' where id = 3");
  run('update product set base_unit = null where id = 12');
  fillProductFlags(database);
  for (const id of [11, 12]) offer(id, id, 1);
  offer(20, 10, 2);
  expect(reasons()).toEqual({ 11: 'maker', 12: 'basePrice', 20: 'trader' });
  const listed = listRejectedOffers(writer.database, 2).map((each) => [each.shop, each.offerKey]);
  expect(listed).toEqual([
    ['Nameless', '20'],
    ['Whole', '11'],
  ]);
});

test('an offer with two reasons counts for both, and a report of few rows begins with the first shop', () => {
  shop(3, 'Able');
  product(10, 1, discs);
  product(11, 4, discs);
  fillProductFlags(database);
  offer(1, 10, 3);
  offer(2, 11, 1);
  offer(3, 11, 2);
  expect(countRejections(writer.database).map((each) => [each.reason, each.offers])).toEqual([
    ['maker', 2],
    ['trader', 1],
  ]);
  const rows = (limit: number) => listRejectedOffers(writer.database, limit).map(({ offerKey }) => offerKey);
  expect([rows(1), rows(2), rows(9)]).toEqual([['3'], ['3', '3'], ['3', '3', '2']]);
});

test('packs that are usually bought hold at least the usual pieces, whether few or many products are looked up', () => {
  run("insert into category values (?, null, ?, 1, 1, 0, null, 'disc', 1, 1, 1, 4, 0, '[]', '[]')", discs, discs);
  for (const [id, size] of [null, 2, 3, 4, 0].entries()) {
    product(10 + id, 1, discs);
    const attributes = JSON.stringify(size === null ? [] : [['packSize', String(size), null]]);
    run('update product set attributes = ? where id = ?', attributes, 10 + id);
  }
  fillProductFlags(database);
  const find = productFacts(database);
  const packs = () => [10, 11, 12, 13, 14, 15, 9].map((id) => find(id)?.packs ?? null);
  expect(packs()).toEqual([4, 2, 2, 1, 4, null, null]);
  for (let id = 100; id < 40_200; id++) find(id);
  expect(packs()).toEqual([4, 2, 2, 1, 4, null, null]);
});

test('the best of the sold offers has the lowest total, then the fewest days, then the best rating', async () => {
  product(10, 1, discs);
  shop(3, 'Better', '+49 1', 4.6);
  offer(1, 10, 2, 100);
  offer(2, 10, 1, 2000);
  offer(3, 10, 1, 1900);
  offer(4, 10, 3, 1900);
  const live = LiveOffers.open(dataDir, true, testClock, 3600_000);
  const { totals, shops, daysMax } = live.best.of('DE');
  expect([totals[10], shops[10], daysMax[10]]).toEqual([2400, 3, 3]);
  await live.close();
});

test('a shop that completes its data sells again, and a second check changes nothing', () => {
  product(10, 1, discs);
  offer(1, 10, 2);
  expect([sold(), reasons()]).toEqual([[], { 1: 'trader' }]);
  shop(2, 'Nameless', '+49 30 1');
  expect([sold(), reasons(), countRejections(writer.database)]).toEqual([[1], {}, []]);
  writer.commit((commit) => commit.touch(10));
  expect(writer.database.prepare('select count(*) as count from offer').get()).toEqual({ count: 1 });
  shop(2, 'Nameless', '');
  expect([sold(), reasons()]).toEqual([[], { 1: 'trader' }]);
});
