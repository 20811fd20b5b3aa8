import { beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ProblemError } from '../../contract/problem.js';
import { OperationHealth } from './operation-health.js';

let clock: ManualClock;
let health: OperationHealth;
beforeEach(() => {
  clock = new ManualClock();
  health = new OperationHealth(clock);
});
/** A call that ends when it is told to. */
function hanging() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { call: () => promise, answer: () => resolve('there') };
}

test('who asks something that was too slow for them waits a thirtieth of their time, until it is quick again', async () => {
  expect(health.shortenedTimeoutMs('offers', 900)).toBeNull();
  health.waitedInVain('offers', 800);
  expect(health.shortenedTimeoutMs('offers', 900)).toBeNull();
  health.waitedInVain('offers', 811);
  expect(health.shortenedTimeoutMs('offers', 900)).toBeCloseTo(30);
  // Somebody who waits longer is not concerned, nor is another operation, nor does a shorter wait say anything.
  expect(health.shortenedTimeoutMs('offers', 1000)).toBeNull();
  expect(health.shortenedTimeoutMs('article', 900)).toBeNull();
  health.waitedInVain('offers', 5);
  expect(health.shortenedTimeoutMs('offers', 900)).toBeCloseTo(30);
  expect(await health.run('offers', 900, async () => 'quick')).toBe('quick');
  expect(health.shortenedTimeoutMs('offers', 900)).toBeNull();
});

test('any answer tells how long it took, only none at all does not', async () => {
  const failing = (code: 'not_found' | 'unavailable') => async () => {
    await clock.advance(20);
    throw new ProblemError(code);
  };
  health.waitedInVain('offers', 5000);
  await expect(health.run('offers', 100, failing('unavailable'))).rejects.toThrow('unavailable');
  expect(health.shortenedTimeoutMs('offers', 100)).not.toBeNull();
  await expect(health.run('offers', 100, failing('not_found'))).rejects.toThrow('not_found');
  expect(health.shortenedTimeoutMs('offers', 1000)).toBeNull();
  await expect(health.run('article', 10, failing('unavailable'))).rejects.toThrow('unavailable');
  expect(health.shortenedTimeoutMs('article', 10)).not.toBeNull();
});

test('of what hangs eight calls are under way, and all others are refused with one error until one returns', async () => {
  const first = hanging();
  const others = hanging();
  const flights = [health.run('offers', 100, first.call)];
  for (let call = 1; call < 8; call += 1) flights.push(health.run('offers', 100, others.call));
  // As long as it is not known to be slow, everybody may ask.
  flights.push(health.run('offers', 100, others.call));
  health.waitedInVain('offers', 200);
  const asked = async (): Promise<unknown> => health.run('offers', 100, async () => 'asked').catch((error) => error);
  const refusal = await asked();
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect(await asked()).toBe(refusal);
  expect(await health.run('offers', 1000, async () => 'more patient')).toBe('more patient');
  health.waitedInVain('offers', 200);
  first.answer();
  await flights[0];
  health.waitedInVain('offers', 200);
  const later = await asked();
  expect(later).toMatchObject({ code: 'unavailable' });
  expect(later).not.toBe(refusal);
  others.answer();
  await Promise.all(flights);
  health.waitedInVain('offers', 200);
  expect(await asked()).toBe('asked');
});

test('seven slow calls leave room for an eighth', async () => {
  const slow = hanging();
  const flights = Array.from({ length: 7 }, () => health.run('offers', 100, slow.call));
  health.waitedInVain('offers', 200);
  flights.push(health.run('offers', 100, slow.call));
  await expect(health.run('offers', 100, slow.call)).rejects.toMatchObject({ code: 'unavailable' });
  slow.answer();
  expect(await Promise.all(flights)).toHaveLength(8);
});
