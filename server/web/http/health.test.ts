import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { health } from './health.js';
import { createLog } from './log.js';
import { requestLog } from './request-log.js';

const clock = new ManualClock();
test.each([
  ['/livez', true, 200, 'ok'],
  ['/livez', false, 200, 'ok'],
  ['/readyz', true, 200, 'ok'],
  ['/readyz', false, 503, 'not ready'],
  ['/readyz/', true, 404, 'next'],
])('%s of a running shop (%s)', async (path, isReady, status, text) => {
  const app = express();
  const log = createLog('silent');
  app.use(
    requestLog({ log, metrics: { request: () => {} }, timeoutMs: 1, tracing: null, clock }),
    health(
      () => isReady,
      () => ({ store: null, jobs: null }),
    ),
  );
  app.use((_request, response) => void response.status(404).send('next'));
  const answer = await supertest(app).get(path);
  expect([answer.status, answer.text]).toEqual([status, text]);
  if (status !== 404) expect(answer.headers['cache-control']).toBe('no-store');
});

test('failing catalogue store and jobs are reported without reason, and the web tier stays ready', async () => {
  const at = '2030-01-02T03:04:05.000Z';
  const app = express();
  const log = createLog('silent');
  app.use(
    requestLog({ log, metrics: { request: () => {} }, timeoutMs: 1, tracing: null, clock }),
    health(
      () => true,
      () => ({ store: { since: at }, jobs: { since: at, reason: '/data/feeds has no room.' } }),
    ),
  );
  const [ready, live] = [await supertest(app).get('/readyz'), await supertest(app).get('/livez')];
  expect([ready.status, live.text]).toEqual([200, 'ok']);
  expect(ready.text).toMatch(/^ok\ncatalogue store: cannot be used since 2030-01-02T03:04:05\.000Z, .+/);
  expect(ready.text).toMatch(/\njobs: .+ wait since 2030-01-02T03:04:05\.000Z$/);
});
