import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
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
  share,
  sharedRoom,
  shop,
  untilFollowed,
  writerOf,
} from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { giveIds } from '../../../test/fixtures/marketplace/operator/operator-folder.js';
import { makeDatabase } from '../../../test/fixtures/marketplace/state/test-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { changeShop } from '../offer-store/change-shop.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { openStateStore } from '../state/state-store.js';
import { runOperatorCommand } from './cli.js';

const { address, program } = sharedRoom();
const prices = (name: string) => rowsOf(name, 'select price from offer');
const backup = () => folder('copy.db');

/** Runs a command on a folder, with the thread for PostgreSQL of the build. */
async function operate(name: string, databaseUrl: string | undefined, ...words: string[]) {
  const lines: string[] = [];
  const environment = { DATA_DIR: folder(name), ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const code = await runOperatorCommand(
    words,
    environment,
    testClock,
    (line) => lines.push(line),
    undefined,
    program(),
  );
  return { code, output: lines.join('\n') };
}
const restore = (name: string, databaseUrl: string | undefined = address()) =>
  operate(name, databaseUrl, 'restore', backup());

/** Backs up folder `a`, which follows and has an offer for 500. Afterwards the offer costs 700. */
async function backUpAndGoOn(): Promise<void> {
  const writer = begin();
  writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  expect((await operate('a', address(), 'backup', backup())).code).toBe(0);
  share();
  writer.commit((commit) => commit.put(offer(1, 1, 700), null, []));
  writer.close();
}
/** Reads what an empty folder gets. */
async function ofPostgres(name: string): Promise<unknown> {
  await (await follow(name))();
  return contentOf(name);
}

beforeEach(async () => {
  make('a');
  await (await openStateStore(folder('a'))).destroy();
  giveIds(folder('a'), 'A', 'B');
});

test('a folder that follows gets the offers of PostgreSQL instead of those of the backup', async () => {
  await backUpAndGoOn();
  const [number, before] = [await headNumber(), await ofPostgres('before')];
  const epoch = rowsOf('a', "select value from meta where key = 'epoch'");
  const { code, output } = await restore('a');
  expect([code, output]).toEqual([0, expect.stringContaining('Shops and offers are those of PostgreSQL')]);
  expect([prices('a'), contentOf('a')]).toEqual([[{ price: 700 }], before]);
  expect(rowsOf('a', "select value from meta where key = 'epoch'")).toEqual(epoch);
  const names = readdirSync(folder('a'));
  expect(names.filter((name) => name.startsWith('offers.db.before-'))).toHaveLength(1);
  expect(names.filter((name) => /tmp|part/.test(name))).toEqual([]);
  await follow('a');
  expect([await headNumber(), await ofPostgres('after')]).toEqual([number, before]);
  writerOf('before').commit((commit) => commit.put(offer(1, 1, 800), null, []));
  await untilFollowed('a');
  expect(prices('a')).toEqual([{ price: 800 }]);
});

test('an empty or damaged folder that follows gets them too, and a backup needs no offers', async () => {
  await backUpAndGoOn();
  const [number, before] = [await headNumber(), await ofPostgres('before')];
  expect((await restore('empty')).code).toBe(0);
  for (const end of ['-wal', '-shm']) rmSync(join(folder('a'), `offers.db${end}`), { force: true });
  writeFileSync(join(folder('a'), 'offers.db'), 'torn'.repeat(3000));
  expect((await restore('a')).code).toBe(0);
  rmSync(`${backup()}.offers`);
  expect((await restore('former')).code).toBe(0);
  expect(['empty', 'a', 'former'].map(contentOf)).toEqual([before, before, before]);
  expect([await headNumber(), await ofPostgres('after')]).toEqual([number, before]);
});

test('restore changes nothing if PostgreSQL is away, or has no offers although others were followed', async () => {
  await backUpAndGoOn();
  const before = readdirSync(folder('a')).sort();
  const away = new URL(address());
  away.port = '1';
  expect(await restore('a', away.href)).toEqual({
    code: 1,
    output: expect.stringMatching(/cannot be reached \(ECONNREFUSED\)\. Nothing was restored/),
  });
  const other = await makeDatabase(true);
  expect(await restore('a', other)).toEqual({
    code: 1,
    output: expect.stringMatching(/has no offers, and .*copy\.db\.offers follows/),
  });
  rmSync(`${backup()}.offers`);
  expect(await restore('a', other)).toEqual({
    code: 1,
    output: expect.stringMatching(/has no offers, and .*\/a\/offers\.db follows/),
  });
  expect([prices('a'), readdirSync(folder('a')).sort()]).toEqual([[{ price: 700 }], before]);
});

test('the offers of the backup become the first ones of PostgreSQL if none were followed', async () => {
  shareOffersAt(null);
  const own = new OfferWriter(folder('a'), facts, testClock);
  changeShop(own, shop(1), [['DE', 490, null, 1, 2]]);
  own.commit((commit) => commit.put(offer(1, 1, 500), null, []));
  own.close();
  await operate('a', undefined, 'backup', backup());
  expect((await restore('a')).output).toMatch(
    /those of the backup.*has no offers: those of the folder become its first/s,
  );
  expect(await headNumber().catch(() => -1)).toBe(-1);
  await follow('a');
  await follow('b');
  expect(contentOf('b')).toEqual(contentOf('a'));
});

test("without DATABASE_URL the offers of the backup are the folder's own and never those of PostgreSQL again", async () => {
  await backUpAndGoOn();
  const before = await ofPostgres('before');
  const done = await operate('a', undefined, 'restore', backup());
  expect(done.output).toContain('Shops and offers are those of the backup.');
  expect(prices('a')).toEqual([{ price: 500 }]);
  await expect(follow('a')).rejects.toThrow(/others of its own/);
  expect(() => writerOf('a')).toThrow(/others of its own/);
  expect(await ofPostgres('after')).toEqual(before);
});
