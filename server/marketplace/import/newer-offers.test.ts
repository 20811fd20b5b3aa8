import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { runImportCommand } from './cli.js';
import { defaultLimits } from './guards.js';
import { listHeldFeeds, readHeldFeed } from './held-feeds.js';
import type { FeedMode } from './offers.js';

const { dataDir, importFile } = importFolder();

const shop = 'Gamma';
const keys = Array.from({ length: 12 }, (_, index) => `k${String(index + 1).padStart(2, '0')}`);
const feed = (prices: Readonly<Record<string, string>>): string =>
  [
    'key;brand;number;price;stock',
    ...Object.entries(prices).map(([key, price]) => `${key};Brand 1;PAD1;${price};5`),
    '',
  ].join('\n');
const prices = (): Record<string, unknown> =>
  Object.fromEntries(
    query(join(dataDir(), 'offers.db'), 'select key, price from offer where shop_id = 3 order by key').map(
      ({ key, price }) => [key, price],
    ),
  );
const command = async (...words: string[]) => {
  const lines: string[] = [];
  const code = await runImportCommand(words, { DATA_DIR: dataDir() }, testClock, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
};
const approve = (...words: string[]) => command('approve', held(), ...words);
const held = (): string => listHeldFeeds(dataDir())[0] ?? '';
const send = (content: string, mode: FeedMode = 'full') =>
  importFile('offers', content, { shop, mode, limits: defaultLimits });

/** A file with one of twelve offers is held. Afterwards that offer and another one change, and a third one comes. */
beforeEach(async () => {
  await send(feed(Object.fromEntries(keys.map((key) => [key, '10,00']))));
  expect(await send(feed({ k01: '4,00' }))).toMatchObject({ outcome: 'held', changes: {} });
});
const changeLater = () => send(feed({ k01: '12,70', k02: '11,00', new: '9,00' }), 'update');

test('a held feed is listed with its counts, price changes and removals', async () => {
  expect(readHeldFeed(dataDir(), held()).preview).toEqual({
    added: 0,
    changed: 1,
    removed: 11,
    prices: [{ key: 'k01', before: 1000, now: 400 }],
    removals: keys.slice(1),
  });
  const { output } = await command('held');
  expect(output.split('\n')).toEqual([
    expect.stringContaining('It would take off 11 of the 12 offers of Gamma'),
    '  0 added, 1 changed, 11 removed',
    '  price of k01: 10.00 → 4.00',
    `  removes ${keys.slice(1).join(', ')}`,
  ]);
});

test('a held feed is applied at once while no offer of it has changed', async () => {
  expect(await approve()).toMatchObject({ code: 0 });
  expect([prices(), listHeldFeeds(dataDir())]).toEqual([{ k01: 400 }, []]);
});

test('the approval of a held feed is refused while offers have newer values, and stays possible', async () => {
  await changeLater();
  const before = prices();
  const { code, output } = await approve();
  expect([code, output]).toEqual([1, expect.stringContaining('3 offers have newer values than the held feed')]);
  expect([prices(), listHeldFeeds(dataDir())]).toEqual([before, [held()]]);
  expect((await approve('--keep-newer', '--overwrite')).code).toBe(2);
  expect(prices()).toEqual(before);
});

test('--keep-newer leaves offers that were changed or added since, and applies the rest', async () => {
  await changeLater();
  const { code, output } = await approve('--keep-newer');
  expect([code, output]).toEqual([0, expect.stringContaining('0 added, 0 changed, 3 unchanged, 10 removed')]);
  expect([prices(), listHeldFeeds(dataDir())]).toEqual([{ k01: 1270, k02: 1100, new: 900 }, []]);
  // The same row is compared with the offer again, since it was not applied.
  expect((await send(feed({ k01: '4,00' }), 'update')).changes).toMatchObject({ changed: 1 });
});

test('--keep-newer leaves an offer off that was removed since', async () => {
  expect((await send('key;mode\nk01;delete\n', 'partial')).changes).toMatchObject({ removed: 1 });
  expect(await approve()).toMatchObject({ code: 1, output: expect.stringContaining('1 offers have newer values') });
  expect((await approve('--keep-newer')).code).toBe(0);
  expect(prices()).toEqual({});
});

test('--overwrite applies the whole feed over newer values', async () => {
  await changeLater();
  expect((await approve('--overwrite')).code).toBe(0);
  expect(prices()).toEqual({ k01: 400 });
});

test('a feed that an older program has held is applied without a comparison', async () => {
  rmSync(join(dataDir(), 'held', held(), 'offers.db'));
  await changeLater();
  expect((await approve()).code).toBe(0);
  expect(prices()).toEqual({ k01: 400 });
});

test('a held feed is read again in the encoding and the mode in which it came', async () => {
  const encoding = 'windows-1252';
  const limits = { maxRemovals: null, maxPriceJumps: 1 };
  const content = `key;price\n${keys.map((key) => `${key};4,00`).join('\n')}\n`;
  const { held: name } = await importFile('offers', content, { shop, mode: 'partial', encoding, limits });
  expect(readHeldFeed(dataDir(), name ?? '')).toMatchObject({ encoding, mode: 'partial' });
});
