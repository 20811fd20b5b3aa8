import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { addRecall } from '../offer-store/recall.js';
import { unsoldTexts } from '../offer-store/withheld.js';
import { runImportCommand } from './cli.js';
import { FeedLock } from './feed-lock.js';
import { defaultLimits } from './guards.js';

const { dataDir, importTable, importFile, served } = importFolder();
const head = 'key;brand;number;price;stock;deposit;lowest30';
const feed = (...rows: string[]): string => [head, ...rows].join('\n');
const row = (key: string, price: string, number = 'PAD1', more = '5;;'): string =>
  `${key};Brand 1;${number};${price};${more}`;
const many = (count: number, price = '10,00'): string[] =>
  Array.from({ length: count }, (_, at) => row(`k${at}`, price));
const gamma = (content: string, more = {}) => importFile('offers', content, { shop: 'Gamma', ...more });
const offer = (key: string, columns = 'price, stock, refund, lowest30, withheld') =>
  served(`select ${columns} from offer where shop_id = 3 and key = '${key}'`);
const commits = () => served('select max(number) as last, count(*) as count from change');

describe('a feed', () => {
  test('a feed without news writes no byte', async () => {
    await gamma(feed(...many(200)));
    const before = commits();
    const file = join(dataDir(), 'offers.db');
    const log = (): unknown => [statSync(file).size, readFileSync(file).toString('latin1')];
    const bytes = log();
    const again = await gamma(feed(...many(200)));
    expect(again).toMatchObject({ outcome: 'unchanged', commit: null, changes: { unchanged: 200, changed: 0 } });
    expect([commits(), log()]).toEqual([before, bytes]);
  });

  test('a feed with one change writes one product and reports its commit', async () => {
    await gamma(feed(...many(100), row('other', '20,00', 'DISC3')));
    const { last } = commits() as { last: number };
    const summary = await gamma(feed(...many(100), row('other', '21,00', 'DISC3')));
    expect(summary).toMatchObject({ outcome: 'active', commit: last + 1, changes: { unchanged: 100, changed: 1 } });
    const { products } = served(`select hex(products) as products from change where number = ${last + 1}`) as {
      products: string;
    };
    expect(products).toBe(Buffer.from(Uint32Array.of(1003).buffer).toString('hex').toUpperCase());
    expect(offer('other')).toMatchObject({ price: 2100 });
  });

  test('a row in other words is compared once, and its hash is stored', async () => {
    await gamma(feed(row('a', '10,00')));
    expect(await gamma(feed(row('a', '10.00')))).toMatchObject({ outcome: 'unchanged' });
    const hash = () => served("select hash from offer_key where shop_id = 3 and key = 'a'")?.hash;
    const before = hash();
    // The next commit of the shop stores the hashes.
    await gamma(feed(row('a', '10.00'), row('b', '1,00')));
    expect(hash()).not.toBe(before);
    // The hash contains the mapping, and the shop's own tariff, which a surcharge depends on.
    await importTable('shops', 'name;country;shipping', 'Gamma;DE;DE:7.77:1-2');
    expect(await gamma(feed(row('a', '10.00'), row('b', '1,00')))).toMatchObject({ outcome: 'unchanged' });
  });

  test('a long feed reads all keys of its shop at once, with the same result', async () => {
    const rows = (count: number, price: string) =>
      many(count, price).map((each, at) => each.replace(/^k/, `k${at % 7}-`));
    const keys = rows(2600, '10,00');
    expect((await gamma(feed(...keys))).changes).toMatchObject({ added: 2600, changed: 0, unchanged: 0 });
    expect(await gamma(feed(...keys))).toMatchObject({ outcome: 'unchanged', changes: { unchanged: 2600 } });
    const [first, last, ...others] = keys.toReversed();
    const dearer = [String(first), String(last)].map((each) => each.replace('10,00', '11,00'));
    const changed = [...others, ...dearer.slice(1), row('new', '3,00'), row('k9', '4,00', 'DISC3')];
    expect((await gamma(feed(...changed))).changes).toEqual({ added: 2, changed: 1, unchanged: 2598, removed: 1 });
    expect(await gamma(feed(...changed))).toMatchObject({ outcome: 'unchanged', changes: { unchanged: 2601 } });
    expect(
      served('select count(*) as keys from offer_key where shop_id = 3 and hash is null and product_id <> 0'),
    ).toEqual({
      keys: 0,
    });
    expect([offer('new', 'price'), offer('k9', 'price, product_id')]).toEqual([
      { price: 300 },
      { price: 400, product_id: 1003 },
    ]);
  });

  test('after a feed was interrupted while it was applied, no row counts as unchanged', async () => {
    const before = feed(row('a', '10,00'), row('b', '20,00', 'DISC3'));
    await gamma(before);
    // Another feed ends after its first commit: one offer is changed, the hashes are the former ones.
    const interrupt = async () => {
      const offers = new DatabaseSync(join(dataDir(), 'offers.db'));
      offers.exec("create trigger refuse before update of hash on offer_key begin select raise(abort, 'full'); end");
      const { outcome, refusal } = await gamma(feed(row('a', '9,00')), { mode: 'update' });
      // No row is to blame for what fails after all of them.
      expect([outcome, refusal]).toEqual(['failed', expect.not.stringContaining(', line')]);
      offers.exec('drop trigger refuse');
      offers.close();
      expect(offer('a', 'price')).toEqual({ price: 900 });
    };
    await interrupt();
    const other = await gamma(feed(row('b', '21,00', 'DISC3'), row('c', '30,00', 'DISC6')), { mode: 'update' });
    expect(other.changes).toMatchObject({ added: 1, changed: 1 });
    // Hashes of rows that the other feed did not name are unknown as well.
    expect((await gamma(before, { mode: 'update' })).changes).toMatchObject({ changed: 2, unchanged: 0 });
    expect(offer('a', 'price')).toEqual({ price: 1000 });
    expect((await gamma(before, { mode: 'update' })).outcome).toBe('unchanged');
    expect(served("select count(*) as marks from offers.meta where key like 'feed of%'")).toEqual({ marks: 0 });
    await interrupt();
    expect((await gamma(before, { mode: 'update' })).changes).toMatchObject({ changed: 1, unchanged: 1 });
    expect(offer('a', 'price')).toEqual({ price: 1000 });
  });

  test('the summary counts offers of a recalled product as unsold', async () => {
    await gamma(feed(row('a', '10,00')));
    const product = Number(offer('a', 'product_id')?.product_id);
    const writer = new OfferWriter(dataDir(), () => ({ flags: 0, leaf: 1, packs: 1 }), testClock);
    const reason = { de: 'x', fr: 'x', es: 'x', it: 'x', nl: 'x' };
    addRecall(writer, { productId: product, at: testClock.now(), reason, url: null });
    writer.close();
    expect((await gamma(feed(row('a', '11,00')))).unsold).toEqual({
      offers: 1,
      reasons: { [unsoldTexts.recalled]: 1 },
    });
    // The shop has taken the offer off meanwhile.
    await gamma('key;mode\na;delete', { mode: 'partial' });
    const repeated = await gamma(feed(row('a', '11,00')), { isRepeated: true });
    expect(repeated).toMatchObject({ unsold: { offers: 0, reasons: {} }, changes: { unchanged: 1 } });
  });

  test('a feed waits for another feed of the same shop, and not for feeds of other shops', async () => {
    const lock = new FeedLock(dataDir(), { id: 3, name: 'Gamma' });
    const refused = await gamma(feed(row('a', '1,00')), { timeoutMs: 20 });
    expect(refused.refusal).toContain('Another import of offers of Gamma is running');
    const other = await importFile('offers', feed(row('a', '1,00')), { shop: 'Alpha', mode: 'update', timeoutMs: 20 });
    expect(other.outcome).toBe('active');
    const named = await importTable('offers', 'shop;key;brand;number;price', 'Alpha;b;Brand 1;PAD1;2,00');
    expect(named.refusal).toContain('Another import of offers is running');
    lock.release();
    expect((await gamma(feed(row('a', '1,00')))).outcome).toBe('active');
    // The refused feed has given back the lock that it had.
    expect((await importTable('offers', 'shop;key;brand;number;price', 'Alpha;b;Brand 1;PAD1;2,00')).outcome).toBe(
      'active',
    );
  });
});

