import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { Visitor } from '../../../test/support/visitor.js';
import { readEnv } from '../../env.js';
import { createLog } from '../http/log.js';
import { type DemoProvider, demoProviderPath, startDemoProvider } from './demo-provider.js';

/** The provider on an origin of its own, with a login page that accepts everybody. */
let provider: DemoProvider;
const clock = new ManualClock();
let server: Server;
let origin: string;
beforeAll(async () => {
  provider = await startDemoProvider(readEnv({}), createLog('silent', { write: () => {} }), clock);
  const app = express();
  app.use(demoProviderPath, provider.handle);
  app.get('/Einloggen/Demo/:uid', async (request, response) => {
    response.redirect(303, await provider.complete(request, response, true));
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const verifier = randomBytes(32).toString('base64url');
const returnAddress = (): string => `${origin}/Einloggen/zurueck`;

/** Begins a login as the shop does, with changed parameters; an empty value removes one. */
function begin(visitor: Visitor, otherwise: Record<string, string> = {}) {
  const wish = {
    client_id: provider.clientId,
    response_type: 'code',
    redirect_uri: returnAddress(),
    scope: 'openid',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...otherwise,
  };
  const query = new URLSearchParams(Object.entries(wish).filter(([, value]) => value !== ''));
  return visitor.ask(`${demoProviderPath}/auth?${query}`);
}

/** Asks for tokens as the shop does, with changed fields. */
async function exchange(fields: Record<string, string>, secret = provider.clientSecret) {
  const response = await fetch(String(provider.metadata.token_endpoint), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${provider.clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ redirect_uri: returnAddress(), code_verifier: verifier, ...fields }),
  });
  return { status: response.status, output: (await response.json()) as Record<string, string> };
}

/** Logs a visitor in. @returns the code that the provider sends to the shop */
async function codeOf(visitor: Visitor): Promise<string> {
  const returned = await visitor.follow(await begin(visitor), /\/zurueck\?/);
  return new URL(returned.location ?? '').searchParams.get('code') ?? '';
}

test('a code is exchanged once, by the shop, with the verifier of the login and for its return address', async () => {
  const code = await codeOf(new Visitor(origin));
  const grant = { grant_type: 'authorization_code', code };
  expect((await exchange(grant, 'another secret')).output.error).toBe('invalid_client');
  const exchanged = await exchange(grant);
  expect([exchanged.status, exchanged.output.refresh_token]).toEqual([200, undefined]);
  expect(exchanged.output.scope).toBe('openid');
  expect((await exchange(grant)).output.error).toBe('invalid_grant');

  for (const otherwise of [{ code_verifier: 'v'.repeat(43) }, { redirect_uri: `${origin}/anderswo` }] as Record<
    string,
    string
  >[]) {
    const other = { ...grant, code: await codeOf(new Visitor(origin)), ...otherwise };
    expect([otherwise, (await exchange(other)).output.error]).toEqual([otherwise, 'invalid_grant']);
  }
});

test('a code is valid for a minute', async () => {
  // The memory takes zero for no time at all.
  await clock.advance(1);
  for (const [seconds, status] of [
    [59, 200],
    [61, 400],
  ] as const) {
    const code = await codeOf(new Visitor(origin));
    await clock.advance(seconds * 1000);
    expect((await exchange({ grant_type: 'authorization_code', code })).status).toBe(status);
  }
});

test.each([
  ['no challenge for a proof of the login', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['tokens in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ['an ID token in the address', { response_type: 'id_token' }, 'unsupported_response_type'],
])('a login with %s is refused', async (_, otherwise: Record<string, string>, error) => {
  const { location } = await begin(new Visitor(origin), otherwise);
  expect(
    new URL(location ?? '').searchParams.get('error') ??
      new URLSearchParams(new URL(location ?? '').hash.slice(1)).get('error'),
  ).toBe(error);
});

test('the provider leads to no address but the shop’s way back', async () => {
  for (const address of ['https://evil.example/Einloggen/zurueck', `${returnAddress()}?a=1`, `${returnAddress()}/x`]) {
    const { status, location } = await begin(new Visitor(origin), { redirect_uri: address });
    expect([address, status, location]).toEqual([address, 400, null]);
  }
});

test.each(['password', 'client_credentials', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'])(
  'tokens are given for codes alone, not for %s',
  async (type) => {
    const { status, output } = await exchange({
      grant_type: type,
      username: 'demo',
      password: 'demo',
      refresh_token: 'x',
    });
    expect([status, output.error]).toEqual([400, 'unsupported_grant_type']);
  },
);

test.each(['/reg', '/session/end', '/me', '/token/introspection', '/token/revocation', '/device/auth'])(
  'the provider has no %s',
  async (path) => {
    const inside = new URL(String(provider.metadata.token_endpoint)).origin;
    expect((await fetch(inside + path)).status).toBe(404);
    expect((await fetch(inside + path, { method: 'POST' })).status).toBe(404);
  },
);
