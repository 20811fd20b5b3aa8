import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { Visitor } from '../../../test/support/visitor.js';
import { createClient } from '../api/client.js';
import { createUpstream } from '../api/upstream.js';
import { ResponseCache } from '../cache/response-cache.js';

const path = '/api/user/vehicles';
const page = '/Mein-Partavo/Fahrzeuge';
/** The web tier before the real service of accounts. The stub answers reads of the catalogue. */
let web: Web;
let state: TestService;
beforeAll(async () => {
  [web, state] = await Promise.all([startWeb({ TRUST_PROXY: '1' }, undefined, testClock), startTestService('state')]);
  const { clock, metrics } = web.services;
  const url = `http://127.0.0.1:${state.service.port}`;
  const upstream = createUpstream({ catalogue: web.double.url, state: async () => url }, clock, undefined, 20);
  const cache = new ResponseCache({ clock, maxBytes: 1_000_000 });
  web.services.client = createClient(upstream, cache, metrics, clock, 20_000);
  await web.renew();
});
afterAll(async () => {
  await web.services.client.upstream.close();
  await web.stop();
  await state.stop();
});

/** Logs a visitor in with the embedded account. */
async function logIn(): Promise<Visitor> {
  const visitor = new Visitor(`http://127.0.0.1:${web.port}`);
  const login = await visitor.follow(await visitor.ask('/Einloggen?redirectUrl=%2Fmenu'));
  const back = await visitor.follow(await visitor.post(login.address, { answer: 'login' }));
  expect(new URL(back.address).pathname).toBe('/menu');
  return visitor;
}

test('scripts see that a visitor is logged in and which vehicles are saved, until the account is deleted', async () => {
  const visitor = await logIn();
  expect(visitor.cookie('account')).toBe('in');
  const saved = await visitor.call(path, 'POST', { modelId: ids.golfModel });
  expect([saved.body, visitor.cookie('account')]).toEqual([{ success: true }, `active.${ids.golfModel}`]);
  const cookie = [...visitor.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const list = await web.request(path, { headers: await web.checked(path, { cookie }) });
  expect([list.status, list.headers['cache-control']]).toEqual([200, 'private, no-store']);
  // A call that fails for another reason ends no login.
  expect((await visitor.call(`${path}/Loeschen/${ids.bmwModel}`, 'POST')).status).toBe(404);
  expect(visitor.cookie('account')).toBe(`active.${ids.golfModel}`);
  await visitor.post(page, { action: 'deleteAccount' });
  expect([visitor.cookie('account'), visitor.cookie('loginSeen')]).toEqual([undefined, undefined]);
});

test('a visitor without a login learns that first, whatever they want to save', async () => {
  const stranger = new Visitor(`http://127.0.0.1:${web.port}`);
  expect((await stranger.call(path, 'POST', { modelId: '../x' })).body).toMatchObject({ code: 'login' });
});

test('the embedded provider answers browsers alone, and behind a proxy that ends TLS', async () => {
  const headers = { 'x-forwarded-proto': 'https', host: '127.0.0.1' };
  const begun = await web.request('/Einloggen', { headers });
  const led = await web.request(begun.headers.location ?? '', { headers });
  expect([led.status, led.headers.location]).toEqual([303, expect.stringMatching(/^\/Einloggen\/Demo\/[\w-]+$/)]);
  const sent = await web.post('/oidc/auth', new URLSearchParams({ client_id: 'shop' }).toString());
  expect([sent.status, JSON.parse(web.lines.at(-1) ?? '{}').route]).toEqual([404, 'none___de-DE']);
});
