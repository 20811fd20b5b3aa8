import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf, timestampOf } from '../../clock/clock.js';
import type { CallContext } from '../http/handler.js';
import type { ShopId } from '../program/shop-choice.js';
import { merchantHandlers } from './handlers.js';
import { type ImportJobs, startImportJobs } from './import-jobs.js';
import { makeToken } from './tokens.js';

const shopId = 7 as ShopId;
let room: FeedRoom;
let jobs: ImportJobs | null;
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  room = await openFeedRoom();
  jobs = null;
});
afterEach(async () => {
  await jobs?.stop();
  await room.stop();
  vi.restoreAllMocks();
});

const uploads = (): string[] =>
  readdirSync(join(room.dataDir, 'feeds')).flatMap((name) => /^merchant-(.+)\.upload$/.exec(name)?.[1] ?? []);

test('an upload stays if the database does not say whether it has stored the job', async () => {
  const { token: credential } = await makeToken(room.db, shopId, 'offers', null, dateOf(testClock));
  // The connection breaks while the transaction commits.
  await sql`create function cut() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(room.db);
  await sql`create constraint trigger cut after insert on merchant_import
    deferrable initially deferred for each row execute function cut()`.execute(room.db);
  const { merchantImport } = merchantHandlers({
    ...room.needs,
    wakeJobs() {},
    space: { requireSpace() {} },
    feeds: () => [],
  });
  const shop = { id: shopId, name: 'Shop 7', slug: 'shop-7' };
  const context = {
    idempotencyKey: null,
    clock: testClock,
    requestId: 'r1',
    generation: () => ({ offers: { shops: { all: new Map([[shopId, shop]]) }, catchUp() {} } }),
  } as unknown as CallContext;
  const content = Buffer.from('{"rows":3}').toString('base64');
  const wish = { credential, mode: 'partial', isDryRun: false, source: 'file', content } as const;
  const sent = merchantImport({ ...wish, locale: 'de-DE', country: 'DE' }, context);
  await expect(sent).rejects.toMatchObject({ code: 'unavailable' });
  const [id = '', ...others] = uploads();
  expect([id, others]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), []]);
  // If the database has kept the job, it finds its file.
  await sql`drop trigger cut on merchant_import`.execute(room.db);
  const row = { id, shop_id: shopId, source: 'file', mode: 'partial', is_dry_run: 0, status: 'queued' } as const;
  await room.db
    .insertInto('merchant_import')
    .values({ ...row, created_at: timestampOf(testClock) })
    .execute();
  jobs = startImportJobs({ ...room.needs, targets: () => [], senders: () => ({}), namesOf: (of) => [String(of)] });
  await until('it is imported', async () => {
    const kept = await room.db.selectFrom('merchant_import').select(['status', 'rows']).executeTakeFirstOrThrow();
    return kept.status === 'completed' && kept.rows === 3;
  });
});
