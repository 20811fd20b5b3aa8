import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form, startWeb, type Web, type WebResponse } from '../../../test/doubles/web.js';
import { judge } from '../../../test/support/observatory.js';

const closed = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const policyOf = ({ headers }: WebResponse): string => String(headers['content-security-policy']);
/** Returns the hash of the style sheet, as a policy names it. */
const styleOf = ({ text }: WebResponse): string => {
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
};
/** Addresses of every kind of page, and of error pages. */
const pages = [
  '/',
  '/Ersatzteile/Alle-Fahrzeuge/--',
  '/Ersatzteile/Volkswagen/1-10-',
  '/Ersatzteile/VW-Golf-VII/2-55-?seriesId=700',
  '/Ersatzteile/VW-Golf-VII/3-m7-',
  '/Bremsscheiben/Alle-Fahrzeuge/--1523',
  '/Bremsscheiben/VW-Golf-VII/3-m7-1523',
  '/Teilenummernsuche/Kelvo/K12033',
  '/Volltextsuche?query=golf',
  '/Informationen/Impressum',
  '/Informationen/Vertrag-widerrufen',
  '/Informationen/Externe-Inhalte',
  '/menu',
  '/delivery-country',
  '/bot',
  '/gibt-es-nicht',
  '/Shop/%E0%A4%A',
];
const article = '/Teilenummernsuche/Kelvo/K12034';
/** Pages with wider policies: one with an external document, one with a checkout. */
const all = [...pages, article, '/Warenkorb', '/fr-FR/panier'];

describe('a shop without external content', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
    await web.renew();
  });
  afterAll(() => web.stop());

  test.each(all)('%s may load its own files and nothing else', async (path) => {
    const response = await web.request(path);
    expect(policyOf(response).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-x'",
      `style-src 'self' ${styleOf(response)}`,
      "img-src 'self'",
      "connect-src 'self'",
      ...(path === article ? ['frame-src https://www.youtube-nocookie.com'] : []),
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'report-uri /api/policy-reports',
    ]);
  });

  test('a page for an error in a form has the policy of a page', async () => {
    const response = await web.post('/Ersatzteile/Alle-Fahrzeuge/--', 'hsn=9999&tsn=ZZZ');
    expect([response.status, policyOf(response)]).toEqual([404, policyOf(await web.request('/'))]);
  });

  test('a response that is no page may load nothing, be framed by nobody and send no form', async () => {
    for (const path of ['/api/navigation', '/api/nix', '/livez', '/robots.txt', '/build/a-HASH.js']) {
      const response = await web.request(path);
      expect([path, policyOf(response)]).toEqual([path, closed]);
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      });
    }
    expect(policyOf(await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', form))).toBe(closed);
  });
});

