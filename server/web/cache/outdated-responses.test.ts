import { beforeEach, describe, expect, it } from 'vitest';
import { OfferLog } from '../../../test/doubles/marketplace/offer-log.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { parseOfferTags } from '../../contract/offer-tags.js';
import { ProblemError } from '../../contract/problem.js';
import type { Received } from './cached-response.js';
import { packTags } from './offer-changes.js';
import { ResponseCache } from './response-cache.js';

describe('answers whose offers changed', () => {
  let clock: ManualClock;
  let calls: number;
  let log: OfferLog;
  let cache: ResponseCache;
  let reasons: string[];
  beforeEach(() => {
    clock = new ManualClock();
    calls = 0;
    reasons = [];
    log = new OfferLog();
    cache = new ResponseCache({
      maxBytes: 1_000_000,
      clock,
      onOutdated: (reason) => reasons.push(reason),
    });
    look();
  });
  const look = (): void => cache.offers.adopt(log.changesSince(cache.offers.known));
  const commit = (...change: Parameters<OfferLog['commit']>): void => {
    log.commit(...change);
    look();
  };
  /** Returns an answer with the commit at the time of the call. */
  const answer = (text: string, tags: string): Received => ({
    body: Buffer.from(text),
    contentType: 'application/json',
    generation: 'g1',
    session: null,
    offers: { version: log.version, tags: packTags(parseOfferTags(tags) ?? []) },
  });
  const load =
    (text: string, tags = 'p1') =>
    async () => {
      calls += 1;
      return answer(text, tags);
    };
  const fail = async (): Promise<Received> => {
    calls += 1;
    throw new ProblemError('unavailable');
  };
  /** Returns an answer that is read at once and arrives when the test releases it. */
  function slow(text: string, tags = 'p1') {
    const { promise, resolve } = Promise.withResolvers<void>();
    const loading = async (): Promise<Received> => {
      calls += 1;
      const read = answer(text, tags);
      await promise;
      return read;
    };
    return { loading, arrive: resolve };
  }
  const get = async (key: string, loading: () => Promise<Received>) => {
    const { entry, outcome } = await cache.get(key, 'offers', loading);
    return `${outcome} ${entry.body}`;
  };

  it('are rebuilt for the next request, and others stay', async () => {
    await get('one', load('1', 'p1'));
    await get('two', load('2', 'p2 b1'));
    await get('none', async () => ({ ...answer('3', ''), offers: undefined }));
    commit({ products: [1] });
    expect(await get('one', load('1a', 'p1'))).toBe('miss 1a');
    expect(await get('one', load('1b', 'p1'))).toBe('hit 1a');
    expect(await get('two', load('2a'))).toBe('hit 2');
    expect(await get('none', load('3a'))).toBe('hit 3');
    log.restore('e2', 1);
    look();
    expect(await get('two', load('2a', 'p2'))).toBe('miss 2a');
    expect(await get('none', load('3a'))).toBe('hit 3');
    expect(reasons).toEqual(['product', 'epoch']);
  });

  it('are rebuilt once for simultaneous requests', async () => {
    await get('one', load('1'));
    commit({ products: [1] });
    const all = await Promise.all(Array.from({ length: 100 }, () => get('one', load('2'))));
    expect(new Set(all)).toEqual(new Set(['miss 2']));
    expect([calls, reasons]).toEqual([2, ['product']]);
  });

  it('are served while the marketplace is away, with one attempt a second, and never count as hits', async () => {
    await get('one', load('1'));
    commit({ products: [1] });
    expect(await get('one', fail)).toBe('stale 1');
    for (let i = 0; i < 20; i += 1) expect(await get('one', fail)).toBe('stale 1');
    expect(calls).toBe(2);
    await clock.advance(1000);
    expect(await get('one', load('2'))).toBe('miss 2');
    commit({ products: [1] });
    await clock.advance(24 * 3600_000);
    await expect(get('one', fail)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('of a list are shown for two seconds after their request', async () => {
    await get('list', load('1', 'b1 l5'));
    await clock.advance(1500);
    commit({ leaves: [5] });
    expect(await get('list', load('2', 'b1 l5'))).toBe('hit 1');
    await clock.advance(500);
    expect(await get('list', load('2', 'b1 l5'))).toBe('miss 2');
    commit({ leaves: [5] });
    expect(await get('list', load('3', 'b1 l5'))).toBe('hit 2');
    commit({ best: [1], leaves: [5] });
    expect(await get('list', load('3', 'b1 l5'))).toBe('miss 3');
    expect(reasons).toEqual(['leaf', 'best']);
  });

  // All orders of five events: request, read, change, news of the change, arrival.
  const events = ['read', 'commit', 'look', 'arrive'] as const;
  const orders = [
    ['read', 'arrive', 'commit', 'look'],
    ['read', 'commit', 'arrive', 'look'],
    ['read', 'commit', 'look', 'arrive'],
    ['commit', 'read', 'arrive', 'look'],
    ['commit', 'read', 'look', 'arrive'],
    ['commit', 'look', 'read', 'arrive'],
  ] satisfies (typeof events)[number][][];
  it.each(orders.flatMap((order) => [1, 2].map((product) => [order.join(', '), product, order] as const)))(
    'arriving late are kept exactly if they are not older (%s; product %d)',
    async (_, product, order) => {
      expect([...order].sort()).toEqual([...events].sort());
      let read: Received | undefined;
      const arrival = Promise.withResolvers<Received>();
      const first = get('one', () => arrival.promise);
      for (const event of order) {
        if (event === 'read') read = answer('read', 'p1');
        if (event === 'commit') log.commit({ products: [product] });
        if (event === 'look') look();
        if (event === 'arrive' && read) arrival.resolve(read);
        await new Promise((resolve) => setImmediate(resolve));
      }
      // A request from before the change accepts any answer.
      expect(await first).toBe('miss read');
      const isOlder = product === 1 && order.indexOf('read') < order.indexOf('commit');
      expect(await get('one', load('anew'))).toBe(isOlder ? 'miss anew' : 'hit read');
    },
  );

  it('that arrive late do not serve requests from after the change', async () => {
    const { loading, arrive } = slow('old');
    const before = get('one', loading);
    commit({ products: [1] });
    const after = [get('one', load('new')), get('one', load('new'))];
    arrive();
    expect(await before).toBe('miss old');
    expect(await Promise.all(after)).toEqual(['miss new', 'miss new']);
    expect(calls).toBe(2);
    expect(await get('one', fail)).toBe('hit new');
  });

  it('that arrive late replace no newer entry, and a second change meanwhile delays no caller', async () => {
    await get('one', load('first'));
    commit({ products: [1] });
    const { loading, arrive } = slow('second');
    const before = get('one', loading);
    commit({ products: [1] });
    const third = slow('third');
    const after = get('one', third.loading);
    arrive();
    expect(await before).toBe('miss second');
    await new Promise((resolve) => setImmediate(resolve));
    commit({ products: [1] });
    third.arrive();
    // The answer was requested after this caller arrived.
    expect(await after).toBe('miss third');
    expect(await get('one', fail)).toBe('stale first');
  });

  it('report an unknown commit', async () => {
    let news = 0;
    cache.offers.onNews = () => (news += 1);
    await get('one', load('1'));
    expect(news).toBe(0);
    log.commit({ products: [1] });
    await get('two', load('2', 'p2'));
    expect(news).toBe(1);
    look();
    expect(await get('one', load('1a'))).toBe('miss 1a');
    expect(news).toBe(1);
  });

  it('take four bytes for each tag', async () => {
    const sizeWith = async (tags: string): Promise<number> => {
      const before = cache.bytes;
      await get(`${before}`.padEnd(12), load('x', tags));
      return cache.bytes - before;
    };
    expect((await sizeWith('p1 p2 p3')) - (await sizeWith('p1 p2'))).toBe(4);
  });
});
