import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { OfferLog } from '../../../test/doubles/marketplace/offer-log.js';
import { type MarketplaceStub, startMarketplaceStub } from '../../../test/doubles/marketplace-stub.js';
import { ResponseCache } from '../cache/response-cache.js';
import { addressOf } from './addresses.js';
import { createUpstream, type Upstream } from './upstream.js';
import { type CatalogueWatch, watchCatalogue } from './watch-catalogue.js';

let double: MarketplaceStub;
let upstream: Upstream;
let cache: ResponseCache;
let watch: CatalogueWatch;
beforeEach(async () => {
  double = await startMarketplaceStub();
  upstream = createUpstream({ catalogue: double.url, state: double.url });
  cache = new ResponseCache({ maxBytes: 1_000_000 });
});
afterEach(async () => {
  watch.stop();
  await upstream.close();
  await double.stop();
});
async function until(isDone: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!isDone() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isDone()).toBe(true);
}

it('learns which catalogue is served, and of what kind it is', async () => {
  watch = watchCatalogue(upstream, cache, false, { pause: 20 });
  expect(watch.isDemonstration()).toBe(false);
  await until(() => watch.isDemonstration());
  expect(cache.generation).toBe('g1');
  double.generation = 'g2';
  await until(() => cache.generation === 'g2');
});

it('keeps what it knows while the marketplace is away, and asks no more when stopped', async () => {
  double.breakOn(/changes/, 'reset');
  watch = watchCatalogue(upstream, cache, true, { pause: 20 });
  await until(() => double.calls.length > 2);
  expect([watch.isDemonstration(), cache.generation]).toEqual([true, null]);
  watch.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const asked = double.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(double.calls.length).toBe(asked);
});

const asked = (): string[] => double.calls.map(({ url }) => url);
/** A response that is made of offers. */
const read = async (key: string): Promise<string> => {
  const { entry, outcome } = await cache.get(key, 'offers', () =>
    upstream.send(addressOf('offers', { sparePartId: '9001', locale: 'de-DE', country: 'DE' })),
  );
  return `${outcome} ${entry.madeOf[0]?.number}`;
};

it('takes in what has changed in the offers, and asks only for what is new', async () => {
  const log = new OfferLog();
  double.offers = log;
  double.tagsOf = () => 'p9001';
  watch = watchCatalogue(upstream, cache, false, { pause: 20 });
  await until(() => cache.offers.known?.number === 1);
  expect([watch.isDemonstration(), cache.generation]).toEqual([true, 'g1']);
  expect([await read('a'), await read('a')]).toEqual(['miss 1', 'hit 1']);
  log.commit({ products: [9001] });
  await until(() => cache.offers.known?.number === 2);
  expect([await read('a'), await read('a')]).toEqual(['miss 2', 'hit 2']);
  log.commit({ products: [9002] });
  await until(() => cache.offers.known?.number === 3);
  expect(await read('a')).toBe('hit 2');
  expect(asked()).toEqual(expect.arrayContaining(['/changes', '/changes?since=e1.1', '/changes?since=e1.2']));
  expect(asked()).not.toContain('/readyz');
  double.generation = 'g2';
  await until(() => cache.generation === 'g2');
});

it('asks at once, and once, when answers are of a commit that it does not know', async () => {
  const log = new OfferLog();
  double.offers = log;
  double.tagsOf = (path) => (path === '/api/Angebote' ? 'p9001' : '');
  // Longer than this test takes.
  watch = watchCatalogue(upstream, cache, false, { pause: 3600_000 });
  await until(() => cache.offers.known?.number === 1);
  await read('a');
  log.commit({ products: [9001] });
  const before = double.calls.length;
  await Promise.all(['b', 'c', 'd'].map(read));
  await until(() => cache.offers.known?.number === 2);
  const looks = asked()
    .slice(before)
    .filter((url) => url.startsWith('/changes'));
  // Another one for what was told while the first was under way.
  expect(looks.length).toBeLessThanOrEqual(2);
  expect(new Set(looks)).toEqual(new Set(['/changes?since=e1.1', '/changes?since=e1.2'].slice(0, looks.length)));
  expect(await read('a')).toBe('miss 2');
  expect(await read('b')).toBe('hit 2');
});

it('forgets what it knew of another epoch', async () => {
  const log = new OfferLog('e1', 100);
  double.offers = log;
  double.tagsOf = () => 'p9001';
  watch = watchCatalogue(upstream, cache, false, { pause: 20 });
  await until(() => cache.offers.known?.number === 100);
  expect(await read('a')).toBe('miss 100');
  log.restore('e2', 7);
  await until(() => cache.offers.known?.number === 7);
  expect([await read('a'), await read('a')]).toEqual(['miss 7', 'hit 7']);
});

it.each([
  ['tags', () => 'x9'],
  ['a list', () => 'p1,b2'],
])('refuses answers that depend on what they name by no %s', async (_, tagsOf) => {
  double.offers = new OfferLog();
  double.tagsOf = tagsOf;
  watch = watchCatalogue(upstream, cache, false, { pause: 3600_000 });
  await expect(read('a')).rejects.toMatchObject({ code: 'upstream' });
});
