import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { KnownKey } from '../offer-store/offer-statements.js';
import { defaultLimits, type GuardLimits, Guards } from './guards.js';
import {
  dropHeldFeed,
  type HeldFeed,
  holdFeed,
  listHeldFeeds,
  previewText,
  readHeldFeed,
  shopOfHeld,
} from './held-feeds.js';
import { NamedOffers } from './named-offers.js';

/** Returns the verdict on a feed of a shop with so many offers. */
function verdictOn(
  offers: number,
  { removed = 0, prices = [] }: { removed?: number; prices?: (readonly [before: number, now: number])[] },
  limits: GuardLimits = defaultLimits,
): string | null {
  const database = new DatabaseSync(':memory:');
  database.exec('create table shop (id, name); create table offer_key (shop_id, product_id);');
  database.exec("insert into shop values (1, 'Alpha'), (2, 'Beta')");
  const insert = database.prepare('insert into offer_key values (?, ?)');
  for (let count = 0; count < offers; count++) insert.run(1, 7);
  // Offers of other shops, and keys whose product is gone, do not count.
  for (let count = 0; count < 500; count++) insert.run(2, 7);
  for (let count = 0; count < 500; count++) insert.run(1, 0);
  const guards = new Guards(database, limits);
  for (let count = 0; count < removed; count++) guards.noteRemoval(1, `key ${count}`);
  for (const [before, now] of prices) guards.notePrice(1, 'key', before, now);
  const verdict = guards.verdict();
  database.close();
  return verdict;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('the guard holds a feed that removes more than 30 of 100 offers, if the shop has ten or more', () => {
  expect(defaultLimits).toEqual({ maxRemovals: 30, maxPriceJumps: 30 });
  expect(verdictOn(100, { removed: 30 })).toBeNull();
  expect(verdictOn(100, { removed: 31 })).toBe(
    'It would take off 31 of the 100 offers of Alpha, more than 30 per cent.',
  );
  expect([verdictOn(9, { removed: 9 }), verdictOn(10, { removed: 3 })]).toEqual([null, null]);
  expect(verdictOn(10, { removed: 4 })).toContain('4 of the 10');
  expect(verdictOn(100, { removed: 100 }, { ...defaultLimits, maxRemovals: null })).toBeNull();
  expect(verdictOn(100, { removed: 1 }, { ...defaultLimits, maxRemovals: 0 })).toContain('1 of the 100');
});

test.each([
  [[1000, 2000], false],
  [[1000, 2001], true],
  [[1000, 500], false],
  [[1000, 499], true],
  [[1000, 1000], false],
] as const)('from %j cents the price jumps: %s', (price, isJump) => {
  const verdict = verdictOn(100, { prices: times(31, price) });
  expect(verdict !== null).toBe(isJump);
});

test('the guard holds a feed with more than 30 jumps in 100 prices; a short feed is compared with the whole shop', () => {
  const jumps = (count: number) => times(count, [1000, 5000] as const);
  const steady = (count: number) => times(count, [1000, 1000] as const);
  expect(verdictOn(100, { prices: jumps(30) })).toBeNull();
  expect(verdictOn(100, { prices: jumps(31) })).toBe(
    'It would more than double or halve 31 of the prices of Alpha, more than 30 per cent of its offers.',
  );
  // The feed has more prices than the shop has offers, so the prices count.
  expect(verdictOn(10, { prices: [...jumps(15), ...steady(35)] })).toBeNull();
  expect(verdictOn(10, { prices: [...jumps(16), ...steady(34)] })).toContain('16 of the prices');
  expect(verdictOn(5, { prices: jumps(9) })).toBeNull();
  expect(verdictOn(5, { prices: jumps(10) })).toContain('10 of the prices');
  expect(verdictOn(100, { prices: jumps(100) }, { ...defaultLimits, maxPriceJumps: null })).toBeNull();
});

test('a preview has the twenty largest price changes and the first twenty removals', () => {
  const guards = new Guards(new DatabaseSync(':memory:'), defaultLimits);
  for (let count = 1; count <= 30; count++) {
    guards.noteRemoval(1, `key ${count}`);
    // Half of them rise and half of them fall, by more and more.
    const [before, now] = count % 2 === 0 ? [1000, 1000 * count] : [1000 * count, 1000];
    guards.notePrice(1, `key ${count}`, before, now);
  }
  const { prices, removals } = guards.listed;
  expect(prices.map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, index) => `key ${30 - index}`));
  expect(prices.slice(0, 2)).toEqual([
    { key: 'key 30', before: 1000, now: 30_000 },
    { key: 'key 29', before: 29_000, now: 1000 },
  ]);
  expect(removals).toEqual(Array.from({ length: 20 }, (_, index) => `key ${index + 1}`));
});

