import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { maxShops } from '../offer-store/offer-summary.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { withheldBits } from '../offer-store/withheld.js';
import { makeDueChanges } from './due-changes.js';

const { dataDir, importTable, served } = importFolder();
const shop = (columns: string, name = 'Gamma') => served(`select ${columns} from shop where name = '${name}'`);

test('a return takes at least the fourteen days of the law, also where a file names none', async () => {
  const { reasons } = await importTable('shops', 'name;country;return_days', 'Gamma;DE;13', 'Beta;FR;14', 'Delta;DE;');
  expect(reasons).toEqual({ 'return_days is not a whole number from n to n': 1 });
  expect([shop('return_days'), shop('return_days', 'Beta'), shop('return_days', 'Delta')]).toEqual([
    { return_days: 30 },
    { return_days: 14 },
    { return_days: 14 },
  ]);
});

test('a cell that empties the cost of a return makes it unknown, and keeps who pays', async () => {
  await importTable('shops', 'name;country;return_payer;return_cost', 'Gamma;DE;buyer;4,95');
  expect(shop('return_payer, return_cost')).toEqual({ return_payer: 'buyer', return_cost: 495 });
  await importTable('shops', 'name;country;return_payer;return_cost', 'Gamma;DE;buyer;#EMPTY');
  expect(shop('return_payer, return_cost')).toEqual({ return_payer: 'buyer', return_cost: null });
});

test('a known shop keeps its address, its terms and its identity until a file gives others', async () => {
  await importTable('shops', 'name;country;terms', 'Müller;DE;<p>Wir liefern.</p>');
  const { changes } = await importTable('shops', 'name;country;language;city', 'Müller;FR;fr;Metz');
  expect(changes).toMatchObject({ changed: 1, 'without complete identity': 1 });
  await importTable('shops', 'name;country;rating;rating_count', 'Müller;FR;4,5;12');
  const { reasons } = await importTable('shops', 'name;country;rating', 'Müller;DE;', 'Mueller;DE;5', 'Max;DE;5,1');
  expect(reasons).toEqual({ 'rating is not a number from n to n': 1 });
  expect(shop('slug, terms, language, city, rating, rating_count', 'Müller')).toEqual({
    ...{ slug: 'Mueller', terms: '<p>Wir liefern.</p>', language: 'fr', city: 'Metz', rating: 4.5, rating_count: 12 },
  });
  expect(shop('slug', 'Mueller')).toEqual({ slug: expect.stringMatching(/^Mueller-\d+$/) });
});

test('there are as many shops as an answer can name, and no more', async () => {
  const ids = new IdRegistry(join(dataDir(), 'ids.db'));
  ids.give('shop', 'Last but one', maxShops - 1);
  ids.commit();
  ids.close();
  const { reasons, changes } = await importTable('shops', 'name;country', 'Last;DE', 'Excess;DE');
  expect([changes.added, Object.keys(reasons)]).toEqual([1, ['name is more than the n shops that there can be']]);
});

test('a tariff without countries ends the deliveries of a shop', async () => {
  const rates = () => served('select count(*) as countries from shop_rate where shop_id = 3');
  await importTable('shops', 'name;country;shipping', 'Gamma;DE;DE:4.90:1-2');
  expect(rates()).toEqual({ countries: 1 });
  expect(await importTable('shops', 'name;country;shipping', 'Gamma;DE;";"')).toMatchObject({ outcome: 'active' });
  expect(rates()).toEqual({ countries: 0 });
});

test.each<[string, () => unknown]>([
  ['an import of shops', () => importTable('shops', 'name;country;rating', 'Beta;DE;1')],
  ['an import of offers', () => importTable('offers', 'shop;key;brand;number;price', 'Beta;b;Brand 1;PAD1;11,00')],
  ['a run for due prices', () => makeDueChanges(dataDir(), testClock)],
])('%s first completes the interrupted change of another shop', async (_, run) => {
  await importTable('offers', 'shop;key;brand;number;price', 'Gamma;a;Brand 1;PAD1;10,00');
  const writer = new OfferWriter(dataDir(), () => null, testClock);
  writer.commit(() => {
    writer.database.exec("update shop set return_payer = '' where id = 3");
    writer.statements.setMeta('shop 3 changed', '1');
  });
  writer.close();
  await run();
  expect(served("select withheld from offer where shop_id = 3 and key = 'a'")).toEqual({
    withheld: withheldBits.returns,
  });
});
