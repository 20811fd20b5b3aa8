import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { fc } from '../../../test/support/properties.js';
import { difficultyBits, isSolved, issuePass, passLifetimeMs, passName, startWait, waitState } from './pass.js';
import { clientOf, TokenBuckets } from './token-buckets.js';

const keys = ['s'.repeat(32)] as const;

describe('buckets', () => {
  it('hold their size at once and regain five a second', async () => {
    const clock = new ManualClock();
    const buckets = new TokenBuckets(300, clock);
    const takeAll = (): number => {
      let taken = 0;
      while (buckets.take('a')) taken += 1;
      return taken;
    };
    expect(takeAll()).toBe(300);
    expect(buckets.secondsUntilFree('a')).toBe(1);
    await clock.advance(2000);
    expect(buckets.secondsUntilFree('a')).toBe(0);
    expect(takeAll()).toBe(10);
    await clock.advance(3600_000);
    expect(takeAll()).toBe(300);
    expect(buckets.take('b')).toBe(true);
    // A clock that is set back changes no bucket.
    clock.jump(-7200_000);
    expect(takeAll()).toBe(0);
  });

  it('regain as slowly as configured', async () => {
    const clock = new ManualClock();
    const buckets = new TokenBuckets(1, clock, 1 / 300);
    expect([buckets.take('a'), buckets.take('a'), buckets.secondsUntilFree('a')]).toEqual([true, false, 300]);
    await clock.advance(299_000);
    expect(buckets.take('a')).toBe(false);
    await clock.advance(2000);
    expect(buckets.take('a')).toBe(true);
  });

  it('are shared by the processes among which requests are spread', async () => {
    const clock = new ManualClock();
    const buckets = new TokenBuckets(10, clock, 5, 2);
    const takeAll = (): number => {
      let taken = 0;
      while (buckets.take('a')) taken += 1;
      return taken;
    };
    expect(takeAll()).toBe(5);
    await clock.advance(1000);
    expect(takeAll()).toBe(2);
    // The smallest bucket holds a token in each process, and one of size 0 none.
    expect([new TokenBuckets(1, clock, 5, 4).take('a'), new TokenBuckets(0, clock, 5, 4).take('a')]).toEqual([
      true,
      false,
    ]);
  });

  it('drop the least recently seen of fifty thousand clients', () => {
    const buckets = new TokenBuckets(1, new ManualClock());
    for (let client = 0; client < 50_000; client += 1) buckets.take(`${client}`);
    buckets.take('0');
    buckets.take('another');
    expect([buckets.take('0'), buckets.take('2'), buckets.take('another')]).toEqual([false, false, false]);
    expect(buckets.take('1')).toBe(true);
  });

  it('regain a returned token at once, and never hold more than their size', () => {
    const buckets = new TokenBuckets(2, new ManualClock());
    buckets.giveBack('a');
    const takeThree = () => [buckets.take('a'), buckets.take('a'), buckets.take('a')];
    expect(takeThree()).toEqual([true, true, false]);
    buckets.giveBack('a');
    expect(takeThree()).toEqual([true, false, false]);
    for (let i = 0; i < 3; i += 1) buckets.giveBack('a');
    expect(takeThree()).toEqual([true, true, false]);
  });

  it('lose nothing when they are queried', () => {
    const buckets = new TokenBuckets(1, new ManualClock());
    for (let i = 0; i < 5; i += 1) expect(buckets.secondsUntilFree('a')).toBe(0);
    expect(buckets.take('a')).toBe(true);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200'],
    ['2001:db8:1:2ab:1:2:3:4', '2001:db8:1:200'],
    ['2001:db8:1:300::', '2001:db8:1:300'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('%s belongs to %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  it('all addresses of a /56 are one client', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(clientOf(clientOf(address).includes(':') ? `${clientOf(address)}::` : address)).toBe(clientOf(address));
      }),
    );
  });
});

describe('the wait and the pass', () => {
  it('takes five seconds and is valid for a day', () => {
    const form = startWait(keys, 1000);
    expect(waitState(keys, form, 5999)).toBe('early');
    expect(waitState(keys, form, 6000)).toBe('over');
    expect(waitState(keys, form, 1000 + 3600_000)).toBe('over');
    expect(waitState(keys, form, 1000 + 3600_001)).toBe('unknown');
    expect(waitState(keys, form, 1000)).toBe('early');
    expect(waitState(keys, form, 999)).toBe('unknown');
    const pass = issuePass(keys, form);
    expect(issuePass(keys, form)).toBe(pass);
    expect(passName(keys, pass, 6000)).toMatch(/^[\w-]{16}$/);
    expect(passLifetimeMs).toBe(24 * 3600_000);
    expect(passName(keys, pass, 1000 + passLifetimeMs)).toMatch(/^[\w-]{16}$/);
    expect(passName(keys, pass, 1000 + passLifetimeMs + 1)).toBeNull();
    expect(passName(keys, pass, 999)).toBeNull();
  });

  it("only the shop's own signature counts, and a form is no pass", () => {
    const form = startWait(keys, 0);
    expect(passName(keys, form, 6000)).toBeNull();
    expect(waitState(['t'.repeat(32)], form, 6000)).toBe('unknown');
    expect(waitState(keys, form.replace(/^0/, '1'), 6000)).toBe('unknown');
    fc.assert(
      fc.property(fc.anything(), (token) => {
        expect(waitState(keys, token, 6000)).toBe('unknown');
        expect(passName(keys, token, 6000)).toBeNull();
      }),
    );
  });
});

describe('the puzzle', () => {
  const token = startWait(keys, 1000);
  const solutions = Array.from({ length: 200_000 }, (_, number) => String(number)).filter((number) =>
    isSolved(token, number),
  );

  it('takes about as many tries as its bits say', () => {
    expect(solutions.length).toBeGreaterThan((200_000 / 2 ** difficultyBits) * 0.2);
    expect(solutions.length).toBeLessThan((200_000 / 2 ** difficultyBits) * 3);
  });

  it('is solved only for its own form, and only by a plain number', () => {
    const [solution = ''] = solutions;
    const other = startWait(keys, 1000);
    expect(solutions.every((number) => isSolved(other, number))).toBe(false);
    for (const wrong of [
      `0x${solution}`,
      ` ${solution}`,
      `${solution}.0`,
      `${solution}n`,
      [solution],
      Number(solution),
    ])
      expect(isSolved(token, wrong)).toBe(false);
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.string()), (value) => !isSolved(token, value)));
  });
});
