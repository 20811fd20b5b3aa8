import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Generation } from '../generation/generation.js';
import { fillProductFlags } from '../offer-store/product-flags.js';
import { shippingBeside } from './bought-lines.js';
import { adviseCart, fittingProducts } from './cart-advice.js';
import { equivalentCart, optimiseCart } from './optimise-cart.js';
import type { StoredLine } from './read-cart.js';
import { readOffers, snapshotOf } from './read-offer.js';

/**
 * Discs need pads. A set in the leaf of drums has two discs and the pads. The third disc has the measures of the first.
 */
const set = 1300;
const viewer = { locale: 'de-DE', country: 'DE' } as const;
let dataDir: string;
let file: string;
let generation: Generation;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'advice-'));
  file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec(`
    update category set usual_quantity = 2, needs = '[${ids.pads}]' where id = ${ids.discs};
    update category set set_of = '[[${ids.discs},2],[${ids.pads},1]]' where id = ${ids.drums};
    update product set attributes = (select attributes from product where id = 1001) where id = 1003;
    create temporary table made as select * from product where id = 1001;
    update made set id = ${set}, category_id = ${ids.drums}, norm_number = 'SET1', article_number = 'SET-1';
    insert into product select * from made;
    insert into fitment values (1, ${ids.drums}, ${set}, 0);
    insert into product_model values (${set}, 1, 0);
  `);
  fillProductFlags(catalogue);
  catalogue.close();
  changeOffers(dataDir, file, (writer) =>
    writer.commit((commit) => {
      const own = {
        refund: 0,
        surcharge: 0,
        lowest30: null,
        condition: 'new',
        handling_min: 0,
        handling_max: 1,
      } as const;
      commit.put({ ...own, product_id: set, shop_id: 1, key: 'set', price: 9000, stock: 5 }, null, []);
      commit.put({ ...own, product_id: set, shop_id: 1, key: 'dearer set', price: 9300, stock: 5 }, null, []);
      const used = {
        ...own,
        condition: 'used',
        product_id: 1009,
        shop_id: 3,
        key: 'used',
        price: 100,
        stock: 9,
      } as const;
      commit.put(used, null, []);
      commit.change(1004, ids.offerOf(1004, 'A'), { stock: 1 }, null);
      commit.change(1007, ids.offerOf(1007, 'A'), { stock: 0 }, null);
    }),
  );
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});

async function line(offerId: number, quantity: number, modelId = ids.golfModel): Promise<StoredLine> {
  const entry = (await readOffers(generation, [offerId])).get(offerId);
  const model = generation.vehicles.modelsById.get(modelId) ?? null;
  if (!entry) throw new Error(`no offer ${offerId}`);
  const snapshot = await snapshotOf(generation, entry, model, 'de-DE');
  return { id: `line-${offerId}`, offer_id: offerId, quantity, seen_price: entry.offer.price, snapshot };
}

test('discs get advice unless the cart has pads for the same car and place', async () => {
  const discs = await line(ids.offerOf(1001, 'A'), 2);
  const { missing } = await adviseCart(generation, [discs], viewer);
  expect(missing).toMatchObject([
    { line: discs.id, category: { id: String(ids.pads) }, vehicle: { model: { id: ids.golfModel } } },
  ]);
  // Once for all discs of the car and place.
  const more = await line(ids.offerOf(1003, 'A'), 1);
  expect((await adviseCart(generation, [discs, more], viewer)).missing).toEqual(missing);
  const pads = await line(ids.offerOf(ids.pad, 'C'), 1);
  expect((await adviseCart(generation, [discs, pads], viewer)).missing).toEqual([]);
  const otherCar = await line(ids.offerOf(ids.pad, 'C'), 1, ids.golfConditional);
  expect((await adviseCart(generation, [discs, otherCar], viewer)).missing).toHaveLength(1);
  // Pads for an unknown car may be for the car of the discs, and the reverse.
  const [anyPads, anyDiscs] = [
    await line(ids.offerOf(ids.pad, 'C'), 1, 'none'),
    await line(ids.offerOf(1001, 'A'), 2, 'none'),
  ];
  expect((await adviseCart(generation, [discs, anyPads], viewer)).missing).toEqual([]);
  expect((await adviseCart(generation, [anyDiscs, pads], viewer)).missing).toEqual([]);
  expect((await adviseCart(generation, [anyDiscs], viewer)).missing).toMatchObject([{ vehicle: null }]);
  // The advice leaves out an article that is sold out.
  expect((await adviseCart(generation, [await line(ids.offerOf(1007, 'A'), 2)], viewer)).missing).toEqual([]);
  // Pads of the front do not complete discs of the rear axle.
  const rear = await line(ids.offerOf(1002, 'A'), 2);
  expect((await adviseCart(generation, [rear, pads], viewer)).missing).toHaveLength(1);
});

