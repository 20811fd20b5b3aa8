import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';

/** BMEcat catalogues of merchants, from the file to the offers on sale. */
const { dataDir, importFile, importTable, served } = importFolder();

const day = 24 * 3600_000;
const on = (days: number): string => new Date(testClock.now() + days * day).toISOString().slice(0, 10);
const offer = (key: string, columns = 'price') =>
  served(`select ${columns} from offer where shop_id = 3 and key = '${key}'`) ?? null;
const sold = () =>
  served('select group_concat(key) as keys from (select key from offer where shop_id = 3 order by key)')?.keys;

describe.each([
  ['1.2', 'ARTICLE', 'AID'],
  ['2005', 'PRODUCT', 'PID'],
])('BMEcat %s', (version, part, id) => {
  const catalogue = (transaction: string, ...articles: string[]) =>
    `<BMECAT version="${version}"><HEADER><CATALOG><CURRENCY>EUR</CURRENCY></CATALOG></HEADER><${transaction} prev_version="1">${articles.join('\n')}</${transaction}></BMECAT>`;
  const named = (key: string, mode: string, more = '') =>
    `<${part}${mode && ` mode="${mode}"`}><SUPPLIER_${id}> ${key} </SUPPLIER_${id}>${more}</${part}>`;
  const price = (amount: string, to = '') => {
    const end = to && `<DATETIME type="valid_end_date"><DATE>${to}</DATE></DATETIME>`;
    return `<${part}_PRICE_DETAILS>${end}<${part}_PRICE price_type="gros_list"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT></${part}_PRICE></${part}_PRICE_DETAILS>`;
  };
  const article = (key: string, mode: string, number: string, amount: string, to = '') =>
    named(
      key,
      mode,
      `<${part}_DETAILS><MANUFACTURER_${id}>${number}</MANUFACTURER_${id}><MANUFACTURER_NAME>Brand 1</MANUFACTURER_NAME></${part}_DETAILS>${price(amount, to)}`,
    );
  const take = (transaction: string, ...articles: string[]) =>
    importFile('offers', catalogue(transaction, ...articles), { shop: 'Gamma' });
  const whole = () =>
    take(
      'T_NEW_CATALOG',
      article('a', 'new', 'PAD1', '10.00'),
      article('b', '', 'DISC3', '20.00'),
      article('c', '', 'DISC6', '30.00'),
    );

  test('an update adds, changes and deletes offers, and keeps all others', async () => {
    expect(await whole()).toMatchObject({ outcome: 'active', changes: { added: 3 } });
    expect(sold()).toBe('a,b,c');
    const { changes, rejected } = await take(
      'T_UPDATE_PRODUCTS',
      named('a', 'delete'),
      article('b', 'update', 'DISC3', '21.00'),
      article('d', 'new', 'DISC9', '40.00'),
      article('e', '', 'DISC12', '50.00'),
    );
    expect([changes, rejected]).toEqual([{ added: 2, changed: 1, unchanged: 0, removed: 1 }, 0]);
    expect([sold(), offer('b'), offer('c')]).toEqual(['b,c,d,e', { price: 2100 }, { price: 3000 }]);
    expect(served('select count(*) as offers from offer where product_id = 1100')).toEqual({ offers: 0 });
    // An article with all its data may be deleted as well; case and spaces do not count.
    const full = await take('T_UPDATE_PRODUCTS', article('b', ' DELETE ', 'NOSUCH', 'free'));
    expect([full.changes.removed, full.rejected, sold()]).toEqual([1, 0, 'c,d,e']);
    // A new catalogue removes offers that it does not name, and those that it deletes.
    await take('T_NEW_CATALOG', article('c', 'new', 'DISC6', '30.00'), named('d', 'delete'));
    expect(sold()).toBe('c');
  });

  test('a repeated deletion is skipped, and an unknown mode is rejected and keeps its offer', async () => {
    await whole();
    const again = await take('T_UPDATE_PRODUCTS', named('a', 'delete'), named('zz', 'delete'), named('a', 'delete'));
    expect(again).toMatchObject({ outcome: 'active', rejected: 0, leftOut: 2, changes: { removed: 1 } });
    expect(again.reasons).toEqual({ 'key is to be taken off, and is not on sale': 2 });
    const vain = await take('T_UPDATE_PRODUCTS', named('a', 'delete'));
    expect(vain).toMatchObject({ outcome: 'unchanged', leftOut: 1, generation: null });
    // A whole catalogue with deletions of unknown offers only would empty the shop.
    expect((await take('T_NEW_CATALOG', named('a', 'delete'))).outcome).toBe('refused');
    const odd = await take('T_UPDATE_PRODUCTS', article('b', 'remove', 'DISC3', '1.00'), named('c', 'delete'));
    expect(odd).toMatchObject({ rejected: 1, reasons: { 'mode is not one of new, update, delete': 1 } });
    expect([sold(), offer('b')]).toEqual(['b', { price: 2000 }]);
    const twice = await take('T_UPDATE_PRODUCTS', article('b', '', 'DISC3', '22.00'), named('b', 'delete'));
    expect([twice.reasons, offer('b')]).toEqual([{ 'key is already in line n': 1 }, { price: 2200 }]);
    const back = await take('T_UPDATE_PRODUCTS', named('b', 'delete'), article('b', 'new', 'DISC3', '23.00'));
    expect([back.changes, offer('b')]).toMatchObject([{ removed: 1, added: 1 }, { price: 2300 }]);
  });

  test("an update of prices finds offers by the supplier's number alone and changes nothing else", async () => {
    const columns = 'product_id, stock, surcharge, refund, condition, handling_min, handling_max';
    await importTable(
      'offers',
      'shop;key;brand;number;price;stock;surcharge;deposit;lowest30;handling;condition',
      'Gamma;a;Brand 1;PAD1;10,00;7;3,00;7,50;9,00;2-5;used',
      'Gamma;b;Brand 1;DISC3;20,00;3;0;0;;1;new',
      'Gamma;c;Brand 1;DISC6;30,00;3;0;0;28,00;1;new',
    );
    const before = offer('a', columns);
    expect(before).toEqual({
      ...{ product_id: 1100, stock: 7, surcharge: 300, refund: 750 },
      ...{ condition: 'used', handling_min: 2, handling_max: 5 },
    });
    const summary = await take(
      'T_UPDATE_PRICES',
      named('a', '', price('8.00')),
      named('b', 'update', price('19.99', on(9))),
      named('gone', '', price('5.00')),
      article('c', '', 'NOSUCH', '27.00'),
      named('a', '', price('7.00')),
    );
    expect(summary).toMatchObject({ outcome: 'active', rejected: 2, changes: { added: 0, changed: 3, removed: 0 } });
    expect(summary.reasons).toEqual({ 'key is no offer of Gamma': 1, 'key is already in line n': 1 });
    const lines = readFileSync(join(dataDir(), 'imports', reportOf(summary)), 'utf8')
      .trim()
      .split('\n');
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      line: 3,
      field: 'key',
      value: 'gone',
      reason: 'is no offer of Gamma',
      outcome: 'rejected',
    });
    expect(offer('a', columns)).toEqual(before);
    expect(['a', 'b', 'c'].map((key) => offer(key, 'price, lowest30'))).toEqual([
      // The former price was above the lowest price of the last 30 days, which stays.
      { price: 800, lowest30: 900 },
      { price: 1999, lowest30: null },
      { price: 2700, lowest30: 2800 },
    ]);
    await take('T_UPDATE_PRICES', named('a', '', price('9.50')));
    expect(offer('a', 'price, lowest30')).toEqual({ price: 950, lowest30: 800 });
    expect(served('select min(price) as price from offer where product_id = 1100')).toEqual({ price: 950 });
    // The price of b ends on the ninth day from now.
    const ends = served("select c.at, c.price from offer_change c join offer o on o.id = c.offer_id where o.key = 'b'");
    expect(ends).toEqual({ at: Date.parse(`${on(9)}T00:00:00Z`) + day, price: null });
    await take('T_UPDATE_PRICES', named('b', '', price('18.00')));
    expect(served('select count(*) as changes from offer_change')).toEqual({ changes: 0 });
    const same = await take('T_UPDATE_PRICES', named('b', '', price('18.00')));
    expect(same).toMatchObject({ outcome: 'unchanged', changes: { unchanged: 1 } });
    const missing = await take('T_UPDATE_PRICES', named('b', ''), named('a', '', price('9.60')));
    expect([missing.reasons, offer('b')]).toEqual([{ 'price is missing': 1 }, { price: 1800 }]);
    expect((await take('T_UPDATE_PRICES', named('gone', '', price('5.00')))).outcome).toBe('refused');
    // The whole catalogue may have given the price of a hundred pieces.
    const hundred = await take('T_UPDATE_PRICES', named('b', '', price('90.01')), named('a', '', price('47.50')));
    expect(hundred.reasons).toEqual({ 'price is more than n times that of now; is it for one piece?': 1 });
    expect([offer('a'), offer('b')]).toEqual([{ price: 4750 }, { price: 1800 }]);
  });

  test('a withheld offer gets new prices and can be deleted', async () => {
    await importTable('shops', 'name;country;phone', 'Delta;DE;');
    const open = (transaction: string, ...articles: string[]) =>
      importFile('offers', catalogue(transaction, ...articles), { shop: 'Delta' });
    await open('T_NEW_CATALOG', article('a', '', 'PAD1', '10.00'), article('b', '', 'DISC3', '20.00'));
    await open('T_UPDATE_PRICES', named('a', '', price('11.00')));
    const withheld = () =>
      served(
        "select json_group_array(json_array(key, price) order by key) as offers from offer where withheld <> 0 and key in ('a', 'b')",
      );
    expect(withheld()?.offers).toBe('[["a",1100],["b",2000]]');
    await open('T_UPDATE_PRODUCTS', named('a', 'delete'));
    expect(withheld()?.offers).toBe('[["b",2000]]');
  });

  test('deleted products stay, because a merchant owns offers only', async () => {
    const products = await importFile(
      'products',
      catalogue('T_UPDATE_PRODUCTS', named('a', 'delete'), named('b', 'DELETE')),
    );
    expect(products).toMatchObject({ rejected: 0, leftOut: 2 });
    expect(served('select count(*) as products from product where id = 1100')).toEqual({ products: 1 });
  });
});

