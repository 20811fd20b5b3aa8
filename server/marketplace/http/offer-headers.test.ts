import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { OfferLog } from '../../../test/doubles/marketplace/offer-log.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { ProblemError } from '../../contract/problem.js';
import { CatalogueStore } from '../generation/catalogue-store.js';
import { catalogueHandlers } from '../workers/catalogue-handlers.js';
import type { Handlers } from './handler.js';
import { createServiceServer } from './http.js';

let service: TestService;
let catalogue: CatalogueStore;
let server: Server;
let log: OfferLog;
let reviews: Handlers<'catalogue'>['reviews'];

beforeAll(async () => {
  service = await startTestService('catalogue');
  catalogue = await CatalogueStore.open(service.dataDir, { clock: testClock });
  const served = {
    get current() {
      const { current } = catalogue;
      return current && ({ ...current, offers: log } as unknown as typeof current);
    },
  };
  const handlers = {
    ...catalogueHandlers({ plate: null, vin: null, dutchPlate: null, nationalCode: null }),
    reviews: (...call: Parameters<typeof reviews>) => reviews(...call),
  };
  server = createServiceServer('catalogue', handlers, served, testClock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await catalogue.close();
  await service.stop();
});
beforeEach(() => {
  log = new OfferLog('e1', 7);
  reviews = () => ({ shop: { reviews: [] } });
});

const call = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
const reviewsPath = '/api/TrustedShops/Reviews';
const offersOf = ({ headers }: Response) => [headers.get('x-offers'), headers.get('x-offer-tags')];

test('a response names the last commit before its first read, and its dependencies', async () => {
  reviews = async (_, context) => {
    context.dependsOn('product', [12]);
    // This commit happens during the response, which may contain data from before and after it.
    log.commit({ products: [12] });
    await Promise.resolve();
    context.dependsOn('best', new Set([3, 4]));
    context.dependsOn('product', [12]);
    return { shop: { reviews: [] } };
  };
  const response = await call(reviewsPath);
  expect([response.status, ...offersOf(response)]).toEqual([200, 'e1.7', 'p12 b3 b4']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=21600');
  reviews = () => ({ shop: { reviews: [] } });
  expect(offersOf(await call(reviewsPath))).toEqual([null, null]);
});

test('an error has no dependencies', async () => {
  reviews = (_, context) => {
    context.dependsOn('product', [12]);
    throw new ProblemError('not_found');
  };
  const refused = await call(reviewsPath);
  expect([refused.status, ...offersOf(refused)]).toEqual([404, null, null]);
});

test('the response about changes contains the generation', async () => {
  log.commit({ products: [5], best: [5], leaves: [9], shops: [2], assortment: true });
  const known = { status: 'ready', generation: 'g1', isDemonstration: true, offers: 'e1.8' };
  const texts = { category: [], name: [], trader: [] };
  const none = { products: [], best: [], leaves: [], shops: [], assortment: false, texts };
  const since = async (query: string): Promise<unknown> => (await call(`/changes${query}`)).json();
  expect(await since('?since=e1.7')).toEqual({
    ...known,
    all: false,
    products: [5],
    best: [5],
    leaves: [9],
    shops: [2],
    assortment: true,
    texts,
  });
  expect(await since('?since=e1.8')).toEqual({ ...known, all: false, ...none });
  for (const unknown of ['', '?since=', '?since=e0.7', '?since=e1.6', '?since=7'])
    expect([unknown, await since(unknown)]).toEqual([unknown, { ...known, all: true, ...none }]);
  const response = await call('/changes');
  expect([response.headers.get('cache-control'), response.headers.get('x-catalogue-generation')]).toEqual([
    'private, no-store',
    'g1',
  ]);
  expect((await fetch(`${response.url}`, { method: 'POST' })).status).toBe(404);
});

test('a response is fresh until its offers change, a minute at most', async () => {
  const until = async (ms: number) => {
    reviews = (_, context) => {
      context.announceEnd(testClock.now() + ms);
      return { shop: { reviews: [] } };
    };
    return (await call(reviewsPath)).headers.get('cache-control');
  };
  expect([await until(90_900), await until(5900), await until(-1)]).toEqual([
    'public, max-age=60, stale-while-revalidate=30',
    'public, max-age=5, stale-while-revalidate=0',
    'public, max-age=0, stale-while-revalidate=0',
  ]);
});

test('a full disk is named to the caller and in the log, with the trace of the call', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reviews = () => {
    throw Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write', path: '/data/offers.db' });
  };
  const trace = 'a'.repeat(32);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${reviewsPath}`;
  const response = await fetch(address, { headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-01` } });
  const problem = await response.json();
  const reason = expect.stringMatching(/^\/data\/offers\.db .*\(ENOSPC\)\.$/);
  expect([response.status, problem]).toMatchObject([503, { code: 'unavailable', detail: reason }]);
  const line = JSON.parse(String(written.mock.calls[0]?.[0]));
  written.mockRestore();
  expect(line).toMatchObject({ event: 'request_failed', operation: 'reviews', traceId: trace, reason });
});
