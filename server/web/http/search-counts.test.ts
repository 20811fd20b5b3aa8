import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import type { SearchCount } from '../../contract/search-counts.js';
import { SearchCounts } from './search-counts.js';

const found = { isFound: true, isCorrected: false };

function counter() {
  const kept: [day: string, counts: SearchCount[]][] = [];
  const clock = new ManualClock(Date.parse('2026-03-01T22:00:00Z'));
  let isBroken = false;
  const counts = new SearchCounts(async (day, taken) => {
    if (isBroken) throw new Error('away');
    kept.push([day, taken]);
  }, clock);
  return {
    kept,
    counts,
    /** Addresses that very probably have different hashes. */
    search: (term: string, visitors: number, outcome = found) => {
      for (let visitor = 1; visitor <= visitors; visitor++) counts.count('de', term, `192.0.2.${visitor}`, outcome);
    },
    clock,
    breakStore: (broken: boolean) => {
      isBroken = broken;
    },
  };
}

test('only terms of several visitors within a day are reported, in one spelling', async () => {
  const { kept, counts, search } = counter();
  search('wem gehört AB-CD 123', 3);
  // A visitor who searches often counts once.
  for (let times = 0; times < 50; times++) counts.count('de', 'rückruf', '192.0.2.9', found);
  search('  Öl   FILTER ', 12);
  search('öl filter', 12, { isFound: false, isCorrected: true });
  await counts.stop();
  expect(kept).toEqual([
    ['2026-03-01', [{ language: 'de', term: 'öl filter', searches: 24, withoutResults: 12, corrected: 12 }]],
  ]);
});

test('terms of too few visitors are deleted with the day, and days do not add up', async () => {
  const { kept, counts, search, clock } = counter();
  search('kolbenring', 3);
  clock.jump(3 * 3_600_000);
  search('kolbenring', 3);
  await counts.stop();
  expect(kept).toEqual([]);
});

test('counts are reported once, for their own day, and again after a failure', async () => {
  const { kept, counts, search, clock, breakStore } = counter();
  search('zündkerze', 12);
  counts.count('de', 'zündkerze', '192.0.2.1', { isFound: false, isCorrected: true });
  breakStore(true);
  await clock.advance(300_000);
  breakStore(false);
  await clock.advance(299_999);
  expect(kept).toEqual([]);
  await clock.advance(1);
  await counts.flush();
  const first = { searches: 13, withoutResults: 1, corrected: 1 };
  expect(kept).toEqual([['2026-03-01', [expect.objectContaining(first)]]]);
  search('zündkerze', 2);
  clock.jump(3 * 3_600_000);
  search('bremse', 1);
  expect(kept.map(([day, [first]]) => [day, first?.searches])).toEqual([
    ['2026-03-01', 13],
    ['2026-03-01', 2],
  ]);
  await counts.stop();
  expect(kept).toHaveLength(2);
});

test('languages are counted separately, and neither long texts nor floods are kept', async () => {
  const { kept, counts, search } = counter();
  search('x'.repeat(61), 12);
  for (let visitor = 1; visitor <= 12; visitor++) counts.count('fr', 'radio', `192.0.2.${visitor}`, found);
  for (let term = 0; term < 30_000; term++) counts.count('de', `term ${term}`, '192.0.2.1', found);
  search('zu spät', 12);
  await counts.stop();
  expect(kept.flatMap(([, each]) => each).map(({ language, term }) => `${language} ${term}`)).toEqual(['fr radio']);
});
