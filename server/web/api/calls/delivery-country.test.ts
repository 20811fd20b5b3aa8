import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, startWeb, type Web } from '../../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUST_PROXY: '1' });
  await web.renew();
});
afterAll(() => web.stop());

test.each([
  ['http', false],
  ['https', true],
])('over %s the browser keeps the chosen country for a year', async (scheme, isSecure) => {
  const headers = { ...form, 'x-forwarded-proto': scheme, cookie: 'locale=de-DE' };
  const response = await web.post('/delivery-country', 'country=AT', headers);
  expect([response.status, response.headers.location]).toEqual([303, '/']);
  const [cookie = ''] = response.get('Set-Cookie') ?? [];
  expect(cookie).toMatch(/^country=AT; Max-Age=31536000; Path=\/; .*SameSite=Strict$/);
  expect(/; Secure/.test(cookie)).toBe(isSecure);
});