describe('a guard', () => {
  const guarded = (content: string, more = {}) => gamma(content, { limits: defaultLimits, ...more });

  test('the guard holds a feed that removes too much, and nothing changes before the approval', async () => {
    await guarded(feed(...many(100)));
    const before = commits();
    const held = await guarded(feed(...many(69, '9,00')));
    expect(held).toMatchObject({ outcome: 'held', commit: null, changes: {} });
    expect(held.refusal).toBe('It would take off 31 of the 100 offers of Gamma, more than 30 per cent.');
    expect([commits(), offer('k0')?.price, offer('k99')?.price]).toEqual([before, 1000, 1000]);
    const output: string[] = [];
    const run = (...args: string[]) =>
      runImportCommand([...args, '--data-dir', dataDir()], {}, testClock, (line) => output.push(line));
    expect(await run('held')).toBe(0);
    expect(output.slice(0, 2)).toEqual([`${held.held}  ${held.refusal}`, '  0 added, 69 changed, 31 removed']);
    expect(await run('approve', String(held.held))).toBe(0);
    expect([offer('k0')?.price, offer('k99')]).toEqual([900, undefined]);
    expect([await run('approve', String(held.held)), output.at(-1)]).toEqual([
      1,
      `No feed is held by the name "${held.held}". Held are: none.`,
    ]);
    expect(await guarded(feed(...many(49, '9,00')))).toMatchObject({ outcome: 'active', changes: { removed: 20 } });
  });

  test('the guard holds a feed that doubles or halves too many prices, also a partial one', async () => {
    await guarded(feed(...many(100)));
    const jumps = (count: number, price: string) => [...many(count, price), ...many(100).slice(count)];
    expect(await guarded(feed(...jumps(31, '20,01')))).toMatchObject({ outcome: 'held' });
    expect(await guarded(feed(...jumps(31, '20,00')))).toMatchObject({ outcome: 'active' });
    expect(await guarded(feed(...jumps(30, '9,99')))).toMatchObject({ outcome: 'active' });
    const partial = ['key;price', ...Array.from({ length: 60 }, (_, at) => `k${at};1,00`)].join('\n');
    expect(await guarded(partial, { mode: 'partial' })).toMatchObject({ outcome: 'held' });
    const limits = { maxRemovals: 30, maxPriceJumps: null };
    expect(await guarded(partial, { mode: 'partial', limits })).toMatchObject({
      outcome: 'active',
      changes: { changed: 60 },
    });
  });

  test("a dry run reports the guard's verdict, and a shop with few offers has no guard", async () => {
    await guarded(feed(...many(100)));
    const dry = await guarded(feed(row('k0', '10,00')), { isDryRun: true });
    expect([dry.outcome, dry.notes]).toEqual([
      'dry run',
      ['It would be held: It would take off 99 of the 100 offers of Gamma, more than 30 per cent.'],
    ]);
    await guarded(feed(...many(9)), { limits: { maxRemovals: null, maxPriceJumps: null } });
    expect(await guarded(feed(row('k0', '99,00')))).toMatchObject({ outcome: 'active', changes: { removed: 8 } });
  });
});

