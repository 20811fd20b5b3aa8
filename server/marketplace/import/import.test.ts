import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { reportImports } from '../operator/report.js';

const { dataDir, importFile, importTable, served } = importFolder();

describe('a rejected row leaves its offer as it was', () => {
  const head = 'shop;key;brand;number;price;stock';
  const [a, b, c] = ['Gamma;a;Brand 1;PAD1;10,00;3', 'Gamma;b;Brand 1;DISC3;20,00;3', 'Beta;c;Brand 1;DISC3;30,00;3'];
  const sold = (shop: number) =>
    served(`select group_concat(key order by key) as keys from offer where shop_id = ${shop}`)?.keys;

  test.each([
    ['has a column too few', 'Gamma;b;Brand 1;DISC3;20,00', 'Gamma, Beta'],
    ['has a column too many', 'Gamma;b;Brand 1;DISC3;20;00;3', 'Gamma, Beta'],
    ['has no key', 'Gamma;;Brand 1;DISC3;20,00;3', 'Gamma'],
    ['names no known shop', 'Gama;b;Brand 1;DISC3;20,00;3', 'Gamma, Beta'],
  ])('the offer stays if the row %s', async (_name, faulty, spared) => {
    await importTable('offers', head, a, b, c);
    const summary = await importTable('offers', head, a, faulty, c);
    expect(summary).toMatchObject({ outcome: 'unchanged', rejected: 1, changes: { removed: 0, unchanged: 2 } });
    expect(Object.keys(summary.reasons)).toEqual([expect.stringMatching(/^(row|key|shop) \w/)]);
    expect(sold(3)).toBe('a,b');
    expect(summary.notes).toEqual([
      `No offer of ${spared} was taken off for not being named: a rejected row does not tell its offer.`,
    ]);
    const whole = await importTable('offers', head, a, c);
    expect([whole.changes.removed, whole.notes, sold(3), sold(2)]).toEqual([1, [], 'a', 'c']);
  });

  test('the rejected row spares its own shop, and other shops lose the offers that they do not name', async () => {
    await importTable('offers', head, a, b, c, 'Beta;d;Brand 1;PAD1;30,00;3');
    const { changes } = await importTable('offers', head, a, 'Gamma;;Brand 1;DISC3;20,00;3', c);
    expect([changes.removed, sold(3), sold(2)]).toEqual([1, 'a,b', 'c']);
  });

  test('the rejected row spares the shop that the command names for the whole file', async () => {
    const rows = ['key;brand;number;price', 'a;Brand 1;PAD1;10,00', 'b;Brand 1;DISC3;20,00', ''].join('\n');
    await importFile('offers', rows, { shop: 'Gamma' });
    const { changes, notes } = await importFile('offers', rows.replace('DISC3;', ''), { shop: 'gamma' });
    expect([changes.removed, sold(3), notes[0]]).toEqual([0, 'a,b', expect.stringContaining('No offer of Gamma')]);
  });

  test('a row that is sold out removes its offer, whatever else it says', async () => {
    await importTable('offers', head, a, b, c);
    const summary = await importTable('offers', head, a, 'Gamma;b;Brand 1;DISC3;0,00;0', 'Beta;c;Brand 1;DISC3;abc;0');
    expect(summary).toMatchObject({ rejected: 0, leftOut: 2, changes: { removed: 2 } });
    expect([sold(3), sold(2)]).toEqual(['a', null]);
  });
});

test('if a feed names an offer twice, the first row counts and the second is rejected', async () => {
  const head = 'shop;key;brand;number;price;stock';
  const rows = ['Gamma;a;Brand 1;PAD1;10,00;3', 'Beta;a;Brand 1;PAD1;11,00;3', 'Gamma;a;Brand 1;DISC3;20,00;3'];
  const summary = await importTable('offers', head, ...rows);
  expect(summary).toMatchObject({ outcome: 'active', rejected: 1, changes: { added: 2 } });
  expect(summary.reasons).toEqual({ 'key is already in line n': 1 });
  const sold = 'select count(*) as count, min(price) as price from offer where shop_id = 3';
  expect(served(sold)).toEqual({ count: 1, price: 1000 });
});

