import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock as clock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import type { Repeated } from '../../contract/merchants.js';
import { forgetExpired } from '../carts/retention.js';
import { savedColumns } from '../feeds/chosen-columns.js';
import type { ShopId } from '../program/shop-choice.js';
import { type ImportJobs, startImportJobs } from './import-jobs.js';
import { reportOf } from './imports-of-shop.js';
import { acceptImport } from './queue-imports.js';
import { repeatImport } from './repeat-import.js';
import { keptFiles, sentFile } from './sent-files.js';

const shopId = 7 as ShopId;
const sender = { shopId, tokenId: null };
const context = { requestId: 'r', idempotencyKey: null, clock };
const columns = [
  { header: 'Nr', meaning: null, samples: ['a'] },
  { header: '__proto__', meaning: null, samples: [] },
];
const sample = { columns, meanings: ['key', 'price'], rows: [{ line: 2, values: {}, faults: [] }], held: null };
let room: FeedRoom;
let jobs: ImportJobs;
let wakes = 0;
beforeEach(async () => {
  room = await openFeedRoom();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  jobs = startImportJobs({ ...room.needs, targets: () => [], senders: () => ({}), namesOf: (id) => [String(id)] });
});
afterEach(async () => {
  await jobs.stop();
  await room.stop();
  vi.restoreAllMocks();
});

const needs = () => ({
  ...room.needs,
  wakeJobs() {
    wakes += 1;
    jobs.wake();
  },
  space: { requireSpace() {} },
  feeds: () => [],
  shops: () => [],
});
const row = (id: string) =>
  room.db.selectFrom('merchant_import').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function ended(id: string): Promise<string> {
  await until(`${id} has ended`, async () => (await row(id)).ended_at !== null);
  return id;
}
async function send(wish: object = { sample }, isDryRun = true): Promise<string> {
  const content = Buffer.from(JSON.stringify(wish)).toString('base64');
  const { id } = await acceptImport(needs(), sender, { mode: 'full', isDryRun, source: 'file', content }, context);
  return ended(id);
}
const repeat = (id: string, wanted: Partial<Repeated> = {}, by = sender) =>
  repeatImport(needs(), by, { id, act: 'preview', mode: 'update', meanings: ['key', null], ...wanted }, context);
const reportOfShop = (id: string) =>
  reportOf(needs(), { id: shopId, imported_name: 'S', slug: 's' }, id, dateOf(clock));

test('a file is read again with other meanings and another mode, saved and imported', async () => {
  const id = await send();
  expect(await reportOfShop(id)).toMatchObject({ preview: { columns }, isKept: true });
  const woken = wakes;
  const second = await ended((await repeat(id)).id);
  expect(wakes).toBe(woken + 1);
  expect(await row(second)).toMatchObject({ is_dry_run: 1, mode: 'update', status: 'completed' });
  expect(await reportOfShop(second)).toMatchObject({ preview: { columns }, isKept: true });
  expect(await savedColumns(room.db, shopId)).toBeNull();
  const chosen = [
    { header: 'Nr', meaning: 'key' },
    { header: '__proto__', meaning: null },
  ];
  expect(room.imports().map((note) => note.columns)).toEqual([null, chosen]);
  expect(await repeat(second, { act: 'save' })).toEqual({ id: second });
  expect(wakes).toBe(woken + 1);
  expect(JSON.parse((await savedColumns(room.db, shopId)) ?? '')).toEqual(chosen);
  const third = await ended((await repeat(second, { act: 'import', meanings: ['price', null] })).id);
  expect(await row(third)).toMatchObject({ is_dry_run: 0, file_id: id });
  await send();
  expect(room.imports().map((note) => note.columns)).toEqual([
    null,
    chosen,
    [{ header: 'Nr', meaning: 'price' }, chosen[1]],
    [{ header: 'Nr', meaning: 'price' }, chosen[1]],
  ]);
});

test('columns of other files, other shops and unknown meanings are refused', async () => {
  const id = await send();
  for (const meanings of [['key'], ['key', 'colour']])
    await expect(repeat(id, { meanings })).rejects.toMatchObject({ code: 'invalid' });
  const other = { ...sender, shopId: 8 as ShopId };
  await expect(repeat(id, {}, other)).rejects.toMatchObject({ code: 'not_found' });
  await expect(repeat(await send({ rows: 1 }))).rejects.toMatchObject({ code: 'not_found' });
});

test('a file that was imported without an error is not kept', async () => {
  const id = await send({ sample }, false);
  await until('the file is gone', () => !existsSync(sentFile(room.dataDir, id)));
  expect(await reportOfShop(id)).toMatchObject({ preview: { columns }, isKept: false });
});

test('a report that another machine has is shown as the preview has it', async () => {
  const id = await send();
  const ofImport = room.db.selectFrom('merchant_preview').select('preview').where('import_id', '=', id);
  const { preview } = await ofImport.executeTakeFirstOrThrow();
  const rejectedRows = [{ line: 3, field: 'price', value: 'x', reason: 'is no price', outcome: 'rejected' }];
  await room.db
    .updateTable('merchant_preview')
    .set({ preview: JSON.stringify({ ...JSON.parse(preview), rejectedRows }) })
    .where('import_id', '=', id)
    .execute();
  expect(await reportOfShop(id)).toMatchObject({ rejectedRows });
});

test('a shop’s last five files are kept for a day, and so are their previews', async () => {
  const first = await send();
  for (let count = 0; count < 5; count += 1) await send();
  await until('the first file is gone', () => !existsSync(sentFile(room.dataDir, first)));
  await expect(repeat(first)).rejects.toMatchObject({ code: 'not_found' });
  const [last = ''] = await keptFiles(room.db, shopId, dateOf(clock));
  expect(existsSync(sentFile(room.dataDir, last))).toBe(true);
  const later = new Date(clock.now() + 25 * 3_600_000);
  expect(await keptFiles(room.db, shopId, later)).toEqual([]);
  await forgetExpired(room.db, later);
  expect((await reportOfShop(last)).preview).toBeNull();
});

test('a held file is dropped once it is imported in another way, or a whole file is', async () => {
  const hold = async (name: string): Promise<string> => {
    mkdirSync(join(room.dataDir, 'held', name), { recursive: true });
    return send({ sample, outcome: 'held', held: name, refusal: 'too few' }, false);
  };
  const isHeld = (name: string): boolean => existsSync(join(room.dataDir, 'held', name));
  // Its report names no file that is held here.
  const elsewhere = await send({ sample, outcome: 'held', refusal: 'too few' }, false);
  const [one, other] = [await hold('one'), await hold('other')];
  expect((await row(one)).status).toBe('held');
  // The corrected file is imported, which the simulated import does not hold.
  await room.db
    .updateTable('merchant_import')
    .set({ file_id: await send() })
    .where('id', '=', one)
    .execute();
  await ended((await repeat(one, { act: 'import' })).id);
  await until('the held file is dropped', async () => (await row(one)).status === 'cancelled');
  expect([isHeld('one'), isHeld('other'), (await row(other)).status]).toEqual([false, true, 'held']);
  await send({ rows: 3 }, false);
  await until('the other one is dropped', async () => (await row(other)).status === 'cancelled');
  expect([isHeld('other'), (await row(elsewhere)).status]).toEqual([false, 'held']);
});
