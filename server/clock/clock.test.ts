import { expect, test } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { timeLeft } from './clock.js';

test('time is left until a moment that may be so far ahead; one set by a clock that was ahead has passed', () => {
  const clock = new ManualClock();
  const left = (ms: number) => timeLeft(clock, clock.now() + ms, 5000);
  expect([-1, 0, 1, 5000, 5001].map(left)).toEqual([0, 0, 1, 5000, 0]);
});
