import type { Response } from 'express';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ProblemError } from '../../contract/problem.js';
import { createMerchantLimits } from './limits.js';

/** A response of which only the headers count. */
const responseWith = (headers: Map<string, string>): Response =>
  ({ setHeader: (name: string, value: string) => headers.set(name, value) }) as unknown as Response;
const wrong = async (): Promise<never> => {
  throw new ProblemError('token');
};

test('each token has calls of its own, and gets them back', async () => {
  const clock = new ManualClock();
  const limits = createMerchantLimits(clock);
  const headers = new Map<string, string>();
  const take = (token: string) => limits.take('file', token, responseWith(headers));
  for (let at = 0; at < 6; at += 1) take('a');
  expect(() => take('a')).toThrow(expect.objectContaining({ code: 'too_many' }));
  expect(headers.get('Retry-After')).toBe('30');
  take('b');
  limits.take('read', 'a', responseWith(headers));
  await clock.advance(30_000);
  take('a');
  expect(() => take('a')).toThrow(ProblemError);
});

test('wrong tokens lock an address out for a while, right ones do not', async () => {
  const clock = new ManualClock();
  const limits = createMerchantLimits(clock);
  const headers = new Map<string, string>();
  const guard = (ip: string, work: () => Promise<unknown>) => limits.guard({ ip }, responseWith(headers), work);
  for (let at = 0; at < 50; at += 1) await guard('192.0.2.1', async () => 'right');
  for (let at = 0; at < 10; at += 1) await expect(guard('192.0.2.1', wrong)).rejects.toMatchObject({ code: 'token' });
  await expect(guard('192.0.2.1', async () => 'right')).rejects.toMatchObject({ code: 'too_many' });
  expect(headers.get('Retry-After')).toBe('60');
  await guard('192.0.2.2', async () => 'right');
  await clock.advance(59_500);
  await expect(guard('192.0.2.1', async () => 'right')).rejects.toMatchObject({ code: 'too_many' });
  expect(headers.get('Retry-After')).toBe('1');
  await clock.advance(500);
  await guard('192.0.2.1', async () => 'right');
});
