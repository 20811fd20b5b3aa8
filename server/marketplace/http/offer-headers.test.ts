import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
