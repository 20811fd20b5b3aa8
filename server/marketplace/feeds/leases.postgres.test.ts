import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FeedHost, startFeedHost } from '../../../test/fixtures/marketplace/feeds/feed-host.js';
import { type FeedRoom, feedOf, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { putEvent } from '../outbox/outbox.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import { acquireLease, type Lease, LeaseLost } from '../state/lease.js';
import { openStateAt } from '../state/state-place.js';
import type { StateDb } from '../state/state-store.js';
import { createScheduler, type Scheduler } from './scheduler.js';
import { holdShop } from './shop-lock.js';

/** One of several processes works at a time. Each has a pool and a folder of its own here. */
let host: FeedHost;
let room: FeedRoom;
let folder: string;
let other: StateDb;
const started: Scheduler[] = [];
beforeAll(async () => {
  host = await startFeedHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  host.asked = [];
  room = await openFeedRoom();
  folder = mkdtempSync(join(tmpdir(), 'feeds-'));
  other = await openStateAt({ clock: testClock, dataDir: folder, databaseUrl: room.databaseUrl });
});
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
  await other.destroy();
  rmSync(folder, { recursive: true });
  await room.stop();
  vi.restoreAllMocks();
});

const secrets = [`whsec_${Buffer.alloc(32).toString('base64')}`];
const expired = { feed: 'a', shop: 'A', kind: 'offers', mode: 'full', succeededAt: null };
const holders = async () =>
  (await room.db.selectFrom('lease').select('name').orderBy('name').execute()).map(({ name }) => name);

async function startBoth(file: ShopFile): Promise<readonly [Scheduler, Scheduler]> {
  const needs = { ...room.needs, read: () => file };
  const one = createScheduler(needs);
  const two = createScheduler({ ...needs, db: other, dataDir: folder });
  started.push(one, two);
  return [one, two];
}

test('one of two processes sends messages and gets feeds, and the other takes over when it ends', async () => {
  host.answers['/hook'] = (response) => setImmediate(() => response.writeHead(204).end());
  host.answers['/feed.csv'] = (response) => setImmediate(() => response.end('{}'));
  const file: ShopFile = {
    feeds: ['a', 'b'].map((name) => feedOf(name, `${host.origin}/feed.csv?${name}`, { shop: name })),
    webhooks: [{ name: 'ops', address: `${host.origin}/hook`, secrets }],
    senders: {},
  };
  const both = await startBoth(file);
  await both[0].tick();
  for (let n = 0; n < 12; n++)
    await putEvent(
      room.db,
      ['ops'],
      { type: 'offers.expired', data: { ...expired, feed: `f${n}` } },
      dateOf(testClock),
    );
  testClock.pass(3_600_000);
  const delivered = () => room.db.selectFrom('outbox').select('id').where('state', '=', 'delivered').execute();
  const tick = () => Promise.all(both.map((each) => each.tick().then(() => each.idle())));
  await until('all is delivered', async () => {
    await tick();
    return (await delivered()).length === 12;
  });
  const asked = host.asked.map(({ url, headers }) => `${url} ${headers['webhook-id'] ?? ''}`);
  expect([asked.length, new Set(asked).size]).toEqual([14, 14]);
  expect(await holders()).toEqual(['feeds @schedule']);
  await both[0].stop();
  await putEvent(room.db, ['ops'], { type: 'offers.expired', data: expired }, dateOf(testClock));
  await until('the other sends', async () => {
    await both[1].tick();
    await both[1].idle();
    return (await delivered()).length === 13;
  });
});

test("the lease of a dead holder expires by the database's clock, and the holder cannot write any more", async () => {
  const dead = await acquireLease(room.db, 'x', testClock, 60_000);
  expect(await acquireLease(other, 'x', testClock, 60_000)).toBeNull();
  // Simulates a stalled process: the lease is not renewed and no error is raised. It ends within a second.
  await sql`update lease set holder = 'stalled', ends_at = ends_at - 59000`.execute(room.db);
  const next: Lease[] = [];
  await until('the lease is taken over', async () => {
    const lease = await acquireLease(other, 'x', testClock, 60_000);
    if (lease) next.push(lease);
    return next.length > 0;
  });
  const late = room.db.transaction().execute(async (tx) => {
    await dead?.confirm(tx);
    await putEvent(tx, ['ops'], { type: 'offers.expired', data: expired }, dateOf(testClock));
  });
  await expect(late).rejects.toThrow(LeaseLost);
  expect(await room.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  expect(dead?.signal.aborted).toBe(true);
  await dead?.release();
  expect(await acquireLease(room.db, 'x', testClock)).toBeNull();
  await room.db.transaction().execute(async (tx) => next[0]?.confirm(tx));
  await next[0]?.release();
});

test('a lease is renewed as long as it is held', async () => {
  const clock = new ManualClock();
  const lease = await acquireLease(room.db, 'long', clock, 60_000);
  const end = async () => (await room.db.selectFrom('lease').select('ends_at').executeTakeFirst())?.ends_at ?? 0;
  // Twice as long as the lease outlives its holder, or longer.
  for (let renewals = 0; renewals < 12; renewals += 1) {
    const before = await end();
    let looks = 0;
    await until('it has been renewed', async () => {
      // A beat does nothing while the holder has not noticed the end of its last renewal.
      if (looks % 50 === 0) await clock.advance(10_000);
      looks += 1;
      return (await end()) > before;
    });
  }
  expect([await acquireLease(other, 'long', testClock), lease?.signal.aborted]).toEqual([null, false]);
  await lease?.release();
});

test("a database clock that is set back prolongs no dead holder's lease, and takes none from a living holder", async () => {
  const day = 86_400_000;
  const living = await acquireLease(room.db, 'living', testClock, 2000);
  const dead = await acquireLease(room.db, 'dead', testClock, 2000);
  // The end of each lease is then a day further away.
  await sql`update lease set ends_at = ends_at + ${day}`.execute(room.db);
  await sql`update lease set holder = 'stalled' where name = 'dead'`.execute(room.db);
  expect(await acquireLease(other, 'living', testClock, 2000)).toBeNull();
  expect(await acquireLease(other, 'dead', testClock, 2000)).toBeNull();
  const next: Lease[] = [];
  await until('the lease of the dead holder is taken over', async () => {
    const lease = await acquireLease(other, 'dead', testClock, 2000);
    if (lease) next.push(lease);
    return next.length > 0;
  });
  expect([await acquireLease(other, 'living', testClock, 2000), living?.signal.aborted]).toEqual([null, false]);
  for (const each of [living, dead, ...next]) await each?.release();
});

test('a shop is locked across machines, and one of many claimants gets a lease', async () => {
  const here = await holdShop(room.needs, 'Shop');
  expect(await holdShop({ db: other, dataDir: folder, clock: testClock }, 'SHOP')).toBeNull();
  await here?.release();
  const there = await holdShop({ db: other, dataDir: folder, clock: testClock }, 'SHOP');
  expect(there).not.toBeNull();
  await there?.release();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => acquireLease(n % 2 ? other : room.db, 'many', testClock)),
  );
  expect(all.filter(Boolean)).toHaveLength(1);
  for (const each of all) await each?.release();
});
