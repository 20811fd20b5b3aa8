import supertest from 'supertest';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { Metrics } from './metrics.js';
import { serveMetrics } from './process-metrics.js';

const clock = new ManualClock();

/** Returns the value of a series by name and labels. */
async function valueOfSeries(
  metrics: Metrics,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | null> {
  const lines = (await metrics.registry.metrics()).split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name);
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = lines.find((each) => wanted.every((label) => each.includes(label)));
  return line === undefined ? null : Number(line.split(' ').at(-1));
}

test('requests are counted by route, edition, status and outcome of the cache, and timed by route', async () => {
  const metrics = new Metrics(clock);
  const request = { route: 'article___de-DE', status: 200, cache: 'hit', isAborted: false, seconds: 0.02 } as const;
  metrics.request(request);
  metrics.request(request);
  metrics.request({ ...request, isAborted: true, seconds: 3 });
  metrics.request({ ...request, route: 'static' });
  const counted = { route: 'article', edition: 'de-DE', cache: 'hit' };
  const total = (labels: Record<string, string>) => valueOfSeries(metrics, 'partavo_requests_total', labels);
  expect(await total({ ...counted, status: '200' })).toBe(2);
  expect(await total({ ...counted, status: 'aborted' })).toBe(1);
  expect(await total({ route: 'static', edition: 'none' })).toBe(1);
  expect(await valueOfSeries(metrics, 'partavo_request_seconds_count', { route: 'article' })).toBe(3);
  expect(await valueOfSeries(metrics, 'partavo_request_seconds_bucket', { route: 'article', le: '0.025' })).toBe(2);
});

test('timings of visitors are counted by measure, as far as their browser supports it', async () => {
  const metrics = new Metrics(clock);
  metrics.vitals({ route: 'home', ttfb: 0.1, lcp: 0.5, inp: 0.05, cls: 0.1 });
  metrics.vitals({ route: 'home', ttfb: 0.1 });
  for (const [metric, count] of [
    ['ttfb', 2],
    ['lcp', 1],
    ['inp', 1],
  ] as const)
    expect(await valueOfSeries(metrics, 'partavo_vitals_seconds_count', { route: 'home', metric })).toBe(count);
  expect(await valueOfSeries(metrics, 'partavo_vitals_layout_shift_count', { route: 'home' })).toBe(1);
});

test('metrics read the bytes of caches on request, and name the served catalogue', async () => {
  const metrics = new Metrics(clock);
  let bytes = 1;
  metrics.watchCache('pages', () => bytes, 100);
  bytes = 12;
  expect(await valueOfSeries(metrics, 'partavo_cache_bytes', { cache: 'pages' })).toBe(12);
  expect(await valueOfSeries(metrics, 'partavo_cache_limit_bytes', { cache: 'pages' })).toBe(100);
  metrics.catalogue('g1');
  metrics.catalogue('g2');
  expect(await valueOfSeries(metrics, 'partavo_catalogue_info', { generation: 'g1' })).toBeNull();
  expect(await valueOfSeries(metrics, 'partavo_catalogue_info', { generation: 'g2' })).toBe(1);
  expect(await valueOfSeries(metrics, 'partavo_catalogue_seen_timestamp_seconds')).toBe(clock.now() / 1000);
});

test('they are read at one path, and at no other', async () => {
  const metrics = new Metrics(clock);
  metrics.brokenSection('offers');
  const server = serveMetrics(metrics);
  const { status, headers, text } = await supertest(server).get('/metrics?x=1');
  expect([status, headers['content-type']]).toEqual([200, metrics.registry.contentType]);
  expect(text).toContain('partavo_broken_sections_total{section="offers"} 1');
  expect(text).toContain('process_cpu_seconds_total');
  expect((await supertest(server).head('/metrics')).status).toBe(200);
  expect((await supertest(server).post('/metrics')).status).toBe(404);
  expect((await supertest(server).get('/')).status).toBe(404);
});
