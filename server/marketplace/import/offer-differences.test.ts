import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { offersFile } from '../offer-store/offer-file.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { OfferDifferences, storeDifferences } from './offer-differences.js';

const { dataDir, importFile, served } = importFolder();
const sold = () => served("select price from offer where shop_id = 3 and key = 'z'");
/** Copies the offers as of now. */
function copy(name: string): string {
  const file = join(dataDir(), name);
  using offers = new DatabaseSync(offersFile(dataDir()));
  offers.prepare('vacuum into ?').run(file);
  return file;
}

test('a change of more offers than one commit holds is undone to its last offer', async () => {
  await importFile('offers', 'key;brand;number;price\nz;Brand 1;PAD1;10,00\n', { shop: 'Gamma' });
  const former = copy('former.db');
  await importFile('offers', 'key;mode\nz;delete\n', { shop: 'Gamma', mode: 'partial' });
  expect(sold()).toBeUndefined();
  const file = join(dataDir(), 'undo.db');
  storeDifferences(file, former, copy('later.db'));
  const stored = new DatabaseSync(file);
  // Twenty thousand offers that are as they were come before it.
  stored.exec(`insert into offer_difference with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select 3, 'k' || i, null, null from n`);
  stored.close();
  using differences = new OfferDifferences(file, 'undo');
  const writer = new OfferWriter(dataDir(), () => null, testClock);
  differences.apply(writer);
  writer.close();
  expect(sold()).toEqual({ price: 1000 });
});

test('an announced price alone is a difference, which is undone', async () => {
  const tomorrow = new Date(testClock.now() + 24 * 3600_000).toISOString().slice(0, 10);
  const announce = (price: string) => {
    const row = `z;Brand 1;PAD1;10,00;${price};${tomorrow}/${tomorrow}`;
    const head = 'key;brand;number;price;sale_price;sale_price_effective_date';
    return importFile('offers', `${head}\n${row}\n`, { shop: 'Gamma' });
  };
  const announced = () => served('select min(price) as price from offer_change');
  await announce('8,00');
  const former = copy('former.db');
  await announce('7,00');
  storeDifferences(join(dataDir(), 'undo.db'), former, copy('later.db'));
  using differences = new OfferDifferences(join(dataDir(), 'undo.db'), 'undo');
  expect([differences.text(), announced()]).toEqual(['offers changed: 1', { price: 700 }]);
  const writer = new OfferWriter(dataDir(), () => null, testClock);
  differences.apply(writer);
  writer.close();
  expect(announced()).toEqual({ price: 800 });
});
