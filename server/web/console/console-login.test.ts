import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorSession, type Portals, startPortal } from '../../../test/doubles/portals.js';
import { alertsOf } from '../../../test/fixtures/views/portal.js';
import { startProvider, type TestProvider } from '../../../test/support/provider.js';
import type { Env } from '../../env.js';
import type { ConsoleRolePairs } from '../../env-lists.js';
import type { OidcLogin } from '../accounts/oidc-login.js';
import { createConsoleLogin, rolesOf } from './console-login.js';

const pairs: ConsoleRolePairs = [
  { value: 'shop-operator', role: 'owner' },
  { value: 'Ada@example.de', role: 'support' },
];

test.each<[string, Record<string, unknown>, string, string[]]>([
  ['a claim', { roles: 'shop-operator' }, 'roles', ['owner']],
  ['a list', { roles: ['x', 'shop-operator'] }, 'roles', ['owner']],
  ['a claim within another', { realm_access: { roles: ['shop-operator'] } }, 'realm_access.roles', ['owner']],
  [
    'a claim with dots in its name',
    { 'https://id.example/roles': 'shop-operator' },
    'https://id.example/roles',
    ['owner'],
  ],
  ['nothing within nothing', { realm_access: null }, 'realm_access.roles', []],
  ['a text instead of a claim', { realm_access: 'roles' }, 'realm_access.roles', []],
  ['what every object has', {}, 'constructor.name', []],
  ['a verified address', { email: 'Ada@Example.de', email_verified: true }, 'roles', ['support']],
  ['an address that nobody verified', { email: 'ada@example.de' }, 'roles', []],
  [
    'an address and a claim',
    { email: 'ada@example.de', email_verified: true, roles: 'shop-operator' },
    'roles',
    ['owner', 'support'],
  ],
])('%s gives its roles', (_, claims, claim, roles) => {
  expect(rolesOf(claims, claim, pairs).sort()).toEqual(roles);
});

test('without roles nobody has a login', () => {
  expect(createConsoleLogin({} as Env, {} as OidcLogin)).toBeNull();
});

