import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { checkedHandlers } from '../../../test/support/expect-contract.js';
import { TickingClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { forgetExpired } from '../carts/retention.js';
import type { CallContext } from '../http/handler.js';
import type { ShopId } from '../program/shop-choice.js';
import { merchantHandlers } from './handlers.js';
import { type ImportJobs, startImportJobs } from './import-jobs.js';
import { makeToken } from './tokens.js';

const shopId = 7 as ShopId;
const hour = 3_600_000;
const to = { locale: 'de-DE', country: 'DE' } as const;
const shop = { id: shopId, name: 'Shop 7', slug: 'shop-7' };
let room: FeedRoom;
let jobs: ImportJobs;
let clock: TickingClock;
let credential: string;
let catchUps = 0;
beforeEach(async () => {
  room = await openFeedRoom();
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  clock = new TickingClock(Date.UTC(2026, 10, 24, 12));
  jobs = startImportJobs({
    ...room.needs,
    clock,
    targets: () => [],
    senders: () => ({}),
    namesOf: (id) => [String(id)],
  });
  credential = (await makeToken(room.db, shopId, 'offers', null, dateOf(clock))).token;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await jobs.stop();
  await room.stop();
});

const handlers = () =>
  checkedHandlers(
    merchantHandlers({ ...room.needs, wakeJobs: () => jobs.wake(), space: { requireSpace() {} }, feeds: () => [] }),
  );
/** Only the fields that the handlers read. */
const context = (idempotencyKey: string | null, shops = new Map([[shopId, shop]])) =>
  ({
    ...{ idempotencyKey, clock, requestId: 'r1' },
    generation: () => ({ offers: { shops: { all: shops }, catchUp: () => (catchUps += 1) } }),
  }) as unknown as CallContext;
async function send(price: number, key: string | null): Promise<string> {
  const content = Buffer.from(JSON.stringify({ rows: 1, price })).toString('base64');
  const wish = { ...to, credential, mode: 'partial', isDryRun: false, source: 'file', content } as const;
  return (await handlers().merchantImport(wish, context(key))).id;
}
async function ended(id: string): Promise<void> {
  await until(`${id} has ended`, async () => (await report(id)).endedAt !== null);
}
const report = async (id: string) => handlers().merchantReport({ ...to, credential, id }, context(null));
/** Stores more imports of the shop than it keeps. */
async function manyOthers(): Promise<void> {
  const at = dateOf(clock).toISOString();
  const row = { shop_id: shopId, source: 'offer', mode: 'partial', is_dry_run: 0, status: 'completed' } as const;
  const rows = Array.from({ length: 250 }, () => ({ ...row, id: randomUUID(), created_at: at, ended_at: at }));
  await room.db.insertInto('merchant_import').values(rows).execute();
}

test('a key gives the same import for a day, however much is sent meanwhile', async () => {
  const first = await send(30, 'key-of-a-change');
  await ended(first);
  const result = await report(first);
  await manyOthers();
  await ended(await send(36.49, null));
  clock.pass(23 * hour);
  expect(await send(30, 'key-of-a-change')).toBe(first);
  expect(await report(first)).toEqual(result);
  expect(room.imports()).toHaveLength(2);
  await expect(send(31, 'key-of-a-change')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('after a day a key is as good as new, and imports of older days are kept by their number', async () => {
  const first = await send(30, 'key-of-a-change');
  await ended(first);
  await manyOthers();
  clock.pass(25 * hour);
  const second = await send(31, 'key-of-a-change');
  expect(second).not.toBe(first);
  await ended(second);
  await expect(report(first)).rejects.toMatchObject({ code: 'not_found' });
  const { count } = await room.db
    .selectFrom('merchant_import')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(201);
  clock.pass(25 * hour);
  await forgetExpired(room.db, dateOf(clock));
  expect(await room.db.selectFrom('merchant_key').select('key').execute()).toEqual([]);
});

test('a change that is sent several times at once is imported once, and a refused one leaves its key', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => send(30, 'key-of-a-change')));
  expect(new Set(ids).size).toBe(1);
  await ended(String(ids[0]));
  expect(room.imports()).toHaveLength(1);
  const files = () => readdirSync(join(room.dataDir, 'feeds')).filter((name) => name.endsWith('.upload'));
  await until('no file of the four is left', () => files().length === 0);
  await expect(send(30, 'a b')).rejects.toMatchObject({ code: 'invalid' });
  await jobs.stop();
  for (let waiting = 0; waiting < 20; waiting += 1) await send(waiting, null);
  await expect(send(50, 'key-of-another')).rejects.toMatchObject({ code: 'too_many' });
  expect(await room.db.selectFrom('merchant_key').select('key').execute()).toEqual([{ key: 'key-of-a-change' }]);
});

test('after a report of an ended import the next call returns its offers', async () => {
  await jobs.stop();
  const id = await send(30, null);
  const before = catchUps;
  expect((await report(id)).endedAt).toBeNull();
  expect(catchUps).toBe(before);
  const ended_at = dateOf(clock).toISOString();
  await room.db.updateTable('merchant_import').set({ status: 'completed', ended_at }).where('id', '=', id).execute();
  expect((await report(id)).endedAt).toBe(ended_at);
  expect(catchUps).toBe(before + 1);
});

test('the token of a shop that left the catalogue opens nothing', async () => {
  const wish = { ...to, credential, id: await send(30, null) };
  await expect(handlers().merchantReport(wish, context(null, new Map()))).rejects.toMatchObject({ code: 'token' });
});
