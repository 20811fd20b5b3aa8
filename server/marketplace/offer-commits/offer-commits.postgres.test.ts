import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  run,
  sharedRoom,
  shop,
  untilFollowed,
  writerOf,
} from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { removeShop } from '../import/removals.js';
import { shopIds } from '../import/shops.js';
import { changeShop } from '../offer-store/change-shop.js';
import { LiveOffers } from '../offer-store/live-offers.js';
import { OfferFill } from '../offer-store/offer-fill.js';
import { sharedOffers } from '../offer-store/shared-offers.js';
import { validateOffers } from '../offer-store/validate-offers.js';

const { address, ask, atEnd } = sharedRoom();
const isLong = process.env.TEST_LONG === '1';
/** Commits per writer. */
const many = isLong ? 400 : 12;

test('two writers and their followers skip no number, and all folders end with the same offers', async () => {
  begin();
  make('b');
  await follow('c');
  const seen: number[] = [];
  let last = await headNumber();
  const first = last;
  const writers = [
    run('write', folder('a'), address(), '1', String(many)),
    run('write', folder('b'), address(), '2', String(many)),
  ];
  const ended = Promise.all(writers.map((each) => once(each, 'exit')));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver || last < (await headNumber())) {
    const { rows } = await ask('select number from offer_commit where number > $1 order by number', [last]);
    for (const { number } of rows) {
      seen.push(Number(number));
      last = Number(number);
    }
  }
  expect((await ended).map(([code]) => code)).toEqual([0, 0]);
  expect(seen).toEqual(Array.from({ length: 2 * many }, (_, index) => first + 1 + index));
  await untilFollowed('c');
  await follow('a');
  await follow('b');
  expect(contentOf('b')).toEqual(contentOf('a'));
  expect(contentOf('c')).toEqual(contentOf('a'));
  expect(rowsOf('c', 'select max(number) - min(number) + 1 - count(*) as gaps from change')).toEqual([{ gaps: 0 }]);
  expect(validateOffers(join(folder('c'), 'offers.db'), facts)).toEqual([]);
});

test('a follower that is killed again and again continues', async () => {
  begin();
  make('b');
  const writer = run('write', folder('a'), address(), '1', '10000', '3');
  let last = -1;
  for (let kills = 0; kills < (isLong ? 40 : 4); kills++) {
    const reader = run('follow', folder('b'), address());
    await once(reader.stdout as NodeJS.ReadableStream, 'data');
    // Every second kill waits for some more commits.
    if (kills % 2 === 1) await until('it applies a commit', () => numberOf('b') > last);
    last = numberOf('b');
    reader.kill('SIGKILL');
    await once(reader, 'exit');
  }
  expect(writer.exitCode).toBeNull();
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  await follow('b');
  await untilFollowed('b');
  await follow('a');
  expect(contentOf('b')).toEqual(contentOf('a'));
});

test('a writer that is killed after any statement loses no committed offer and duplicates none', async () => {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  for (let round = 0; round < (isLong ? 20 : 1); round++) {
    const killed = run('write', folder('a'), address(), '1', '10000');
    await once(killed.stdout as NodeJS.ReadableStream, 'data');
    const before = await headNumber();
    await until('it has committed', async () => (await headNumber()) > before + round);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    // The next writer starts with all that is committed.
    writer.commit((commit) => commit.put(offer(2, 1, 600 + round), null, []));
    expect(numberOf('a')).toBe(await headNumber());
  }
  await follow('b');
  expect(contentOf('b')).toEqual(contentOf('a'));
  expect(validateOffers(join(folder('a'), 'offers.db'), facts)).toEqual([]);
});

test('a folder applies a commit that PostgreSQL has and the folder lost', async () => {
  const writer = begin();
  const shared = sharedOffers(folder('a'));
  if (!shared) throw new Error('not shared');
  atEnd(() => shared.close());
  shared.begin();
  writer.database.exec('begin immediate');
  const record = shared.record(writer.database);
  writer.database.exec("update shop set name = 'Another' where id = 1");
  record.end();
  writer.database.exec('rollback');
  expect(rowsOf('a', 'select name from shop where id = 1')).toEqual([{ name: 'Shop 1' }]);
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  expect(rowsOf('a', 'select name from shop where id = 1')).toEqual([{ name: 'Another' }]);
});

test('followers get each commit while a feed is running', async () => {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  await follow('b');
  const live = LiveOffers.open(folder('b'), true, testClock);
  atEnd(() => live.close());
  const first = live.version.number;
  const feed = run('write', folder('a'), address(), '1', '10000', '20');
  await until('a reader shows some', () => live.version.number > first + 3);
  expect(feed.exitCode).toBeNull();
  feed.kill('SIGKILL');
  await once(feed, 'exit');
  await untilFollowed('b');
  const last = Number(rowsOf('b', 'select max(number) as last from change')[0]?.last);
  await until('a reader shows the last one', () => live.version.number === last);
});