test('a set is suggested if it makes the whole cart cheaper', async () => {
  const discs = await line(ids.offerOf(1001, 'A'), 2);
  const pads = await line(ids.offerOf(ids.pad, 'C'), 1);
  const { sets } = await adviseCart(generation, [discs, pads], viewer);
  // 2 × 31 + 5.90 and 60 + 7 surcharge + 15 deposit with free shipping, against 90 + 5.90.
  expect(sets).toMatchObject([{ articleNumber: 'SET-1', saving: 54, lines: [discs.id, pads.id] }]);
  expect((await adviseCart(generation, [await line(ids.offerOf(1001, 'A'), 1), pads], viewer)).sets).toEqual([]);
  expect((await adviseCart(generation, [await line(ids.offerOf(1001, 'A'), 3), pads], viewer)).sets).toEqual([]);
  expect((await adviseCart(generation, [discs, pads], { ...viewer, country: 'AT' })).sets).toEqual([]);
});

test("offers show how they change the shipping of the cart's parcels", async () => {
  const lines = [await line(ids.offerOf(1001, 'A'), 2)];
  const beside = (sparePartId: number, quantity: number) =>
    shippingBeside(generation, lines, { ...viewer, sparePartId: String(sparePartId), quantity });
  const own = String(ids.offerOf(1002, 'A'));
  expect(await beside(1002, 1)).toEqual({ offers: [{ id: own, shipping: 0 }] });
  // 62 + 64 exceeds 100, from which the shop ships free.
  expect(await beside(1002, 2)).toEqual({ offers: [{ id: own, shipping: -5.9 }] });
  expect(await beside(ids.pad, 1)).toEqual({ offers: [] });
});

test('an equivalent part has the same measures and fits the same car', async () => {
  const lines = [await line(ids.offerOf(1003, 'A'), 2)];
  const { plan } = await equivalentCart(generation, lines, viewer);
  expect(plan).toMatchObject({
    kind: 'equivalent',
    // 2 × 33 + 5.90 against 2 × 28.50 + 9.90.
    saving: 5,
    sums: { priceTotal: 66.9 },
    replacements: [{ to: String(ids.offerOf(1001, 'B')), part: { normNumber: 'DISC1' } }],
  });
  // Another line needs a shop with enough pieces of the same part.
  const both = (await equivalentCart(generation, [...lines, await line(ids.offerOf(1004, 'A'), 2)], viewer)).plan;
  expect(both?.replacements.map(({ to, part }) => [to, part?.normNumber ?? null])).toEqual([
    [String(ids.offerOf(1001, 'B')), 'DISC1'],
    [String(ids.offerOf(1004, 'B')), null],
  ]);
  // The third line must move, and every other part of the kind costs more.
  const full = [await line(ids.offerOf(1001, 'A'), 4), await line(ids.offerOf(1001, 'B'), 4)];
  const short = { ...(await line(ids.offerOf(1001, 'B'), 4)), id: 'short' };
  expect(await equivalentCart(generation, [...full, short], viewer)).toEqual({ plan: null });
  // No other disc has the measures of the fifth; without a car no fit is known.
  expect(await equivalentCart(generation, [await line(ids.offerOf(1005, 'A'), 2)], viewer)).toEqual({ plan: null });
  const unknownCar = await line(ids.offerOf(1003, 'A'), 2, 'none');
  expect(await equivalentCart(generation, [unknownCar], viewer)).toEqual({ plan: null });
});

