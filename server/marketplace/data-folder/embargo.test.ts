import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { LiveOffers } from '../offer-store/live-offers.js';
import { applyEmbargo } from './offer-turn.js';

const { dataDir, importTable, served } = importFolder();

test('the next start removes tariffs to a country under embargo, and closes a shop that delivers only there', async () => {
  await importTable('shops', 'name;country;shipping', 'Gamma;DE;"DE:4.90:1-2; RU:9.90:9"');
  await importTable('offers', 'shop;key;brand;number;price', 'Gamma;a;Brand 1;PAD1;10,00');
  const product = Number(served("select product_id from offer where shop_id = 3 and key = 'a'")?.product_id);
  const reached = async () => {
    const offers = LiveOffers.open(dataDir(), true, testClock, 3600_000);
    const countries = offers.best.countrySets[offers.best.reach[product] ?? 0];
    await offers.close();
    return countries;
  };
  expect(await reached()).toContain('RU');
  expect(applyEmbargo(dataDir(), ['BY'], testClock)).toEqual([]);
  expect(applyEmbargo(dataDir(), ['BY', 'RU'], testClock)).toEqual([3]);
  expect(await reached()).not.toContain('RU');
  const offers = new DatabaseSync(join(dataDir(), 'offers.db'), { readOnly: true });
  const rates = offers.prepare('select country from shop_rate where shop_id = 3').all();
  offers.close();
  expect(rates.map(({ country }) => country)).toEqual(['DE']);
  expect(applyEmbargo(dataDir(), ['BY', 'RU'], testClock)).toEqual([]);
});
