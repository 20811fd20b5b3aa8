import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { catalogueTables } from './catalogue-schema.js';
import {
  countRejections,
  listRejectedOffers,
  returnWithheldOffers,
  withholdRejectedOffers,
} from './offer-rejections.js';
import { updateFromOffers } from './update-from-offers.js';

const [oils, tyres, batteries, discs] = [1, 2, 3, 4];
let database: DatabaseSync;
const run = (query: string, ...values: (string | number | null)[]) => database.prepare(query).run(...values);
const sold = () =>
  database
    .prepare('select id from offer order by id')
    .all()
    .map((row) => Number(row.id));
const reasons = () =>
  Object.fromEntries(listRejectedOffers(database, 99).map(({ offerId, reason }) => [offerId, reason]));

function shop(id: number, name: string, reported: Partial<Record<'phone' | 'register', string>> = {}): void {
  const { phone = '+49 1', register = 'HRB 1' } = reported;
  run(
    `insert into shop values (?, ?, ?, 4.5, 9, 'DE', 'Ort', 'Weg 1', '10115', ?, 'a@shop.example', ?, 'DE1', 'de', 30, null, 't', 'p')`,
    ...[id, name, name, phone, register],
  );
  run('insert into shop_rate values (?, ?, 500, 10000, 1, 2)', id, 'DE');
}
function brand(id: number, country: string, responsible: string | null, address = 'Weg 1'): void {
  run(
    `insert into brand values (?, ?, ?, ?, '', ?, 'b@brand.example', ?, 0, ?)`,
    ...[id, `Brand ${id}`, `b${id}`, `b${id}`, address, responsible, country],
  );
}
function product(id: number, brandId: number, category: number, amount: number | null = null): void {
  run(
    `insert into product values (?, ?, ?, ?, 'x', null, null, 'disc', null, 'new', '[]', '[]', ?, ?, 1, null)`,
    ...[id, brandId, category, `N${id}`, amount, amount && 'l'],
  );
}
function offer(id: number, productId: number, shopId: number, price = 1000, refund = 0): void {
  run(
    `insert into offer values (?, ?, ?, 'k', ?, ?, 0, null, 1, 'new', 0, 1)`,
    ...[id, productId, shopId, price, refund],
  );
}

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(catalogueTables);
  for (const [category, goods] of [
    [oils, 'measured'],
    [tyres, 'tyre'],
    [batteries, 'starterBattery'],
  ] as const)
    run('insert into category_goods values (?, ?)', category, goods);
  shop(1, 'Whole');
  shop(2, 'Nameless', { phone: ' ' });
  brand(1, 'DE', null);
  brand(2, 'GB', null);
  brand(3, 'JP', 'Kaido Europe B.V.');
  brand(4, 'DE', null, '');
});
afterEach(() => database.close());

test('an offer is sold only with trader, maker, somebody responsible in the EU, base price, tyre label and battery deposit', () => {
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
  for (let id = 10; id <= 17; id++) offer(id, id, 1);
  offer(20, 10, 2);
  offer(21, 18, 1, 9000, 750);
  offer(22, 18, 1, 9000, 0);
  withholdRejectedOffers(database);
  expect(sold()).toEqual([10, 12, 14, 16, 21]);
  expect(reasons()).toEqual({
    11: 'euResponsible',
    13: 'maker',
    15: 'basePrice',
    17: 'tyreLabel',
    20: 'trader',
    22: 'batteryDeposit',
  });
  expect(countRejections(database).map(({ offers }) => offers)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('the cheapest offer is found among those that are left: by total, then the quicker, then the better rated shop', () => {
  product(10, 1, discs);
  offer(1, 10, 2, 100);
  offer(2, 10, 1, 2000);
  offer(3, 10, 1, 1900);
  updateFromOffers(database);
  expect(database.prepare('select offer_id, total, delivery_max, offer_count from product_price').all()).toEqual([
    { offer_id: 3, total: 2400, delivery_max: 3, offer_count: 2 },
  ]);
});

test('a shop that completes its identity sells again, and judging twice changes nothing', () => {
  product(10, 1, discs);
  offer(1, 10, 2);
  withholdRejectedOffers(database);
  withholdRejectedOffers(database);
  expect([sold(), reasons()]).toEqual([[], { 1: 'trader' }]);
  run(`update shop set phone = '+49 30 1' where id = 2`);
  returnWithheldOffers(database);
  withholdRejectedOffers(database);
  expect([sold(), reasons(), countRejections(database)]).toEqual([[1], {}, []]);
  expect(database.prepare('select count(*) as count from withheld_offer').get()).toEqual({ count: 0 });
});
