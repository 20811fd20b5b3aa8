import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorSession, type Portals, startPortal } from '../../../test/doubles/portals.js';
import { plain } from '../../../test/fixtures/views/page.js';
import { alertsOf } from '../../../test/fixtures/views/portal.js';

let portal: Portals;
const who = { by: null, roles: ['owner' as const] };
beforeAll(async () => {
  portal = await startPortal('console', {});
});
beforeEach(async () => {
  // The address has all its guesses again.
  await portal.clock.advance(600_000);
  portal.sent.length = 0;
  Object.assign(portal.answers, {
    consoleSignIn: { ...who, session: operatorSession },
    consoleWho: who,
    consoleSignOut: { isDone: true },
    consoleActs: { acts: [] },
    consoleSearches: { since: '2026-02-03', withoutResults: [], frequent: [] },
  });
});
afterAll(() => portal.stop());

const signIn = (token: string, path = '/fr-FR/sign-in') => portal.request('POST', path).type('form').send({ token });
const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string => String(headers['set-cookie'] ?? '');

test('a page has its own policy, language and no place in caches or search engines', async () => {
  const { status, headers, text } = await portal.get('/fr-FR/log');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-language': 'fr-FR',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'self' 'sha256-[^' ]+' 'sha256-[^' ]+'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  for (const name of ['x-powered-by', 'etag']) expect(headers).not.toHaveProperty(name);
  expect(text).toMatch(
    /^<!doctype html><html lang="fr-FR"><head><meta charset="utf-8">.*<title>Console de l’exploitant \| Partavo</,
  );
  expect(text).toContain('<link rel="stylesheet" href="/build/lower.css">');
  expect(text).toContain('<style>.console{color:red}.list{margin:0}</style><style>:root{--ink:#123}</style></head>');
  // A language leads to the same page.
  expect(text).toMatch(/<a href="\/de-DE\/log" lang="de-DE"/);
});

test('times are those of the shop’s country', async () => {
  const act = { at: '2026-03-04T23:06:07.000Z', session: 'a1b2', person: null, event: 'signed_in', what: null };
  portal.answers.consoleActs = { acts: [act] };
  expect(plain((await portal.get('/log')).text)).toContain('05.03.2026, 00:06 · a1b2');
  expect(plain((await portal.get('/fr-FR/log')).text)).toContain('5 mars 2026, 00:06 · a1b2');
});

test('signing in keeps a session that scripts cannot read and other sites cannot send', async () => {
  const { status, headers } = await signIn('  the-token  ');
  expect([status, headers.location]).toEqual([303, '/fr-FR/overview']);
  expect(headers['set-cookie']).toEqual([`operator=${operatorSession}; Path=/; HttpOnly; SameSite=Strict`]);
  expect(portal.sent).toMatchObject([
    { call: 'consoleSignIn', body: { credential: 'the-token' }, audience: 'locale=fr-FR&country=FR' },
  ]);
  await signIn('x'.repeat(500));
  await signIn('   ');
  expect(portal.sent.slice(1).map(({ body }) => String(body.credential).length)).toEqual([400, 1]);
});

test('a form is small, plain and of few fields', async () => {
  const sent = async (fields: number, length = 1) => {
    const others = Array.from({ length: fields - 1 }, (_, at) => [`f${at}`, 'x'.repeat(length)]);
    return (await signIn('t').send(Object.fromEntries(others))).status;
  };
  expect([await sent(20), await sent(21), await sent(2, 65 * 1024)]).toEqual([303, 413, 413]);
  const packed = portal.request('POST', '/sign-in').type('form').set('content-encoding', 'gzip');
  expect((await packed.send('token=t')).status).toBe(415);
});

test('ten wrong tokens of an address are refused, and one more after each minute', async () => {
  portal.answers.consoleSignIn = 'token';
  for (let guess = 0; guess < 10; guess += 1) {
    const refused = await signIn('wrong', '/sign-in');
    expect([refused.status, cookieOf(refused)]).toEqual([401, '']);
    expect(alertsOf(refused.text)).toEqual(['Dieses Token gilt nicht oder nicht mehr.']);
  }
  const asked = portal.sent.length;
  const locked = await signIn('right', '/sign-in');
  expect([locked.status, locked.headers['retry-after'], portal.sent.length]).toEqual([429, '60', asked]);
  expect(alertsOf(locked.text)).toEqual(['Zu viele Versuche. Bitte warten Sie einige Minuten.']);
  // Neither can a made up session be tried.
  expect((await portal.get('/log')).status).toBe(429);
  await portal.clock.advance(30_000);
  expect((await signIn('right', '/sign-in')).headers['retry-after']).toBe('30');
  await portal.clock.advance(30_000);
  expect([(await signIn('wrong')).status, (await signIn('wrong')).status]).toEqual([401, 429]);
});

