import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { supportCode, supportCodeOfShedding } from '../server/web/http/log.js';
import { issuePass, startWait } from '../server/web/http/pass.js';
import { passCookie } from '../server/web/http/rate-limit.js';
import { root } from './support/catalogue.js';
import { type LogLine, type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

const secret = 'under-fire-'.repeat(4);
let shop: Shop;
let offer: string;
beforeAll(async () => {
  shop = await startShop({
    RATE_LIMIT: '100000',
    SESSION_SECRET: secret,
    METRICS_PORT: '0',
    MERCHANTS_PORT: '0',
    CONSOLE_PORT: '0',
    CONSOLE_TOKEN: secret,
    // Visitors wait a sixth of it for a slot, in which no machine serves four hundred requests.
    MARKETPLACE_SECONDS: '6',
  });
  const { spareParts } = await (await fetch(`${shop.origin}/api/Bremsscheiben/Alle-Fahrzeuge/--1523`)).json();
  offer = String(spareParts.find(({ offerId }: { offerId: string | null }) => offerId !== null).offerId);
});
afterAll(() => shop.stop());

const add = (headers: Record<string, string> = {}, body = 'quantity=1&locale=de-DE'): Promise<Response> =>
  fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${offer}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    body,
  });
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

test('an address makes sixty carts, then people are asked to show that they are some (D86)', async () => {
  let made = 0;
  let cookie = '';
  /** Returns the first refusal. On a slow machine the address may regain some requests before. */
  const refusal = async (
    headers: () => Promise<Record<string, string>> | Record<string, string>,
  ): Promise<Response> => {
    for (;;) {
      const answer = await add(await headers());
      const isMade = answer.status === 200 || answer.headers.get('location') === '/Warenkorb';
      if (!isMade) return answer;
      made += 1;
      cookie ||= cookiesOf(answer);
      expect(made).toBeLessThan(200);
      await answer.arrayBuffer();
    }
  };
  const refused = await refusal(() => ({}));
  expect(made).toBeGreaterThanOrEqual(60);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  // A visitor with a cart is still served. A session without a cart does not help.
  expect((await add({ cookie })).status).toBe(200);
  const given = async () => ({ cookie: cookiesOf(await fetch(`${shop.origin}/api/session`)) });
  expect((await refusal(given)).status).toBe(429);
  expect((await refusal(() => ({ cookie: `partavo=${'x'.repeat(22)}` }))).status).toBe(429);
  // A form redirects to the puzzle and back to its page. The pass has its own limit.
  const referer = `${shop.origin}/Teilenummernsuche/a/b?c=d`;
  const form = await refusal(() => ({ accept: 'text/html', referer }));
  expect([form.status, form.headers.get('location')]).toEqual([
    303,
    `/bot?back=${encodeURIComponent('/Teilenummernsuche/a/b?c=d')}`,
  ]);
  const pass = `${passCookie}=${issuePass([secret], startWait([secret], Date.now()))}`;
  expect((await add({ cookie: pass })).status).toBe(200);
});

test('a link of another site asks before it replaces a cart; one of our own, or into an empty cart, does not (D77)', async () => {
  const pass = `${passCookie}=${issuePass([secret], startWait([secret], Date.now()))}`;
  const cookie = `${pass}; ${cookiesOf(await add({ cookie: pass }, 'quantity=3&locale=de-DE'))}`;
  const follow = (
    site: string,
    headers: Record<string, string> = { cookie },
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const navigation = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      const sent = request(
        `${shop.origin}/Warenkorb/generieren?cartParam[${offer}]=1&replace=true`,
        { headers: { ...navigation, ...headers } },
        async (response) => resolve({ status: response.statusCode ?? 0, text: (await response.toArray()).join('') }),
      );
      sent.on('error', reject).end();
    });
  const count = async (): Promise<number> => {
    const answer = await fetch(`${shop.origin}/api/Warenkorb`, { headers: { cookie } });
    return (await answer.json()).cartData.countArticles;
  };
  const asked = await follow('cross-site');
  expect([asked.status, await count()]).toEqual([200, 3]);
  expect(asked.text).toContain('action="/Warenkorb/generieren?cartParam[');
  expect([(await follow('same-origin')).status, await count()]).toEqual([303, 1]);
  expect((await follow('cross-site', { cookie: pass })).status).toBe(303);
});

type Port = 'address' | 'merchants' | 'console' | 'metrics';
/** Returns a port of the shop from its log. */
const portOf = (name: Port): number =>
  Number(new URL(String(shop.log.find(({ event }) => event === 'started')?.[name])).port);
