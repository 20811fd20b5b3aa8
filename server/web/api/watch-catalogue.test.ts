import { afterEach, beforeEach, expect, it } from 'vitest';
import { OfferLog } from '../../../test/doubles/marketplace/offer-log.js';
import { type MarketplaceStub, startMarketplaceStub } from '../../../test/doubles/marketplace-stub.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ResponseCache } from '../cache/response-cache.js';
import { addressOf } from './addresses.js';
import { createUpstream, type Upstream } from './upstream.js';
import { type CatalogueWatch, watchCatalogue } from './watch-catalogue.js';

let clock: ManualClock;
let double: MarketplaceStub;
let upstream: Upstream;
let cache: ResponseCache;
let watch: CatalogueWatch;
beforeEach(async () => {
  double = await startMarketplaceStub();
  clock = new ManualClock();
  upstream = createUpstream({ catalogue: double.url, state: async () => double.url }, clock);
  cache = new ResponseCache({ clock, maxBytes: 1_000_000 });
});
afterEach(async () => {
  watch.stop();
  await upstream.close();
  await double.stop();
});
/** Runs the next poll to its end. */
async function nextPoll(): Promise<void> {
  await clock.untilWaiting();
  await clock.advance(500);
  await clock.untilWaiting();
}

it('the watch learns the served catalogue and its kind', async () => {
  watch = watchCatalogue(upstream, cache, false, { clock });
  expect(watch.isDemonstration()).toBe(false);
  await clock.untilWaiting();
  expect([watch.isDemonstration(), cache.generation]).toEqual([true, 'g1']);
  double.generation = 'g2';
  await clock.advance(499);
  // A poll would have used its timer.
  expect(clock.waiting).toBe(1);
  await clock.advance(1);
  await clock.untilWaiting();
  expect(cache.generation).toBe('g2');
});

it('the watch polls at once on request, and the caller waits for the answer', async () => {
  const log = new OfferLog();
  double.offers = log;
  watch = watchCatalogue(upstream, cache, false, { clock });
  await clock.untilWaiting();
  log.commit({ products: [7] });
  await cache.offers.refresh();
  expect(cache.offers.known?.number).toBe(log.version.number);
  double.breakOn(/changes/, 'reset');
  log.commit({ products: [7] });
  await cache.offers.refresh();
  expect([cache.offers.known?.number, watch.isAnswering()]).toEqual([log.version.number - 1, false]);
});

it('the watch keeps its state while the marketplace is away, and stops polling when stopped', async () => {
  double.breakOn(/changes/, 'reset');
  watch = watchCatalogue(upstream, cache, true, { clock });
  await nextPoll();
  await nextPoll();
  expect([asked().length, watch.isDemonstration(), cache.generation]).toEqual([3, true, null]);
  watch.stop();
  expect(clock.waiting).toBe(0);
});

it('an answer to a poll that began before another catalogue was adopted does not count', async () => {
  watch = watchCatalogue(upstream, cache, false, { clock });
  await clock.untilWaiting();
  double.generation = 'g3';
  const { status } = upstream;
  upstream.status = async (...words) => {
    const answer = await status.apply(upstream, words);
    await clock.advance(1);
    cache.notice('g2');
    return answer;
  };
  await cache.offers.refresh();
  expect(cache.generation).toBe('g2');
  upstream.status = status;
  await cache.offers.refresh();
  expect(cache.generation).toBe('g3');
});

const asked = (): string[] => double.calls.map(({ url }) => url);
/** A response made from offers. */
const read = async (key: string): Promise<string> => {
  const { entry, outcome } = await cache.get(key, 'offers', () =>
    upstream.send(addressOf('offers', { sparePartId: '9001', locale: 'de-DE', country: 'DE' })),
  );
  return `${outcome} ${entry.madeOf[0]?.number}`;
};

it('the watch applies changes of offers, and polls only for new ones', async () => {
  const log = new OfferLog();
  double.offers = log;
  double.tagsOf = () => 'p9001';
  watch = watchCatalogue(upstream, cache, false, { clock });
  await clock.untilWaiting();
  expect([watch.isDemonstration(), cache.generation]).toEqual([true, 'g1']);
  expect([await read('a'), await read('a')]).toEqual(['miss 1', 'hit 1']);
  log.commit({ products: [9001] });
  await nextPoll();
  expect([await read('a'), await read('a')]).toEqual(['miss 2', 'hit 2']);
  log.commit({ products: [9002] });
  await nextPoll();
  expect(await read('a')).toBe('hit 2');
  const polls = asked().filter((url) => !url.startsWith('/api/'));
  expect(polls).toEqual(['/changes', '/changes?since=e1.1', '/changes?since=e1.2']);
  double.generation = 'g2';
  await nextPoll();
  expect(cache.generation).toBe('g2');
});

it('an answer with an unknown commit makes the watch poll at once, and only once', async () => {
  const log = new OfferLog();
  double.offers = log;
  double.tagsOf = (path) => (path === '/api/Angebote' ? 'p9001' : '');
  watch = watchCatalogue(upstream, cache, false, { clock });
  await clock.untilWaiting();
  await read('a');
  log.commit({ products: [9001] });
  const before = double.calls.length;
  await Promise.all(['b', 'c', 'd'].map(read));
  for (let poll = 0; poll < 2; poll += 1) {
    await clock.untilWaiting();
    await clock.advance(0);
  }
  await clock.untilWaiting();
  expect(cache.offers.known?.number).toBe(2);
  const looks = asked()
    .slice(before)
    .filter((url) => url.startsWith('/changes'));
  // The second poll is for the answers that arrived during the first.
  expect(looks.length).toBeLessThanOrEqual(2);
  expect(new Set(looks)).toEqual(new Set(['/changes?since=e1.1', '/changes?since=e1.2'].slice(0, looks.length)));
  expect(await read('a')).toBe('miss 2');
  expect(await read('b')).toBe('hit 2');
});

it('another epoch discards all known changes', async () => {
  const log = new OfferLog('e1', 100);
  double.offers = log;
  double.tagsOf = () => 'p9001';
  watch = watchCatalogue(upstream, cache, false, { clock });
  await clock.untilWaiting();
  expect(await read('a')).toBe('miss 100');
  log.restore('e2', 7);
  await nextPoll();
  expect([await read('a'), await read('a')]).toEqual(['miss 7', 'hit 7']);
});

it.each([
  ['tags', () => 'x9'],
  ['a list', () => 'p1,b2'],
])('the shop refuses answers whose dependencies are named by no %s', async (_, tagsOf) => {
  double.offers = new OfferLog();
  double.tagsOf = tagsOf;
  watch = watchCatalogue(upstream, cache, false, { clock });
  await expect(read('a')).rejects.toMatchObject({ code: 'upstream' });
});
