import { expect, test } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { health } from './health.js';
import { createLog } from './log.js';
import { requestLog } from './request-log.js';

const works = async (): Promise<void> => {};
const fails = async (): Promise<void> => {
  throw new Error('away');
};

test.each([
  ['/livez', true, works, 200, 'ok'],
  ['/livez', false, fails, 200, 'ok'],
  ['/readyz', true, works, 200, 'ok'],
  ['/readyz', true, fails, 503, 'not ready'],
  ['/readyz', false, works, 503, 'not ready'],
  ['/readyz/', true, works, 404, 'next'],
])('%s of a shop that is to go on (%s)', async (path, isReady, check, status, text) => {
  const app = express();
  const log = createLog('silent');
  app.use(requestLog({ log, metrics: { request: () => {} }, timeoutMs: 1 }), health({ isReady: () => isReady, check }));
  app.use((_request, response) => void response.status(404).send('next'));
  const answer = await supertest(app).get(path);
  expect([answer.status, answer.text]).toEqual([status, text]);
  if (status !== 404) expect(answer.headers['cache-control']).toBe('no-store');
});
