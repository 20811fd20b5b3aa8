import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ RATE_LIMIT: '1' });
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

test('too many calls are refused in the language of the call', async () => {
  const path = '/api/navigation?locale=es-ES';
  expect((await web.request(path)).status).toBe(200);
  const refused = await web.request(path);
  expect([refused.status, refused.headers['content-language'], refused.body]).toEqual([
    429,
    'es',
    expect.objectContaining({
      code: 'too_many',
      title: 'Demasiadas solicitudes en poco tiempo. Espere un momento.',
    }),
  ]);
});

test('photographs have a bucket of their own', async () => {
  const ask = async (id: number) => (await web.request(`/api/Fotos/${id}/AAAAAAAAAAAA.jpg`)).status;
  expect((await web.request('/api/navigation')).status).toBe(200);
  expect((await web.request('/api/navigation')).status).toBe(429);
  const statuses: number[] = [];
  for (let id = 1; id <= 40; id += 1) statuses.push(await ask(id));
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
});
