import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { until } from '../../../test/support/until.js';
import { holdShop } from '../feeds/shop-lock.js';
import type { ShopId } from '../program/shop-choice.js';
import { startImportJobs } from './import-jobs.js';
import { keepSent } from './sent-files.js';

const at = '2026-07-15T12:00:00.000Z';
let room: FeedRoom;
beforeEach(async () => {
  room = await openFeedRoom();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await room.stop();
});

test('a job that another process ends while this one waits for the shop does not run again', async () => {
  const lease = await holdShop(room.needs, 'shop 4');
  let looks = 0;
  let endedNow = '';
  const namesOf = (id: number): string[] => {
    looks += 1;
    if (endedNow !== '') {
      using state = new DatabaseSync(join(room.dataDir, 'state.db'), { timeout: 5000 });
      state.prepare("update merchant_import set status = 'completed', ended_at = ? where id = ?").run(at, endedNow);
      endedNow = '';
    }
    return [String(id), `Shop ${id}`];
  };
  const jobs = startImportJobs({ ...room.needs, targets: () => [], senders: () => ({}), namesOf });
  const send = async (id: string): Promise<void> => {
    await keepSent(room.dataDir, id, Buffer.from(JSON.stringify({ name: id })));
    const row = {
      id,
      shop_id: 4 as ShopId,
      source: 'offer',
      mode: 'partial',
      is_dry_run: 0,
      status: 'queued',
    } as const;
    await room.db
      .insertInto('merchant_import')
      .values({ ...row, created_at: at })
      .execute();
    jobs.wake();
  };
  const statusOf = async (id: string) =>
    (await room.db.selectFrom('merchant_import').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status;
  await send('elsewhere');
  await until('its shop is waited for', () => looks > 0);
  await room.db
    .updateTable('merchant_import')
    .set({ status: 'completed', ended_at: at })
    .where('id', '=', 'elsewhere')
    .execute();
  await lease?.release();
  await send('next');
  await until('the next one is imported', async () => (await statusOf('next')) === 'completed');
  // The other process ends it after this one has read that it is open.
  endedNow = 'late';
  await send('late');
  await until('it has ended elsewhere', () => endedNow === '');
  await send('last');
  await until('the last one is imported', async () => (await statusOf('last')) === 'completed');
  await jobs.stop();
  expect(room.imports().map(({ wish }) => wish.name)).toEqual(['next', 'last']);
  expect(await statusOf('elsewhere')).toBe('completed');
});
