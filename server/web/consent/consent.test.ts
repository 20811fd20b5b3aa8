import type { Request } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWeb, type Web, type WebResponse } from '../../../test/doubles/web.js';
import { readEnv } from '../../env.js';
import { consentDomains, consentHostOf, consentsOf, hasAccepted } from './consent.js';
import { externalScript } from './external-content.js';

const article = '/Teilenummernsuche/Kelvo/K12034';
const year = 365 * 24 * 3600;
let web: Web;
beforeAll(async () => {
  web = await startWeb({
    IMAGE_HOSTS: 'img1.example,https://img2.example',
    TRUST_BADGE_URL: 'https://seal.example/badge.js?id=1&x="2"',
    TAG_MANAGER_URL: 'https://tags.example/tm.js',
  });
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

const cookieOf = (response: WebResponse, name: string): string =>
  (response.get('Set-Cookie') ?? []).find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
const textOf = (cookie: string): string => decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? '');
const statesOf = (response: WebResponse): Record<string, string> =>
  JSON.parse(textOf(cookieOf(response, 'consent'))).domains;
const choose = (body: string, cookie = ''): Promise<WebResponse> =>
  web.post('/consent', body, {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    ...(cookie && { cookie }),
  });

test('the default accepted domains are the two image hosts', () => {
  const env = readEnv({ IMAGE_HOSTS: 'img1.example,img2.example' });
  const accepted = consentDomains(env, {}).filter(({ isAccepted }) => isAccepted);
  expect(accepted.map(({ host }) => host)).toEqual(['img1.example', 'img2.example']);
});

test('a host that is configured twice appears once, with its first purpose', () => {
  const env = readEnv({ CONSENT_HOSTS: 'b.example,c.example', TRUST_BADGE_URL: 'https://b.example/seal.js' });
  expect(consentDomains(env, {}).map(({ host, purpose }) => [host, purpose])).toEqual([
    ['b.example', 'embeds'],
    ['c.example', 'embeds'],
  ]);
});

test('nine external hosts may not be embedded on article pages, nor the names below them', () => {
  const env = readEnv({});
  expect(env.CONSENT_HOSTS).toHaveLength(9);
  for (const host of env.CONSENT_HOSTS) {
    expect(consentHostOf(env, `https://${host}/a`)).toBe(host);
    expect(consentHostOf(env, `https://www.${host}/a`)).toBe(host);
    expect(consentHostOf(env, `https://not${host}/a`)).toBeNull();
  }
  expect(consentHostOf(env, 'https://docs.example/youtube.com')).toBeNull();
  expect(consentHostOf(env, 'javascript:alert(1)')).toBeNull();
});

describe('consent per external content domain', () => {
  test('is accepted or denied for all, and stored in a cookie for a year', async () => {
    for (const [choice, state] of [
      ['accept', 'a'],
      ['reject', 'd'],
    ] as const) {
      const response = await choose(`choice=${choice}&returnTo=${encodeURIComponent(article)}`);
      expect([response.status, response.headers.location]).toEqual([303, article]);
      const states = statesOf(response);
      expect([states['youtube.com'], states['seal.example'], states['tags.example']]).toEqual([state, state, state]);
      expect([states['img1.example'], states['img2.example']]).toEqual(['a', 'a']);
      const kept = JSON.parse(textOf(cookieOf(response, 'consent')));
      expect(kept).toMatchObject({ v: 1, t: Math.floor(web.clock.now() / 1000) });
      expect(cookieOf(response, 'consent')).toMatch(new RegExp(`Max-Age=${year};.*SameSite=Lax`));
      expect(cookieOf(response, 'consent')).not.toMatch(/httponly/i);
    }
  });

  test('rewrites both consent cookies on change, for one domain without touching the others', async () => {
    const first = await choose('choice=accept&host=vimeo.com');
    expect(textOf(cookieOf(first, 'consentHosts'))).toBe('img1.example_img2.example_vimeo.com');
    const second = await choose('choice=accept&host=youtube.com', web.cookies(first));
    expect(textOf(cookieOf(second, 'consentHosts'))).toBe('img1.example_img2.example_youtube.com_vimeo.com');
    const third = await choose('choice=reject&host=vimeo.com', web.cookies(second));
    expect(statesOf(third)).toMatchObject({ 'vimeo.com': 'd', 'youtube.com': 'a', 'x.com': 'd' });
    expect(textOf(cookieOf(third, 'consentHosts'))).toBe('img1.example_img2.example_youtube.com');
  });

  test('is saved as each field says; unknown hosts and forged cookies change nothing', async () => {
    const forged = `consent=${encodeURIComponent('{"v":1,"domains":{"evil.example":"a","x.com":"yes"}}')}`;
    const response = await choose('choice=save&state.youtube.com=a&state.x.com=d&state.evil.example=a', forged);
    expect(statesOf(response)).toMatchObject({ 'youtube.com': 'a', 'x.com': 'd' });
    expect(Object.keys(statesOf(response))).not.toContain('evil.example');
    // A host without a field keeps its state.
    const known = web.cookies(await choose('choice=accept&host=vimeo.com'));
    expect(statesOf(await choose('choice=save&state.x.com=a', known))).toMatchObject({
      'vimeo.com': 'a',
      'x.com': 'a',
    });
    for (const cookie of ['consent=%7B', 'consent=null', 'consent=%7B%22v%22%3A2%7D'])
      expect((await web.request('/Informationen/Externe-Inhalte', { headers: { cookie } })).status).toBe(200);
  });

  test('a wrong choice writes nothing, and no form leads to another site', async () => {
    const wrong = await choose('choice=maybe');
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([400, undefined]);
    expect((await choose('choice=reject&returnTo=https://evil.example/')).headers.location).toBe('/');
  });

  test('has a page without JavaScript: each state, and rejecting is as easy as accepting', async () => {
    const cookie = web.cookies(await choose('choice=accept&host=vimeo.com'));
    const { text: body, headers } = await web.request('/Informationen/Externe-Inhalte', { headers: { cookie } });
    expect(headers['cache-control']).toBe('private, no-store');
    const radio = (host: string, value: string): string =>
      new RegExp(`<input[^>]*name="state\\.${host}"[^>]*value="${value}"[^>]*>`).exec(body)?.[0] ?? '';
    expect(radio('vimeo.com', 'a')).toContain('checked');
    expect(radio('youtube.com', 'a')).not.toContain('checked');
    expect(radio('youtube.com', 'd')).toContain('checked');
    expect(radio('img1.example', 'a')).toBe('');
    const main = body.slice(body.indexOf('<main'));
    const buttons = [...main.matchAll(/<button[^>]*name="choice"[^>]*>/g)].map(([tag]) => tag);
    expect(buttons.map((tag) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(['reject', 'accept', 'save']);
    expect(buttons[0]?.replace('reject', 'accept')).toBe(buttons[1]);
    const fragment = await web.request('/fragments/de-DE/consent.html', { headers: { cookie } });
    expect(fragment.text).not.toMatch(/value="a"[^>]*checked|checked[^>]*value="a"/);
    for (const path of ['/fr-FR/informations/contenus-externes', '/es-ES/informacion/contenido-externo'])
      expect((await web.request(path)).status).toBe(200);
  });
});

describe('an article with a document of a blocked host', () => {
  test('shows a placeholder with the choice, loads nothing external, and stays the same for everybody', async () => {
    const cookie = web.cookies(await choose('choice=accept'));
    // The first response names the catalogue of the pages.
    await web.request('/');
    const [plain, accepted] = [await web.request(article), await web.request(article, { headers: { cookie } })];
    expect(accepted.text).toBe(plain.text);
    expect(accepted.headers['server-timing']).toContain('cache;desc=hit');
    const { text: body } = plain;
    expect(body).not.toMatch(/<iframe|<link[^>]*youtube|<img[^>]*youtube/);
    expect(body).toContain('data-embed="https://www.youtube-nocookie.com/embed/abc?rel=0"');
    expect(body).toContain('Einbauvideo kommt von youtube-nocookie.com.');
    expect(body).toMatch(/name="host" value="youtube-nocookie.com"/);
    expect(body).toContain('<a href="https://www.youtube-nocookie.com/embed/abc?rel=0" rel="noopener nofollow">');
    expect(body).toContain('href="/Informationen/Externe-Inhalte"');
    // A document that needs no consent is an ordinary link.
    expect(body).toContain('<a href="https://docs.example/ma-1.pdf"');
  });

  test('allows only sources that are configured or on the page', async () => {
    const policy = async (path: string): Promise<string> =>
      String((await web.request(path)).headers['content-security-policy']);
    expect(await policy(article)).toMatch(/frame-src 'self' https:\/\/www\.youtube-nocookie\.com(;|$)/);
    expect(await policy('/')).toMatch(/frame-src 'self'(;|$)/);
    expect(await policy('/')).toMatch(/script-src 'self' 'sha256-[^;]* https:\/\/tags\.example(;|$)/);
    expect(await policy('/')).not.toContain('seal.example');
  });
});

test('the badge has a page of its own that runs only its script', async () => {
  const { text: body, headers } = await web.request('/trust-badge');
  expect(body).toContain('<script src="https://seal.example/badge.js?id=1&amp;x=&quot;2&quot;" async></script>');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src https:\/\/seal\.example;/);
  expect(headers['content-security-policy']).toMatch(/; sandbox allow-scripts allow-popups$/);
  expect(headers['content-security-policy']).toContain("; frame-ancestors 'self';");
  expect(headers['x-robots-tag']).toBe('noindex');
});

test('a page without badge, tag manager or blocked document contains nothing of them', async () => {
  const bare = await startWeb();
  await bare.renew();
  try {
    const { text: body, headers } = await bare.request('/');
    expect(body).not.toMatch(/external\.js|data-badge|data-tags/);
    expect(headers['content-security-policy']).not.toContain('frame-src');
    expect((await bare.request('/trust-badge')).status).toBe(404);
    expect((await bare.request(article)).text).toContain('src="/build/external.js"');
  } finally {
    await bare.stop();
  }
});

test.each([
  ['TRUST_BADGE_URL', { source: 's', badge: 'seal.example', tags: undefined }],
  ['TAG_MANAGER_URL', { source: 's', badge: undefined, tags: 'https://seal.example/a.js' }],
])('a page with %s alone has the script that shows it after consent', (name, expected) => {
  const none = { TRUST_BADGE_URL: undefined, TAG_MANAGER_URL: undefined };
  expect(externalScript({ ...none, [name]: 'https://seal.example/a.js' }, 's', [])).toEqual(expected);
  expect(externalScript(none, 's', [])).toBeNull();
});

test('no log line contains a consent, session or host', async () => {
  await choose('choice=accept&host=CANARY', 'consentHosts=CANARY; partavo=CANARY-CANARY-CANARY');
  await web.request('/api/experiments', { headers: { cookie: 'partavo=CANARY-CANARY-CANARY; consentHosts=CANARY' } });
  expect(web.lines.length).toBeGreaterThan(1);
  expect(web.lines.join('')).not.toMatch(/CANARY|youtube/);
});

test.each([
  [
    { v: 1, domains: { 'a.example': 'a', 'b.example': 'd', 'c.example': 'yes', 'd.example': 1 } },
    'a.example b.example',
  ],
  [{ v: 0, domains: { 'a.example': 'a' } }, ''],
  [{ v: 2, domains: { 'a.example': 'a' } }, ''],
  [{ v: '1', domains: { 'a.example': 'a' } }, ''],
  [{ domains: { 'a.example': 'a' } }, ''],
  [{ v: 1 }, ''],
  [null, ''],
])('the cookie %j holds the consent to: %s', (value, hosts) => {
  const request = { cookies: { consent: JSON.stringify(value) } } as unknown as Request;
  expect(Object.keys(consentsOf(request)).join(' ')).toBe(hosts);
});

test('a hundred hosts of a cookie count, and only whole names are accepted', () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`h${index}.example`, 'a']));
  const request = { cookies: { consent: JSON.stringify({ v: 1, domains: many }) } } as unknown as Request;
  expect(Object.keys(consentsOf(request))).toHaveLength(100);
  const accepted = { cookies: { consentHosts: 'a.example_b.example' } } as unknown as Request;
  const hosts = ['a.example', 'b.example', 'example', 'a.example_b.example', ''];
  expect(hosts.map((host) => hasAccepted(accepted, host))).toEqual([true, true, false, false, false]);
  expect(hasAccepted({ cookies: {} } as unknown as Request, '')).toBe(false);
});
