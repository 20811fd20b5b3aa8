import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

test('the home page claims its saving only for categories with an offer that proves it', async () => {
  const { status, text } = await web.request('/');
  expect([status, text.match(/80\s?%/g)]).toEqual([200, [expect.any(String)]]);
  web.double.breakOn(/Preissenkung/);
  web.forget();
  expect((await web.request('/')).text).not.toMatch(/80\s?%/);
});
