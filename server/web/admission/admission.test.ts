import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { during, know, listing } from '../../../test/fixtures/web/cache/page-cache.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { Metrics } from '../metrics/metrics.js';
import { createAdmission } from './admission.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterEach(() => web.renew());
afterAll(() => web.stop());

/** Takes all slots of a kind of work and fills its queue. */
function fill(kind: 'page' | 'call' | 'cart'): void {
  const gate = web.services.admission.gates[kind];
  while (!gate.isFull()) void gate.enter('person');
}
const metric = async (name: string): Promise<string> =>
  (await web.services.metrics.registry.getSingleMetricAsString(name)).replace(/^#.*\n/gm, '');

test('a page without a free slot gets a prepared answer in its language with a code, and the connection stays open', async () => {
  fill('page');
  const answer = await web.request('/fr-FR/recherche?query=x');
  expect(answer.status).toBe(503);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.text).toContain('<html lang="fr-FR">');
  expect(answer.text).toContain(answer.headers['x-request-id']);
  expect(answer.headers['x-request-id']).toMatch(/^BSY0-[0-9A-Z]{4}$/);
  expect(web.double.calls).toEqual([]);
  expect(await metric('partavo_shed_total')).toContain('{class="page",urgency="person"} 1');
  // The support code changes every minute.
  web.clock.jump(60_000);
  const later = await web.request('/fr-FR/recherche?query=x');
  expect(later.headers['x-request-id']).not.toBe(answer.headers['x-request-id']);
  expect(later.text).toContain(later.headers['x-request-id']);
});

test('refused clients return within four seconds, and not at the same time', async () => {
  fill('page');
  const seconds = new Set<number>();
  for (let times = 0; times < 4; times++)
    seconds.add(Number((await web.request('/fr-FR/recherche?query=x')).headers['retry-after']));
  expect(seconds).toEqual(new Set([1, 2, 3, 4]));
});

test('cached pages, health checks, files, carts and calls are answered while no page can be made', async () => {
  await know(web);
  for (const outcome of ['miss', 'hit']) {
    const answer = await web.request(listing);
    expect([answer.status, answer.headers['server-timing']]).toEqual([
      200,
      expect.stringContaining(`cache;desc=${outcome}`),
    ]);
  }
  fill('page');
  const paths = [listing, '/livez', '/readyz', '/build/a-HASH.js', '/Warenkorb', '/api/session', '/bot'];
  const statuses = await Promise.all(paths.map(async (path) => (await web.request(path)).status));
  expect(statuses).toEqual(paths.map(() => 200));
  // Pages differ by delivery country.
  const swiss = await web.request(listing, { headers: { cookie: 'a=b; country=CH' } });
  expect([swiss.status, swiss.headers['x-request-id']]).toEqual([503, expect.stringMatching(/^BSY0-/)]);
});

test('calls of scripts and carts have slots of their own and get a problem document', async () => {
  fill('call');
  const answer = await web.request('/api/search/suggestions?query=bremse');
  expect(answer.status).toBe(503);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(answer.text)).toMatchObject({
    status: 503,
    code: 'busy',
    title: expect.stringContaining('Sekunden'),
  });
  expect((await web.request('/api/session')).status).toBe(200);
  expect((await web.request('/Warenkorb')).status).toBe(200);
  fill('cart');
  expect((await web.request('/api/session')).status).toBe(503);
  expect((await web.post('/delivery-country', 'country=AT')).status).toBe(503);
  expect((await web.request('/')).status).toBe(200);
});

test('crawlers are refused first', async () => {
  const { page } = web.services.admission.gates;
  while (!page.isFull('crawler')) void page.enter('person');
  expect(page.isFull('person')).toBe(false);
  const bot = { 'user-agent': 'Examplebot/1.0' };
  expect((await web.request('/Volltextsuche?query=x', { headers: bot })).status).toBe(503);
  expect(await metric('partavo_shed_total')).toContain('{class="page",urgency="crawler"} 1');
});

