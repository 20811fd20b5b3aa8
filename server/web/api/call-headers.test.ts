import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { addressOf } from './addresses.js';
import { type CallOptions, createUpstream, type Upstream } from './upstream.js';

const clock = new ManualClock();
let server: Server;
let upstream: Upstream;
let sent: { method: string; headers: IncomingHttpHeaders; body: string };
/** Headers of the answer. */
let answered: Record<string, string> = {};
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    sent = { method: request.method ?? '', headers: request.headers, body };
    response.writeHead(200, { 'content-type': 'application/json', ...answered }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  upstream = createUpstream({ catalogue: url, state: async () => url }, clock, 'a shared secret of both', 60);
});
afterAll(async () => {
  await upstream.close();
  server.close();
});

const cart = addressOf('cart', {});
const names = ['x-session', 'x-session-signed', 'x-session-may-begin', 'idempotency-key', 'x-request-id', 'x-timeout'];
const headersOf = async (options: CallOptions): Promise<object> => {
  await upstream.send(cart, options);
  return Object.fromEntries(
    [...names, 'traceparent', 'content-type'].flatMap((name) => {
      const value = sent.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
};

test.each<[CallOptions, object]>([
  [{}, {}],
  [{ session: 's' }, { 'x-session': 's' }],
  [
    { session: 's', isSigned: true },
    { 'x-session': 's', 'x-session-signed': '1' },
  ],
  // No signature without a session.
  [{ isSigned: true }, {}],
  [{ mayNotBegin: true }, { 'x-session-may-begin': '0' }],
  [{ mayNotBegin: false }, {}],
  [
    { idempotencyKey: 'k', requestId: 'r' },
    { 'idempotency-key': 'k', 'x-request-id': 'r' },
  ],
  [{ traceParent: '00-a-b-01' }, { traceparent: '00-a-b-01' }],
  [{ timeoutMs: 250.2 }, { 'x-timeout': '251' }],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, {}],
  [{ body: { a: 1 } }, { 'content-type': 'application/json' }],
])('a call with %j tells the marketplace %j', async (options, headers) => {
  expect(await headersOf(options)).toEqual(headers);
  expect(sent.body).toBe(options.body === undefined ? '' : JSON.stringify(options.body));
});

test('the secret goes with the calls that need it alone, and the time with those of the same machine', async () => {
  await upstream.send(cart);
  expect(sent.headers).toMatchObject({ trust: 'a shared secret of both', 'x-sent-at': String(clock.now()) });
  await upstream.send(addressOf('brands', {}));
  expect([sent.method, sent.headers.trust, sent.headers.accept]).toEqual(['GET', undefined, 'application/json']);
  await upstream.send(addressOf('cartDelete', { id: 'line-1' }));
  expect([sent.method, sent.headers.trust]).toEqual(['POST', 'a shared secret of both']);
});

test('an answer has its catalogue, its session, and an end of its own if it says so', async () => {
  const read = async (headers: Record<string, string>) => {
    answered = headers;
    const { body: _, contentType: __, ...facts } = await upstream.send(cart);
    return facts;
  };
  const none = { generation: null, session: null, offers: undefined, shownFor: undefined };
  expect(await read({})).toEqual(none);
  expect(await read({ 'x-catalogue-generation': 'g2', 'x-session': 'new' })).toEqual({
    ...none,
    generation: 'g2',
    session: 'new',
  });
  expect(await read({ 'cache-control': 'public, max-age=5, stale-while-revalidate=7' })).toMatchObject({
    shownFor: 12_000,
  });
  expect(await read({ 'cache-control': 'public, max-age=5' })).toEqual(none);
  expect(await read({ 'x-offers': 'e.7', 'x-offer-tags': 'p45' })).toMatchObject({
    offers: { version: { epoch: 'e', number: 7 } },
  });
  const broken: Record<string, string>[] = [
    { 'set-cookie': 'a=b' },
    { 'x-offer-tags': 'p45' },
    { 'content-type': 'text/html' },
  ];
  for (const headers of broken) await expect(read(headers)).rejects.toMatchObject({ code: 'upstream' });
});