test('a feed of one shop changes no offer of another shop that a row names', async () => {
  const rows = ['shop;key;brand;number;price', 'Beta;a;Brand 1;PAD1;1,00', 'gamma;b;Brand 1;PAD1;2,00', ''].join('\n');
  const { rejected, reasons } = await importFile('offers', rows, { shop: 'Gamma' });
  expect([rejected, reasons]).toEqual([1, { 'shop is another shop than Gamma': 1 }]);
  const keys = (shop: number) =>
    served(`select count(*) as rows from offer where shop_id = ${shop} and key in ('a', 'b')`);
  expect([keys(2), keys(3)]).toEqual([{ rows: 0 }, { rows: 1 }]);
});

test('categories and shops keep what a file does not mention', async () => {
  const titles = ['de', 'fr', 'es', 'it', 'nl'].map((language) => `title_${language}`).join(';');
  const oils = `${ids.oils};900;463;Öle;Huiles;Aceites;Oli;Olie`;
  const first = await importTable('categories', `id;parent;leaf_number;${titles}`, oils);
  expect(first.refusal).toBeNull();
  expect(first.changes).toEqual({ added: 0, changed: 1, unchanged: 0 });
  expect(served(`select kind, is_universal from category where id = ${ids.oils}`)).toEqual({
    kind: 'oil',
    is_universal: 1,
  });
  await importTable(
    'categories',
    `id;parent;leaf_number;universal;kind;${titles}`,
    oils.replace('463;', '463;0;pads;'),
  );
  expect(served(`select kind, is_universal from category where id = ${ids.oils}`)).toEqual({
    kind: 'pads',
    is_universal: 0,
  });
  expect((await importTable('shops', 'name;country', 'Beta;AT')).changes).toMatchObject({ added: 0, changed: 1 });
  expect(served("select country, language from shop where name = 'Beta'")).toEqual({ country: 'AT', language: 'de' });
  await importTable('shops', 'name;country', 'Delta;FR');
  expect(served("select language from shop where name = 'Delta'")).toEqual({ language: 'fr' });
});

