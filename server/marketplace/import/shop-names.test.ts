import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { validateData } from '../operator/validate.js';
import { runImportCommand } from './cli.js';
import { readHeldFeed, shopOfHeld } from './held-feeds.js';

const { dataDir, engineEnv, importTable, importFile, served } = importFolder();
const head = 'key;brand;number;price;stock';
const feed = (key: string) => `${head}\n${key};Brand 1;PAD1;10,00;3`;
const shopOf = (key: string) => served(`select shop_id as shop from offer where key = '${key}'`)?.shop;

/** Gives shops a name or slug that an import would refuse. */
function rename(change: string): void {
  const writer = new OfferWriter(dataDir(), () => null, testClock);
  writer.commit(() => writer.database.exec(`update shop set ${change}`));
  writer.close();
}
async function command(key: string, ...words: string[]) {
  const file = join(dataDir(), 'feed.csv');
  writeFileSync(file, feed(key));
  const output: string[] = [];
  const all = [...words, ...(words[0] === 'expire' ? [] : [file]), '--data-dir', dataDir()];
  const code = await runImportCommand(all, engineEnv(), testClock, (line) => output.push(line));
  return { code, output: output.join('\n') };
}

test.each(['#2', '2 !', '1 & 2', '24!'])(
  'an import refuses the name %s, which is the id of another shop',
  async (name) => {
    const id = Number(name.replace(/\D/g, ''));
    const isTaken = served(`select 1 from shop where id = ${id}`) !== undefined;
    const { rejected } = await importTable('shops', 'name;country', `${name};DE`);
    expect([rejected, served(`select 1 from shop where name = '${name}'`) !== undefined]).toEqual(
      isTaken ? [1, false] : [0, true],
    );
  },
);

test('an import refuses a name that reads like that of another shop, and a shop keeps its own', async () => {
  const { rejected, changes, reasons } = await importTable(
    'shops',
    'name;country;rating',
    ...['alpha;DE;1', 'A.L.P.H.A;DE;1', 'Älpha;DE;1', 'Alpha;DE;2', 'Neu & Co;DE;3', 'neuco;DE;4', 'Neu & Co 2;DE;5'],
  );
  expect([rejected, changes.added, changes.changed]).toEqual([4, 2, 1]);
  expect(Object.keys(reasons)).toEqual(
    expect.arrayContaining([expect.stringContaining('is read like that of another shop, "Alpha"')]),
  );
  expect(served('select rating from shop where id = 1')).toEqual({ rating: 2 });
});

test('a shop that is called like an id keeps its name when another shop gets that id', async () => {
  await importTable('shops', 'name;country', '5;DE', 'Delta;DE');
  expect(served("select id from shop where name = 'Delta'")).toEqual({ id: 5 });
  expect((await importTable('shops', 'name;country;rating', '5;DE;4')).changes.changed).toBe(1);
  await importFile('offers', feed('named'), { shop: '5' });
  expect(await command('identified', 'offers', '--shop-id', '5')).toMatchObject({ code: 0 });
  expect([shopOf('named'), shopOf('identified')]).toEqual([4, 5]);
  expect(validateData(dataDir())).toEqual([]);
});

test('a text never means an id, and never one of two shops', async () => {
  rename("name = '#2' where id = 3");
  expect(await command('a', 'offers', '--shop-id', '2', '--update')).toMatchObject({ code: 0 });
  expect(await command('b', 'offers', '--shop', '2', '--update')).toMatchObject({ code: 0 });
  expect([shopOf('a'), shopOf('b')]).toEqual([2, 3]);
  expect(await command('c', 'offers', '--shop', '1')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no shop "1". Is it an id? Say --shop-id 1, or'),
  });
  // The slug of one shop reads like the name of another.
  rename("slug = 'al-pha' where id = 3");
  const either = '"alpha" may be "Alpha" (--shop-id 1) or "#2" (--shop-id 3).';
  expect(await command('d', 'offers', '--shop', 'alpha')).toMatchObject({ output: expect.stringContaining(either) });
  expect(await command('d', 'expire', '--shop', 'alpha')).toMatchObject({ output: expect.stringContaining(either) });
  expect((await importTable('offers', `shop;${head}`, 'Alpha;d;Brand 1;PAD1;10,00;3')).reasons).toEqual({
    'shop may be several shops': 1,
  });
  expect(shopOf('d')).toBeUndefined();
});

test.each([
  [['offers', '--shop', 'Alpha', '--shop-id', '1'], 'Say which shop with --shop or with --shop-id, one of them.'],
  [['expire', '--shop', 'Alpha', '--shop-id', '1'], 'Say which shop with --shop or with --shop-id, one of them.'],
  [['expire'], 'Which shop? Say --shop or --shop-id.'],
  [['offers', '--shop-id', 'Alpha'], '--shop-id must be a whole number above 0, found "Alpha".'],
  [['offers', '--shop-id', '99'], 'There is no shop of id 99.'],
])('%s is refused with a sentence', async (words, sentence) => {
  const { code, output } = await command('a', ...words);
  expect([code, output]).toEqual([words.includes('99') ? 1 : 2, expect.stringContaining(sentence)]);
});

test('validate reports names that imports now refuse, and shops keep such names', async () => {
  rename("name = 'ALPHA' where id = 2");
  rename("name = '#1' where id = 3");
  expect(validateData(dataDir()).map((sentence) => sentence.replace(/^.*offers\.db: /, ''))).toEqual([
    'shop 2 is called "ALPHA", which is read as the name of shop 1.',
    'shop 3 is called "#1", which is read as the id of shop 1.',
  ]);
  const rows = ['Alpha;DE;2', 'ALPHA;DE;3', '#1;DE;4'];
  expect(await importTable('shops', 'name;country;rating', ...rows)).toMatchObject({
    ...{ rejected: 0, changes: { changed: 3 } },
  });
});

test('approval imports a held feed for its shop, also a feed that the last version held', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `k${at};Brand 1;PAD1;10,00;3`);
  await importFile('offers', [head, ...many].join('\n'), { shop: 'Beta' });
  const { output } = await command('one', 'offers', '--shop-id', '2');
  const name = /approve (\S+)$/m.exec(output)?.[1] ?? '';
  rename("name = '#2' where id = 3");
  expect(shopOfHeld(readHeldFeed(dataDir(), name))).toEqual({ id: 2 });
  const file = join(dataDir(), 'held', name, 'feed.json');
  const { shopId: _, ...former } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(former));
  expect(shopOfHeld(readHeldFeed(dataDir(), name))).toEqual({ id: 2 });
  await runImportCommand(['approve', name, '--data-dir', dataDir()], engineEnv(), testClock, () => {});
  expect(shopOf('one')).toBe(2);
});