describe('tables', () => {
  const head = 'shop;key;brand;number;price;stock;update-delete';
  const [a, b] = ['Gamma;a;Brand 1;PAD1;10,00;3;update', 'Gamma;b;Brand 1;DISC3;20,00;3;'];

  test('mode delete removes an offer by its key, in updates and in whole files', async () => {
    await importTable('offers', head, a, b);
    const update = { mode: 'update' } as const;
    const { changes } = await importFile('offers', `${head}\nGamma;a;;;;;Delete\n`, update);
    expect([changes.removed, sold()]).toEqual([1, 'b']);
    const whole = await importTable('offers', head, a, 'Gamma;b;Brand 1;DISC3;20,00;3;delete');
    expect([whole.changes, sold()]).toMatchObject([{ added: 1, removed: 1 }, 'a']);
  });

  test('an update may repeat rows without stock, but a whole file of them is refused', async () => {
    await importTable('offers', head, a, b);
    const soldOut = `${head}\nGamma;b;Brand 1;DISC3;20,00;0;\n`;
    const outcomes: string[] = [];
    for (const mode of ['update', 'update', 'full'] as const)
      outcomes.push((await importFile('offers', soldOut, { mode })).outcome);
    expect([outcomes, sold()]).toEqual([['active', 'unchanged', 'refused'], 'a']);
  });
});

const reportOf = ({ startedAt }: { startedAt: string }) => `${startedAt.replace(/[:.]/g, '-')}-offers.jsonl`;
