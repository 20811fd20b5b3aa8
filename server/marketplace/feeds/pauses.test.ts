import { expect, test } from 'vitest';
import { firstPause, pauseAfterFailure, pauseAfterRefusal, usualPause } from './feed-state.js';
import { ageOf, isOverdue } from './overdue.js';

const minute = 60_000;
const hour = 60 * minute;
const [least, middle, most] = [() => 0, () => 0.5, () => 0.999_999];

test('new feeds begin within ten seconds each, and within their interval', () => {
  expect(firstPause(hour, 6, least)).toBe(0);
  expect(firstPause(hour, 6, middle)).toBe(minute / 2);
  expect(firstPause(hour, 1, most)).toBeCloseTo(10_000, -1);
  expect(firstPause(5 * minute, 600, middle)).toBe(2.5 * minute);
});

test('after a success a feed waits for its interval ± 5 %', () => {
  expect([usualPause(hour, least), usualPause(hour, middle)]).toEqual([0.95 * hour, hour]);
  expect(usualPause(hour, most)).toBeCloseTo(1.05 * hour, -1);
});

test('after failures a feed waits a minute, then twice as long each time, up to eight intervals', () => {
  const pauses = [1, 2, 3, 4, 9, 10, 40, 2000].map((failures) => pauseAfterFailure(hour, failures, 0, middle) / minute);
  expect(pauses).toEqual([1, 2, 4, 8, 256, 480, 480, 480]);
  expect([pauseAfterFailure(hour, 1, 0, least), pauseAfterFailure(hour, 1, 0, most)]).toEqual([
    0.75 * minute,
    expect.closeTo(1.25 * minute, -1),
  ]);
});

test('a server may request a longer pause, up to eight intervals', () => {
  expect(pauseAfterFailure(hour, 1, 5 * minute, middle)).toBe(5 * minute);
  expect(pauseAfterFailure(hour, 4, 5 * minute, middle)).toBe(8 * minute);
  expect(pauseAfterFailure(hour, 1, 9 * hour, middle)).toBe(8 * hour);
});

test('after refusals a feed waits for its interval, then twice as long each time, up to eight times', () => {
  const pauses = [1, 2, 3, 4, 5, 2000].map((failures) => pauseAfterRefusal(hour, failures, middle) / hour);
  expect(pauses).toEqual([1, 2, 4, 8, 8, 8]);
});

test('a feed is overdue when its time without success has passed, counted from its naming at first', () => {
  const at = (ms: number): string => new Date(ms).toISOString();
  const row = { succeeded_at: at(5000), named_at: at(1000) };
  const never = { ...row, succeeded_at: null };
  expect([ageOf(row, new Date(8000)), ageOf(never, new Date(8000)), ageOf(row, new Date(2000))]).toEqual([
    3000, 7000, 0,
  ]);
  const isLate = (ms: number) => isOverdue({ overdueAfterMs: 3000 }, row, new Date(ms));
  expect([isLate(8000), isLate(8001)]).toEqual([false, true]);
});
