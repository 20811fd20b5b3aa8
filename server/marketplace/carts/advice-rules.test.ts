import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Generation } from '../generation/generation.js';
import { shippingBeside } from './bought-lines.js';
import { adviseCart } from './cart-advice.js';
import type { StoredLine } from './read-cart.js';
import { readOffers, snapshotOf } from './read-offer.js';

/**
 * Discs need pads and oil; a group is no part. A set in the leaf of drums has two discs. Discs 1 and 3 are in front,
 * disc 2 is at the rear, and disc 5 comes in packs of two.
 */
const [front, rear] = [3001, 3002];
const viewer = { locale: 'de-DE', country: 'DE' } as const;
let dataDir: string;
let file: string;
let generation: Generation;
const offer = (product_id: number, shop_id: number, key: string, price: number) => ({
  ...{ product_id, shop_id, key, price, refund: 0, surcharge: 0, lowest30: null, stock: 5 },
  ...{ condition: 'new' as const, handling_min: 0, handling_max: 1 },
});
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'advice-rules-'));
  file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.exec(`
    update category set needs = '[${ids.pads},${ids.oils},${ids.discGroup},9999]' where id = ${ids.discs};
    update category set set_of = '[[${ids.discs},2]]' where id = ${ids.drums};
    update product set attributes = '[["packSize","2",null]]' where id = 1005;
    create temporary table made as select * from product where id = 1001;`);
  for (const [id, place] of [
    [front, 'front'],
    [rear, 'rear'],
  ] as const)
    catalogue.exec(`
      update made set id = ${id}, category_id = ${ids.drums}, place = '${place}', norm_number = 'SET${id}';
      insert into product select * from made;
      insert into fitment values (1, ${ids.drums}, ${id}, 0)`);
  catalogue.close();
  changeOffers(dataDir, file, (writer) =>
    writer.commit((commit) => {
      for (const key of ['older', 'newer']) commit.put(offer(front, 1, key, 4000), null, []);
      commit.put(offer(rear, 1, 'rear', 1000), null, []);
    }),
  );
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});

async function line(offerId: number, quantity = 1): Promise<StoredLine> {
  const entry = (await readOffers(generation, [offerId])).get(offerId);
  if (!entry) throw new Error(`no offer ${offerId}`);
  const snapshot = await snapshotOf(generation, entry, generation.vehicles.model(ids.golfModel) ?? null, 'de-DE');
  return { id: `line-${offerId}`, offer_id: offerId, quantity, seen_price: entry.offer.price, snapshot };
}
const A = (product: number, quantity = 1) => line(ids.offerOf(product, 'A'), quantity);
const missing = async (...lines: StoredLine[]) =>
  (await adviseCart(generation, lines, viewer)).missing.map(({ line: of, category }) => [of, Number(category.id)]);
const sets = async (...lines: StoredLine[]) => (await adviseCart(generation, lines, viewer)).sets;
const offersOf = (product: number) =>
  generation.offers.db.selectFrom('offer').select(['id', 'key']).where('product_id', '=', product).execute();

test('each place lacks its own parts, a universal part is for all places, and groups are no parts', async () => {
  const [one, two, oil] = [await A(1001), await A(1002), await A(ids.oil)];
  expect(await missing(one, two)).toEqual([
    [one.id, ids.pads],
    [one.id, ids.oils],
    [two.id, ids.pads],
    [two.id, ids.oils],
  ]);
  expect(await missing(one, two, oil)).toEqual([
    [one.id, ids.pads],
    [two.id, ids.pads],
  ]);
});

test('a set holds its parts', async () => {
  const database = new DatabaseSync(join(dataDir, file));
  const setTo = (parts: string) =>
    database.prepare('update category set set_of = ? where id = ?').run(parts, ids.drums);
  setTo(`[[${ids.discs},2],[${ids.pads},1]]`);
  const own = await openCatalogue(dataDir, 'g2', file, generation);
  const [{ id: set } = { id: 0 }] = await offersOf(front);
  const lines = [await A(1001), await line(set), await A(ids.oil)];
  expect((await adviseCart(own, lines, viewer)).missing).toEqual([]);
  expect(await missing(...lines)).toEqual([['line-10011', ids.pads]]);
  setTo(`[[${ids.discs},2]]`);
  database.close();
  await own.close();
});

test('the shipping beside a cart counts pieces by the pack', async () => {
  const asked = { ...viewer, sparePartId: '1005', quantity: 2 };
  const { offers } = await shippingBeside(generation, [await A(1001, 2)], asked);
  // Two pieces are one pack: 62 + 35 stays below 100, from which the parcel is free.
  expect(offers).toEqual([{ id: String(ids.offerOf(1005, 'A')), shipping: 0 }]);
});

test('a set takes the place of pieces of one car and place, counted by the pack', async () => {
  const [older] = (await offersOf(front)).filter(({ key }) => key === 'older');
  const suggested = [{ offerId: String(older?.id), normNumber: `SET${front}`, modelId: ids.golfModel }];
  // 2 × 31 + 5.90 against 40 + 5.90; of two equal offers the older one.
  expect(await sets(await A(1001, 2))).toMatchObject([{ ...suggested[0], saving: 22 }]);
  expect(await sets(await A(1001), await A(1003))).toMatchObject(suggested);
  expect(await sets(await A(1001), await A(1002))).toEqual([]);
  // One pack has both pieces: 35 + 5.90 is cheaper than any set.
  expect(await sets(await A(1005))).toEqual([]);
  const [dear] = [await A(1005)];
  changeOffers(dataDir, file, (writer) =>
    writer.commit((commit) => commit.change(1005, ids.offerOf(1005, 'A'), { price: 5000 }, null)),
  );
  expect(await sets(dear)).toMatchObject([{ ...suggested[0], saving: 10 }]);
  expect(await sets({ ...dear, quantity: 2 })).toEqual([]);
});

test('an offer of a set that is not shipped to the country does not count', async () => {
  changeOffers(dataDir, file, (writer) => writer.commit((commit) => commit.put(offer(front, 3, 'c', 100), null, [])));
  const found = await adviseCart(generation, [await A(1001, 2)], { ...viewer, country: 'FR' });
  const [older] = (await offersOf(front)).filter(({ key }) => key === 'older');
  expect(found.sets).toMatchObject([{ offerId: String(older?.id) }]);
});
