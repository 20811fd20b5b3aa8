import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
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
  shop,
  untilFollowed,
  writerOf,
} from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { changeShop } from '../offer-store/change-shop.js';
import { noteBeginning } from '../offer-store/followed-log.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { CommitLog } from './commit-log.js';
import { tablesLock } from './log-tables.js';

const { address, ask } = sharedRoom();

/** Changes a folder with offers of its own. */
function alone(name: string, work: (writer: OfferWriter) => void): void {
  make(name);
  shareOffersAt(null);
  const writer = new OfferWriter(folder(name), facts, testClock);
  work(writer);
  writer.close();
}
const fill = (name: string): void =>
  alone(name, (writer) => {
    changeShop(writer, shop(1), [['DE', 490, null, 1, 2]]);
    writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  });
const noted = (name: string) => rowsOf(name, "select value from meta where key = 'beginning log'");

/** Sessions that wait for an advisory lock of this database. */
const waiting = async () =>
  (
    await ask(`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
  ).rowCount;

/**
 * Kills a program while it makes the offers of a folder the first ones of PostgreSQL.
 * @param when before the commit, or after it, before the folder knows
 */
async function killAtJoin(name: string, when: 'before' | 'after'): Promise<void> {
  await (await CommitLog.open(address(), testClock)).close();
  await ask(`select pg_advisory_lock(${tablesLock})`);
  const child = run('follow', folder(name), address());
  const exited = once(child, 'exit');
  await until('the offers are about to be there', async () => (await waiting()) === 1);
  const busy = new DatabaseSync(join(folder(name), 'offers.db'));
  if (when === 'after') {
    busy.exec('begin immediate');
    await ask(`select pg_advisory_unlock(${tablesLock})`);
    await until('the offers are there', async () => (await headNumber()) === 0);
  }
  child.kill('SIGKILL');
  await exited;
  if (when === 'before') {
    // Other tests wait for locks in databases of the same server.
    await ask(`select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`);
    await ask(`select pg_advisory_unlock(${tablesLock})`);
  } else busy.exec('rollback');
  busy.close();
}

test('a folder that was killed after its offers were committed, before it knew, follows them', async () => {
  fill('a');
  await killAtJoin('a', 'after');
  expect(rowsOf('a', "select value from meta where key = 'followed log'")).toEqual([]);
  expect(noted('a')).toHaveLength(1);
  const before = contentOf('a');
  await (await follow('a'))();
  expect([contentOf('a'), noted('a')]).toEqual([before, []]);
  const writer = writerOf('a');
  writer.commit((commit) => commit.put(offer(1, 1, 600), null, []));
  await follow('b');
  expect(noted('b')).toEqual([]);
  expect(contentOf('b')).toEqual(contentOf('a'));
});

test('it also follows them if other folders have continued and the log begins later', async () => {
  fill('a');
  await killAtJoin('a', 'after');
  const end = await follow('b', { bytes: 1, commits: 1, keptSeconds: 0 });
  const writer = writerOf('b');
  for (let price = 600; price < 610; price++) writer.commit((commit) => commit.put(offer(1, 1, price), null, []));
  await until(
    'it is shortened',
    async () => (await ask('select 1 from offer_snapshot where number > 0')).rowCount === 1,
  );
  await end();
  await follow('a');
  await untilFollowed('a');
  expect(rowsOf('a', 'select price from offer')).toEqual([{ price: 609 }]);
  expect(contentOf('a')).toEqual(contentOf('b'));
});

test('a folder that was killed before the commit begins again', async () => {
  fill('a');
  await killAtJoin('a', 'before');
  expect([await headNumber(), noted('a').length]).toEqual([-1, 1]);
  await follow('a');
  await follow('b');
  expect([await headNumber(), contentOf('b')]).toEqual([0, contentOf('a')]);
});

test('a folder that was changed alone since then keeps its own offers', async () => {
  fill('a');
  await killAtJoin('a', 'after');
  alone('a', (writer) => writer.commit((commit) => commit.put(offer(1, 1, 700), null, [])));
  await expect(follow('a')).rejects.toThrow(/others of its own/);
  expect(rowsOf('a', 'select price from offer')).toEqual([{ price: 700 }]);
  await follow('b');
  expect(rowsOf('b', 'select price from offer')).toEqual([{ price: 500 }]);
});

test('if two folders with offers begin at once, the slower one keeps its offers and reports that', async () => {
  fill('a');
  fill('b');
  await (await CommitLog.open(address(), testClock)).close();
  await ask(`select pg_advisory_lock(${tablesLock})`);
  const ends = Promise.allSettled(['a', 'b'].map((name) => follow(name)));
  await until('both are about to begin', async () => (await waiting()) === 2);
  await ask(`select pg_advisory_unlock(${tablesLock})`);
  const refused = (await ends).filter(({ status }) => status === 'rejected');
  expect(refused.map((each) => 'reason' in each && String(each.reason))).toEqual([
    expect.stringContaining('others of its own'),
  ]);
  expect(['a', 'b'].map((name) => rowsOf(name, 'select price from offer'))).toEqual([
    [{ price: 500 }],
    [{ price: 500 }],
  ]);
});

test('offers that were about to begin one database begin another one under another name', () => {
  alone('b', ({ database }) => {
    const first = noteBeginning(database, 'chain', 'one');
    expect(noteBeginning(database, 'other', 'one')).toBe(first);
    expect(noteBeginning(database, 'other', 'two')).not.toBe(first);
  });
});
