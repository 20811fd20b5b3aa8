import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { facts, offer, shop } from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { changeShop } from './change-shop.js';
import { bestBytes } from './offer-log.js';
import { OfferWriter } from './offer-writer.js';
import { dayText, readPriceHistory } from './price-history.js';

const day = 24 * 3600_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relief-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('the first commit of a day folds the prices of the day before', () => {
  const clock = new ManualClock();
  const writer = new OfferWriter(folder, facts, clock);
  const history = () => readPriceHistory(writer.database, 1, 'DE').map(({ from, total }) => [from, total]);
  const on = (days: number) => dayText(clock.now() + days * day);
  try {
    changeShop(writer, shop(1), [['DE', 490, null, 1, 2]]);
    writer.commit((commit) => commit.put(offer(1, 1, 500), null, []));
    expect(history()).toEqual([]);
    clock.jump(day);
    writer.commit((commit) => commit.put(offer(1, 1, 600), null, []));
    // The former price was also one of the second day.
    expect(history()).toEqual([
      [on(-1), 990],
      [on(1), 1090],
    ]);
  } finally {
    writer.close();
  }
});

/** Adds commits of today to the log. @param bytes of summaries in each */
function log(writer: OfferWriter, commits: number, bytes: number): void {
  writer.database
    .prepare(
      `insert into change (number, at, products, best_ids, best, leaves, shops, flags)
       with recursive made (number) as (select 1 union all select number + 1 from made where number < ?)
       select number + (select coalesce(max(number), 0) from change), ?, x'', x'', zeroblob(?), x'', x'', 0 from made`,
    )
    .run(commits, writer.clock.now(), bytes);
}
const tooManyBytes = 16 * 1024 ** 2;

test.each([
  { commits: 19_999, bytes: 0, isFolded: false },
  { commits: 20_000, bytes: 0, isFolded: true },
  { commits: 1, bytes: tooManyBytes - (tooManyBytes % bestBytes), isFolded: false },
  { commits: 1, bytes: tooManyBytes - (tooManyBytes % bestBytes) + bestBytes, isFolded: true },
])('a log of $commits commits with $bytes bytes: folded at the end of writes: $isFolded', (each) => {
  const writer = new OfferWriter(folder, facts, new ManualClock());
  log(writer, each.commits, each.bytes);
  writer.close();
  const again = new OfferWriter(folder, facts, new ManualClock());
  const folded = Number(again.statements.meta('folded'));
  again.close();
  expect(folded > 0).toBe(each.isFolded);
});

test('every 256th commit folds a log that is larger than the blocks', () => {
  const writer = new OfferWriter(folder, facts, new ManualClock());
  const folded = () => Number(writer.statements.meta('folded'));
  /** Fills the log with commits up to a number, and makes the next one. */
  const goTo = (number: number): number => {
    const last = Number(writer.database.prepare('select max(number) as number from change').get()?.number ?? 0);
    if (last < number - 1) log(writer, number - 1 - last, 0);
    writer.commit((commit) => commit.touchTexts({ category: [1], trader: [], name: [] }));
    return folded();
  };
  log(writer, 1, bestBytes * 150_000);
  expect([goTo(255), goTo(256)]).toEqual([0, 256]);
  writer.database.exec('insert into best_block (block, data) values (99, zeroblob(20000000))');
  log(writer, 1, bestBytes * 150_000);
  expect(goTo(512)).toBe(256);
  log(writer, 1, bestBytes * 25_000);
  expect(goTo(768)).toBe(768);
  writer.close();
});
