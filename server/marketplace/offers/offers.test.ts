import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { Request } from '../../contract/operations/handler-types.js';
import type { Generation } from '../generation/generation.js';
import { changeRates } from '../offer-store/change-shop.js';
import { foldLog } from '../offer-store/offer-log.js';
import { getPriceHistory, listOffers } from './offers.js';

/** Alpha and Beta want the same price for the first disc, and Beta has the better rating. */
const [alpha, beta] = [ids.offerOf(1001, 'A'), ids.offerOf(1001, 'B')];
let dataDir: string;
let generation: Generation;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'offers-of-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  // Another disc fits a car of BMW.
  catalogue.exec(`
    insert into product_model values (1002, 3, 0);
    insert into fitment_manufacturer values (2, ${ids.discs}, 1002);
    insert into fitment_series_page values (22, ${ids.discs}, 1002);
  `);
  catalogue.close();
  changeOffers(dataDir, file, (writer) => {
    writer.commit((commit) => commit.change(1001, alpha, { price: 2850 }, null));
    changeRates(writer, 1, () => writer.database.exec('update shop set rating = 3 where id = 1'));
    writer.database.exec('begin');
    foldLog(writer.database, testClock.now());
    writer.database.exec('commit');
  });
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});

const nothing = () => undefined;
const tags: unknown[] = [];
const dependsOn = (kind: string, of: Iterable<number>): void => void tags.push([kind, ...of]);
const ask = (sparePartId: number, more: object = {}) =>
  listOffers(
    generation,
    { locale: 'de-DE', country: 'DE', quantity: 1, sparePartId: String(sparePartId), ...more } as Request<'offers'>,
    { announceEnd: nothing, dependsOn },
  );
const idsIn = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).offers.map(({ id }) => Number(id));

test('of equal prices that nobody ships, that of the better rated shop comes first', async () => {
  const { offers } = await ask(1001, { country: 'CH' });
  expect(offers.map(({ id, price, amount }) => [Number(id), price, amount])).toEqual([
    [beta, 28.5, null],
    [alpha, 28.5, null],
  ]);
});

test('the price of a pack stays beside that of all wanted packs', async () => {
  const { offers } = await ask(ids.pad, { quantity: 2 });
  expect(offers).toMatchObject([
    { shipping: 7, totalPrice: 67, amount: { goods: 120, shipping: 14, total: 134 }, returnCost: { cost: 4.9 } },
  ]);
});

test('a part outside the asked category or car has no offers; a universal part suits every car', async () => {
  expect(await idsIn(1001, { categoryId: ids.discs })).toEqual([alpha, beta]);
  expect(await idsIn(1001, { categoryId: ids.pads })).toEqual([]);
  for (const context of [{ vehicleManufacturerId: 2 }, { vehicleSeriesGroupId: 22 }, { vehicleModelId: ids.bmwModel }])
    expect([context, await idsIn(1001, context), (await idsIn(1002, context)).length]).toEqual([context, [], 2]);
  expect(await idsIn(ids.oil, { vehicleModelId: ids.bmwModel })).toEqual([ids.offerOf(ids.oil, 'A')]);
});

test('an answer depends on its product, its traders and the best price', async () => {
  tags.length = 0;
  await ask(1001);
  await getPriceHistory(generation, { id: '1001', country: 'DE' } as Request<'priceHistory'>, dependsOn);
  expect(tags).toEqual([
    ['product', 1001],
    ['trader', 1, 2],
    ['best', 1001],
  ]);
});

test('a price that has not changed today adds no step to the history; an unknown part has none', async () => {
  const historyOf = (id: string) =>
    getPriceHistory(generation, { id, country: 'DE' } as Request<'priceHistory'>, dependsOn);
  expect((await historyOf('1001')).steps.map(({ total }) => total)).toEqual([34.4]);
  await expect(historyOf('999')).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask(999)).rejects.toMatchObject({ code: 'not_found' });
});