describe('an import that fails', () => {
  test('an import that fails returns a sentence, reports the error, and leaves nothing behind', async () => {
    const before = served('select count(*) as n from product');
    const rows = Array.from({ length: 200 }, (_, n) => `Gamma;k${n};Brand 1;PAD1;10,00;3`);
    const progress = {
      reading() {
        throw new RangeError('the bar has no room');
      },
      step() {},
      end() {},
    };
    const summary = await importFile('offers', ['shop;key;brand;number;price;stock', ...rows, ''].join('\n'), {
      progress,
    });
    expect(summary).toMatchObject({ outcome: 'failed', generation: null });
    expect(summary.refusal).toMatch(/This is a fault of the program: RangeError: the bar has no room/);
    expect(readdirSync(dataDir()).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const [reported] = await reportImports(dataDir(), 1);
    expect(reported).toMatchObject({ outcome: 'failed', firstRows: [{ reason: 'RangeError: the bar has no room' }] });
    expect(readFileSync(String(reported?.rowsFile), 'utf8')).toContain('import.test.ts');
    expect(served('select count(*) as n from product')).toEqual(before);
    expect(await importTable('offers', 'shop;key;brand;number;price', 'Gamma;a;Brand 1;PAD1;10,00')).toMatchObject({
      outcome: 'active',
    });
  });
});

test.each([
  ['kw', '0;', 'kw is zero, and must be more than zero'],
  ['ps', ';0', 'ps is zero, and must be more than zero'],
  ['kw', ';', 'kw is missing, and so is ps'],
])('power: %s of %j', async (_field, cells, reason) => {
  const summary = await importTable('vehicles', 'make;series;kw;ps', `Brand;Series;${cells}`, 'Brand;Other;50;');
  expect(summary.reasons).toEqual({ [reason]: 1 });
});

test('a model without a name is named by its engine capacity in litres, and an electric one EV', async () => {
  const rows = ['Volkswagen;Nameless;57;1390;petrol', 'Volkswagen;Other;91;;electric'];
  expect(await importTable('vehicles', 'make;series;kw;ccm;fuel', ...rows)).toMatchObject({ outcome: 'active' });
  expect(served("select group_concat(name, ' ' order by name) as names from model where kw in (57, 91)")).toEqual({
    names: '1.4 EV',
  });
});

describe('electric cars', () => {
  test('an import accepts an electric car without power and displacement if the file says that it is electric', async () => {
    const summary = await importTable('vehicles', 'make;series;model;fuel', 'Tesla;Model 3;Long Range;electric');
    expect([summary.outcome, summary.changes.added]).toEqual(['active', 1]);
    expect(served("select kw, ccm, fuel from model where name = 'Long Range'")).toEqual({
      kw: 0,
      ccm: 0,
      fuel: 'electric',
    });
  });
  test.each([
    ['petrol;', 'kw is missing, and so is ps'],
    ['petrol;0', 'kw is zero, and must be more than zero'],
    [';', 'kw is missing, and so is ps'],
  ])('an import rejects other cars without power: %s', async (cells, reason) => {
    const rows = [`Tesla;Model 3;${cells}`, 'Tesla;Model S;electric;0'];
    expect((await importTable('vehicles', 'make;series;fuel;kw', ...rows)).reasons).toEqual({ [reason]: 1 });
  });
});

describe('keys of other systems', () => {
  const keys = "select group_concat(key, ' ' order by key) as keys from vehicle_key";
  const polo = 'Volkswagen;Polo;1.4;55;2001-09';
  const head = 'make;series;model;kw;from;K-Type';

  test('several keys belong to one car, and one key to several cars', async () => {
    const rows = [`${polo};"15001, 15002"`, 'Volkswagen;Polo;1.4;74;2001-09;15002'];
    expect((await importTable('vehicles', head, ...rows)).changes).toMatchObject({ added: 2, 'with other keys': 2 });
    expect(served(keys)).toEqual({ keys: '15001 15002 15002' });
    expect((await importTable('vehicles', head, ...rows)).outcome).toBe('unchanged');
  });

  test('the keys in a file replace those of a car, and a row without keys keeps them', async () => {
    const summary = await importTable('vehicles', head, `${polo};a1`, `${polo};a2`, `${polo};a2`);
    expect([summary.changes.added, summary.leftOut, served(keys)]).toEqual([1, 1, { keys: 'A1 A2' }]);
    expect((await importTable('vehicles', head, `${polo};`)).outcome).toBe('unchanged');
    const other = await importTable('vehicles', head, `${polo};a2,b-3`);
    expect([other.changes, served(keys)]).toEqual([
      expect.objectContaining({ added: 0, known: 1, 'with other keys': 1 }),
      { keys: 'A2 B-3' },
    ]);
  });

  test('a key identifies the car whose power a list corrects; the car keeps its id and fitments', async () => {
    const columns = 'make;series;model;fuel;kw;key';
    const car = (kw: string, key: string, model = 'Long Range') => `Tesla;Model 3;${model};electric;${kw};${key}`;
    const look = () =>
      served(
        "select count(*) as cars, min(kw) as kw, min(name) as name, min(id) as id from model where fuel = 'electric'",
      );
    await importTable('vehicles', columns, car('', 'T1'));
    const before = look();
    await importTable('fitment', 'brand;number;KTypNr', 'Brand 1;PAD1;T1');
    const summary = await importTable('vehicles', columns, car('366', 'T1'));
    expect(summary.changes).toMatchObject({ added: 0, corrected: 1 });
    expect(look()).toEqual({ ...before, cars: 1, kw: 366 });
    const papers = () =>
      served("select group_concat(hsn || tsn, ' ' order by tsn) as papers from kba where hsn = '9999'");
    const withPapers = (kw: string, types: string) =>
      importTable('vehicles', `${columns};hsn;tsn`, `${car(kw, 'T1')};9999;"${types}"`);
    expect((await withPapers('360', 'AAA,AAB')).changes).toMatchObject({ 'registration keys': 2 });
    expect(papers()).toEqual({ papers: '9999AAA 9999AAB' });
    // A correction replaces the keys of the papers.
    expect((await withPapers('366', 'AAC')).changes).toMatchObject({ corrected: 1 });
    expect(papers()).toEqual({ papers: '9999AAC' });
    expect(
      served("select count(*) as fits from product_model join model on number = model_number where fuel = 'electric'"),
    ).toEqual({ fits: 1 });
    expect((await importTable('vehicles', columns, car('366', 'T1'))).outcome).toBe('unchanged');
    // Another engine with the same key is a car of its own, in whatever order the rows are.
    const both = [car('150', 'T1', 'Base'), car('366', 'T1')];
    expect((await importTable('vehicles', columns, ...both)).changes).toMatchObject({
      added: 1,
      corrected: 0,
      known: 1,
    });
    expect(look()).toMatchObject({ cars: 2, kw: 150 });
    // The key belongs to two cars now, so it identifies neither.
    expect((await importTable('vehicles', columns, car('99', 'T1', 'Third'))).changes).toMatchObject({ added: 1 });
  });

  test('an import rejects invalid keys and names them', async () => {
    const summary = await importTable('vehicles', head, `${polo};a#1`, 'Volkswagen;Polo;1.4;74;2001-09;1');
    expect(summary.reasons).toEqual({ 'key is no key of up to n letters and digits': 1 });
  });

  test('a fitment may name its cars by key, which means all cars of the key', async () => {
    await importTable('vehicles', head, `${polo};15001`, 'Volkswagen;Polo;1.4;74;2001-09;"15001 15002"');
    const fitment = ['brand;number;KTypNr;note', 'Brand 1;PAD1;15001;bis 2009', 'Brand 1;PAD1;99999;'];
    const summary = await importTable('fitment', ...fitment);
    expect([summary.outcome, summary.reasons]).toEqual(['active', { 'vehicle is no key of a known vehicle': 1 }]);
    expect(
      served(
        `select count(*) as cars from product_model join vehicle_key using (model_number) where product_id = ${ids.pad} and key = '15001'`,
      ),
    ).toEqual({ cars: 2 });
    expect((await importTable('fitment', ...fitment)).outcome).toBe('unchanged');
  });
});

test('a scope that contradicts the pieces in a pack is left out, and the report names both columns', async () => {
  const row = (number: string, attributes: string, pack: string) =>
    `Brand 1;${number};${ids.pads};${attributes};${pack}`;
  const summary = await importTable(
    'products',
    'brand;number;category;attributes;pack_size',
    row('P1', 'Lieferumfang=1 Stück', '2'),
    row('P2', '"scope=one; packSize=4"', ''),
    row('P3', 'Contenu=2 pièces', '2'),
    row('P4', 'scope=set', '2'),
    row('P5', 'scope=pair', ''),
  );
  expect([summary.rejected, summary.reasons]).toEqual([0, { 'attributes contradicts pack_size n; it is left out': 2 }]);
  const attributes = (number: string) =>
    served(`select attributes from product where norm_number = '${number}'`)?.attributes;
  expect(['P1', 'P2', 'P3', 'P4', 'P5'].map(attributes)).toEqual([
    '[["packSize","2",null]]',
    '[["packSize","4",null]]',
    '[["scope","2 pièces",null],["packSize","2",null]]',
    '[["scope","set",null],["packSize","2",null]]',
    '[["scope","pair",null]]',
  ]);
});

test('an import accepts attributes and places in the words of the feed', async () => {
  const row = 'Brand 1;NEU9;1523;"Höhe [mm]=79;Prüfzeichen=ECE";Vorderachse links';
  const summary = await importTable('products', 'brand;number;category;attributes;einbauort', row);
  expect(summary).toMatchObject({ outcome: 'active', rejected: 0 });
  expect(served("select attributes, place from product where norm_number = 'NEU9'")).toEqual({
    attributes: '[["height","79","mm"],["Prüfzeichen","ECE",null]]',
    place: 'front-left',
  });
});

test('an import spells makes as people do, and keeps the spelling of a known make', async () => {
  const rows = ['ABARTH', 'FORD', 'Citroen', 'VW', 'Volkswagen', 'Zündapp'].map((make, n) => `${make};S;${50 + n}`);
  const summary = await importTable('vehicles', 'make;series;kw', ...rows);
  expect(summary.changes).toMatchObject({ added: 6 });
  const names = served(
    "select group_concat(name, ',') as names from (select name from manufacturer order by name)",
  )?.names;
  for (const name of ['Abarth', 'Citroën', 'Zündapp']) expect(`,${names},`).toContain(`,${name},`);
  for (const name of ['ABARTH', 'FORD', 'Citroen', 'VW']) expect(`,${names},`).not.toContain(`,${name},`);
});