test('other failures of signing in are errors, and count as no guess', async () => {
  portal.answers.consoleSignIn = 'unavailable';
  for (let guess = 0; guess < 12; guess += 1) expect((await signIn('right')).status).toBe(503);
  portal.answers.consoleSignIn = 'too_many';
  expect((await signIn('right')).status).toBe(429);
});

test('without a session each page is the way in, and forms are refused', async () => {
  const tooShort = operatorSession.slice(1);
  for (const cookie of [
    '',
    'operator=x',
    `operator=${tooShort}`,
    `operator=${operatorSession}A`,
    `merchant=${operatorSession}`,
  ]) {
    const { status, text } = await portal.get('/log', cookie);
    expect([cookie, status, text.includes('id="token"')]).toEqual([cookie, 200, true]);
    // The way in has one address in all languages.
    expect(text).toContain('<a href="/fr-FR/" lang="fr-FR"');
  }
  expect((await portal.request('POST', '/customers')).status).toBe(401);
  expect(portal.sent).toEqual([]);
});

test('a session that has ended is dropped', async () => {
  portal.answers.consoleWho = 'token';
  const ended = await portal.get('/log');
  expect([ended.status, ended.text.includes('id="token"')]).toEqual([401, true]);
  expect(cookieOf(ended)).toMatch(
    /^operator=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
  );
  portal.answers.consoleWho = 'unavailable';
  const broken = await portal.get('/log');
  expect([broken.status, cookieOf(broken)]).toEqual([503, '']);
});

test('signing out ends the session there and here', async () => {
  const left = await portal.post('/fr-FR/sign-out');
  expect([left.status, left.headers.location]).toEqual([303, '/fr-FR/']);
  expect(cookieOf(left)).toContain('operator=;');
  expect(portal.sent.map(({ call, body }) => `${call} ${body.credential}`)).toEqual([
    `consoleWho ${operatorSession}`,
    `consoleSignOut ${operatorSession}`,
  ]);
});

test('a form without the proof of its session does nothing', async () => {
  const other = `operator=pos_${'B'.repeat(43)}`;
  const refused = [
    await portal.post('/sign-out', { proof: '' }),
    await portal.post('/sign-out', { proof: `${await portal.proof()}x` }),
    await portal.post('/sign-out', {}, other),
    await portal.request('POST', '/sign-out').set('cookie', `operator=${operatorSession}`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const foreign = portal.request('POST', '/sign-out').set('cookie', `operator=${operatorSession}`).type('form');
  const sent = await foreign.set('origin', 'https://evil.example').send({ proof: await portal.proof() });
  expect([sent.status, portal.bodies('consoleSignOut')]).toEqual([403, []]);
});

test('addresses lead to pages by method and path alone', async () => {
  const home = await portal.get('/nl-NL/');
  expect([home.status, home.headers.location]).toEqual([303, '/nl-NL/overview']);
  const head = await portal.request('HEAD', '/log').set('cookie', `operator=${operatorSession}`);
  expect([head.status, head.text ?? '']).toEqual([200, '']);
  portal.sent.length = 0;
  for (const path of ['/nothing', '/feeds/a/b', '/log/a', '/Log', '/sign-in'])
    expect([path, (await portal.get(path)).status]).toEqual([path, 404]);
  expect([portal.sent, portal.lines.at(-1)]).toEqual([[], expect.stringContaining('"route":"console_page"')]);
  // The wrong method of a page is another page.
  expect((await portal.post('/log')).status).toBe(404);
});

test('an error has a page in the language of its address, and leads home', async () => {
  const { status, text, headers } = await portal.get('/fr-FR/nothing');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    404,
    'text/html; charset=utf-8',
    'private, no-store',
  ]);
  expect(plain(text)).toContain('La page ou l’élément demandé est introuvable.');
  expect(text).toContain('href="/fr-FR/"');
  portal.answers.consoleActs = 'role';
  const refused = await portal.get('/fr-FR/log');
  expect([refused.status, plain(refused.text)]).toEqual([403, expect.stringContaining('Votre rôle ne le permet pas.')]);
  portal.answers.consoleActs = 'internal';
  expect((await portal.get('/log')).status).toBeGreaterThanOrEqual(500);
});
