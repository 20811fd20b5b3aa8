import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { facts, offer, shop } from '../../../test/fixtures/marketplace/offer-commits/shared-room.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { changeShop } from './change-shop.js';
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
