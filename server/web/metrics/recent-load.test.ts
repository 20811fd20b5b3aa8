import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { Metrics } from './metrics.js';
import { RecentWork } from './recent-load.js';

const minute = 60_000;
const noon = Date.parse('2026-07-15T12:00:00.000Z');
function workAt(start = noon): { work: RecentWork; clock: ManualClock } {
  const clock = new ManualClock(start);
  return { work: new RecentWork([0.01, 0.1, 1], clock), clock };
}

test('an hour has sixty minutes and a day quarter hours, the current one last', () => {
  const { work, clock } = workAt(noon + 30_000);
  const { since, hour, day } = work.read();
  expect([since, hour.steps.length, day.steps.length]).toEqual(['2026-07-15T12:00:30.000Z', 60, 96]);
  expect([hour.steps[0]?.from, hour.steps.at(-1)?.from, hour.to]).toEqual([
    '2026-07-15T11:01:00.000Z',
    '2026-07-15T12:00:00.000Z',
    '2026-07-15T12:00:30.000Z',
  ]);
  expect([day.steps[0]?.from, day.to]).toEqual(['2026-07-14T12:15:00.000Z', hour.to]);
  work.failed();
  clock.jump(noon + 3 * minute - clock.now());
  work.refused();
  work.refused();
  const now = work.read();
  expect(now.hour.steps.slice(-4).map(({ failed, refused }) => [failed, refused])).toEqual([
    [1, 0],
    [0, 0],
    [0, 0],
    [0, 2],
  ]);
  expect(now.hour.whole).toEqual({ requests: 0, times: null, failed: 1, refused: 2 });
  expect(now.day.steps.at(-1)).toMatchObject({ failed: 1, refused: 2 });
});

test('shares are spread evenly within a bound, and slower requests count as the last bound', () => {
  const { work } = workAt();
  for (let count = 0; count < 90; count += 1) work.timed(0.005);
  for (let count = 0; count < 8; count += 1) work.timed(0.05);
  work.timed(20);
  work.timed(99);
  const { requests, times } = work.read().hour.whole;
  expect(requests).toBe(100);
  expect(times?.p50).toBeCloseTo(0.01 * (50 / 90), 6);
  expect(times?.p95).toBeCloseTo(0.01 + 0.09 * (5 / 8), 6);
  expect(times?.p99).toBe(30);
  const { work: bound } = workAt();
  bound.timed(0.01);
  expect(bound.read().hour.whole.times).toMatchObject({ p50: 0.005 });
});

test('older steps are dropped, also after hours without a request', () => {
  const { work, clock } = workAt();
  work.timed(0.05);
  clock.jump(noon + 59 * minute - clock.now());
  expect(work.read().hour.whole.requests).toBe(1);
  clock.jump(noon + 60 * minute - clock.now());
  expect([work.read().hour.whole.requests, work.read().day.whole.requests]).toEqual([0, 1]);
  work.timed(0.05);
  expect(work.read().hour.whole.requests).toBe(1);
  clock.jump(noon + 25 * 60 * minute - clock.now());
  expect(work.read().day.whole.requests).toBe(0);
});

test('only pages and calls are timed; errors count for everything but probes', () => {
  const counted = new Metrics(new ManualClock(noon));
  const request = { status: 200, cache: 'hit', isAborted: false, seconds: 0.02 } as const;
  for (const route of [
    'article___de-DE',
    'api.cart___fr-FR',
    'static',
    'picture',
    'console_page',
    'merchant_page',
    'livez',
  ])
    counted.request({ ...request, route });
  counted.request({ ...request, route: 'readyz', status: 503 });
  counted.request({ ...request, route: 'limited___de-DE', status: 429 });
  counted.request({ ...request, route: 'home___de-DE', status: 502 });
  counted.request({ ...request, route: 'merchant_offers', status: 500 });
  counted.shed('page', 'person');
  expect(counted.recent.read().hour.whole).toMatchObject({ requests: 3, failed: 2, refused: 2 });
});
