import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  operatorToken,
  proofIn,
  type ShopWithConsole,
  signInOperator,
  startShopWithConsole,
  visit,
} from './support/console.js';
import { startProvider, type TestProvider } from './support/provider.js';

/** The operator's console with the login and role of a provider (P161). */
let shop: ShopWithConsole;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider('a-secret-of-the-console', (address) => address === `${shop.console}/login/return`);
  shop = await startShopWithConsole({
    CONSOLE_OIDC_ISSUER: provider.issuer,
    CONSOLE_OIDC_CLIENT_ID: 'the-shop',
    CONSOLE_OIDC_CLIENT_SECRET: 'a-secret-of-the-console',
    CONSOLE_OIDC_ROLE: 'shop-operator, helpdesk=support, Ada@canary.example=catalogue',
  });
});
afterAll(async () => {
  await shop.stop();
  provider.stop();
});

const cookieIn = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .filter((each) => !each.endsWith('='))
    .join('; ');

const sessionIn = (headers: Headers): string => /operator=pos_[\w-]+/.exec(headers.getSetCookie().join())?.[0] ?? '';

function signIns(): Record<string, unknown>[] {
  const state = new DatabaseSync(join(shop.dataDir, 'state.db'), { readOnly: true });
  const acts = state.prepare("select person, what from operator_audit where event = 'signed_in' order by id").all();
  state.close();
  return acts.map((act) => ({ ...act }));
}

/** Goes through the login to the provider's redirect. @returns its address, and the browser's cookie */
async function throughProvider(prefix = ''): Promise<{ back: string; cookie: string }> {
  const begun = await visit(`${shop.console}${prefix}/login`);
  expect(begun.status).toBe(302);
  const cookie = cookieIn(begun.headers);
  let address = begun.headers.get('location') ?? '';
  const jar = new Map<string, string>();
  for (let step = 0; step < 8 && address.startsWith(provider.issuer); step += 1) {
    const { headers } = await visit(address, {
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    });
    for (const each of headers.getSetCookie()) {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
    address = new URL(headers.get('location') ?? '', address).href;
  }
  return { back: address, cookie };
}

test('a person with the role signs in, once for each login', async () => {
  provider.roles = ['accounting', 'shop-operator'];
  expect((await visit(`${shop.console}/`)).html).toContain('href="/de-DE/login"');
  const { back, cookie } = await throughProvider('/fr-FR');
  expect(back.startsWith(`${shop.console}/login/return?`)).toBe(true);
  const entered = await visit(back, { cookie });
  expect([entered.status, entered.headers.get('refresh')]).toEqual([200, '0; url=/fr-FR/overview']);
  const session = sessionIn(entered.headers);
  expect(session).toMatch(/^operator=pos_[\w-]{43}$/);
  expect((await visit(`${shop.console}/fr-FR/log`, { cookie: session })).html).toContain('Journal');
  // Neither a repeated response nor one in another browser logs anybody in.
  for (const again of [cookie, '']) {
    const { status, headers } = await visit(back, { cookie: again });
    expect([status, headers.getSetCookie().some((each) => each.startsWith('operator=pos'))]).toEqual([401, false]);
  }
  const acts = signIns();
  expect(acts).toEqual([{ person: expect.stringMatching(/^[\w-]{10}$/), what: 'owner' }]);
  const everything = JSON.stringify([shop.log, shop.errors(), acts]);
  for (const secret of ['ada', 'canary', 'a-secret-of-the-console', operatorToken])
    expect(everything).not.toContain(secret);
});

test('a person without the role is refused, and the token still opens the console', async () => {
  for (const roles of [[], ['shop-operators'], ['Shop-Operator']]) {
    provider.roles = roles;
    const { back, cookie } = await throughProvider();
    const { status, html, headers } = await visit(back, { cookie });
    expect([roles, status, html.includes('Rolle')]).toEqual([roles, 403, true]);
    expect(headers.getSetCookie().some((each) => each.startsWith('operator=pos'))).toBe(false);
  }
  expect(await signInOperator(shop.console)).toMatch(/^operator=pos_/);
});

test('verified addresses and claims give roles, and pages offer only what the roles permit', async () => {
  provider.roles = ['helpdesk'];
  const enter = async (): Promise<string> => {
    const { back, cookie } = await throughProvider();
    return sessionIn((await visit(back, { cookie })).headers);
  };
  const support = await enter();
  const page = (path: string, cookie = support) => visit(`${shop.console}${path}`, { cookie });
  const feeds = await page('/feeds');
  expect([feeds.status, feeds.html.includes('type="file"'), feeds.html.includes('>Kundendienst<')]).toEqual([
    200,
    false,
    true,
  ]);
  expect(feeds.html).not.toContain('/de-DE/log"');
  const fields = { proof: proofIn(feeds.html), name: 'no-such-feed', act: 'drop' };
  const refused = await visit(`${shop.console}/fr-FR/held`, { cookie: support, fields });
  expect([refused.status, refused.html]).toEqual([403, expect.stringContaining('Votre rôle ne le permet pas.')]);
  expect((await page('/log')).status).toBe(403);
  expect((await page('/customers')).html).toContain('Widerrufe');
  expect((await page('/texts/shop-1')).html).not.toContain('type="submit">Speichern');

  provider.isVerified = true;
  const both = await enter();
  const own = await page('/customers', both);
  for (const words of ['ada@canary.example', 'Katalog, Kundendienst', 'Widerrufe']) expect(own.html).toContain(words);
  expect((await page('/feeds', both)).html).toContain('type="file"');
  provider.roles = [];
  const catalogue = await enter();
  expect((await page('/customers', catalogue)).html).not.toContain('Widerrufe');
  expect(signIns().slice(-2)).toEqual([
    { person: 'ada@canary.example', what: 'catalogue support' },
    { person: 'ada@canary.example', what: 'catalogue' },
  ]);
  const owner = await signInOperator(shop.console);
  expect((await page('/log', owner)).html).toContain('ada@canary.example');
  expect(JSON.stringify([shop.log, shop.errors()])).not.toMatch(/ada@|canary/);
});

test('while the provider is away the way in says so', async () => {
  provider.stop();
  const { back, cookie } = { back: `${shop.console}/login/return?code=x&state=y`, cookie: 'operatorLogin=bm9uc2Vuc2U' };
  expect((await visit(back, { cookie })).status).toBe(401);
  const memory = Buffer.from(JSON.stringify({ state: 'y', nonce: 'n', verifier: 'v'.repeat(43), locale: 'de-DE' }));
  const { status, html } = await visit(`${back}&iss=${encodeURIComponent(provider.issuer)}`, {
    cookie: `operatorLogin=${memory.toString('base64url')}`,
  });
  expect([status, html.includes('nicht erreichbar')]).toEqual([503, true]);
});
