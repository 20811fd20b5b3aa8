import { expect, test } from '@jest/globals';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';

const { dataDir, importTable, importFile, served } = importFolder();
const feed = 'key;brand;number;price;stock\nk1;Brand 1;PAD1;10,00;3';

test.each(['#2', '2 !', '1 & 2', '24!'])('no name takes the id of another shop, such as %s', async (name) => {
  const id = Number(name.replace(/\D/g, ''));
  const isTaken = served(`select 1 from shop where id = ${id}`) !== undefined;
  const { rejected } = await importTable('shops', 'name;country', `${name};DE`);
  expect([rejected, served(`select 1 from shop where name = '${name}'`) !== undefined]).toEqual(
    isTaken ? [1, false] : [0, true],
  );
});

test('a shop that is called by the id of another one gets no offer of it', async () => {
  const writer = new OfferWriter(dataDir(), () => null, testClock);
  writer.commit(() => writer.database.exec(`update shop set name = '#2' where id = 3`));
  writer.close();
  await importFile('offers', feed, { shop: '2' });
  expect(served("select shop_id from offer where key = 'k1'")).toEqual({ shop_id: 2 });
});
