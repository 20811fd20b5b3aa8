import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../scripts/build-server.ts';
import { openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { timestampOf } from '../../clock/clock.js';
import { keepSent } from '../merchants/sent-files.js';
import type { ShopId } from '../program/shop-choice.js';
import { createJobWorker } from './job-worker.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'job-thread-'));
  await bundle({ thread: 'server/marketplace/workers/job-thread.ts' }, 'esm', folder);
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const senders = { 'de-DE': { name: 'Teile Nord', address: 'hilfe@teile-nord.example' } };
const file = { feeds: [], webhooks: [], senders };

test.each([
  ['a mail server and a sender', ['@mail'], 'smtp://127.0.0.1:1', file],
  ['no sender', [], 'smtp://127.0.0.1:1', null],
  ['no mail server', [], undefined, file],
])('the thread of a shop with %s holds a wrong upload, with messages to %j', async (_, targets, smtpUrl, shopFile) => {
  const room = await openFeedRoom();
  const { db, dataDir } = room;
  using offers = new DatabaseSync(join(dataDir, 'offers.db'));
  offers.exec('create table shop (id, name, slug, country, email)');
  offers.exec("insert into shop values (6, 'Six', 'six', 'DE', 'six@shops.example')");
  const data = { dataDir, settings: { databaseUrl: room.databaseUrl, smtpUrl }, file: shopFile };
  const importProgram = room.needs.importProgram.href;
  const program = pathToFileURL(join(folder, 'thread.js'));
  const worker = createJobWorker(
    program,
    () => ({ ...data, importProgram }),
    () => {},
    testClock,
  );
  const wish = { outcome: 'held', refusal: 'Too many go.', held: 'h1', rows: 60 };
  await keepSent(dataDir, 'upload', Buffer.from(JSON.stringify(wish)));
  const job = { id: 'upload', shop_id: 6 as ShopId, source: 'file', mode: 'full', is_dry_run: 0 } as const;
  await db
    .insertInto('merchant_import')
    .values({ ...job, status: 'queued', created_at: timestampOf(testClock) })
    .execute();
  worker.wake();
  const statusOf = async () => (await db.selectFrom('merchant_import').select('status').executeTakeFirst())?.status;
  await until('the upload is held', async () => (await statusOf()) === 'held');
  const messages = await db.selectFrom('outbox').select('target').execute();
  expect(messages.map(({ target }) => target)).toEqual(targets);
  await worker.stop();
  await room.stop();
});
