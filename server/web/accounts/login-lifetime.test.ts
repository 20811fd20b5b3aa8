import cookieParser from 'cookie-parser';
import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { createLoginLifetime } from './login-lifetime.js';

const minute = 60_000;
const clock = new ManualClock();
const lifetime = createLoginLifetime(['secret'], clock);
const app = express()
  .use(cookieParser())
  .get('/begin/:sid', (request, response) => {
    lifetime.begin(request, response, request.params.sid);
    response.end();
  })
  .get('/end', (request, response) => {
    lifetime.end(request, response);
    response.end();
  })
  .get('/:sid', (request, response) => void response.json(lifetime.isAlive(request, response, request.params.sid)));

let cookie = '';
async function ask(path: string): Promise<unknown> {
  const { body, headers } = await supertest(app).get(path).set('cookie', cookie);
  const set = String(headers['set-cookie'] ?? '');
  if (set) cookie = set.split(';')[0] ?? '';
  return body;
}
const begin = async (sid: string): Promise<void> => {
  cookie = '';
  await ask(`/begin/${sid}`);
};

test('a login ends half an hour after its last use', async () => {
  await begin('a');
  for (const minutes of [29, 30, 30]) {
    await clock.advance(minutes * minute);
    expect(await ask('/a')).toBe(true);
  }
  await clock.advance(30 * minute + 1);
  expect(await ask('/a')).toBe(false);
});

test('it ends half a day after it began, however often it is used', async () => {
  await begin('a');
  for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
    expect([minutes, await ask('/a')]).toEqual([minutes, true]);
    await clock.advance(20 * minute);
  }
  expect(await ask('/a')).toBe(true);
  await clock.advance(1);
  expect(await ask('/a')).toBe(false);
});

test('it belongs to one session, and cannot be forged, prolonged or kept', async () => {
  await begin('a');
  const own = cookie;
  expect(await ask('/b')).toBe(false);
  const [, begun, , signature] = /=(\d+)\.(\d+)\.(.*)$/.exec(own) ?? [];
  for (const forged of [
    '',
    'loginSeen=x',
    `loginSeen=${begun}.${clock.now() + minute}.${signature}`,
    `${own.slice(0, -1)}`,
  ]) {
    cookie = forged;
    expect([forged, await ask('/a')]).toEqual([forged, false]);
  }
  cookie = own;
  // A second use within a minute renews no cookie.
  const { headers } = await supertest(app).get('/a').set('cookie', own);
  expect(headers['set-cookie']).toBeUndefined();
  await ask('/end');
  expect(cookie).toBe('loginSeen=');
  expect(await ask('/a')).toBe(false);
});