test('a preview lists equal price changes in the order of the file, and no price that stays', () => {
  const guards = new Guards(new DatabaseSync(':memory:'), defaultLimits);
  const pricesOf = () => guards.listed.prices.map(({ key }) => key);
  guards.notePrice(1, 'same', 1000, 1000);
  expect(pricesOf()).toEqual([]);
  for (let count = 1; count <= 30; count++) guards.notePrice(1, `key ${count}`, 1000, 2000);
  guards.notePrice(1, 'from nothing', 0, 900);
  guards.notePrice(1, 'half', 2000, 1000);
  guards.notePrice(1, 'to nothing', 950, 0);
  const first = Array.from({ length: 18 }, (_, index) => `key ${index + 1}`);
  expect(pricesOf()).toEqual(['to nothing', 'from nothing', ...first]);
});

test('a held feed belongs to the shop of its id, or to the shop of its name', () => {
  const shopOf = (feed: object) => shopOfHeld(feed as HeldFeed);
  expect(shopOf({ shop: '12', shopId: 5 })).toEqual({ id: 5 });
  expect(shopOf({ shop: 'Beta', shopId: null })).toEqual({ name: 'Beta' });
  expect(shopOf({ shop: '12', shopId: null })).toEqual({ name: '12' });
  expect(shopOf({ shop: null, shopId: null })).toBeNull();
  // The version that knew no `shopId`.
  expect([shopOf({ shop: '12' }), shopOf({ shop: 'Beta' }), shopOf({ shop: null })]).toEqual([
    { id: 12 },
    { name: 'Beta' },
    null,
  ]);
});

test('the preview of a held feed names removals only if it has some, and counts those it does not name', () => {
  const preview = { added: 1, changed: 2, removed: 0, prices: [{ key: 'k', before: 1005, now: 990 }], removals: [] };
  const text = (more: object) => previewText({ preview: { ...preview, ...more } } as unknown as HeldFeed);
  expect(text({})).toEqual(['  1 added, 2 changed, 0 removed', '  price of k: 10.05 → 9.90']);
  expect(text({ removed: 1, removals: ['a'] }).at(-1)).toBe('  removes a');
  expect(text({ removed: 3, removals: ['a', 'b'] }).at(-1)).toBe('  removes a, b and 1 others');
  expect(previewText({ preview: null } as unknown as HeldFeed)).toEqual([]);
});

test('an offer that another import has added meanwhile has a number of its own in this feed', () => {
  const named = new NamedOffers(10);
  const row = (key: string, id: number | null) => ({
    shop: { id: 3 },
    key,
    known: id === null ? null : ({ id } as KnownKey),
  });
  expect(
    [row('a', 9), row('b', null), row('c', 12), row('b', null), row('c', 12)].map((each) => named.numberOf(each)),
  ).toEqual([9, 10, 11, 10, 11]);
});

test('a held feed keeps its files under its name, and no name leads outside the folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'held-'));
  const file = join(dataDir, 'feed.csv');
  writeFileSync(file, 'key;price');
  const namesake = join(dataDir, 'other', 'feed.csv');
  mkdirSync(join(dataDir, 'other'));
  writeFileSync(namesake, 'key;stock');
  const feed = {
    reason: 'r',
    shop: { name: 'Alpha' },
    mode: 'full',
    mapping: {},
    encoding: null,
    files: [file],
  } as const;
  const hold = (at: string) => holdFeed(dataDir, { ...feed, files: [file, namesake] } as never, new Date(at));
  try {
    expect(listHeldFeeds(dataDir)).toEqual([]);
    const later = hold('2026-07-15T12:00:00.001Z');
    const name = hold('2026-07-15T12:00:00.000Z');
    expect([name, listHeldFeeds(dataDir)]).toEqual(['2026-07-15T12-00-00-000Z', [name, later]]);
    // A killed program leaves a folder without the file that makes a feed held.
    mkdirSync(join(dataDir, 'held/half'));
    writeFileSync(join(dataDir, 'held/half/feed.json.partial'), '{}');
    expect(listHeldFeeds(dataDir)).toEqual([name, later]);
    rmSync(file);
    const { files, at } = readHeldFeed(dataDir, name);
    expect(at).toBe('2026-07-15T12:00:00.000Z');
    expect(files.map((kept) => readFileSync(kept, 'utf8'))).toEqual(['key;price', 'key;stock']);
    writeFileSync(join(dataDir, 'feed.json'), '{}');
    for (const wrong of ['..', `../held/${name}`, '', 'x'.repeat(81), 'half', 'none']) {
      expect(() => readHeldFeed(dataDir, wrong)).toThrow(`No feed is held by the name "${wrong}". Held are: ${name}`);
      if (wrong !== 'half') dropHeldFeed(dataDir, wrong);
    }
    expect([existsSync(join(dataDir, 'feed.json')), listHeldFeeds(dataDir)]).toEqual([true, [name, later]]);
    dropHeldFeed(dataDir, name);
    expect(listHeldFeeds(dataDir)).toEqual([later]);
    dropHeldFeed(dataDir, later);
    expect(() => readHeldFeed(dataDir, name)).toThrow('Held are: none.');
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
