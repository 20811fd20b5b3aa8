import { describe, expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { unknownDays, unknownStock } from '../offer-store/unknown-facts.js';

/** Facts that no file gives stay unknown (D93). */
const { importTable, served } = importFolder();

const identity = 'Straße 1;10115;Stadt;+49;e@shop.example;HRB 1;"DE:4.90:1-2"';
const shop = async (columns = '', cells = '') =>
  await importTable(
    'shops',
    `name;country;street;postcode;city;phone;email;register;shipping${columns}`,
    `Delta;DE;${identity}${cells}`,
  );
const offer = async (columns = '', cells = '') =>
  await importTable('offers', `shop;key;brand;number;price${columns}`, `Delta;x;Brand 1;DISC6;10,00${cells}`);
const stored = () => served("select stock, handling_min, handling_max from offer where key = 'x'");
const terms = () => served("select return_payer, return_cost from shop where name = 'Delta'");

test('the offers of a shop that does not say who pays for a return are not sold', async () => {
  expect((await shop()).changes).toMatchObject({ added: 1, 'without return_payer': 1 });
  expect(terms()).toEqual({ return_payer: '', return_cost: null });
  const [reason] = Object.keys((await offer()).unsold?.reasons ?? {});
  expect(reason).toContain('return_payer');
  await shop(';return_payer', ';Käufer');
  expect(served("select withheld from offer where key = 'x'")).toEqual({ withheld: 0 });
});

describe('who pays for a return', () => {
  test.each([
    [';return_payer', ';buyer', { return_payer: 'buyer', return_cost: null }],
    [';Retour payé par', ';vendeur', { return_payer: 'shop', return_cost: 0 }],
    [';return_cost', ';0', { return_payer: 'shop', return_cost: 0 }],
    [';Rücksendekosten', ';6,90', { return_payer: 'buyer', return_cost: 690 }],
    [';return_cost', ';', { return_payer: '', return_cost: null }],
    [';return_payer;return_cost', ';klant;4,95', { return_payer: 'buyer', return_cost: 495 }],
  ])('%s%s', async (columns, cells, expected) => {
    await shop(columns, cells);
    expect(terms()).toEqual(expected);
  });

  test('a contradiction or an unknown word refuses the row', async () => {
    const refused = [await shop(';return_payer;return_cost', ';shop;4,95'), await shop(';return_payer', ';nobody')];
    expect(refused.map(({ rejected }) => rejected)).toEqual([1, 1]);
  });

  test('a later file that leaves both out changes nothing', async () => {
    await shop(';return_payer;return_cost', ';buyer;4,95');
    await shop(';phone', ';+49 1');
    expect(terms()).toEqual({ return_payer: 'buyer', return_cost: 495 });
    await shop(';return_payer', ';buyer');
    expect(terms()).toEqual({ return_payer: 'buyer', return_cost: 495 });
  });
});

test('stock and delivery time that no row gives are unknown, and a later row may empty them again', async () => {
  await shop(';return_cost', ';0');
  const unknown = { stock: unknownStock, handling_min: unknownDays, handling_max: unknownDays };
  await offer();
  expect(stored()).toEqual(unknown);
  await offer(';stock;handling', ';7;1-3');
  expect(stored()).toEqual({ stock: 7, handling_min: 1, handling_max: 3 });
  await offer(';stock;handling', ';#EMPTY;');
  expect(stored()).toEqual(unknown);
});
