import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { type TestState, testState } from '../../../test/fixtures/marketplace/state/test-state.js';
import type { Generation } from '../generation/generation.js';
import type { ShopId } from '../program/shop-choice.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { StateDb } from '../state/state-store.js';
import { importsOf, reportOf } from './imports-of-shop.js';
import { ownOffers, type Wanted } from './own-offers.js';

let dataDir: string;
let state: TestState;
let db: StateDb;
let generation: Generation;
const two = (index: number): string => String(index).padStart(2, '0');
const key = (index: number): string => `x-${two(index)}`;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'own-offers-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  changeOffers(dataDir, file, (writer) =>
    writer.commit((commit) => {
      const values = {
        ...{ product_id: 1001, price: 3100, refund: 750, surcharge: 50, lowest30: 4000, stock: 0 },
        ...{ condition: 'new' as const, handling_min: 1, handling_max: 2 },
      };
      for (let index = 0; index <= 50; index++) commit.put({ ...values, shop_id: 1, key: key(index) }, null, []);
      commit.put({ ...values, shop_id: 2, key: key(7) }, null, []);
      // The key of an offer that was removed.
      writer.database.exec("insert into offer_key values (1, 'x-00a', 99999, 0, null, 0)");
    }),
  );
  generation = await openCatalogue(dataDir, 'g1', file);
  state = await testState(dataDir);
  db = await state.open();
});
afterAll(async () => {
  await generation.close();
  await db.destroy();
  await state.remove();
  rmSync(dataDir, { recursive: true });
});

const find = async (wanted: Partial<Wanted>, shop = 1) => {
  const { offers, next } = await ownOffers(generation, shop, { key: '', isExact: false, ...wanted });
  return [offers.map((offer) => offer.key), next];
};

test('a shop sees fifty of its offers at once, in the order of their keys, and then those after them', async () => {
  const all = Array.from({ length: 51 }, (_, index) => key(index));
  expect(await find({ key: 'x-' })).toEqual([all.slice(0, 50), key(49)]);
  expect(await find({ key: 'x-', after: key(49) })).toEqual([[key(50)], null]);
  expect(await find({ key: 'x-', after: key(0) })).toEqual([all.slice(1), null]);
  expect(await find({ key: 'x-0' })).toEqual([all.slice(0, 10), null]);
});

test('an offer is found by its whole key, by how it begins, or by the number of its article', async () => {
  expect(await find({ key: key(7), isExact: true })).toEqual([[key(7)], null]);
  expect(await find({ key: 'x-0', isExact: true })).toEqual([[], null]);
  const ofDisc = (product: number) => [`k${ids.offerOf(product, 'A')}`];
  expect(await find({ key: 'disc-2' })).toEqual([ofDisc(1002), null]);
  expect([await find({ key: 'disc-2', isExact: true }), await find({ key: 'disc-2', after: 'a' })]).toEqual([
    [[], null],
    [[], null],
  ]);
  expect([await find({ key: '-' }), await find({ key: 'nothing' })]).toEqual([
    [[], null],
    [[], null],
  ]);
});

test('offers of others are invisible, and withheld ones have their reason', async () => {
  expect(await find({ key: 'x-' }, 2)).toEqual([[key(7)], null]);
  const { offers } = await ownOffers(generation, 2, { key: key(7), isExact: true });
  expect(offers).toEqual([
    {
      ...{ key: key(7), brand: 'Brand 2', number: 'DISC-1', price: 31, stock: 0, condition: 'new', handling: [1, 2] },
      ...{ surcharge: 0.5, deposit: 7.5, lowest30: 40, withheld: ['outOfStock'] },
    },
  ]);
});

test('a shop sees the last fifty imports that it has sent and the last twenty runs of its feeds, the latest first', async () => {
  const sent = { source: 'offer', mode: 'partial', is_dry_run: 0, status: 'completed' } as const;
  const at = (index: number, hour: number): string => `2026-07-15T${two(hour)}:${two(index)}:00.000Z`;
  await db
    .insertInto('merchant_import')
    .values([
      ...Array.from({ length: 51 }, (_, index) => ({
        ...sent,
        id: `sent-${index}`,
        shop_id: 1 as ShopId,
        created_at: at(index, 10),
      })),
      { ...sent, id: 'of-other', shop_id: 2 as ShopId, created_at: at(0, 10) },
    ])
    .execute();
  const run = {
    status: 'completed',
    is_unchanged: 0,
    rows: 5,
    rejected: 0,
    left_out: 0,
    held: 0,
    seconds: 1.5,
  } as const;
  const more = { reason: null, reasons: '{}', report: null };
  const started = { settings: '', named_at: at(0, 9), next_at: at(0, 9) };
  const rows = ['alphas', 'betas'].map((name) => ({ ...started, name }));
  await db.insertInto('feed').values(rows).execute();
  await db
    .insertInto('feed_run')
    .values([
      ...Array.from({ length: 21 }, (_, index) => ({ ...run, ...more, feed: 'alphas', started_at: at(index, 9) })),
      { ...run, ...more, feed: 'betas', started_at: at(59, 9) },
    ])
    .execute();
  const feeds = [
    { name: 'alphas', choice: { name: 'ALPHA' }, mode: 'full' },
    { name: 'betas', choice: { name: 'Beta' }, mode: 'full' },
  ] as unknown as FeedSettings[];
  const alpha = { id: 1 as ShopId, imported_name: 'Alpha', slug: 'alpha' };
  const beta = { id: 2 as ShopId, imported_name: 'Beta', slug: 'beta' };
  const needs = { db, dataDir, feeds: () => feeds, shops: () => [alpha, beta] };
  const imports = await importsOf(needs, alpha);
  expect(imports.map(({ createdAt }) => createdAt)).toEqual([
    ...Array.from({ length: 50 }, (_, index) => at(50 - index, 10)),
    ...Array.from({ length: 20 }, (_, index) => at(20 - index, 9)),
  ]);
  const latest = imports[50];
  expect(latest).toMatchObject({ source: 'feed', mode: 'full', rows: 5, endedAt: '2026-07-15T09:20:01.500Z' });
  expect(await reportOf(needs, alpha, String(latest?.id), new Date(0))).toMatchObject({
    id: latest?.id,
    rejectedRows: [],
  });
  expect(await reportOf(needs, alpha, 'sent-0', new Date(0))).toMatchObject({
    id: 'sent-0',
    isDryRun: false,
    isUnchanged: false,
    rejectedRows: [],
  });
  const others = [await db.selectFrom('feed_run').select('id').where('feed', '=', 'betas').executeTakeFirstOrThrow()];
  const named = async (
    choice: FeedSettings['choice'],
    ...others: { id: number; imported_name: string; slug: string }[]
  ) => {
    const feed = { name: 'alphas', choice, mode: 'full' } as unknown as FeedSettings;
    const meant = { db, dataDir, feeds: () => [feed], shops: () => [alpha, ...others] };
    return (await importsOf(meant, alpha)).some(({ source }) => source === 'feed');
  };
  const id = (of: number) => ({ id: of as ShopId });
  // Only the feed's own shop sees it, not another one with the same name.
  expect([await named(id(1)), await named(id(2)), await named({ name: '1' })]).toEqual([true, false, false]);
  expect(await named({ name: 'alpha' }, { id: 2, imported_name: 'Al Pha', slug: 'al-pha' })).toBe(false);
  for (const id of ['of-other', 'none', `feed-run-${others[0]?.id}`])
    await expect(reportOf(needs, alpha, id, new Date(0))).rejects.toMatchObject({ code: 'not_found' });
});
