import { describe, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { servedProductKeys } from '../catalogue-file/product-keys.js';
import { removeCommand } from '../operator/remove.js';

/** The catalogue changes numbers of products, while the rows of feeds stay the same. */
const { dataDir, importTable, importFile, served } = importFolder();
const [one, other] = ['4006633000017', '4006633000024'];
async function products(...rows: string[]): Promise<void> {
  const lines = rows.map((row) => row.replaceAll('pads', String(ids.pads)));
  const { reasons, refusal } = await importTable('products', 'brand;number;category;gtin', ...lines);
  expect([reasons, refusal]).toEqual([{}, null]);
}
const head = 'key;brand;number;gtin;price;stock';
const gamma = (rows: readonly string[], more = {}) =>
  importFile('offers', [head, ...rows].join('\n'), { shop: 'Gamma', ...more });
const numberOf = (key: string) =>
  served(
    `select p.article_number as number, o.price from offers.offer o join main.product p on p.id = o.product_id
     where o.shop_id = 3 and o.key = '${key}'`,
  );

const cases: readonly (readonly [what: string, row: string, before: string[], after: string[]])[] = [
  [
    'a GTIN is corrected',
    `a;;;${one};10,00;5`,
    [`Brand 1;N1;pads;${one}`, 'Brand 1;N2;pads;'],
    [`Brand 1;N1;pads;${other}`, `Brand 1;N2;pads;${one}`],
  ],
  ['its number comes to be known', `a;Brand 1;N2;${one};10,00;5`, [`Brand 1;N1;pads;${one}`], ['Brand 1;N2;pads;']],
];

describe.each(cases)('an offer moves if %s', (_, row, before, after) => {
  const rows = [row, 'b;Brand 1;PAD1;;20,00;5'];

  test('and the same file is imported again', async () => {
    await products(...before);
    await gamma(rows);
    expect(numberOf('a')).toEqual({ number: 'N1', price: 1000 });
    await products(...after);
    expect((await gamma(rows)).changes).toEqual({ added: 0, changed: 1, unchanged: 1, removed: 0 });
    expect([numberOf('a'), numberOf('b')]).toEqual([
      { number: 'N2', price: 1000 },
      { number: 'PAD-1', price: 2000 },
    ]);
    expect(await gamma(rows)).toMatchObject({ outcome: 'unchanged', changes: { unchanged: 2 } });
  });

  test('and the file is repeated', async () => {
    await products(...before);
    await gamma([...rows, 'c;Brand 1;N3;;30,00;5', 'd;Brand 1;PAD1;;40,00;5']);
    await importFile('offers', 'key;price;stock\na;11,00;5', { shop: 'Gamma', mode: 'partial' });
    await importFile('offers', `${head};mode\nd;Brand 1;PAD1;;40,00;5;delete\ne;Brand 1;PAD1;;50,00;5;`, {
      shop: 'Gamma',
      mode: 'update',
    });
    await products(...after, 'Brand 1;N3;pads;');
    const repeated = await gamma([...rows, 'c;Brand 1;N3;;30,00;5', 'd;Brand 1;PAD1;;40,00;5'], { isRepeated: true });
    expect(repeated.changes).toEqual({ added: 1, changed: 1, unchanged: 2, removed: 0 });
    // The price of the later feed stays, new offers stay, and removed offers stay removed.
    expect(['a', 'c', 'd', 'e'].map(numberOf)).toEqual([
      { number: 'N2', price: 1100 },
      { number: 'N3', price: 3000 },
      undefined,
      { number: 'PAD-1', price: 5000 },
    ]);
    const deletion = await gamma(['e;;;;;'], { isRepeated: true });
    expect(deletion.rejected).toBe(1);
    const late = await importFile('offers', `${head};mode\ne;;;;;;delete`, { shop: 'Gamma', isRepeated: true });
    expect([late.rejected, late.changes.unchanged, numberOf('e')]).toEqual([0, 1, { number: 'PAD-1', price: 5000 }]);
  });
});

test('a row whose product is gone keeps its offer and is not rejected', async () => {
  await products('Brand 1;N1;pads;');
  await gamma(['a;Brand 1;N1;;10,00;5', 'b;Brand 1;PAD1;;20,00;5']);
  const nothing = { isDryRun: false, say: () => {} };
  removeCommand(['product', 'Brand 1', 'N1'], { dataDir: dataDir(), clock: testClock, ...nothing });
  const again = await gamma(['a;Brand 1;N1;;10,00;5', 'b;Brand 1;PAD1;;20,00;5']);
  expect([again.outcome, again.rejected, again.changes.unchanged]).toEqual(['unchanged', 0, 2]);
});

test('a row that leads to no product any more is rejected', async () => {
  await products(`Brand 1;N1;pads;${one}`);
  const rows = [`a;;;${one};10,00;5`, 'b;Brand 1;PAD1;;20,00;5'];
  await gamma(rows);
  await products(`Brand 1;N1;pads;${other}`);
  for (const _ of [1, 2]) expect((await gamma(rows)).rejected).toBe(1);
});

test('an offer whose row was unreadable while its product changed moves with a later feed', async () => {
  await products(`Brand 1;N1;pads;${one}`, 'Brand 1;N2;pads;');
  const rows = [`a;;;${one};10,00;5`, 'b;Brand 1;PAD1;;20,00;5'];
  await gamma(rows);
  await products(`Brand 1;N1;pads;${other}`, `Brand 1;N2;pads;${one}`);
  expect((await gamma([';Brand 1;PAD1;;20,00;5', String(rows[1])])).rejected).toBe(1);
  expect((await gamma(rows)).changes).toMatchObject({ changed: 1, unchanged: 1 });
  expect(numberOf('a')).toEqual({ number: 'N2', price: 1000 });
});

test('the catalogue notes changes of numbers and names of products, and no other changes', async () => {
  const keys = () => servedProductKeys(dataDir());
  const seen = [keys()];
  await products(`Brand 1;N1;pads;${one}`);
  seen.push(keys());
  await importTable('products', 'brand;number;category;popularity', `Brand 1;N1;${ids.pads};77`);
  await importTable('brands', 'brand;description_de', 'Brand 1;Besser');
  expect(keys()).toBe(seen.at(-1));
  await products(`Brand 1;N1;pads;${other}`);
  seen.push(keys());
  removeCommand(['product', 'Brand 1', 'N1'], { dataDir: dataDir(), clock: testClock, isDryRun: false, say: () => {} });
  seen.push(keys());
  expect(new Set(seen).size).toBe(4);
});
