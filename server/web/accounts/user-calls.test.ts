import cookieParser from 'cookie-parser';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { createLoginLifetime } from './login-lifetime.js';
import { createUserCalls } from './user-calls.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

test('calls of a login that has just begun have its session, not that of the cookie before', async () => {
  const userCalls = createUserCalls(createLoginLifetime(['secret'], web.clock));
  const app = express()
    .use(cookieParser())
    .get('/:begun', async (request, response) => {
      const { begun } = request.params;
      const api = web.services.client.for({ locale: 'de-DE', country: 'DE' });
      const calls = userCalls(api, request, response, begun === 'none' ? undefined : begun);
      // The double knows no accounts; the session that it was asked with counts.
      await calls.logOut().catch(() => undefined);
      response.end();
    });
  const asked = async (begun: string) => {
    web.double.calls.length = 0;
    await supertest(app)
      .get(`/${begun}`)
      .set('cookie', `partavo=${'c'.repeat(22)}`);
    return web.double.calls.map(({ session }) => session);
  };
  expect(await asked('none')).toEqual(['c'.repeat(22)]);
  expect(await asked('b'.repeat(22))).toEqual(['b'.repeat(22)]);
});
