import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { offersFile } from '../offer-store/offer-file.js';
import { stateFile } from '../state/state-store.js';
import { runImportCommand } from './cli.js';

const { dataDir, importTable, served } = importFolder();

async function run(...words: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await runImportCommand(words, { DATA_DIR: dataDir() }, testClock, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

/** Writes tables by name into a folder. Returns the command that imports all of them. */
function all(tables: Readonly<Record<string, string>>): string[] {
  const folder = join(dataDir(), 'feeds');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of Object.entries(tables)) writeFileSync(join(folder, name), text);
  return ['all', folder, '--max-removals', '100', '--max-price-jumps', '100'];
}
const delta = 'name;country;return_payer;shipping\nDelta;DE;buyer;DE:4.90:1-2\n';
const change = {
  'products-new.csv': 'brand;number;category\nBrand 1;NEW 1;2001\n',
  'shops.csv': delta,
  'offers-delta.csv': 'shop;key;brand;number;price\nDelta;d1;Brand 1;NEW 1;12.50\nDelta;d2;Brand 1;PAD 1;8.00\n',
  'offers.csv': 'shop;key;brand;number;price\nAlpha;a1;Brand 1;PAD 1;9.00\n',
};

const offers = (sql: string) => query(offersFile(dataDir()), sql);
/** Everything that shops say of themselves and of their offers. */
const content = () => ({
  shops: offers('select * from shop order by id'),
  rates: offers('select * from shop_rate order by shop_id, country'),
  offers: offers('select * from offer order by id'),
  changes: offers('select * from offer_change order by offer_id, at'),
});
const pointer = () => String(query(stateFile(dataDir()), 'select generation from catalogue_pointer')[0]?.generation);
const products = () => served('select count(*) as products, max(id) as last from product');
const commits = () => offers('select count(*) as commits from change')[0]?.commits;

test('all kinds of a folder become one generation, and undo returns to what was before', async () => {
  const [before, generation, known] = [content(), pointer(), products()];
  const dry = await run(...all(change), '--dry-run');
  expect(dry).toEqual({ code: 0, output: expect.stringContaining('Dry run: everything stays as it is.') });
  expect(dry.output).toMatch(/A new catalogue; shops added: 1, offers added: 3, offers removed: \d+\./);
  expect([content(), pointer(), await run('undo')]).toEqual([
    before,
    generation,
    { code: 1, output: expect.stringContaining('nothing to undo') },
  ]);
  const files = () => readdirSync(dataDir()).filter((name) => /^catalogue-\w+\.db$/.test(name)).length;
  const [made, written] = [files(), commits()];
  expect(await run(...all(change))).toMatchObject({ code: 0 });
  expect([files(), pointer() === generation]).toEqual([Number(made) + 1, false]);
  expect(products()).toEqual({ products: Number(known?.products) + 1, last: expect.any(Number) });
  expect(offers("select key, price from offer where shop_id = (select id from shop where name = 'Delta')")).toEqual([
    { key: 'd2', price: 800 },
    { key: 'd1', price: 1250 },
  ]);
  expect(commits()).toBeGreaterThan(Number(written));
  const now = [content(), pointer()];
  expect(await run('undo', '--dry-run')).toEqual({ code: 0, output: expect.stringContaining('Undo, as far as') });
  expect([content(), pointer()]).toEqual(now);
  const asked = await run('undo');
  expect(asked).toEqual({ code: 1, output: expect.stringContaining('Add --remove-offers') });
  expect(await run('undo', '--remove-offers')).toMatchObject({ code: 0 });
  expect(products()).toEqual(known);
  expect(content()).toEqual(before);
  expect(existsSync(join(dataDir(), '.rehearsal'))).toBe(false);
  expect(await run('undo')).toEqual({ code: 1, output: expect.stringContaining('nothing to undo') });
});

test('undo keeps and names shops and offers that have changed since', async () => {
  const before = content();
  expect(await run(...all({ ...change, 'shops.csv': `${delta}Alpha;DE;shop;\nBeta;DE;shop;\n` }))).toMatchObject({
    code: 0,
  });
  const prices = join(dataDir(), 'prices.csv');
  writeFileSync(prices, 'shop;key;price\nDelta;d1;13.00\n');
  expect(await run('prices', prices)).toMatchObject({ code: 0 });
  await importTable('shops', 'name;country;return_days', 'Alpha;DE;60');
  const { code, output } = await run('undo', '--remove-offers');
  expect([code, output.split('\n').at(-1)]).toEqual([
    0,
    'Changed since, and kept: shop Alpha, offer d1 of shop Delta, shop Delta.',
  ]);
  const now = content();
  expect(now.shops.map(({ name, return_days }) => [name, return_days])).toEqual([
    ['Alpha', 60],
    ...before.shops.slice(1).map(({ name, return_days }) => [name, return_days]),
    ['Delta', 14],
  ]);
  expect(now.shops[1]).toEqual(before.shops[1]);
  expect(now.offers.filter(({ key }) => key !== 'd1')).toEqual(before.offers);
  expect(now.offers.find(({ key }) => key === 'd1')).toMatchObject({ price: 1300 });
});

test('a kind that is refused or held refuses all others, and the reports say so', async () => {
  const before = [content(), pointer(), products()];
  const unknown = { ...change, 'fitment.csv': 'number;model\nNEW 1;none\n' };
  for (const [words, reason] of [
    [() => all(change).slice(0, 2), /Nothing was imported: offers: It would take off \d+ of the \d+ offers of Alpha/],
    [() => all(unknown), /Nothing was imported: fitment: 1 of 1 rows were rejected/],
  ] as const) {
    rmSync(join(dataDir(), 'imports'), { recursive: true, force: true });
    expect(await run(...words())).toEqual({ code: 1, output: expect.stringMatching(reason) });
    expect([content(), pointer(), products()]).toEqual(before);
    const folder = join(dataDir(), 'imports');
    const summaries = readdirSync(folder).filter((name) => name.endsWith('.summary.json'));
    expect(summaries.length).toBeGreaterThan(1);
    for (const name of summaries)
      expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({
        outcome: 'refused',
        refusal: expect.any(String),
        generation: null,
        commit: null,
        held: null,
      });
  }
});

test('undo refuses when another import has changed the catalogue since', async () => {
  expect(await run(...all(change))).toMatchObject({ code: 0 });
  await importTable('products', 'brand;number;category', 'Brand 1;LATER;2001');
  const now = [content(), pointer()];
  const { code, output } = await run('undo', '--remove-offers');
  expect([code, output]).toEqual([1, expect.stringContaining('changed the catalogue')]);
  expect([content(), pointer()]).toEqual(now);
});

test('undo of shops alone refuses a catalogue that has changed since, too', async () => {
  expect(await run(...all({ 'shops.csv': delta }))).toMatchObject({ code: 0 });
  await importTable('products', 'brand;number;category', 'Brand 1;LATER;2001');
  const now = content();
  expect(await run('undo', '--remove-offers')).toEqual({
    code: 1,
    output: expect.stringContaining('changed the catalogue'),
  });
  expect(content()).toEqual(now);
});

test('undo refuses when the catalogue before is gone', async () => {
  const former = pointer();
  expect(await run(...all(change))).toMatchObject({ code: 0 });
  rmSync(join(dataDir(), `catalogue-${former}.db`));
  const now = [content(), pointer()];
  const { code, output } = await run('undo', '--remove-offers');
  // One line: the command has not said what it would undo.
  expect([code, output.split('\n')]).toEqual([1, [expect.stringContaining(`catalogue-${former}.db is missing.`)]]);
  expect([content(), pointer()]).toEqual(now);
});

test('--anew begins without shops and offers, and undo brings them back', async () => {
  const [before, known] = [content(), products()];
  const tables = {
    'vehicles.csv': 'make;series;kw;fuel;from\nAudi;A3;75;petrol;2003-05\n',
    'attributes.csv': 'code;kind;unit;label_de\nrunout;number;mm;Schlag\n',
    'shops.csv': delta,
    'read me.txt': 'notes',
  };
  const asked = await run(...all(tables), '--anew');
  expect([asked.code, content()]).toEqual([1, before]);
  const { code, output } = await run(...all(tables), '--anew', '--remove-offers');
  expect([code, output]).toEqual([0, expect.stringContaining('the names begin with no kind: read me.txt.')]);
  expect([products(), content().shops.map(({ name }) => name), content().offers]).toEqual([
    { products: 0, last: null },
    ['Delta'],
    [],
  ]);
  // Only the first import begins with an empty catalogue.
  expect(served('select (select count(*) from model) as cars, (select count(*) from attribute) as attributes')).toEqual(
    {
      ...{ cars: 1, attributes: 1 },
    },
  );
  expect(await run('undo', '--remove-offers')).toMatchObject({ code: 0 });
  expect([products(), content()]).toEqual([known, before]);
});

test('only shops and offers make no generation, and a second time nothing changes', async () => {
  const generation = pointer();
  const { 'products-new.csv': _, ...others } = change;
  const words = all({ ...others, 'offers-delta.csv': 'shop;key;brand;number;price\nDelta;d2;Brand 1;PAD 1;8.00\n' });
  expect(await run(...words)).toEqual({
    code: 0,
    output: expect.stringContaining('The same catalogue; shops added: 1'),
  });
  const number = commits();
  expect(await run(...words)).toEqual({ code: 0, output: expect.stringContaining('Nothing changed') });
  expect([pointer(), commits()]).toEqual([generation, number]);
  const [undo, copy] = [join(dataDir(), 'imports', 'undo.db'), join(dataDir(), 'undo-copy.db')];
  copyFileSync(undo, copy);
  expect(await run('undo', '--remove-offers')).toMatchObject({ code: 0 });
  expect(pointer()).toBe(generation);
  // A run that was killed at its end begins again, and finds no later change.
  renameSync(copy, undo);
  const again = await run('undo', '--remove-offers');
  expect([again.code, again.output]).toEqual([0, expect.not.stringContaining('Changed since')]);
});

test('a folder without a name of a kind, and several folders, are refused with a sentence', async () => {
  expect(await run(...all({ 'teile.csv': 'x' }))).toEqual({
    code: 1,
    output: expect.stringContaining('begins with a kind, as products.csv does'),
  });
  expect(await run('all')).toEqual({ code: 2, output: expect.stringContaining('"all" takes one folder') });
});

test('a change of all kinds needs titles in the languages of the editions alone', async () => {
  writeFileSync(join(dataDir(), 'shop.json'), JSON.stringify({ name: 'S', editions: { 'de-DE': {} } }));
  const categories = { 'categories.csv': 'id;parent;leaf_number;title_de\n950;900;977;Keilriemen\n' };
  expect(await run(...all(categories))).toMatchObject({ code: 0 });
  expect(served("select title from category_text where category_id = 950 and language = 'fr'")).toEqual({
    title: 'Keilriemen',
  });
});