describe('a partial feed', () => {
  const part = (header: string, ...rows: string[]) => gamma([header, ...rows].join('\n'), { mode: 'partial' });

  test('a partial feed changes only the values that it names', async () => {
    await gamma(feed(row('a', '10,00', 'PAD1', '7;7,50;9,00'), row('b', '20,00', 'DISC3')));
    const result = await part('SKU;Price;Quantity', 'a;8,00;', 'b;;3');
    expect(result).toMatchObject({ outcome: 'active', changes: { added: 0, changed: 2, unchanged: 0, removed: 0 } });
    expect([offer('a'), offer('b')]).toEqual([
      { price: 800, stock: 7, refund: 750, lowest30: 900, withheld: 0 },
      { price: 2000, stock: 3, refund: 0, lowest30: null, withheld: 0 },
    ]);
    expect(await part('SKU;Price;Quantity', 'a;8,00;', 'b;;3')).toMatchObject({ outcome: 'unchanged' });
    expect((await part('key;deposit;lowest30', 'a;#EMPTY;#EMPTY')).changes).toMatchObject({ changed: 1 });
    expect(offer('a')).toMatchObject({ refund: 0, lowest30: null, price: 800 });
  });

  test('a partial feed rejects unknown keys and makes no offers', async () => {
    await gamma(feed(row('a', '10,00')));
    const result = await part('key;price', 'a;11,00', 'zz;1,00');
    expect(result).toMatchObject({ rejected: 1, reasons: { 'key is no offer of Gamma': 1 }, changes: { changed: 1 } });
    expect(await part('key;price', 'zz;1,00')).toMatchObject({ outcome: 'refused' });
    expect(offer('zz')).toBeUndefined();
    expect((await part('key;sale_price', 'a;7,00')).reasons).toEqual({ 'price is missing': 1 });
    expect((await part('key;colour', 'a;red')).refusal).toContain('the header lacks price or sale_price or stock');
  });

  test('a partial feed suspends an offer without stock, and puts it on sale again later', async () => {
    await gamma(feed(row('a', '10,00')));
    await part('key;stock', 'a;0');
    expect(offer('a')).toMatchObject({ price: 1000, stock: 0, withheld: 256 });
    expect(served('select offers from shop where id = 3')).toEqual({ offers: 0 });
    expect((await part('key;stock', 'a;4')).unsold).toEqual({ offers: 0, reasons: {} });
    expect(offer('a')).toMatchObject({ price: 1000, stock: 4, withheld: 0 });
    expect(await part('key;update-delete', 'a;delete', 'zz;delete')).toMatchObject({
      rejected: 0,
      leftOut: 1,
      changes: { removed: 1 },
    });
    expect(offer('a')).toBeUndefined();
  });
});

