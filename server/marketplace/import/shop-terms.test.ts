import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { maxShops } from '../offer-store/offer-summary.js';

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
  expect(shop('slug, terms, language, city', 'Müller')).toEqual({
    ...{ slug: 'Mueller', terms: '<p>Wir liefern.</p>', language: 'fr', city: 'Metz' },
  });
});

test('there are as many shops as an answer can name, and no more', async () => {
  const ids = new IdRegistry(join(dataDir(), 'ids.db'));
  ids.give('shop', 'Last but one', maxShops - 1);
  ids.commit();
  ids.close();
  const { reasons, changes } = await importTable('shops', 'name;country', 'Last;DE', 'Excess;DE');
  expect([changes.added, Object.keys(reasons)]).toEqual([1, ['name is more than the n shops that there can be']]);
});
