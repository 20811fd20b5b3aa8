import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ProblemError } from '../../contract/problem.js';
import type { Generation } from '../generation/generation.js';
import { besideCart } from './beside-cart.js';
import type { offersOfLines } from './read-offer.js';

const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterEach(() => stderr.mockClear());

const clock = new ManualClock();
const generation = { offers: { shops: {}, clock } } as unknown as Generation;
const beside = (offers: ReturnType<typeof offersOfLines>) =>
  besideCart(generation, [], { locale: 'de-DE', country: 'DE' }, { clock, requestId: 'r1' }, offers, 150);
const unknown = { plans: null, advice: null };

test('plans and advice that take too long are unknown', async () => {
  const asked = beside(new Promise(() => {}));
  let isAnswered = false;
  void asked.then(() => {
    isAnswered = true;
  });
  await clock.advance(149);
  expect(isAnswered).toBe(false);
  await clock.advance(1);
  expect(await asked).toEqual(unknown);
  expect(clock.waiting).toBe(0);
});

test('a fault of the program takes plans and advice from the cart, and the log has it', async () => {
  expect(await beside(Promise.reject(new TypeError('no such row')))).toEqual(unknown);
  const lines = stderr.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toMatchObject(
    ['plans', 'advice'].map((part) => ({ event: 'cart_part_failed', requestId: 'r1', part, reason: /no such row/ })),
  );
});

test('a refusal is no fault of the program', async () => {
  expect(await beside(Promise.reject(new ProblemError('unavailable', 'too many carts are compared')))).toEqual(unknown);
  expect(stderr).not.toHaveBeenCalled();
  expect(clock.waiting).toBe(0);
});