describe('a shop with pictures, a badge, a tag manager and external checkouts', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({
      IMAGE_HOSTS: 'img1.example,https://img2.example',
      TRUST_BADGE_URL: 'https://seal.example/badge.js?id=1&x=2',
      TAG_MANAGER_URL: 'https://tags.example/tm.js',
      CHECKOUT_URL: 'de-DE=https://pay.example/in',
      CHECKOUT_SECRET: 'c'.repeat(32),
    });
    await web.renew();
  });
  afterAll(() => web.stop());

  test.each(all)('%s may load configured sources and nothing else', async (path) => {
    const response = await web.request(path);
    expect(policyOf(response).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-x' https://tags.example",
      `style-src 'self' ${styleOf(response)}`,
      "img-src 'self' img1.example https://img2.example https://tags.example",
      "connect-src 'self' https://tags.example",
      `frame-src 'self'${path === article ? ' https://www.youtube-nocookie.com' : ''}`,
      "manifest-src 'self'",
      `form-action 'self'${path === '/Warenkorb' ? ' https://pay.example' : ''}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'report-uri /api/policy-reports',
    ]);
  });

  test('the badge may load its files from its own host, in a sandbox, framed by the shop alone', async () => {
    expect(policyOf(await web.request('/trust-badge')).split('; ')).toEqual([
      "default-src 'none'",
      'script-src https://seal.example',
      "style-src https://seal.example 'unsafe-inline'",
      'img-src https://seal.example data:',
      'connect-src https://seal.example',
      'font-src https://seal.example',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts allow-popups',
    ]);
  });
});

describe('a shop behind a proxy that ends TLS', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb({ TRUST_PROXY: '1', TAG_MANAGER_URL: 'https://tags.example/tm.js' });
    await web.renew();
  });
  afterAll(() => web.stop());

  test.each([
    ['https', true],
    ['http', false],
  ])('cookies of requests over %s need TLS: %s, and so does the host', async (scheme, isSecure) => {
    const headers = { ...form, 'x-forwarded-proto': scheme };
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', headers);
    const answers = [
      added,
      await web.request('/api/session', { headers }),
      await web.post('/delivery-country', 'country=AT', headers),
      await web.post('/consent', 'choice=accept', headers),
    ];
    const cookies = answers.flatMap((answer) => answer.get('Set-Cookie') ?? []);
    const names = new Set(cookies.map((cookie) => cookie.split('=')[0]));
    const session = isSecure ? '__Host-partavo' : 'partavo';
    expect([...names].sort()).toEqual(['cartCount', 'consent', 'consentHosts', 'country', session].sort());
    for (const cookie of cookies) {
      expect([cookie, /; Secure/.test(cookie)]).toEqual([cookie, isSecure]);
      expect(cookie).toMatch(/; Path=\/;/);
      expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)/);
    }
    // Scripts can read the cookie of the shown number, but not the session.
    for (const cookie of cookies)
      expect([cookie, /; HttpOnly/.test(cookie)]).toEqual([cookie, cookie.startsWith(`${session}=`)]);
    for (const { headers: got } of answers)
      expect(got['strict-transport-security']).toBe(isSecure ? 'max-age=63072000; includeSubDomains' : undefined);
  });

  test('pages and calls have at least 125 points by the rules of the Observatory, without a preloaded host', async () => {
    const tls = { 'x-forwarded-proto': 'https' };
    const points: Record<string, number> = {};
    for (const path of [...all, '/api/session', '/api/Warenkorb', '/robots.txt', '/livez']) {
      const { headers } = await web.request(path, { headers: tls });
      points[path] = judge(headers).points;
    }
    const added = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', { ...form, ...tls });
    expect(Object.entries({ ...points, add: judge(added.headers).points }).filter(([, each]) => each < 125)).toEqual(
      [],
    );
  });

  test('a mistake in an answer costs points by these rules', async () => {
    const { headers } = await web.request('/', { headers: { 'x-forwarded-proto': 'https' } });
    const without = (name: string, value?: string): number => judge({ ...headers, [name]: value }).points;
    expect(judge(headers).points).toBe(130);
    expect(without('content-security-policy')).toBeLessThan(90);
    expect(without('content-security-policy', "default-src 'none'; script-src 'unsafe-inline'")).toBeLessThan(100);
    expect(without('strict-transport-security')).toBe(80);
    expect(without('x-content-type-options')).toBe(125);
    expect(without('set-cookie', 'partavo=a; Path=/')).toBeLessThan(80);
  });
});

test('a session from before the prefix is kept under it; over TLS no other host can plant one', async () => {
  const web = await startWeb({ TRUST_PROXY: '1' });
  await web.renew();
  const tls = { ...form, 'x-forwarded-proto': 'https' };
  const before = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', form);
  const old = web.cookies(before);
  const after = await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', { ...tls, cookie: old });
  const session = /partavo=([^;]+)/.exec(old)?.[1];
  const set = after.get('Set-Cookie') ?? [];
  expect(set.find((cookie) => cookie.startsWith('__Host-partavo='))).toContain(`=${session}; `);
  expect(set.find((cookie) => cookie.startsWith('partavo='))).toMatch(/^partavo=; .*Expires=Thu, 01 Jan 1970/);
  const both = { ...tls, cookie: `partavo=planted-planted-planted; __Host-partavo=${session}` };
  web.double.calls.length = 0;
  await web.post('/api/Warenkorb/Hinzufuegen/5001', 'quantity=1', both);
  expect(web.double.calls.at(-1)?.session).toBe(session?.slice(0, -44));
  await web.stop();
});

test('a form of a page over TLS is refused from the same host without TLS', async () => {
  const web = await startWeb({ TRUST_PROXY: '1' });
  await web.renew();
  const host = `127.0.0.1:${web.port}`;
  const statusFrom = async (origin: string, proto: string): Promise<number> =>
    (await web.post('/delivery-country', 'country=AT', { ...form, origin, 'x-forwarded-proto': proto })).status;
  expect(await statusFrom(`http://${host}`, 'https')).toBe(403);
  expect(await statusFrom(`https://${host}`, 'https')).toBe(303);
  expect(await statusFrom(`http://${host}`, 'http')).toBe(303);
  await web.stop();
});
