import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import {
  begin,
  contentOf,
  facts,
  folder,
  follow,
  headNumber,
  make,
  numberOf,
  offer,
  rowsOf,
  share,
  sharedRoom,
  shop,
  untilFollowed,
} from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { makeDatabase } from '../../../test/fixtures/marketplace/state/test-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { changeShop } from '../offer-store/change-shop.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { startFollowing } from './start-following.js';

const { address, ask, program, without } = sharedRoom();

test('if the database is set back to an earlier time, readers forget later commits', async () => {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  const end = await follow('b');
  await ask('create table kept as select * from offer_head');
  writer.commit((commit) => commit.put(offer(1, 1, 900), null, []));
  await untilFollowed('b');
  await end();
  const epoch = rowsOf('b', "select value from meta where key = 'epoch'")[0]?.value;
  await ask(`delete from offer_commit where number > (select number from kept);
    delete from offer_head; insert into offer_head select * from kept; drop table kept`);
  await follow('b');
  expect(rowsOf('b', 'select price from offer')).toEqual([{ price: 500 }]);
  expect(rowsOf('b', "select value from meta where key = 'epoch'")[0]?.value).not.toBe(epoch);
  writer.commit((commit) => commit.put(offer(1, 1, 700), null, []));
  await untilFollowed('b');
  expect(contentOf('b')).toEqual(contentOf('a'));
});

test('offers that something else changed in a folder follow the log again', async () => {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  await follow('b');
  const strange = new DatabaseSync(join(folder('b'), 'offers.db'), { timeout: 10_000 });
  strange.exec('update offer set price = 1');
  strange.close();
  writer.commit((commit) => commit.put(offer(1, 1, 600), null, []));
  await untilFollowed('b');
  expect(rowsOf('b', 'select price from offer')).toEqual([{ price: 600 }]);
});

test('a commit that is based on such changes is refused with a sentence and not repeated', async () => {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  writer.database.exec('update offer set price = 1');
  writer.commit((commit) => commit.put(offer(1, 1, 600), null, []));
  await expect(follow('b')).rejects.toThrow(/do not follow from their snapshot/);
  writer.commit((commit) => commit.put(offer(1, 2, 700), null, []));
  expect(numberOf('a')).toBe(await headNumber());
});

test('a program without the log cannot change a folder that follows, and such a folder has no other log', async () => {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  writer.close();
  shareOffersAt(null);
  expect(() => new OfferWriter(folder('a'), facts, testClock)).toThrow(/DATABASE_URL/);
  // A folder with offers of its own does not lose them to those of the database.
  make('own');
  const own = new OfferWriter(folder('own'), facts, testClock);
  changeShop(own, shop(7), null);
  own.close();
  share();
  expect(() => new OfferWriter(folder('own'), facts, testClock)).toThrow(/others of its own/);
  expect(rowsOf('own', 'select id from shop')).toEqual([{ id: 7 }]);
  await expect(
    startFollowing({ clock: testClock, dataDir: folder('own'), address: address(), program: program(), patienceMs: 0 }),
  ).rejects.toThrow(/others of its own/);
  shareOffersAt({ address: await makeDatabase(true), program: program() });
  expect(() => new OfferWriter(folder('a'), facts, testClock)).toThrow(/another database/);
  expect(existsSync(join(folder('a'), 'offers.db'))).toBe(true);
});

test('a start waits fifteen seconds for PostgreSQL', async () => {
  const clock = new ManualClock();
  const away = 'postgres://nobody@127.0.0.1:1/away';
  const start = startFollowing({ clock, dataDir: folder('late'), address: away, program: program() });
  const refused = expect(start).rejects.toThrow('away');
  await clock.untilWaiting();
  await clock.advance(14_900);
  await Promise.race([clock.untilWaiting(), start]);
  await clock.advance(250);
  await refused;
});

test('while PostgreSQL is away readers have the last offers, feeds fail with a sentence, and everything continues later', async () => {
  const events: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    events.push(...(String(line).match(/"event":"\w+"/g) ?? []));
    return true;
  });
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  await follow('b');
  await untilFollowed('b');
  const database = new URL(address()).pathname.slice(1);
  await without(async () => {
    const administrator = new Client({ connectionString: process.env.TEST_POSTGRES });
    await administrator.connect();
    try {
      await administrator.query(`alter database ${database} allow_connections false`);
      await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database,
      ]);
      expect(() => writer.commit((commit) => commit.put(offer(1, 1, 600), null, []))).toThrow(/start this again later/);
      expect(rowsOf('a', 'select price from offer')).toEqual([{ price: 500 }]);
      expect(rowsOf('b', 'select price from offer')).toEqual([{ price: 500 }]);
      expect(events).not.toContain('"event":"offers_followed_again"');
      let pauses = 0;
      const sleep = (ms: number) => {
        pauses += 1;
        return testClock.sleep(ms);
      };
      const clock = Object.assign(Object.create(testClock), { sleep });
      const late = (patienceMs: number) =>
        startFollowing({ clock, dataDir: folder('late'), address: address(), program: program(), patienceMs });
      const waits = late(600_000);
      await until('a late folder was refused', () => pauses > 0);
      await expect(late(0)).rejects.toThrow(database);
      await until('the follower knows', () => events.includes('"event":"offers_not_followed"'));
      await administrator.query(`alter database ${database} allow_connections true`);
      await (await waits)();
    } finally {
      await administrator.end();
    }
  });
  writer.commit((commit) => commit.put(offer(1, 1, 700), null, []));
  await untilFollowed('b');
  expect(contentOf('b')).toEqual(contentOf('a'));
  await until('it says so', () => events.includes('"event":"offers_followed_again"'));
  stderr.mockRestore();
});
