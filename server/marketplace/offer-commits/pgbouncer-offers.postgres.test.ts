import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { activate, writeCatalogue, writeOffers } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import {
  begin,
  contentOf,
  facts,
  folder,
  follow,
  headNumber,
  make,
  offer,
  rowsOf,
  run,
  sharedRoom,
  untilFollowed,
} from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { callService } from '../../../test/fixtures/marketplace/workers/service.js';
import { hasPgbouncer, startPgbouncer } from '../../../test/support/pgbouncer.js';
import { isLong } from '../../../test/support/sample.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { LiveOffers } from '../offer-store/live-offers.js';
import { sharedOffers } from '../offer-store/shared-offers.js';
import { validateOffers } from '../offer-store/validate-offers.js';
import { startService } from '../workers/state-service.js';

const { address, program, through, ask, atEnd } = sharedRoom();
/** Commits per writer. */
const many = isLong ? 200 : 8;

if (!hasPgbouncer)
  console.warn('Nothing is proven of offers behind PgBouncer, which is not installed: apt-get install pgbouncer');
const behind = hasPgbouncer ? test : test.skip;
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

/** Routes all connections through PgBouncer. @param size connections of PgBouncer to the server */
async function putBetween(size: number) {
  const bouncer = await startPgbouncer(address(), size);
  atEnd(() => bouncer.remove());
  through(bouncer.address);
  return bouncer;
}
/** State that a process might leave on shared connections. */
const leftBehind = async () =>
  (
    await ask(`select query from pg_stat_activity where datname = current_database() and query ilike 'listen%'
      union all select mode from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`)
  ).rows;

behind('over one connection two writers and a reader come to the same, and each commit is seen', async () => {
  await putBetween(1);
  begin();
  make('b');
  await follow('c');
  const live = LiveOffers.open(folder('c'), true, testClock);
  atEnd(() => live.close());
  const first = await headNumber();
  const writers = ['a', 'b'].map((name, at) =>
    run('write', folder(name), address(), String(at + 1), String(many), '20'),
  );
  const ended = Promise.all(writers.map((each) => once(each, 'exit')));
  expect((await ended).map(([code]) => code)).toEqual([0, 0]);
  expect(await headNumber()).toBe(first + 2 * many);
  await untilFollowed('c');
  const last = Number(rowsOf('c', 'select max(number) as last from change')[0]?.last);
  await until('the reader shows the last one', () => live.version.number === last);
  for (const name of ['a', 'b']) await (await follow(name))();
  expect([contentOf('b'), contentOf('c')]).toEqual([contentOf('a'), contentOf('a')]);
  expect(validateOffers(join(folder('c'), 'offers.db'), facts)).toEqual([]);
  expect(await leftBehind()).toEqual([]);
});

behind("snapshots, and a shop that is one writer's own, are as without it", async () => {
  await putBetween(1);
  const writer = begin();
  await follow('b', { bytes: 1, commits: 5, keptSeconds: 0 });
  for (let price = 1; price <= 15; price++) writer.commit((commit) => commit.put(offer(1, 1, price), null, []));
  await until(
    'it is shortened',
    async () => (await ask('select 1 from offer_snapshot where number > 0')).rowCount === 1,
  );
  await follow('c');
  await untilFollowed('c');
  expect(rowsOf('c', 'select price from offer')).toEqual([{ price: 15 }]);
  const [one, other] = ['a', 'c'].map((name) => {
    const shared = sharedOffers(folder(name));
    if (!shared) throw new Error('not shared');
    atEnd(() => shared.close());
    return shared;
  });
  const giveBack = one?.lease(1, 0);
  expect([typeof giveBack, other?.lease(1, 0)]).toEqual(['function', null]);
  giveBack?.();
  expect(other?.lease(1, 0)).not.toBeNull();
  writer.clear();
  await untilFollowed('b');
  expect(rowsOf('b', 'select * from offer')).toEqual([]);
  expect(await leftBehind()).toEqual([]);
});

behind('when it ends and comes back readers have what is there, feeds fail in words, and all goes on', async () => {
  const bouncer = await putBetween(2);
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  await follow('b');
  await bouncer.kill();
  expect(() => writer.commit((commit) => commit.put(offer(1, 1, 600), null, []))).toThrow(/start this again later/);
  expect(rowsOf('b', 'select price from offer')).toEqual([{ price: 500 }]);
  await bouncer.start();
  writer.commit((commit) => commit.put(offer(1, 1, 700), null, []));
  await untilFollowed('b');
  expect(rowsOf('b', 'select price from offer')).toEqual([{ price: 700 }]);
});

behind('marketplaces behind it show what another folder has committed', async () => {
  await putBetween(2);
  const visitors: CartVisitor[] = [];
  // The first folder's offers begin the log, and the second folder gets them.
  for (const dataDir of ['a', 'b'].map(folder)) {
    mkdirSync(dataDir);
    activate(dataDir, 'g1', writeCatalogue(dataDir, { generation: 'g1' }));
    const service = await startService({
      dataDir,
      clock: testClock,
      settings: { databaseUrl: address() },
      offersProgram: program(),
      catalogueTimes: { pollMs: 20, drainMs: 200, offersMs: 10 },
    });
    atEnd(() => service.stop());
    visitors.push(new CartVisitor({ call: (path, options) => callService(service.port, path, options) }));
  }
  const disc = ids.offerOf(1001, 'A');
  const prices = async () =>
    (await Promise.all(visitors.map((each) => each.cart()))).map((cart) => cart.cartArticles[0].unitPrice);
  for (const each of visitors) await each.add(disc);
  expect(await prices()).toEqual([31, 31]);
  for (let dearer = 1; dearer <= 5; dearer++) {
    writeOffers(folder(dearer % 2 ? 'a' : 'b'), 'catalogue-g1.db', { dearer });
    await until('both have the price', async () => (await prices()).every((price) => price === 31 + dearer / 100));
  }
  expect(await leftBehind()).toEqual([]);
});