test('a late folder starts with the snapshot, and the log stays short', async () => {
  const writer = begin();
  const end = await follow('late');
  await end();
  const bounds = { bytes: 1, commits: 5, keptSeconds: 0 };
  await follow('b', bounds);
  for (let price = 1; price <= 30; price++) writer.commit((commit) => commit.put(offer(1, 1, price), null, []));
  await until('the log is short', async () => {
    const { rows } = await ask('select count(*) as commits from offer_commit');
    return Number(rows[0]?.commits) < 10;
  });
  expect((await ask('select number from offer_snapshot')).rowCount).toBe(1);
  for (const name of ['late', 'new']) {
    await follow(name);
    await untilFollowed(name);
    expect(rowsOf(name, 'select price from offer')).toEqual([{ price: 30 }]);
    expect(validateOffers(join(folder(name), 'offers.db'), facts)).toEqual([]);
  }
});

test('an import with --anew removes all offers in every folder', async () => {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  await follow('b');
  writer.clear();
  await untilFollowed('b');
  expect(rowsOf('b', 'select (select count(*) from offer) + (select count(*) from shop) as rows')).toEqual([
    { rows: 0 },
  ]);
  changeShop(writer, shop(1), [['DE', 490, null, 1, 2]]);
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  await untilFollowed('b');
  // Its key keeps the id (D50).
  expect(rowsOf('b', 'select id, price from offer')).toEqual([{ id: 1, price: 500 }]);
});

test('a shop has one feed at a time in all folders, and another shop runs in parallel', async () => {
  begin();
  make('b');
  const [one, other] = ['a', 'b'].map((name) => {
    const shared = sharedOffers(folder(name));
    if (!shared) throw new Error('not shared');
    atEnd(() => shared.close());
    return shared;
  });
  const giveBack = one?.lease(1, 0);
  expect(giveBack).not.toBeNull();
  expect(other?.lease(1, 300)).toBeNull();
  expect(other?.lease(null, 0)).toBeNull();
  const second = other?.lease(2, 0);
  expect(second).not.toBeNull();
  giveBack?.();
  const third = other?.lease(1, 0);
  expect(third).not.toBeNull();
  // The database's clock is set back by a day: the lease of a dead writer ends within a minute all the same.
  await ask("update offer_lease set until = until + interval '1 day', holder = 'dead' where shop = '2'");
  expect(one?.lease(2, 0)).toBeNull();
  const [dead] = (await ask("select until < now() + interval '2 minutes' as soon from offer_lease where shop = '2'"))
    .rows;
  expect(dead).toEqual({ soon: true });
  // A silent writer's lease has expired, so another one may have begun.
  await ask("update offer_lease set until = now() - interval '1 second'");
  const writer = writerOf('b');
  expect(() => writer.commit((commit) => commit.put(offer(1, 1, 500), null, []))).toThrow(/please start it again/);
  expect(rowsOf('b', 'select * from offer')).toEqual([]);
  expect(await headNumber()).toBe(numberOf('b'));
});

test('a folder that follows can be filled again for all folders', async () => {
  begin();
  await follow('b');
  const fill = new OfferFill(folder('a'));
  atEnd(() => fill.close());
  fill.shop({ ...shop(3), offers: 0 });
  fill.rate({ shop_id: 3, country: 'DE', tariff: 490, free_from: null, days_min: 1, days_max: 2 });
  fill.offer(offer(3, 1, 500));
  fill.finish(facts, { 'judged by': 'g1' });
  await untilFollowed('b');
  for (const name of ['a', 'b']) {
    expect(rowsOf(name, 'select id from shop')).toEqual([{ id: 3 }]);
    expect(validateOffers(join(folder(name), 'offers.db'), facts)).toEqual([]);
  }
  const judged = "select value from meta where key = 'judged by'";
  expect([rowsOf('a', judged), rowsOf('b', judged)]).toEqual([[{ value: 'g1' }], []]);
});

test('shops get ids that no shop of any folder had, and a returning shop keeps its id', () => {
  const writer = begin();
  removeShop(writer, 2);
  make('b');
  const other = writerOf('b');
  const ids = new IdRegistry(join(folder('b'), 'ids.db'));
  atEnd(() => ids.close());
  const idOf = shopIds(other, ids);
  expect([idOf('Shop 1'), idOf('New'), idOf('Newer'), idOf('New')]).toEqual([1, 3, 4, 3]);
  expect(idOf('Shop 2')).toBe(2);
});