test('slots are returned after every kind of answer', async () => {
  const paths = ['/', '/nothing/here', '/Warenkorb', '/api/session', '/api/search/suggestions?query=b', '/api/nothing'];
  for (const path of paths) await web.request(path);
  const { gates } = web.services.admission;
  expect([gates.page.busy, gates.call.busy, gates.cart.busy]).toEqual([0, 0, 0]);
});

test('a client that leaves returns its slot at once', async () => {
  web.double.breakOn(/suggestions/, 'hang');
  const left = new Promise<void>((resolve) => {
    web.server.once('request', (_, response) => response.once('close', () => resolve()));
  });
  const client = httpRequest({ port: web.port, path: '/api/search/suggestions?query=b' }).on('error', () => {});
  client.end();
  const { call } = web.services.admission.gates;
  await until('the call has a slot', () => call.busy === 1);
  client.destroy();
  await left;
  expect(call.busy).toBe(0);
});

test('a cart waits as long for a program as for a browser', async () => {
  const { cart } = web.services.admission.gates;
  while (!cart.isFull('crawler')) void cart.enter('person');
  const before = cart.waiting;
  const answer = web.request('/api/session', { headers: { 'user-agent': 'curl/8' } }).then(({ status }) => status);
  await until('the call waits for a slot', () => cart.waiting > before);
  while (cart.waiting > 0) cart.leave(1);
  expect(await answer).toBe(200);
});

test('a page that is no longer cached is refused before any work', async () => {
  await during({ PAGE_CACHE_MB: '0' }, async (other) => {
    expect((await other.request(listing)).status).toBe(200);
    const { page } = other.services.admission.gates;
    while (!page.isFull()) void page.enter('person');
    expect((await other.request(listing)).headers['x-request-id']).toMatch(/^BSY0-/);
  });
  await know(web);
  expect((await web.request(listing)).status).toBe(200);
  fill('page');
  expect((await web.request(listing)).status).toBe(200);
  // Pages of a demonstration differ.
  web.isDemonstration = !web.isDemonstration;
  try {
    const codes = [await web.request(listing), await web.request(listing)].map(({ status, headers }) => [
      status,
      /^BSY0-/.test(String(headers['x-request-id'])),
    ]);
    expect(codes).toEqual([
      [503, false],
      [503, true],
    ]);
  } finally {
    web.isDemonstration = !web.isDemonstration;
  }
});

test('refusals are reported together after a while, and a client that has left is not served', async () => {
  const clock = new ManualClock();
  const reports: object[] = [];
  const handled: (string | undefined)[] = [];
  const admission = createAdmission(new Metrics(clock), (counts) => void reports.push(counts), clock);
  const { call } = admission.gates;
  const admit = admission.listener(
    (message, response) => void response.end(void handled.push(message.url)),
    web.services.routes,
    (_, response) => void response.writeHead(503).end(),
  );
  const responses: ServerResponse[] = [];
  const server = createServer((message, response) => {
    responses.push(response);
    admit(message, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ask = (name: string) => supertest(server).get(`/api/search/suggestions?query=${name}`);
  try {
    while (call.isFree) void call.enter('person');
    const { port } = server.address() as AddressInfo;
    const left = httpRequest({ host: '127.0.0.1', port, path: '/api/search/suggestions?query=left' });
    left.on('error', () => {}).end();
    await until('the first request waits', () => call.waiting === 1);
    const stays = ask('stays').then(({ status }) => status);
    await until('the second request waits', () => call.waiting === 2);
    left.destroy();
    await until('the shop sees that the first client has left', () => responses[0]?.destroyed === true);
    call.leave(1);
    expect([await stays, handled]).toEqual([200, ['/api/search/suggestions?query=stays']]);
    for (let round = 1; round <= 2; round += 1) {
      while (!call.isFull()) void call.enter('person');
      expect([(await ask('a')).status, (await ask('b')).status, reports.length]).toEqual([503, 503, round - 1]);
      await clock.advance(1000);
      expect(reports).toEqual(Array(round).fill({ call: 2 }));
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
