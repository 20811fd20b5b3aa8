import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { dateOf } from '../../clock/clock.js';
import type { ShopId } from '../program/shop-choice.js';
import { acceptImport } from './queue-imports.js';
import { dropOlderFiles, type ImportRow, isWorthKeeping, keepSent, keptFiles, sentFile } from './sent-files.js';

const shopId = 7 as ShopId;
const clock = new ManualClock();
const now = dateOf(clock);
let room: FeedRoom;
beforeEach(async () => {
  room = await openFeedRoom();
});
afterEach(() => room.stop());

const put = (id: string, more: Partial<ImportRow> = {}) =>
  room.db
    .insertInto('merchant_import')
    .values({
      ...({ id, shop_id: shopId, source: 'file', mode: 'full', is_dry_run: 0, status: 'queued' } as const),
      ...{ created_at: now.toISOString(), ...more },
    })
    .execute();
const wish = { mode: 'full', isDryRun: false, source: 'file', content: 'YQ==' } as const;
type Wish = Parameters<typeof acceptImport>[2];
const send = (more: Partial<Wish> = {}, key: string | null = null, requireSpace = () => {}) =>
  acceptImport(
    { ...room.needs, wakeJobs() {}, space: { requireSpace } },
    { shopId, tokenId: null },
    { ...wish, ...more },
    { requestId: 'r', idempotencyKey: key, clock },
  );

test('imports that wait are counted for each shop, and ended ones are not', async () => {
  for (let n = 0; n < 20; n++) {
    await put(`other-${n}`, { shop_id: 8 as ShopId });
    await put(`ended-${n}`, { ended_at: now.toISOString() });
  }
  for (let n = 0; n < 20; n++) await send();
  await expect(send()).rejects.toMatchObject({ code: 'too_many' });
});

test('a key belongs to one content, mode and kind of import', async () => {
  const { id } = await send({}, 'key-of-an-import');
  expect(await send({}, 'key-of-an-import')).toEqual({ id });
  const others = [{ mode: 'update' }, { isDryRun: true }, { source: 'batch' }, { content: 'Yg==' }] as const;
  for (const other of others)
    await expect(send(other, 'key-of-an-import')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('an upload has offers or a file, and is stored only where there is room', async () => {
  await expect(send({ offers: [] })).rejects.toMatchObject({ code: 'invalid' });
  await expect(send({ content: undefined })).rejects.toMatchObject({ code: 'invalid' });
  const full = () => {
    throw new Error('no room');
  };
  await expect(send({}, null, full)).rejects.toThrow('no room');
  const folder = join(room.dataDir, 'feeds');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test('files of a shop are kept that were tried or may need a correction', async () => {
  const done = { status: 'completed', ended_at: now.toISOString() } as const;
  await put('tried', { ...done, is_dry_run: 1 });
  for (const status of ['completed_with_errors', 'refused', 'held'] as const) await put(status, { ...done, status });
  await put('completed', done);
  await put('offer', { ...done, source: 'offer', is_dry_run: 1 });
  await put('repeated', { ...done, is_dry_run: 1, file_id: 'tried' });
  await put('of-other', { ...done, shop_id: 8 as ShopId, is_dry_run: 1 });
  const kept = ['held', 'refused', 'completed_with_errors', 'tried'];
  expect(await keptFiles(room.db, shopId, now)).toEqual(kept);
  const day = 24 * 3_600_000;
  expect(await keptFiles(room.db, shopId, new Date(now.getTime() + day - 1))).toEqual(kept);
  expect(await keptFiles(room.db, shopId, new Date(now.getTime() + day))).toEqual([]);
  const row = { source: 'file', is_dry_run: 0, file_id: null } as const;
  expect([
    isWorthKeeping(row, 'completed'),
    isWorthKeeping(row, 'held'),
    isWorthKeeping({ ...row, is_dry_run: 1 }, 'completed'),
    isWorthKeeping({ ...row, file_id: 'tried' }, 'completed'),
    isWorthKeeping({ ...row, source: 'batch' }, 'held'),
  ]).toEqual([false, true, true, true, false]);
});

test('the sixth file of a shop is dropped, unless a job reads it', async () => {
  const tried = { is_dry_run: 1, ended_at: now.toISOString(), status: 'completed' } as const;
  const ids = Array.from({ length: 7 }, (_, n) => `file-${n}`);
  for (const id of ids) {
    await keepSent(room.dataDir, id, Buffer.from('{}'));
    await put(id, tried);
  }
  await put('reads', { file_id: 'file-0' });
  await dropOlderFiles(room.db, room.dataDir, shopId);
  expect(ids.filter((id) => !existsSync(sentFile(room.dataDir, id)))).toEqual(['file-1']);
});
