import { beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ProblemError } from '../../contract/problem.js';
import { OperationHealth } from './operation-health.js';

let clock: ManualClock;
let health: OperationHealth;
const onSlow = vi.fn();
beforeEach(() => {
  onSlow.mockClear();
  clock = new ManualClock();
  health = new OperationHealth(clock, onSlow);
});
/** A call that the test ends. */
function hanging() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { call: () => promise, answer: () => resolve('there') };
}
/** Makes calls for several subjects, none of which is answered within the milliseconds. */
function inVain(operation: string, milliseconds: number, count = 3): void {
  for (let caller = 0; caller < count; caller += 1) health.waitedInVain(operation, milliseconds, `caller ${caller}`);
}
const taking = (milliseconds: number) => async () => {
  await clock.advance(milliseconds);
  return 'there';
};
const shortened = (timeoutMs: number): number | null => health.shortenedTimeoutMs('offers', timeoutMs);

test('one slow caller or address does not shorten the wait of others, however often it waits in vain', () => {
  for (let time = 0; time < 20; time += 1) {
    health.waitedInVain('offers', 900, 'a locked cart');
    expect(shortened(900)).toBeNull();
  }
  health.waitedInVain('offers', 900, 'another');
  expect(shortened(900)).toBeNull();
});

test('after three waits in vain, callers wait only briefly until one call is answered', async () => {
  inVain('offers', 811);
  expect(shortened(900)).toBe(50);
  expect(shortened(6000)).toBeNull();
  expect(health.shortenedTimeoutMs('article', 900)).toBeNull();
  inVain('offers', 6000);
  expect(shortened(6000)).toBe(50);
  expect(await health.run('offers', 900, 'somebody', taking(5))).toBe('there');
  expect([shortened(900), shortened(6000)]).toEqual([null, null]);
});

test("a hanging operation gets twice its usual time, at most the caller's timeout", async () => {
  for (let call = 0; call < 20; call += 1) await health.run('offers', 900, 'x', taking(call < 5 ? 10 : 140));
  inVain('offers', 900);
  expect(shortened(900)).toBe(280);
  expect(shortened(200)).toBe(200);
});

test('the usual time of an operation is the one in the middle, in whatever order they come', async () => {
  for (const ms of [300, 100, 200]) await health.run('offers', 900, 'x', taking(ms));
  inVain('offers', 900);
  expect(shortened(900)).toBe(400);
});

test('sections wait longer than their share while all answers are slow', async () => {
  expect(health.sectionTimeoutMs(300)).toBe(300);
  for (const each of ['article', 'navigation', 'brands']) await health.run(each, 1500, each, taking(350));
  expect(health.sectionTimeoutMs(300)).toBe(700);
  for (let call = 0; call < 20; call += 1) await health.run('offers', 1500, 'x', taking(3));
  expect(health.sectionTimeoutMs(300)).toBe(300);
});

test('every answer is timed, a missing one is not', async () => {
  const failing = (code: 'not_found' | 'unavailable') => async () => {
    await clock.advance(20);
    throw new ProblemError(code);
  };
  inVain('offers', 5000);
  await expect(health.run('offers', 100, 'x', failing('unavailable'))).rejects.toThrow('unavailable');
  expect(shortened(100)).not.toBeNull();
  await expect(health.run('offers', 100, 'x', failing('not_found'))).rejects.toThrow('not_found');
  expect(shortened(100)).toBeNull();
  for (const caller of ['a', 'b', 'c'])
    await expect(health.run('article', 10, caller, failing('unavailable'))).rejects.toThrow('unavailable');
  expect(health.shortenedTimeoutMs('article', 10)).not.toBeNull();
});

test('eight calls of a hanging operation run at once, and all others are refused with one error until one returns', async () => {
  const first = hanging();
  const others = hanging();
  const flights = [health.run('offers', 100, 'first', first.call)];
  // An operation that is not known to be slow is open to all callers.
  for (let call = 1; call < 9; call += 1) flights.push(health.run('offers', 100, `${call}`, others.call));
  inVain('offers', 200);
  const asked = async (): Promise<unknown> =>
    health.run('offers', 100, 'another', async () => 'asked').catch((error) => error);
  const refusal = await asked();
  expect(refusal).toMatchObject({ code: 'unavailable' });
  expect(await asked()).toBe(refusal);
  expect(await health.run('offers', 1000, 'another', async () => 'more patient')).toBe('more patient');
  inVain('offers', 200);
  first.answer();
  await flights[0];
  inVain('offers', 200);
  const later = await asked();
  expect(later).toMatchObject({ code: 'unavailable' });
  expect(later).not.toBe(refusal);
  others.answer();
  await Promise.all(flights);
  inVain('offers', 200);
  expect(await asked()).toBe('asked');
});

test('seven slow calls leave room for an eighth', async () => {
  const slow = hanging();
  const flights = Array.from({ length: 7 }, (_, call) => health.run('offers', 100, `${call}`, slow.call));
  inVain('offers', 200);
  flights.push(health.run('offers', 100, 'eighth', slow.call));
  await expect(health.run('offers', 100, 'ninth', slow.call)).rejects.toMatchObject({ code: 'unavailable' });
  slow.answer();
  expect(await Promise.all(flights)).toHaveLength(8);
});

test('an operation that is slower than its deadline is logged with its time, once a minute', async () => {
  await health.run('offers', 300, 'x', taking(299));
  expect(onSlow).not.toHaveBeenCalled();
  await health.run('offers', 300, 'x', taking(320));
  await health.run('offers', 300, 'y', taking(420));
  expect(onSlow.mock.calls).toEqual([['offers', 320, 300]]);
  const silent = async () => {
    await clock.advance(900);
    throw new ProblemError('unavailable');
  };
  await health.run('cartAdd', 900, 'x', silent).catch(() => {});
  expect(onSlow.mock.calls.at(-1)).toEqual(['cartAdd', 900, 900]);
  await clock.advance(60_000);
  await health.run('offers', 300, 'x', taking(320));
  expect(onSlow).toHaveBeenCalledTimes(3);
});