test('a part that fits the car only under a condition is no equivalent', async () => {
  const fitting = async (id: string) => {
    const model = generation.vehicles.modelsById.get(id);
    if (!model) throw new Error(`no model ${id}`);
    return (await fittingProducts(generation, { id: ids.discs }, model)).map((product) => product.id);
  };
  expect(await fitting(ids.golfModel)).toContain(1002);
  expect(await fitting(ids.golfConditional)).toContain(1001);
  expect(await fitting(ids.golfConditional)).not.toContain(1002);
});

test('a plan may take all pieces that a shop has', async () => {
  const { plans } = await optimiseCart(generation, [await line(ids.offerOf(1006, 'A'), 5)], 'DE');
  // 5 × 33.50 + 9.90 against 5 × 36 without a tariff.
  expect(plans[0]).toMatchObject({ saving: 2.6, replacements: [{ to: String(ids.offerOf(1006, 'B')) }] });
});

test('no plan replaces new goods by used ones', async () => {
  const { plans } = await optimiseCart(generation, [await line(ids.offerOf(1009, 'A'), 1)], 'DE');
  expect(plans.flatMap(({ shops }) => shops.map(({ name }) => name))).not.toContain('Gamma');
});

test('plans move a line from a shop with too few pieces to one with enough', async () => {
  const lines = [await line(ids.offerOf(1004, 'A'), 2)];
  const { current, plans } = await optimiseCart(generation, lines, 'DE');
  expect(current.shops).toMatchObject([{ name: 'Alpha' }]);
  for (const { kind, shops, saving } of plans)
    expect([kind, shops, saving]).toMatchObject([kind, [{ name: 'Beta' }], 1]);
  const [only] = (await optimiseCart(generation, [await line(ids.offerOf(1004, 'A'), 6)], 'DE')).plans;
  expect(only?.replacements).toEqual([]);
});

test('no plan takes pieces that another line of the cart has', async () => {
  const lines = [await line(ids.offerOf(1004, 'B'), 4), await line(ids.offerOf(1004, 'A'), 2)];
  const moves = async (...cart: StoredLine[]) =>
    (await optimiseCart(generation, cart, 'DE')).plans.map(({ replacements }) => replacements.map(({ to }) => to));
  // The shop has five pieces.
  expect(await moves(...lines)).toEqual([[], [], []]);
  const fewer = { ...(lines[0] as StoredLine), quantity: 3 };
  expect(await moves(fewer, lines[1] as StoredLine)).toEqual(Array(3).fill([String(ids.offerOf(1004, 'B'))]));
});

test('a plan counts on the free parcel that all pieces of a line pay for together', async () => {
  const { plans } = await optimiseCart(generation, [await line(ids.offerOf(1006, 'B'), 3)], 'DE');
  // 3 × 36 without a tariff from 100 € on, against 3 × 33.50 + 9.90.
  expect(plans[0]).toMatchObject({ kind: 'cheapest', saving: 2.4, sums: { priceTotal: 108, shippingSum: 0 } });
});

test('a set that costs as much as its pieces is not suggested', async () => {
  const lines = [await line(ids.offerOf(1001, 'A'), 2), await line(ids.offerOf(ids.pad, 'C'), 1)];
  const savings: (number | undefined)[] = [];
  for (const price of [14_989, 14_990]) {
    changeOffers(dataDir, file, (writer) =>
      writer.commit((commit) => {
        for (const { id } of [...commit.offersOf(set)]) commit.change(set, id, { price }, null);
      }),
    );
    savings.push((await adviseCart(generation, lines, viewer)).sets[0]?.saving);
  }
  expect(savings).toEqual([0.01, undefined]);
});
