import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ProblemError } from '../../contract/problem.js';
import { CachedResponse, type Received } from './cached-response.js';
import { ResponseCache } from './response-cache.js';

const minute = 60_000;
const hour = 60 * minute;

describe('cache of responses', () => {
  let clock: ManualClock;
  let calls: number;
  let failures: unknown[];
  let cache: ResponseCache;
  const responseOf = (text: string, generation: string | null = 'g1'): Received => ({
    body: Buffer.from(text),
    contentType: 'application/json',
    generation,
    session: null,
  });
  const load = (text: string, generation?: string) => async () => {
    calls += 1;
    return responseOf(text, generation);
  };
  const fail = async (): Promise<Received> => {
    calls += 1;
    throw new ProblemError('unavailable');
  };
  const get = async (
    key: string,
    loading: () => Promise<Received>,
    policy: 'catalogue' | 'offers' | 'picture' = 'offers',
  ) => {
    const { entry, outcome } = await cache.get(key, policy, loading);
    return `${outcome} ${entry.body}`;
  };
  beforeEach(() => {
    clock = new ManualClock();
    calls = 0;
    failures = [];
    cache = new ResponseCache({
      maxBytes: 1_000_000,
      clock,
      onRefreshFailed: (error) => failures.push(error),
    });
  });

  it('calls once for a thousand cold requests, and once when that fails', async () => {
    const all = await Promise.all(Array.from({ length: 1000 }, () => get('a', load('1'))));
    expect(new Set(all)).toEqual(new Set(['miss 1']));
    expect(calls).toBe(1);
    const refused = await Promise.allSettled(Array.from({ length: 1000 }, () => get('b', fail)));
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    expect(calls).toBe(2);
  });

  it('remembers a failure for a second, but no missing thing', async () => {
    await expect(get('a', fail)).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(999);
    for (let i = 0; i < 1000; i += 1) await expect(get('a', load('1'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls).toBe(1);
    await clock.advance(1);
    await expect(get('a', fail)).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(1999);
    await expect(get('a', load('1'))).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(1);
    expect(await get('a', load('1'))).toBe('miss 1');
    // The pause doubles each time, up to four seconds.
    for (const lasts of [1000, 2000, 4000, 4000]) {
      await expect(get('c', fail)).rejects.toMatchObject({ code: 'unavailable' });
      await clock.advance(lasts - 1);
      await expect(get('c', load('1'))).rejects.toMatchObject({ code: 'unavailable' });
      await clock.advance(1);
    }
    expect(await get('c', load('1'))).toBe('miss 1');
    // An answer in between resets the pause.
    cache.notice('g2');
    await expect(get('c', fail)).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(1000);
    expect(await get('c', load('2', 'g2'))).toBe('miss 2');
    const unknown = async (): Promise<Received> => {
      throw new ProblemError('not_found');
    };
    await expect(get('b', unknown)).rejects.toMatchObject({ code: 'not_found' });
    expect(await get('b', load('2', 'g2'))).toBe('miss 2');
  });

  it('leaves a slow call to other callers, and caches its response', async () => {
    let finish = (_: Received): void => {};
    const slow = (): Promise<Received> => {
      calls += 1;
      return new Promise((resolve) => (finish = resolve));
    };
    const within = (timeoutMs: number) => {
      const wait = {
        timeoutMs,
        deadline: clock.steady() + 1000,
        late: () => new ProblemError('unavailable', 'late'),
      };
      return cache.get('a', 'offers', slow, undefined, wait);
    };
    const patient = within(900);
    const both = Promise.allSettled([within(50), within(50)]);
    await clock.advance(50);
    const [first, second] = (await both).map((each) => (each.status === 'rejected' ? each.reason : null));
    expect(first).toMatchObject({ code: 'unavailable', message: 'late' });
    expect(second).toBe(first);
    // The timeout began with the call, whichever caller made it.
    const third = within(50).catch((error: unknown) => error);
    await clock.advance(0);
    expect(await third).toBe(first);
    finish(responseOf('1'));
    expect(String((await patient).entry.body)).toBe('1');
    expect(await get('a', fail)).toBe('hit 1');
    expect(calls).toBe(1);
    await clock.advance(12 * minute);
    const wait = { timeoutMs: 20, deadline: clock.steady() + 1000, late: () => new ProblemError('unavailable') };
    // A stale entry replaces a missing response.
    const standIn = cache.get('a', 'offers', slow, undefined, wait);
    await clock.advance(20);
    expect((await standIn).outcome).toBe('stale');
  });

  it('keeps the responses of pages however many drawings are requested', async () => {
    await get('navigation', load('1'), 'catalogue');
    for (let number = 0; number < 50; number += 1) await get(`d${number}`, load('x'.repeat(100_000)), 'picture');
    expect(await get('navigation', load('2'), 'catalogue')).toBe('hit 1');
    expect(cache.hasDrawing('d49')).toBe(true);
    expect(cache.hasDrawing('d0')).toBe(false);
    expect(cache.bytes).toBeLessThan(1_000_000);
  });

  it('serves a stale response at once and renews it with one call', async () => {
    await get('a', load('1'));
    await clock.advance(59_000);
    expect(await get('a', load('2'))).toBe('hit 1');
    await clock.advance(2000);
    const stale = await Promise.all(Array.from({ length: 100 }, () => get('a', load('2'))));
    expect(new Set(stale)).toEqual(new Set(['stale 1']));
    expect(calls).toBe(2);
    expect(await get('a', load('3'))).toBe('hit 2');
  });

  it("shows no response beyond the marketplace's end, also while the marketplace is away", async () => {
    const ending = (text: string, shownFor: number) => async () => ({ ...responseOf(text), shownFor });
    await get('a', ending('1', 90_000));
    await clock.advance(89_000);
    expect(await get('a', fail)).toBe('stale 1');
    // The refresh has failed by then.
    await new Promise(setImmediate);
    await clock.advance(1001);
    expect(await get('a', ending('2', 30_000))).toBe('miss 2');
    await clock.advance(29_999);
    expect(await get('a', load('3'))).toBe('hit 2');
    await clock.advance(1);
    await expect(get('a', fail)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('ended'),
    });
    await expect(get('a', fail)).rejects.toMatchObject({ code: 'unavailable' });
    // The failure is remembered for a second.
    expect(calls).toBe(2);
    await clock.advance(1001);
    expect(await get('a', load('3'))).toBe('miss 3');
  });

  it("counts the marketplace's end from the request, however long the answer takes", async () => {
    const slow = get('a', async () => {
      await clock.sleep(2000);
      return { ...responseOf('1'), shownFor: 5000 };
    });
    await clock.advance(2000);
    expect(await slow).toBe('miss 1');
    await clock.advance(2999);
    expect(await get('a', load('2'))).toBe('hit 1');
    await clock.advance(1);
    expect(await get('a', load('2'))).toBe('miss 2');
  });

  it('waits for a new response when the old one is too old', async () => {
    await get('a', load('1'));
    await clock.advance(11 * minute);
    expect(await get('a', load('2'))).toBe('miss 2');
  });

  it('serves stale responses for a day while the marketplace is away, with at most one call a second', async () => {
    await get('a', load('1'));
    await clock.advance(12 * hour);
    expect(await get('a', fail)).toBe('stale 1');
    for (let i = 0; i < 50; i += 1) expect(await get('a', fail)).toBe('stale 1');
    expect(calls).toBe(2);
    expect(failures).toHaveLength(1);
    await clock.advance(1001);
    expect(await get('a', fail)).toBe('stale 1');
    expect(calls).toBe(3);
    await clock.advance(12 * hour);
    await expect(get('a', fail)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('drops responses of an older catalogue, and keeps pictures', async () => {
    await get('a', load('1', 'g1'), 'catalogue');
    await get('p', load('svg', 'g1'), 'picture');
    let finish = (_: Received): void => {};
    const late = get('late', () => new Promise((resolve) => (finish = resolve)), 'catalogue');
    await clock.advance(10);
    expect(await get('b', load('2', 'g2'), 'catalogue')).toBe('miss 2');
    expect(cache.generation).toBe('g2');
    expect(await get('a', load('3', 'g2'), 'catalogue')).toBe('miss 3');
    expect(await get('p', load('other', 'g2'), 'picture')).toBe('hit svg');
    finish(responseOf('old', 'g1'));
    expect(await late).toBe('miss old');
    expect(cache.generation).toBe('g2');
    expect(await get('late', load('new', 'g2'), 'catalogue')).toBe('miss new');
  });

  it('learns a catalogue from responses that it does not cache, and ignores a slower worker', async () => {
    await get('a', load('1', 'g1'), 'catalogue');
    await clock.advance(10);
    expect(cache.notice('g2', clock.steady())).toBe(true);
    expect(await get('a', load('old', 'g1'), 'catalogue')).toBe('miss old');
    expect(cache.generation).toBe('g2');
    expect(await get('a', load('new', 'g2'), 'catalogue')).toBe('miss new');
    expect(await get('a', load('newer', 'g2'), 'catalogue')).toBe('hit new');
    await clock.advance(11_000);
    expect(cache.notice('g1', clock.steady())).toBe(true);
    expect(await get('a', load('back', 'g1'), 'catalogue')).toBe('miss back');
  });

  it('keeps the newer catalogue while machines serve both', async () => {
    await get('a', load('1', 'g2'), 'catalogue');
    for (let second = 0; second < 40; second += 1) {
      await clock.advance(1000);
      expect(cache.notice('g1', clock.steady())).toBe(false);
      expect(cache.notice('g2', clock.steady())).toBe(true);
    }
    expect(await get('a', load('other', 'g2'), 'catalogue')).toBe('hit 1');
    await clock.advance(1000);
    expect(cache.notice('g10', clock.steady())).toBe(true);
    expect(cache.notice('g2', clock.steady())).toBe(false);
    expect(cache.generation).toBe('g10');
  });

  it('repeats a failed call and adopts a new catalogue after the clock is set back', async () => {
    await get('a', load('1', 'g1'), 'catalogue');
    await expect(get('b', fail)).rejects.toMatchObject({ code: 'unavailable' });
    clock.jump(-24 * hour);
    expect(cache.notice('g2')).toBe(true);
    await clock.advance(1000);
    expect(await get('b', load('2', 'g2'))).toBe('miss 2');
  });

  it('drops an entry after an answer such as not found', async () => {
    const isGone = async (): Promise<Received> => {
      throw new ProblemError('not_found');
    };
    await get('a', load('1'));
    await clock.advance(12 * hour);
    await expect(get('a', isGone)).rejects.toMatchObject({ code: 'not_found' });
    await expect(get('a', fail)).rejects.toMatchObject({ code: 'unavailable' });
    await get('b', load('1'));
    await clock.advance(2 * minute);
    // Served at once while no change is known.
    expect(await get('b', isGone)).toBe('stale 1');
    await expect(get('b', isGone)).rejects.toMatchObject({ code: 'not_found' });
    expect(failures).toEqual([]);
  });

  it('serves no response that is a day old', async () => {
    await get('a', load('1'), 'catalogue');
    await clock.advance(24 * hour - 1);
    expect(await get('a', fail, 'catalogue')).toBe('stale 1');
    await clock.advance(1);
    await expect(get('a', fail, 'catalogue')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('reports an expired price, unless the clock was set back', async () => {
    const timed = async (): Promise<Received> => ({ ...responseOf('1'), shownFor: 5000 });
    const result = () => get('a', fail).then(String, ({ message }: Error) => message);
    await get('a', timed);
    await clock.advance(4999);
    expect(await result()).toBe('hit 1');
    await clock.advance(1);
    expect(await result()).toContain('prices have ended');
    await clock.advance(10_000);
    const setBack = get('a', () => {
      clock.jump(-10_001);
      return fail();
    });
    await expect(setBack).rejects.toThrow(/^(?!prices have ended)/);
  });

  it('stays within its bytes', async () => {
    for (let i = 0; i < 500; i += 1) await get(`k${i}`, async () => ({ ...responseOf(''), body: randomBytes(10_000) }));
    expect(cache.size).toBeGreaterThan(80);
    expect(cache.size).toBeLessThan(100);
  });

  it('stores a long text in a fraction of its bytes, and returns it unchanged', async () => {
    const text = JSON.stringify(
      Array.from({ length: 2000 }, (_, id) => ({ id, title: `Škoda Octavia ${id % 60} TDI` })),
    );
    expect(await get('a', load(text))).toBe(`miss ${text}`);
    expect(await get('a', fail)).toBe(`hit ${text}`);
    expect(cache.bytes).toBeLessThan(text.length / 4);
  });

  it('takes no more memory than its bytes', () => {
    const ends = { freshUntil: 0, staleUntil: 0, errorUntil: 0 };
    const long = JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, title: `Škoda Octavia ${id % 60}` })));
    for (const [text, most] of [
      ['short', 5],
      [long, 2500],
    ] as const) {
      const kept = new CachedResponse(responseOf(text), ends, 0);
      kept.pack();
      expect(kept.size).toBeLessThanOrEqual(most);
      expect(`${kept.body}`).toBe(text);
    }
  });

  it('checks a response before caching it', async () => {
    const refuse = () => {
      throw new ProblemError('upstream');
    };
    await expect(cache.get('a', 'offers', load('broken'), refuse)).rejects.toMatchObject({ code: 'upstream' });
    expect(cache.size).toBe(0);
    await clock.advance(1000);
    expect(await get('a', load('whole'))).toBe('miss whole');
  });
});