describe('a login over HTTP', () => {
  const secret = 'a-secret-of-the-console';
  const token = 'the-token-of-the-configuration-of-this-shop';
  let provider: TestProvider;
  let portal: Portals;
  beforeAll(async () => {
    provider = await startProvider(secret, (address) => address.endsWith('/login/return'));
    const answers = { consoleSignIn: { by: null, roles: ['owner' as const], session: operatorSession } };
    portal = await startPortal('console', answers, settings(provider.issuer));
  });
  beforeEach(async () => {
    await portal.clock.advance(600_000);
    portal.sent.length = 0;
  });
  afterAll(async () => {
    await portal.stop();
    provider.stop();
  });

  const settings = (issuer: string) => ({
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: 'the-shop',
    CONSOLE_OIDC_CLIENT_SECRET: secret,
    CONSOLE_OIDC_ROLE: 'helpdesk=support',
    CONSOLE_TOKEN: token,
  });
  // The provider returns to the host at which a login began.
  const at = (path: string, cookie = '') => portal.get(path, cookie).set('host', 'console.example');
  const begin = () => at('/fr-FR/login');
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string => String(headers['set-cookie'] ?? '');
  const finish = (query: string, cookie: string) => at(`/login/return${query}`, cookie.split(';')[0]);

  /** Follows the provider to its redirect. @returns the query of its reply, and the cookie of the login */
  async function throughProvider(): Promise<[query: string, cookie: string]> {
    const begun = await begin();
    let address = String(begun.headers.location);
    const jar = new Map<string, string>();
    while (address.startsWith(provider.issuer)) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const { headers } = await fetch(address, { redirect: 'manual', headers: { cookie } });
      for (const each of headers.getSetCookie()) {
        const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=');
        jar.set(name, value);
      }
      address = new URL(headers.get('location') ?? '', address).href;
    }
    return [new URL(address).search, cookieOf(begun)];
  }

  test('begins with a cookie of fifteen minutes that the provider’s redirect brings back', async () => {
    const begun = await begin();
    expect([begun.status, String(begun.headers.location).startsWith(provider.issuer)]).toEqual([302, true]);
    expect(cookieOf(begun)).toMatch(
      /^operatorLogin=[\w-]+; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const asked = new URL(String(begun.headers.location)).searchParams;
    expect(asked.get('redirect_uri')).toBe('http://console.example/login/return');
    expect([asked.get('ui_locales'), asked.get('prompt'), asked.get('max_age')]).toEqual(['fr-FR', null, null]);
    expect((await portal.get('/', '')).text).toContain('href="/de-DE/login"');
  });

  test('ends in a session for the person and its roles, in the language in which it began', async () => {
    provider.roles = ['helpdesk'];
    const entered = await finish(...(await throughProvider()));
    expect([entered.status, entered.headers.refresh]).toEqual([200, '0; url=/fr-FR/overview']);
    expect(cookieOf(entered)).toMatch(/operatorLogin=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(cookieOf(entered)).toContain(`operator=${operatorSession}; Path=/; HttpOnly; SameSite=Strict`);
    expect(portal.sent.map(({ body }) => body)).toEqual([
      {
        credential: token,
        by: createHash('sha256').update(`${provider.issuer} ada`).digest('base64url').slice(0, 10),
        roles: ['support'],
      },
    ]);
  });

  test('names a person by the verified address, or its first part', async () => {
    provider.roles = ['helpdesk'];
    provider.isVerified = true;
    for (const user of ['Ada', 'a'.repeat(260)]) {
      provider.user = user;
      await finish(...(await throughProvider()));
    }
    Object.assign(provider, { isVerified: false, user: 'ada' });
    expect(portal.sent.map(({ body }) => body.by)).toEqual(['ada@canary.example', 'a'.repeat(254)]);
  });

  test('without a role is refused, and gives no session', async () => {
    provider.roles = ['other'];
    const refused = await finish(...(await throughProvider()));
    expect([refused.status, alertsOf(refused.text)]).toEqual([403, ['Ihr Konto hat keine Rolle in dieser Konsole.']]);
    expect([cookieOf(refused).includes('operator='), portal.sent]).toEqual([false, []]);
    expect(portal.lines.at(-2)).toContain('"reason":"role"');
  });

  test('that another browser began counts as a wrong token', async () => {
    const words = 'Die Anmeldung ist nicht zustande gekommen. Beginnen Sie noch einmal.';
    const forged = Buffer.from(JSON.stringify({ state: 's', nonce: 'n', verifier: 'v', locale: '//evil' }));
    for (let guess = 0; guess < 10; guess += 1) {
      const cookie = guess % 2 ? `operatorLogin=${forged.toString('base64url')}` : 'operatorLogin=bm9uc2Vuc2U';
      const refused = await finish('?code=x&state=s', cookie);
      expect([refused.status, alertsOf(refused.text)]).toEqual([401, [words]]);
    }
    const locked = await finish('?code=x&state=s', '');
    expect([locked.status, locked.headers['retry-after'], portal.sent]).toEqual([429, '60', []]);
  });

  test('cannot begin while the provider is away', async () => {
    const alone = await startPortal('console', {}, settings('http://127.0.0.1:9'));
    const away = await alone.get('/login', '').set('host', 'console.example');
    await alone.stop();
    expect([away.status, alertsOf(away.text)[0]]).toEqual([503, expect.stringContaining('gerade nicht erreichbar')]);
  });

  test('says when the provider is away', async () => {
    const [query, cookie] = await throughProvider();
    provider.stop();
    const away = await finish(query, cookie);
    expect([away.status, alertsOf(away.text)[0]]).toEqual([503, expect.stringContaining('gerade nicht erreichbar')]);
  });
});
