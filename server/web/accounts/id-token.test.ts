import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configuredProvider, createOidcLogin, LoginRefused, type LoginSecrets, once } from './oidc-login.js';

/** A provider whose responses each test sets. */
let server: Server;
let issuer: string;
let named: string;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let signedWith: typeof keys.privateKey;
let claims: JWTPayload;
let isAway: boolean;
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' };
  const token = async () => ({
    access_token: 'access',
    token_type: 'Bearer',
    id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(signedWith),
  });
  server = createServer(async (request, response) => {
    const answers: Record<string, () => object | Promise<object>> = {
      '/.well-known/openid-configuration': () => ({
        issuer: named,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      }),
      '/jwks': () => ({ keys: [key] }),
      '/token': token,
    };
    if (isAway) return void response.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await answers[request.url ?? '']?.()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
/** Seconds since 1970, so far away that no token expires while the tests run. */
const [past, future] = [1_000_000_000, 9_000_000_000];
let secrets: LoginSecrets;
beforeEach(() => {
  named = issuer;
  isAway = false;
  signedWith = keys.privateKey;
});

const returnAddress = 'http://127.0.0.1/Einloggen/zurueck';
const login = () =>
  createOidcLogin(() => configuredProvider({ issuer, clientId: 'the-shop', clientSecret: 'secret of the shop' }));

/** Completes a login with changed claims in the ID token. @returns the verified claims */
async function logIn(otherwise: JWTPayload = {}): Promise<JWTPayload> {
  const begun = login();
  ({ secrets } = await begun.begin({ returnAddress, locale: 'de-DE', isFresh: false }));
  claims = { iss: issuer, aud: 'the-shop', sub: 'ada', iat: past, exp: future, nonce: secrets.nonce, ...otherwise };
  return begun.finish(new URL(`${returnAddress}?code=code&state=${secrets.state}`), secrets);
}

test('an ID token of the provider for this login logs in', async () => {
  expect(await logIn()).toMatchObject({ iss: issuer, sub: 'ada' });
});

test.each<[string, JWTPayload]>([
  ['for another client', { aud: 'another-shop' }],
  ['of another provider', { iss: 'https://evil.example' }],
  ['of another login', { nonce: 'nonce of somebody else' }],
  ['of no login', { nonce: undefined }],
  ['that has ended', { exp: past }],
])('an ID token %s is refused', async (_, otherwise) => {
  await expect(logIn(otherwise)).rejects.toThrow(LoginRefused);
});

test('an ID token that somebody else has signed is refused', async () => {
  signedWith = (await generateKeyPair('RS256')).privateKey;
  await expect(logIn()).rejects.toThrow(LoginRefused);
});

test('a provider with another issuer is refused', async () => {
  named = 'https://evil.example';
  await expect(logIn()).rejects.toThrow('login provider');
});

test('a provider that is away when the visitor returns can be reached later, and refuses nobody', async () => {
  const begun = login();
  ({ secrets } = await begun.begin({ returnAddress, locale: 'de-DE', isFresh: false }));
  isAway = true;
  const address = new URL(`${returnAddress}?code=code&state=${secrets.state}`);
  await expect(begun.finish(address, secrets)).rejects.toMatchObject({ code: 'unavailable' });
});

test('each login has secrets of its own', async () => {
  await logIn();
  const before = secrets;
  await logIn();
  for (const name of ['state', 'nonce', 'verifier'] as const) expect(secrets[name]).not.toBe(before[name]);
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThanOrEqual(43);
});

test('the provider asks for the password again only on request', async () => {
  for (const [isFresh, prompt] of [
    [true, 'login'],
    [false, null],
  ] as const) {
    const { address } = await login().begin({ returnAddress, locale: 'de-DE', isFresh });
    expect(address.searchParams.get('prompt')).toBe(prompt);
  }
});

test('a provider that could not be reached is sought again, and one that was found is not', async () => {
  let calls = 0;
  const find = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('away');
    return calls;
  });
  await expect(find()).rejects.toThrow('away');
  expect([await find(), await find()]).toEqual([2, 2]);
});
