import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type MarketplaceStub, startMarketplaceStub } from '../../../test/doubles/marketplace-stub.js';
import { ResponseCache } from '../cache/response-cache.js';
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
  watch = watchCatalogue(upstream, cache, false, undefined, 20);
  expect(watch.isDemonstration()).toBe(false);
  await until(() => watch.isDemonstration());
  expect(cache.generation).toBe('g1');
  double.generation = 'g2';
  await until(() => cache.generation === 'g2');
});

it('keeps what it knows while the marketplace is away, and asks no more when stopped', async () => {
  double.breakOn(/readyz/, 'reset');
  watch = watchCatalogue(upstream, cache, true, undefined, 20);
  await until(() => double.calls.length > 2);
  expect([watch.isDemonstration(), cache.generation]).toEqual([true, null]);
  watch.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const asked = double.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(double.calls.length).toBe(asked);
});
