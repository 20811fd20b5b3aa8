import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { issuePass, startWait } from './pass.js';
import { passCookie } from './rate-limit.js';

describe('a client that gets five pages at once', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ RATE_LIMIT: '5' });
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  /** Returns the responses of `count` requests at the same moment, in which no bucket regains tokens. */
  const together = async (count: number, ask: (index: number) => ReturnType<Web['request']>) => {
    const responses = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
    return { answers: responses, good: responses.filter(({ status }) => status === 200).length };
  };

  test("cannot escape by passes: all passes of an address share four buckets' worth", async () => {
    const keys = web.services.keys;
    const cookies = Array.from(
      { length: 20 },
      () => `${passCookie}=${issuePass(keys, startWait(keys, web.clock.now()))}`,
    );
    const one = await together(20, () => web.request('/api/session', { headers: { cookie: cookies[0] ?? '' } }));
    expect(one.good).toBeLessThan(15);
    await web.renew();
    const all = await together(100, (index) =>
      web.request('/api/session', { headers: { cookie: cookies[index % 20] ?? '' } }),
    );
    expect(all.good).toBeGreaterThanOrEqual(20);
    expect(all.good).toBeLessThan(80);
    expect(Number(all.answers.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0);
    // The bucket of an unused pass is full, so the page shows the bucket that all passes share.
    const unused = `${passCookie}=${issuePass(keys, startWait(keys, web.clock.now()))}`;
    const result = await web.request('/bot', { headers: { cookie: unused } });
    expect([result.status, Number(result.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test('is redirected to the explaining page and back; a call and a form are refused instead', async () => {
    await together(5, () => web.request('/api/session'));
    const page = await web.request('/fr-FR/panier?a=1');
    expect([page.status, page.headers.location]).toEqual([302, '/fr-FR/bot?back=%2Ffr-FR%2Fpanier%3Fa%3D1']);
    expect([page.headers['cache-control'], page.headers['retry-after']]).toEqual(['private, no-store', '1']);
    expect((await web.request('/', { method: 'HEAD' })).status).toBe(302);
    for (const path of ['/api/session', '/api/Warenkorb', '/api/Warenkorb/optimize']) {
      const call = await web.request(path);
      expect([path, call.status, call.body.code, call.headers['retry-after']]).toEqual([path, 429, 'too_many', '1']);
    }
    expect((await web.post('/delivery-country', 'country=AT')).status).toBe(429);
    // Writes of the cart are exempt.
    expect((await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1')).status).toBe(303);
    expect((await web.request('/livez')).status).toBe(200);
    const line = web.lines.map((text) => JSON.parse(text)).find(({ status }) => status === 302);
    expect(line.route).toBe('limited___fr-FR');
  });

  test('gets cached drawings, and four times as many new ones', async () => {
    const drawing = (diameter: number) => web.request(`/api/Bilder/disc.svg?a=diameter:${diameter}`);
    expect((await drawing(280)).status).toBe(200);
    expect((await together(60, () => drawing(280))).good).toBe(60);
    const made = await together(100, (index) => drawing(300 + index));
    expect(made.good).toBeGreaterThanOrEqual(19);
    expect(made.good).toBeLessThan(80);
    const refused = made.answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.headers['cache-control']).toContain('no-store');
    expect((await together(20, () => drawing(280))).good).toBe(20);
    // Drawings do not use the bucket of pages.
    expect((await web.request('/api/session')).status).toBe(200);
  });

  test('gets as many pages as configured', async () => {
    expect((await web.request('/bot')).text).toContain('<li>5 Seiten auf einmal');
    expect((await web.request('/it-IT/bot')).text).toContain('<li>5 pagine in una volta');
  });
});
