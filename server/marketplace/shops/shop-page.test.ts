import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import type { Request } from '../../contract/operations/handler-types.js';
import type { Generation } from '../generation/generation.js';
import { changeShop } from '../offer-store/change-shop.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { isStarterBattery } from '../offer-store/withheld.js';
import { getShop, getShopText } from './shop-page.js';

let dataDir: string;
let file: string;
let generation: Generation;
const offer = (shop_id: number, product_id: number, price: number) => ({
  ...{ product_id, shop_id, key: `${product_id} ${price}`, price, refund: 0, surcharge: 0, lowest30: null, stock: 5 },
  ...{ condition: 'new' as const, handling_min: 0, handling_max: 1 },
});
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'shop-page-'));
  file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  catalogue.prepare('insert into product_flags values (?, ?)').run(1003, isStarterBattery);
  catalogue.close();
  changeOffers(dataDir, file, (writer) => {
    changeShop(writer, shopRow(4, { country: 'PL' }), [['PL', 900, null, 1, 2]]);
    changeShop(writer, shopRow(5, { return_payer: '' }), [
      ['FR', 500, null, 1, 2],
      ['AT', 500, null, 1, 2],
    ]);
    changeShop(writer, shopRow(6), [['DE', 0, null, 1, 1]]);
    writer.commit((commit) => {
      commit.put(offer(4, 1001, 100), null, []);
      // Beta has the best offer of this disc alone in Germany, and of all discs in France.
      commit.change(1010, ids.offerOf(1010, 'B'), { price: 2000 }, null);
    });
    writer.database.exec(`insert into correction values ('shop', 1, 'policy', '', 'Own policy')`);
  });
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});

const dependsOn = () => undefined;
const shop = (slug: string, country: string, locale = 'de-DE') =>
  getShop(generation, { slug, country, locale } as Request<'shop'>, dependsOn);
function change(work: (writer: OfferWriter) => void): void {
  changeOffers(dataDir, file, work);
  generation.offers.look();
}

test('to a country without edition a page has the order of the reader’s edition', async () => {
  const first = async (locale: string) => (await shop('beta', 'PL', locale)).bestOffers[0]?.id;
  expect([await first('de-DE'), await first('fr-FR')]).toEqual(['1010', '1001']);
});

test('a shop that ships to no edition country shows no best offers', async () => {
  expect(await shop('shop-4', 'PL')).toMatchObject({ offerCount: 1, bestOffers: [] });
});

test('a shop that does not say who pays for a return has no return terms; equal tariffs follow their countries', async () => {
  const { returns, countries } = await shop('shop-5', 'DE');
  expect([returns, countries.map(({ country }) => country)]).toEqual([null, ['AT', 'FR']]);
});

test('the operator’s text replaces one text of a shop, and the other stays', async () => {
  const html = async (text: 'terms' | 'policy') =>
    (await getShopText(generation, { slug: 'alpha', text, locale: 'de-DE' } as Request<'shopText'>, dependsOn)).html;
  expect([await html('terms'), await html('policy')]).toEqual(['<p>AGB</p>', 'Own policy']);
});

test('an offer that is not sold leaves the place of its part to the next one of the shop', async () => {
  change((writer) =>
    writer.commit((commit) => {
      // A battery needs a deposit.
      commit.put(offer(6, 1003, 100), null, []);
      commit.put({ ...offer(6, 1003, 200), refund: 750 }, null, []);
      commit.put(offer(6, 1004, 100), null, []);
    }),
  );
  expect((await shop('shop-6', 'DE')).bestOffers).toMatchObject([{ id: '1003', lowestPrice: 2 }, { id: '1004' }]);
  change((writer) =>
    writer.commit((commit) => {
      for (const product of [1003, 1004])
        for (const { id, shop_id } of [...commit.offersOf(product)]) if (shop_id === 6) commit.remove(product, id);
    }),
  );
  expect((await shop('shop-6', 'DE')).bestOffers).toEqual([]);
});

test('a page has the twelve most popular parts, each with its cheapest offer', async () => {
  const ids = async () =>
    (await shop('shop-6', 'DE')).bestOffers.map(({ id, lowestPrice }) => [Number(id), lowestPrice]);
  change((writer) =>
    writer.commit((commit) => {
      for (let product = 1014; product <= 1025; product++) commit.put(offer(6, product, 100), null, []);
      // Dearer offers of the same parts, and an offer that is sold out.
      for (let product = 1014; product <= 1025; product++) commit.put(offer(6, product, 200), null, []);
      commit.put({ ...offer(6, 1001, 100), stock: 0 }, null, []);
    }),
  );
  const twelve = Array.from({ length: 12 }, (_, at) => [1014 + at, 1]);
  expect(await ids()).toEqual(twelve);
  // A more popular part takes the place of the least popular one.
  change((writer) => writer.commit((commit) => commit.put(offer(6, 1002, 100), null, [])));
  expect(await ids()).toEqual([[1002, 1], ...twelve.slice(0, 11)]);
});