/** Sends these bytes. @returns the response */
async function raw(text: string, port: Port = 'address'): Promise<string> {
  const socket = connect(portOf(port), '127.0.0.1');
  socket.write(text, 'latin1');
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

test.each([
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['an unknown expectation', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n', 200],
  ['no HTTP', 'HELLO\r\n\r\n', 400],
  [
    'a gigabyte',
    'POST /consent HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n',
    413,
  ],
])('%s is answered with an id, safe headers and one line', async (_name, text, status) => {
  await expectAnswer(await raw(text), status);
});

/** Expects the usual headers and one log line. */
async function expectAnswer(answer: string, status: number): Promise<void> {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  const id = /x-request-id: (\S+)/i.exec(answer)?.[1];
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
    expect(answer.toLowerCase()).toContain(`${name}: `);
  const linesOf = () => shop.log.filter(({ reqId, event }) => reqId === id && event === 'request');
  await until('the line is there', () => linesOf().length > 0);
  expect(linesOf()).toHaveLength(1);
}

const odd: readonly (readonly [name: string, text: string, status: number])[] = [
  ['a byte that no address has', 'GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an invalid Host', 'GET / HTTP/1.1\r\nHost: a b<script>\r\nConnection: close\r\n\r\n', 400],
  ['a Host with a user', 'GET / HTTP/1.1\r\nHost: x@evil\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['another version', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n', 505],
  ['no version', 'GET /\r\n\r\n', 400],
  ['a coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 501],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
];
describe.each(['address', 'merchants', 'console'] as const)('at the port "%s"', (port) => {
  test.each(odd)('%s is refused with an id, safe headers and one line', async (_name, text, status) => {
    await expectAnswer(await raw(text, port), status);
  });
});

test('a refused Host gets the words of every refusal, and is not repeated', async () => {
  const page = await raw('GET /fr-FR/ HTTP/1.1\r\nHost: a b<script>\r\nConnection: close\r\n\r\n');
  expect(page).toContain('<html lang="fr-FR"');
  const call = await raw('GET /api/navigation HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(call).toContain('"code":"invalid"');
  expect(page + call).not.toContain('a b<script>');
  // Health checks of balancers may use HTTP/1.0 without Host.
  expect(await raw('GET /readyz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
});

test("230 idle connections at the merchants' port keep nobody out", async () => {
  const port = portOf('merchants');
  const idle: Socket[] = [];
  for (let number = 0; number < 230; number += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    idle.push(socket);
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
  }
  const served = [];
  for (let number = 0; number < 50; number += 1)
    served.push(
      (await raw('GET /api/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'merchants')).slice(9, 12),
    );
  for (const socket of idle) socket.destroy();
  expect(served).toEqual(Array(50).fill('200'));
});

test('what a package warns of is a line of the log, as everything else is', async () => {
  // A package parses an address with a fragment by a deprecated function of Node.
  await raw('GET /a#b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await until('it has warned', () => shop.errors().includes('"event":"process_warning"'));
  for (const line of `${shop.output()}${shop.errors()}`.trimEnd().split('\n'))
    expect(() => JSON.parse(line)).not.toThrow();
});

/** Runs `npm run logs` on a log from standard input. */
const linesOf = (code: string, log: readonly object[]): string =>
  spawnSync(process.execPath, [join(root, 'scripts/logs.mjs'), code], {
    input: log.map((one) => JSON.stringify(one)).join('\n'),
    encoding: 'utf8',
  }).stdout;

test('a code of refused requests leads to a line that came soon after their minute', () => {
  const now = Date.now() - (Date.now() % 60_000);
  const shed = (time: number) => ({ time: new Date(time).toISOString(), level: 'warn', event: 'shed', page: 3 });
  const [early, late] = [now - 60_001, now + 5000].map((time) => shed(time));
  const found = (ms: number): string =>
    linesOf(supportCodeOfShedding(now - 1), [early, shed(now + ms), late] as object[]);
  for (const ms of [-60_000, -1, 4999]) expect(found(ms)).toContain(`${shed(now + ms).time} warn shed`);
  for (const { time } of [early, late] as { time: string }[]) expect(found(0)).not.toContain(time);
});

test('asked for more than it can do, the shop serves what is kept, health and carts, and refuses the rest at once', async () => {
  const pass = `${passCookie}=${issuePass([secret], startWait([secret], Date.now()))}`;
  const cookie = `${pass}; ${cookiesOf(await add({ cookie: pass }))}`;
  await until('the home page is kept', async () => {
    const home = await fetch(`${shop.origin}/`);
    await home.arrayBuffer();
    return home.headers.get('server-timing')?.includes('cache;desc=hit') ?? false;
  });
  const seen: Record<number, number> = {};
  let number = 0;
  const codes = new Set<string>();
  const search = async (): Promise<void> => {
    number += 1;
    const answer = await fetch(`${shop.origin}/Volltextsuche?query=bremse${number}`);
    const text = await answer.text();
    seen[answer.status] = (seen[answer.status] ?? 0) + 1;
    if (answer.status !== 503) return;
    expect(answer.headers.get('retry-after')).not.toBeNull();
    const id = String(answer.headers.get('x-request-id'));
    expect(text).toContain(supportCode(id));
    // A page that timed out shows the beginning of the id only; a refusal shows all of it.
    if (text.includes(id)) codes.add(id);
  };
  const flood = Array.from({ length: 400 }, search);
  const beside = await Promise.all(
    ['/', '/livez', '/readyz', '/Warenkorb', '/'].map(
      async (path) => (await fetch(shop.origin + path, { headers: { cookie } })).status,
    ),
  );
  expect(beside).toEqual([200, 200, 200, 200, 200]);
  expect((await add({ cookie })).status).toBe(200);
  await Promise.all(flood);
  expect(Object.keys(seen).sort()).toEqual(['200', '503']);
  expect(seen[200]).toBeGreaterThan(10);
  const isShed = ({ event }: LogLine): boolean => event === 'shed';
  await until('a line counts the refused ones', () => shop.log.some(isShed));
  // Support finds a line of the minute by any of these codes.
  for (const code of codes) expect(linesOf(code, shop.log)).toContain('the shop was asked for more than it can do');
  // No load remains. A busy machine may have found searches too slow, and then asks few of them at first.
  const before = seen[200] ?? 0;
  await until('a search is answered', async () => {
    await search();
    return (seen[200] ?? 0) > before;
  });
});
