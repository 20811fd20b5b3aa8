import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkedGet } from './support/checked.js';
import { freePort } from './support/free-port.js';
import { startProvider, type TestProvider } from './support/provider.js';
import { type Shop, startShop } from './support/shop.js';
import { type Seen, Visitor } from './support/visitor.js';

/** Logins and saved vehicles (specification 4 to 6; D29), over real HTTP, with both kinds of provider. */
const secret = 'canary-client-secret-0123456789';
let embedded: Shop;
let shop: Shop;
let provider: TestProvider;
const models: { id: string; fullName: string }[] = [];
beforeAll(async () => {
  provider = await startProvider(secret, (address) =>
    /^http:\/\/127\.0\.0\.1:\d+(\/de-AT)?\/Einloggen\/zurueck$/.test(address),
  );
  const PORT = String(await freePort());
  [embedded, shop] = await Promise.all([
    startShop(),
    startShop({
      PORT,
      PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}`,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'the-shop',
      OIDC_CLIENT_SECRET: secret,
    }),
  ]);
  const get = async (path: string) => (await fetch(shop.origin + path)).json();
  const makers = await (await checkedGet(shop.origin, '/api/vehicle/manufacturers')).json();
  const volkswagen = makers.find(({ name }: { name: string }) => name === 'Volkswagen');
  for (const { id } of await get(`/api/vehicle/manufacturers/${volkswagen.id}/series?limit=3`))
    models.push(...(await get(`/api/vehicle/series/${id}/models?limit=1`)));
});
afterAll(async () => {
  await Promise.all([embedded?.stop(), shop?.stop()]);
  provider?.stop();
});

const api = '/api/user/vehicles';
const list = '/Mein-Partavo/Fahrzeuge';
const saving = (index: number): string => `${list}/speichern/${models[index]?.id}`;
const main = (seen: Seen): string => /<main.*<\/main>/s.exec(seen.text)?.[0] ?? '';
const begin = (redirectUrl: string): string => `/Einloggen?redirectUrl=${encodeURIComponent(redirectUrl)}`;
/** Logs a user in at the external provider and returns. */
async function logIn(user: string, redirectUrl = list, at = shop): Promise<Visitor> {
  const visitor = new Visitor(at.origin);
  provider.user = user;
  const seen = await visitor.follow(await visitor.ask(begin(redirectUrl)));
  expect([seen.status, new URL(seen.address).pathname]).toEqual([200, redirectUrl]);
  return visitor;
}
/** Returns the address of the provider's response, before the browser opens it. */
async function toReturn(visitor: Visitor): Promise<string> {
  const seen = await visitor.follow(await visitor.ask(begin('/Warenkorb')), /\/Einloggen\/zurueck\?/);
  return seen.location ?? '';
}
const saved = async (visitor: Visitor): Promise<string[]> =>
  ((await visitor.call(api)).body as { model: { id: string } }[]).map(({ model }) => model.id);

describe('the embedded provider', () => {
  test('logs in on a page of the shop that is marked as a demonstration, and returns to the page before', async () => {
    for (const prefix of ['', '/de-AT']) {
      const visitor = new Visitor(embedded.origin);
      const page = await visitor.follow(await visitor.ask(`${prefix}${begin(`${prefix}/Warenkorb`)}`));
      expect(new URL(page.address).pathname).toMatch(new RegExp(`^${prefix}/Einloggen/Demo/`));
      expect(main(page)).toContain('Demo-Konto');
      expect(page.text).toContain(`<html lang="${prefix ? 'de-AT' : 'de-DE'}"`);
      const back = await visitor.follow(await visitor.post(page.address, { answer: 'login' }));
      expect([back.status, new URL(back.address).pathname]).toEqual([200, `${prefix}/Warenkorb`]);
      expect(visitor.cookie('account')).toMatch(/^(in|active)/);
      expect((await visitor.call(`${api}?locale=${prefix ? 'de-AT' : 'de-DE'}`)).status).toBe(200);
    }
  });

  test('can be left: nothing changes, and the page says so', async () => {
    const visitor = new Visitor(embedded.origin);
    const page = await visitor.follow(await visitor.ask(begin('/Warenkorb')));
    const left = await visitor.follow(await visitor.post(page.address, { answer: 'cancel' }));
    expect(main(left)).toContain('Sie haben die Anmeldung abgebrochen.');
    expect((await visitor.call(api)).status).toBe(401);
  });

  test('leads nowhere but back to the shop, and only on its own way', async () => {
    const visitor = new Visitor(embedded.origin);
    const begun = (await visitor.ask(begin('/'))).location ?? '';
    const evil = begun.replace(
      /redirect_uri=[^&]+/,
      `redirect_uri=${encodeURIComponent('https://evil.example/Einloggen/zurueck')}`,
    );
    const refused = await visitor.ask(evil);
    expect([refused.status, refused.location]).toEqual([400, null]);
    expect(refused.text).toContain('<html lang="de-DE"');
    expect((await visitor.post('/oidc/token', {})).status).toBeGreaterThanOrEqual(400);
    expect((await visitor.ask('/oidc/.well-known/openid-configuration')).status).toBe(404);
    expect((await visitor.ask('/Einloggen/Demo/unknown')).status).toBe(400);
    expect((await visitor.ask('/Einloggen/Demo/un%20known')).status).toBe(404);
  });

  test('writes nothing beside the lines of the log', () => {
    expect(embedded.log.some(({ route }) => String(route).startsWith('demoLogin'))).toBe(true);
    for (const line of `${embedded.output()}${embedded.errors()}`.trimEnd().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow();
  });

  test('is off as soon as another one is configured', async () => {
    const visitor = new Visitor(shop.origin);
    expect((await visitor.ask(begin('/'))).location).toMatch(new RegExp(`^${provider.issuer}/auth\\?`));
    for (const path of ['/oidc/auth?client_id=shop', '/Einloggen/Demo/x'])
      expect([path, (await visitor.ask(path)).status]).toEqual([path, 404]);
  });
});

describe('a login', () => {
  test('gives a new session, and the cart moves along', async () => {
    const visitor = new Visitor(shop.origin);
    const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
    await visitor.post(
      `/api/Warenkorb/Hinzufuegen/${spareParts[0].offerId}`,
      { quantity: '3' },
      { accept: 'text/html' },
    );
    const before = visitor.cookie('partavo');
    await visitor.follow(await visitor.ask(begin('/Warenkorb')));
    expect(before).toBeTruthy();
    expect(visitor.cookie('partavo')).not.toBe(before);
    expect((await visitor.call('/api/Warenkorb/count')).body).toEqual({ countArticles: 3 });
    visitor.cookies.set('partavo', { value: before ?? '', path: '/', host: new URL(shop.origin).host });
    expect((await visitor.call(api)).status).toBe(401);
    expect((await visitor.call('/api/Warenkorb/count')).body).toEqual({ countArticles: 0 });
  });

  test.each([
    ['a forged state', (address: string) => address.replace(/state=[^&]+/, 'state=forged')],
    ['no state', (address: string) => address.replace(/state=[^&]+&?/, '')],
    ['a made-up code', (address: string) => address.replace(/code=[^&]+/, 'code=made-up')],
    [
      'the name of another provider',
      (address: string) => address.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'),
    ],
  ])('with %s is refused in words', async (_, forge) => {
    const visitor = new Visitor(shop.origin);
    const seen = await visitor.ask(forge(await toReturn(visitor)));
    expect(seen.status).toBe(400);
    expect(main(seen)).toContain('Die Anmeldung hat nicht geklappt.');
    expect((await visitor.call(api)).status).toBe(401);
  });

  test('with a forged nonce is refused', async () => {
    const visitor = new Visitor(shop.origin);
    const address = await toReturn(visitor);
    const memory = JSON.parse(Buffer.from(visitor.cookie('login') ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...memory, nonce: 'forged' })).toString('base64url');
    visitor.cookies.set('login', { value: forged, path: '/', host: new URL(shop.origin).host });
    expect((await visitor.ask(address)).status).toBe(400);
    expect((await visitor.call(api)).status).toBe(401);
  });

  test('comes to nothing in another browser, or a second time', async () => {
    const visitor = new Visitor(shop.origin);
    const address = await toReturn(visitor);
    expect((await new Visitor(shop.origin).ask(address)).status).toBe(400);
    const memory = visitor.cookies.get('login');
    expect((await visitor.ask(address)).status).toBe(303);
    expect(visitor.cookie('login')).toBeUndefined();
    expect((await visitor.ask(address)).status).toBe(400);
    if (memory) visitor.cookies.set('login', memory);
    expect((await visitor.ask(address)).status).toBe(400);
  });

  test('leads to no other site, even if another site has planted where to', async () => {
    const visitor = new Visitor(shop.origin);
    const address = await toReturn(visitor);
    const kept = visitor.cookies.get('login');
    const login = JSON.parse(Buffer.from(kept?.value ?? '', 'base64url').toString());
    const planted = JSON.stringify({ ...login, redirectUrl: 'https://evil.example/' });
    visitor.cookies.set('login', { path: '/', host: '', ...kept, value: Buffer.from(planted).toString('base64url') });
    const seen = await visitor.ask(address);
    expect([seen.status, seen.location]).toEqual([400, null]);
  });

  test('is shown to a user who is logged in already; after a logout the provider asks again', async () => {
    const visitor = await logIn('known');
    expect(main(await visitor.ask(begin('/')))).toContain('Sie sind angemeldet.');
    expect((await visitor.post(list, { action: 'logout' })).status).toBe(303);
    expect(visitor.cookie('account')).toBeUndefined();
    expect((await visitor.call(api)).status).toBe(401);
    expect((await visitor.ask(begin('/'))).location).toContain('prompt=login');
  });
});

describe('roles and permissions', () => {
  test('logged-in users exist in the German and Austrian editions only; challenge, then edition, then login', async () => {
    const user = await logIn('matrix');
    const stranger = new Visitor(shop.origin);
    for (const locale of ['de-DE', 'de-AT', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL']) {
      const isOpen = locale.startsWith('de');
      const path = `${api}?locale=${locale}`;
      for (const [method, body] of [['GET'], ['POST', { modelId: models[0]?.id }]] as const) {
        const unchecked = await user.ask(path, { method, headers: { accept: 'application/json' } });
        expect([unchecked.status, JSON.parse(unchecked.text).code]).toEqual([403, 'challenge']);
        expect((await user.call(path, method, body)).status).toBe(isOpen ? 200 : 403);
        expect((await stranger.call(path, method, body)).body).toMatchObject({ code: isOpen ? 'login' : 'edition' });
      }
      const prefix = locale === 'de-DE' ? '' : `/${locale}`;
      for (const page of [`${prefix}/Einloggen`, prefix + list])
        expect([page, (await stranger.ask(page)).status === 404]).toEqual([page, !isOpen]);
    }
    expect((await user.call(`${api}/Loeschen/${models[0]?.id}`, 'POST')).status).toBe(200);
  });

  test('one user never sees or removes the vehicles of another', async () => {
    const [ada, ben] = [await logIn('ada'), await logIn('ben')];
    await ada.call(api, 'POST', { modelId: models[1]?.id });
    expect(await saved(ben)).toEqual([]);
    expect((await ben.call(`${api}/Loeschen/${models[1]?.id}`, 'POST')).status).toBe(404);
    expect(await saved(ada)).toEqual([models[1]?.id]);
    expect(main(await ben.ask(list))).not.toContain(models[1]?.fullName);
  });

  test('no other site can save, remove or log out', async () => {
    const user = await logIn('attacked');
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      for (const [path, fields] of [
        [saving(0), {}],
        [list, { action: 'logout' }],
        [list, { action: 'deleteAccount' }],
      ] as [string, Record<string, string>][])
        expect([path, (await user.post(path, fields, headers)).status]).toEqual([path, 403]);
    }
    const led = await user.ask(saving(0), {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect(main(led)).toContain('Möchten Sie dieses Fahrzeug');
    const ahead = { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' };
    await user.ask(saving(0), { headers: ahead });
    expect(await saved(user)).toEqual([]);
  });

  test('if saving fails, the user is asked to log in; after it the vehicle is saved', async () => {
    const visitor = new Visitor(shop.origin);
    provider.user = 'saves';
    const refused = await visitor.post(saving(2), {});
    expect(refused.status).toBe(401);
    expect(main(refused)).toContain('Bitte melden Sie sich an, um Ihr Fahrzeug zu speichern.');
    const link = /href="(\/Einloggen[^"]+)"/.exec(main(refused))?.[1] ?? '';
    const here = { headers: { 'sec-fetch-site': 'same-origin' } };
    const end = await visitor.follow(await visitor.ask(link.replaceAll('&amp;', '&'), here));
    expect(new URL(end.address).pathname).toBe(list);
    expect(main(end)).toContain(models[2]?.fullName);
    expect(visitor.cookie('account')).toBe(`active.${models[2]?.id}`);
  });

  test('a link from elsewhere logs in but saves nothing by itself', async () => {
    const visitor = new Visitor(shop.origin);
    provider.user = 'lured';
    const begun = await visitor.ask(begin(saving(2)), { headers: { 'sec-fetch-site': 'cross-site' } });
    const back = await visitor.follow(begun, /speichern/);
    const seen = await visitor.ask(back.location ?? '', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(main(seen)).toContain('Möchten Sie dieses Fahrzeug');
    // These pages are on this site, but they may redirect to an address that a foreign link chose.
    for (const page of ['/bot?back=x', '/Einloggen/Demo/x', '/de-AT/Einloggen?redirectUrl=x']) {
      const headers = { 'sec-fetch-site': 'same-origin', referer: shop.origin + page };
      expect(main(await visitor.ask(saving(2), { headers }))).toContain('Möchten Sie dieses Fahrzeug');
    }
    expect(await saved(visitor)).toEqual([]);
  });

  test('saved vehicles are listed, picked and removed; the account and all of them can be deleted', async () => {
    const user = await logIn('tidy');
    for (const index of [0, 1, 0]) expect((await user.post(saving(index), {})).location).toMatch(/Fahrzeuge$/);
    expect(await saved(user)).toEqual([models[1]?.id, models[0]?.id]);
    const page = await user.ask(list);
    const link = new RegExp(`href="(/Ersatzteile/[^"]+/3-${models[0]?.id}-)"`).exec(main(page))?.[1] ?? '';
    expect((await user.ask(link)).status).toBe(200);
    await user.post(list, { action: 'remove', modelId: models[0]?.id ?? '' });
    expect(user.cookie('account')).toBe(`active.${models[1]?.id}`);
    await user.post(list, { action: 'deleteAccount' });
    expect((await user.call(api)).status).toBe(401);
    expect(await saved(await logIn('tidy'))).toEqual([]);
    expect((await user.post(list, { action: 'nonsense' })).status).toBe(400);
  });

  test('the list is one visitor’s: never kept by a cache, and no page for everybody knows the account', async () => {
    const user = await logIn('private');
    const response = await fetch(shop.origin + list, { headers: { cookie: `partavo=${user.cookie('partavo')}` } });
    expect(response.headers.get('cache-control')).toContain('no-store');
    const home = await user.ask('/');
    expect(home.text).toBe((await new Visitor(shop.origin).ask('/')).text);
  });
});

test('no log line has an e-mail, a cookie, a code, a token or who somebody is', () => {
  const text = JSON.stringify([shop.log, embedded.log]);
  expect(text).toContain('loginReturn___de-DE');
  expect(text).toContain('login_failed');
  expect(text).not.toMatch(/canary|@|eyJ|code=|state=|"(ada|ben|saves)"|partavo=|Bearer|Basic /);
});
