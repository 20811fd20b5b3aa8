import cookieParser from 'cookie-parser';
import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { seemsLoggedIn, setAccountCookie } from './account-cookie.js';
import {
  consumeLogin,
  forgetFreshLogin,
  type LoginMemory,
  rememberLogin,
  wantFreshLogin,
  wantsFreshLogin,
} from './login-cookie.js';

const login: LoginMemory = { state: 's', nonce: 'n', verifier: 'v', redirectUrl: '/Warenkorb', modelId: '4711' };

/** Cookies and body of the response to a request with this cookie and scheme. */
async function given(handle: RequestHandler, cookie = '', scheme = 'https'): Promise<{ set: string[]; body: unknown }> {
  const app = express();
  app.set('trust proxy', 1);
  app.use(cookieParser(), handle);
  const answer = await supertest(app).get('/').set({ cookie, 'x-forwarded-proto': scheme });
  return { set: answer.get('Set-Cookie') ?? [], body: answer.body };
}
const pairOf = (cookie = ''): string => cookie.split(';')[0] ?? '';

test.each([
  [['4711', '4712'], 'account=active.4711.4712'],
  [[], 'account=in'],
])('whose saved vehicles are %j has the cookie %s, for thirty days, which scripts can read', async (saved, value) => {
  const { set } = await given((request, response) => {
    setAccountCookie(request, response, saved);
    response.end();
  });
  expect(set).toEqual([expect.stringMatching(`^${value}; Max-Age=2592000; Path=/; .*Secure; SameSite=Lax$`)]);
});

test('a visitor without a login has none', async () => {
  const { set } = await given((request, response) => {
    setAccountCookie(request, response, null);
    response.json(seemsLoggedIn(request));
  });
  expect(set).toEqual([expect.stringMatching(/^account=; .*Expires=Thu, 01 Jan 1970/)]);
  const hint = async (cookie: string) =>
    (await given((request, response) => void response.json(seemsLoggedIn(request)), cookie)).body;
  expect([await hint(''), await hint('account=in')]).toEqual([false, true]);
});

test('a login under way is remembered for a quarter of an hour, out of the reach of scripts, and taken once', async () => {
  const remember: RequestHandler = (request, response) => {
    rememberLogin(request, response, login);
    response.end();
  };
  const [cookie = ''] = (await given(remember)).set;
  expect(cookie).toMatch(/; Max-Age=900; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
  expect((await given(remember, '', 'http')).set[0]).not.toContain('Secure');
  const take: RequestHandler = (request, response) => void response.json(consumeLogin(request, response));
  const { set, body } = await given(take, pairOf(cookie));
  expect([body, set]).toEqual([login, [expect.stringMatching(/^__Host-login=; .*Expires=Thu, 01 Jan 1970/)]]);
  const planted = (memory: object): string =>
    `__Host-login=${Buffer.from(JSON.stringify(memory)).toString('base64url')}`;
  const { state: _, ...stateless } = login;
  for (const wrong of [
    '',
    'login=rubbish',
    planted({ ...login, redirectUrl: 'https://evil.example/' }),
    planted({ ...login, redirectUrl: '//evil.example' }),
    planted({ ...login, modelId: '../x' }),
    planted(stateless),
  ])
    expect([wrong, (await given(take, wrong)).body]).toEqual([wrong, null]);
});

test('after a logout the provider asks for the password until the next login', async () => {
  const wish = await given((request, response) => {
    wantFreshLogin(request, response);
    response.json(wantsFreshLogin(request));
  });
  // The browser drops it when it closes.
  expect([wish.set, wish.body]).toEqual([
    [expect.stringMatching(/^__Host-freshLogin=1; Path=\/; HttpOnly; Secure;/)],
    false,
  ]);
  const wished = await given((request, response) => {
    forgetFreshLogin(request, response);
    response.json(wantsFreshLogin(request));
  }, '__Host-freshLogin=1');
  expect([wished.set, wished.body]).toEqual([[expect.stringMatching(/^__Host-freshLogin=; .*1970/)], true]);
});
