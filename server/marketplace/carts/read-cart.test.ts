import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Generation } from '../generation/generation.js';
import { checkoutDataOf } from './checkout-data.js';
import { composeCart, type StoredLine } from './read-cart.js';
import { readOffers, snapshotOf } from './read-offer.js';

const [A, B, C] = (['A', 'B', 'C'] as const).map((shop) => (product: number) => ids.offerOf(product, shop)) as [
  (product: number) => number,
  (product: number) => number,
  (product: number) => number,
];
const viewer = { locale: 'de-DE', country: 'DE' } as const;
let dataDir: string;
let generation: Generation;
/** Lines as their adds stored them, before offers changed. */
const lines = new Map<number, StoredLine>();
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'read-cart-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec(`
    update product set attributes = '[["packSize","2",null]]', durability = '{"years":3}' where id = ${ids.pad};
    update product set base_unit = null where id = ${ids.oil};
    update product set base_amount = 1500, base_unit = 'l' where id = 1002`);
  catalogue.close();
  generation = await openCatalogue(dataDir, 'g1', file);
  const model = generation.vehicles.model(ids.golfModel) ?? null;
  for (const id of [A(1001), A(1002), B(1003), A(1004), C(ids.pad), A(ids.oil)]) {
    const entry = (await readOffers(generation, [id])).get(id) as NonNullable<
      ReturnType<Awaited<ReturnType<typeof readOffers>>['get']>
    >;
    const snapshot = await snapshotOf(generation, entry, model, 'fr-FR');
    lines.set(id, { id: `line-${id}`, offer_id: id, quantity: 2, seen_price: entry.offer.price, snapshot });
  }
  changeOffers(dataDir, file, (writer) => {
    writer.commit((commit) => {
      commit.remove(1001, A(1001));
      commit.change(1003, B(1003), { stock: 0 }, null);
    });
    writer.database.exec("update shop set phone = ' ', city = '' where id = 3");
    writer.commit((commit) => commit.touchShop(3));
  });
  generation.offers.look();
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});
const cartOf = (offers: readonly number[], country = 'DE') =>
  composeCart(
    generation,
    offers.map((id) => lines.get(id) as StoredLine),
    { ...viewer, country },
  );

test('a parcel has its tariff also behind a line whose offer is gone, which shows the price of its add', async () => {
  // The add stored the verdict, too, for a part that leaves the catalogue.
  expect(lines.get(A(1001))?.snapshot.fit?.state).toBe('fits');
  const cart = await cartOf([A(1001), A(1002)]);
  expect(cart.cartArticles).toMatchObject([
    {
      state: 'gone',
      unitPrice: 31,
      previousPrice: null,
      sum: 0,
      available: false,
      pieces: null,
      fit: { state: 'fits' },
    },
    { state: 'ok', unitPrice: 32, sum: 64 },
  ]);
  expect(cart.cartShops).toMatchObject([{ name: 'Alpha', priceSum: 64, shippingSum: 5.9, freeShippingFrom: 100 }]);
  expect(cart).toMatchObject({ countArticles: 4, priceTotal: 69.9, minShopFeedbackAvg: 4.8 });
});

test('an offer that is sold out and not shipped says first that it is not shipped', async () => {
  const states = async (country: string) => (await cartOf([B(1003)], country)).cartArticles.map(({ state }) => state);
  expect([await states('DE'), await states('AT')]).toEqual([['soldOut'], ['notShippable']]);
});

test('lines name the pieces of a pack, the guarantee and the deposit', async () => {
  const { cartArticles } = await cartOf([C(ids.pad), A(1004)]);
  expect(cartArticles).toMatchObject([
    { packSize: 2, durability: { years: 3 }, refund: 30, model: { id: ids.golfModel } },
    { packSize: null, durability: null, refund: 0 },
  ]);
});

test('a line has the words of the reader and today’s name of its car', async () => {
  const line = lines.get(A(1004)) as StoredLine;
  const model = { id: ids.golfModel, fullName: 'Former name', kw: 1, ps: 1 };
  const cart = await composeCart(generation, [{ ...line, snapshot: { ...line.snapshot, model } }], viewer);
  const car = { id: ids.golfModel, fullName: expect.stringContaining('1.9 TDI'), kw: 77, ps: 105 };
  expect(cart.cartArticles).toMatchObject([{ title: 'de-title-1523, Hinterachse', model: car }]);
});

test('fulfilment gets keys, contents and traders, and nothing of offers that are gone', async () => {
  const known = [A(1001), A(1002), A(1004), A(ids.oil), C(ids.pad)].map((id) => lines.get(id) as StoredLine);
  const { lines: sent, shops } = await checkoutDataOf(generation, known);
  expect(sent.map(({ sku, pack }) => [sku, pack])).toEqual([
    [`k${A(1002)}`, { pieces: null, content: { value: 1.5, unit: 'l' } }],
    [`k${A(1004)}`, { pieces: null, content: null }],
    [`k${A(ids.oil)}`, { pieces: null, content: null }],
    [`k${C(ids.pad)}`, { pieces: 2, content: null }],
  ]);
  expect(shops.map(({ id, trader }) => [id, trader.phone, trader.city])).toEqual([
    ['1', '+49', 'Stadt'],
    ['3', null, null],
  ]);
});