test('offers that swap products are never half changed', async () => {
  await gamma(feed(row('a', '10,00', 'DISC3'), row('b', '11,00', 'DISC6'), row('c', '12,00', 'DISC9')));
  const { last } = commits() as { last: number };
  await gamma(feed(row('a', '10,00', 'DISC6'), row('b', '11,00', 'DISC9'), row('c', '12,00', 'DISC3')));
  expect(commits()).toMatchObject({ last: last + 1 });
  const places = served(
    "select group_concat(key || product_id, ' ' order by key) as places from offer where shop_id = 3",
  );
  expect(places).toEqual({ places: 'a1006 b1009 c1003' });
});

test('expire removes all offers of a shop, and its next whole feed restores their ids', async () => {
  const content = feed(row('a', '10,00'), row('b', '20,00', 'DISC3'));
  await gamma(content);
  const { id } = offer('a', 'id') ?? {};
  const output: string[] = [];
  const expire = (shop: string) =>
    runImportCommand(['expire', '--shop', shop, '--data-dir', dataDir()], {}, testClock, (line) => output.push(line));
  expect([await expire('gamma'), await expire('Nobody'), output]).toEqual([
    0,
    1,
    ['2 offers of gamma are taken off.', 'There is no shop "Nobody".'],
  ]);
  expect([offer('a'), served('select offers from shop where id = 3')]).toEqual([undefined, { offers: 0 }]);
  expect((await gamma(content)).changes).toMatchObject({ added: 2 });
  expect(offer('a', 'id')).toEqual({ id });
});

test('the kinds prices and stock are partial feeds of offers', async () => {
  await gamma(feed(row('a', '10,00', 'PAD1', '7;;')));
  const file = join(dataDir(), 'part.csv');
  writeFileSync(file, 'key;price;stock\na;9,00;3\n');
  const run = (...words: string[]) =>
    runImportCommand([...words, file, '--data-dir', dataDir()], {}, testClock, () => {});
  expect(await run('prices', '--shop', 'Gamma')).toBe(0);
  expect(offer('a', 'price, stock')).toEqual({ price: 900, stock: 3 });
  expect(await run('stock', '--shop', 'Gamma', '--mode', 'full')).toBe(2);
  expect(await run('stock', '--shop', 'Gamma', '--update')).toBe(2);
  writeFileSync(file, 'key;stock\na;0\n');
  expect(await run('stock', '--shop', 'Gamma')).toBe(0);
  expect(offer('a', 'price, stock')).toEqual({ price: 900, stock: 0 });
});

test('the offers of a demonstration folder are readable while an import writes', async () => {
  await gamma(feed(...many(60)));
  const reader = new DatabaseSync(join(dataDir(), 'offers.db'), { readOnly: true });
  reader.exec('begin');
  const count = () => reader.prepare('select count(*) as offers from offer where shop_id = 3').get()?.offers;
  expect(count()).toBe(60);
  expect((await gamma(feed(...many(59)))).outcome).toBe('active');
  expect(count()).toBe(60);
  reader.exec('commit');
  expect(count()).toBe(59);
  reader.close();
});
