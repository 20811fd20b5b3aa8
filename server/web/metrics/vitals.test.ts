import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

const view = { route: 'article', locale: 'fr-FR', ttfb: 0.2, lcp: 1.8, inp: 0.1, cls: 0 };
const text = { 'content-type': 'text/plain;charset=UTF-8', accept: '*/*' };

describe('vitals from browsers', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ RATE_LIMIT: '30' });
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

  const tell = (body: unknown, headers: Record<string, string> = {}) =>
    web.post('/api/vitals', typeof body === 'string' ? body : JSON.stringify(body), { ...text, ...headers });
  const reported = () => web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'vitals');
  const series = async () => (await web.services.metrics.registry.metrics()).match(/^partavo_vitals_.*$/gm) ?? [];

  it('go into one line of the log and into the metrics, by route and measure', async () => {
    const response = await tell(view, { cookie: 'partavo=1234567890', referer: 'http://x.example/canary' });
    expect([response.status, response.text, response.headers['set-cookie']]).toEqual([204, '', undefined]);
    const { time, level, reqId, ...line } = reported()[0];
    expect([reported().length, line]).toEqual([
      1,
      { event: 'vitals', edition: 'fr-FR', route: 'article', ttfb: 0.2, lcp: 1.8, inp: 0.1, cls: 0 },
    ]);
    expect(reqId).toBe(response.headers['x-request-id']);
    expect(web.lines.join()).not.toMatch(/127\.0\.0\.1|1234567890|canary/);
    const found = await series();
    expect(found).toContain('partavo_vitals_seconds_bucket{le="1.2",route="article",metric="lcp"} 0');
    expect(found).toContain('partavo_vitals_seconds_bucket{le="1.8",route="article",metric="lcp"} 1');
    expect(found).toContain('partavo_vitals_seconds_count{route="article",metric="inp"} 1');
    expect(found).toContain('partavo_vitals_seconds_count{route="article",metric="ttfb"} 1');
    expect(found).toContain('partavo_vitals_layout_shift_bucket{le="0",route="article"} 1');
  });

  it('are accepted as JSON too, and without measures that a browser lacks', async () => {
    const { route, locale, ttfb } = view;
    expect((await tell({ route, locale, ttfb }, { 'content-type': 'application/json' })).status).toBe(204);
    expect(reported()[0]).not.toHaveProperty('lcp');
    expect((await series()).join()).not.toMatch(/metric="(lcp|inp)"|layout_shift_count/);
  });

  it.each([
    ['an unknown route', { ...view, route: 'article"} 1\nx' }],
    ['a name that every object has', { ...view, route: 'constructor' }],
    ['an unknown edition', { ...view, locale: 'en-GB' }],
    ['a figure that is not rounded', { ...view, lcp: 1.23456 }],
    ['a figure as text', { ...view, inp: '0.1' }],
    ['a negative figure', { ...view, cls: -1 }],
    ['no time to the first byte', { ...view, ttfb: undefined }],
    ['an id', { ...view, id: 'visitor-1' }],
    ['a list', [view]],
    ['nothing', ''],
  ])('refuse %s and record nothing of it', async (_, body) => {
    const response = await tell(body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid']);
    expect(reported()).toEqual([]);
    expect((await series()).filter((line) => line.includes('{'))).toEqual([]);
    expect(web.lines.join()).not.toMatch(/visitor-1|en-GB|constructor|1\.23456/);
  });

  it.each([
    [400, 'body', '{"route":', {}],
    [413, 'too_large', JSON.stringify({ ...view, more: 'x'.repeat(1024) }), {}],
    [415, 'media_type', 'route=article', { 'content-type': 'application/x-www-form-urlencoded' }],
    [403, 'origin', JSON.stringify(view), { origin: 'https://other.example' }],
    [403, 'origin', JSON.stringify(view), { 'sec-fetch-site': 'cross-site' }],
  ])('answers %d %s', async (status, code, body, headers) => {
    const response = await tell(body, headers as Record<string, string>);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(reported()).toEqual([]);
  });

  it('use the same bucket as pages', async () => {
    for (let n = 0; n < 30; n++) expect((await tell(view)).status).toBe(204);
    expect((await tell(view)).status).toBe(429);
    expect(reported()).toHaveLength(30);
  });

  it('are requested on pages by their route, the same for everybody; not on error pages, and not when off', async () => {
    const rootOf = async (path: string) => /<html[^>]*>/.exec((await web.request(path)).text)?.[0] ?? '';
    expect(await rootOf('/fr-FR/')).toContain(' data-route="home" data-vitals="10"');
    expect(await rootOf('/gibt-es-nicht')).not.toContain('data-vitals');
    const { env } = web.services;
    web.services.env = { ...env, VITALS_SAMPLE: 0 };
    try {
      await web.renew();
      expect(await rootOf('/fr-FR/')).not.toMatch(/data-(route|vitals)/);
      expect((await tell(view)).status).toBe(204);
      expect([reported(), (await series()).filter((line) => line.includes('{'))]).toEqual([[], []]);
    } finally {
      web.services.env = env;
    }
  });
});
