import type { Request } from 'express';
import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { issuePass, startWait } from './pass.js';
import { type NewCartLimit, newCartLimit, passCookie } from './rate-limit.js';

const keys = ['s'.repeat(32)] as const;
let clock: ManualClock;
let limit: NewCartLimit;
beforeEach(() => {
  clock = new ManualClock();
  limit = newCartLimit({ isOn: true, tiers: 1, keys, clock });
});

interface Visit {
  ip?: string;
  cookies?: Record<string, unknown>;
  /** The session that the write makes. */
  session?: string | null;
  of?: NewCartLimit;
}
/** Writes to a cart. @returns whether the write might make one */
async function mayBegin({ ip = '192.0.2.1', cookies = {}, session = 'new', of = limit }: Visit = {}): Promise<boolean> {
  let isAllowed = false;
  await of.guard({ ip, cookies, secure: false } as Request, async (mayNotBegin) => {
    isAllowed = !mayNotBegin;
    return { session: isAllowed ? session : null };
  });
  return isAllowed;
}
async function count(times: number, visit?: Visit): Promise<number> {
  let allowed = 0;
  for (let time = 0; time < times; time += 1) if (await mayBegin(visit)) allowed += 1;
  return allowed;
}

test('an address makes sixty carts at once, and another one every twelve seconds', async () => {
  expect(await count(100)).toBe(60);
  await clock.advance(11_900);
  expect(await mayBegin()).toBe(false);
  await clock.advance(200);
  expect(await count(2)).toBe(1);
});

test('writes that make no cart, or fail, cost nothing', async () => {
  expect(await count(200, { session: null })).toBe(200);
  const failing = () => Promise.reject(new Error('away'));
  for (let time = 0; time < 100; time += 1)
    await expect(limit.guard({ ip: '192.0.2.1', cookies: {} } as Request, failing)).rejects.toThrow('away');
  expect(await count(61)).toBe(60);
});

test('another address, and a person with a pass, have a limit of their own', async () => {
  await count(60);
  expect(await mayBegin({ ip: '192.0.2.2' })).toBe(true);
  const pass = issuePass(keys, startWait(keys, clock.now()));
  expect([
    await mayBegin({ cookies: { [passCookie]: pass } }),
    await mayBegin({ cookies: { [passCookie]: 'x' } }),
  ]).toEqual([true, false]);
});

test('a shop without limits has none for carts', async () => {
  const off = newCartLimit({ isOn: false, tiers: 1, keys, clock });
  expect(await count(100, { of: off })).toBe(100);
});
