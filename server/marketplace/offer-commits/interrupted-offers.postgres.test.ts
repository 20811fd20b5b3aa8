import { afterEach, expect, test, vi } from 'vitest';
import {
  begin,
  contentOf,
  folder,
  follow,
  headNumber,
  make,
  numberOf,
  offer,
  rowsOf,
  sharedRoom,
  writerOf,
} from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { followedLog } from '../offer-store/followed-log.js';
import { openOffersForWriting } from '../offer-store/offer-file.js';
import { sharedOffers } from '../offer-store/shared-offers.js';
import { CommitLog } from './commit-log.js';
import { LocalOffers } from './local-offers.js';
import { loadSnapshot } from './snapshot-file.js';

const { address, ask, atEnd } = sharedRoom();
afterEach(() => {
  vi.restoreAllMocks();
});

test('a writer whose commits are cut off at their end continues with the next one, however many there were', async () => {
  const writer = begin();
  await ask(`create function cut() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger cut after insert on offer_commit deferrable initially deferred
      for each row execute function cut()`);
  for (let price = 1; price <= 4; price++)
    expect(() => writer.commit((commit) => commit.put(offer(1, 1, price), null, []))).toThrow(/start this again later/);
  expect(rowsOf('a', 'select * from offer')).toEqual([]);
  await ask('drop trigger cut on offer_commit');
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  await follow('b');
  expect(contentOf('b')).toEqual(contentOf('a'));
});

test('a lease that could not be released does not block its holder', async () => {
  const writer = begin();
  const shared = sharedOffers(folder('a'));
  if (!shared) throw new Error('not shared');
  atEnd(() => shared.close());
  const giveBack = shared.lease(1, 0);
  await ask("insert into offer_lease (shop, holder, until) select '9', holder, until from offer_lease");
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  giveBack?.();
  expect(rowsOf('a', 'select price from offer')).toEqual([{ price: 500 }]);
  expect((await ask('select shop from offer_lease')).rows).toEqual([{ shop: '9' }]);
});

test("a late snapshot does not set a folder back behind another program's writes", async () => {
  begin();
  make('b');
  const log = await CommitLog.open(address(), testClock);
  atEnd(() => log.close());
  const database = openOffersForWriting(folder('b'));
  atEnd(() => database.close());
  const readPiece = log.piece.bind(log);
  vi.spyOn(log, 'piece').mockImplementationOnce((...which) => {
    writerOf('b').commit((commit) => commit.put(offer(1, 1, 500), null, []));
    return readPiece(...which);
  });
  expect(await loadSnapshot(log, folder('b'), database, null, false)).toBe(false);
  expect(numberOf('b')).toBe(await headNumber());
  expect(rowsOf('b', 'select price from offer')).toEqual([{ price: 500 }]);
});

test('few commits are a long log if they have more bytes than the snapshot and the bound', async () => {
  const writer = begin();
  const end = await follow('b', { bytes: 1e9, commits: 1e9, keptSeconds: 0 });
  await end();
  const log = await CommitLog.open(address(), testClock);
  atEnd(() => log.close());
  const offers = new LocalOffers(folder('b'), log);
  atEnd(() => offers.close());
  const shorten = (bytes: number) => offers.shorten({ bytes, commits: 1e9, keptSeconds: 0 });
  writer.commit((commit) => commit.put(offer(1, 1, 100), null, []));
  expect(await shorten(0)).toBe(false);
  const snapshot = (await log.head())?.snapshot ?? 0;
  await ask('update offer_head set pending = $1', [snapshot + 2]);
  expect(await shorten(snapshot + 2)).toBe(false);
  await offers.catchUp();
  expect(await shorten(snapshot + 1)).toBe(true);
  expect(await shorten(0)).toBe(false);
});

test('a folder with another history announces a new epoch, even after a kill', async () => {
  begin();
  const end = await follow('b');
  await end();
  const epoch = () => rowsOf('b', "select value from meta where key = 'epoch'")[0]?.value;
  const before = epoch();
  const log = await CommitLog.open(address(), testClock);
  atEnd(() => log.close());
  const database = openOffersForWriting(folder('b'));
  expect(await loadSnapshot(log, folder('b'), database, followedLog(database), true)).toBe(true);
  database.close();
  expect(epoch()).toBe(before);
  const offers = new LocalOffers(folder('b'), log);
  await offers.catchUp();
  offers.close();
  const renewed = epoch();
  expect(renewed).not.toBe(before);
  const head = await headNumber();
  const again = new LocalOffers(folder('b'), log);
  await again.catchUp();
  again.close();
  expect([epoch(), await headNumber()]).toEqual([renewed, head]);
});
