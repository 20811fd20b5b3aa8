import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { changeShop } from './change-shop.js';
import { LiveOffers } from './live-offers.js';
import { offersFile } from './offer-file.js';
import { OfferWriter } from './offer-writer.js';
import { renewOfferStore } from './renew-offer-store.js';

/** Two packs are bought of each product. */
const facts = () => ({ flags: 0, leaf: 1, packs: 2 });
const offer = {
  ...{ product_id: 5, shop_id: 1, key: 'a', price: 1000, refund: 0, surcharge: 0, lowest30: null, stock: 5 },
  ...{ condition: 'new' as const, handling_min: 0, handling_max: 1 },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'renew-'));
  const writer = new OfferWriter(folder, facts, testClock);
  changeShop(writer, shopRow(1), [['DE', 400, null, 1, 2]]);
  writer.commit((commit) => commit.put(offer, 7, []));
  writer.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs statements on the store, and returns the rows of the last one. */
function inStore(...statements: string[]): unknown[] {
  using database = new DatabaseSync(offersFile(folder));
  for (const statement of statements.slice(0, -1)) database.exec(statement);
  return database.prepare(statements.at(-1) as string).all();
}
const metaOf = (name: string): unknown => inStore(`select value from meta where key = '${name}'`)[0];

const withoutPayers = 'alter table shop drop column return_payer';
const withoutTexts = 'drop table correction; alter table change drop column texts';
test.each([
  { version: 1, lacks: [withoutPayers, withoutTexts, "update change set best = x''"], isSummarised: true },
  { version: 2, lacks: [withoutPayers, withoutTexts], isSummarised: false },
  { version: 3, lacks: [withoutPayers], isSummarised: false },
])('a store of version $version gets the tables and prices of this one', async ({ version, lacks, isSummarised }) => {
  const epoch = metaOf('epoch');
  inStore(...lacks, `pragma user_version = ${version}`);
  renewOfferStore(folder, facts);
  const reader = LiveOffers.open(folder, true, testClock, 3600_000);
  const { totals, usual } = reader.best.of('DE');
  expect([totals[5], usual.totals[5], reader.textOverrides.all]).toEqual([1400, 2400, []]);
  await reader.close();
  // A new epoch makes all caches drop what they have.
  expect(JSON.stringify(metaOf('epoch')) !== JSON.stringify(epoch)).toBe(isSummarised);
  expect(inStore('select texts from change')).toHaveLength(isSummarised ? 0 : 2);
  expect(inStore('select return_payer, hash from shop join offer_key on shop_id = shop.id')).toEqual([
    { return_payer: 'shop', hash: null },
  ]);
  const writer = new OfferWriter(folder, facts, testClock);
  writer.commit((commit) => commit.put({ ...offer, price: 900 }, 8, []));
  writer.close();
});

test('a store of this version or a later one stays as it is', () => {
  for (const version of [4, 5]) {
    inStore(`pragma user_version = ${version}`);
    renewOfferStore(folder, facts);
    expect(inStore('select hash from offer_key')).toEqual([{ hash: 7 }]);
    expect(inStore('pragma user_version')).toEqual([{ user_version: version }]);
  }
});
