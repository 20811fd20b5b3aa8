import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { createUpstream, type Upstream } from './upstream.js';

/** Returns the result of a call whose answer waits for the event, or never comes. */
async function outcomeOf(answered: Promise<void>, seconds?: number): Promise<string> {
  const server = createServer((_, response) => {
    void answered.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream = createUpstream({ catalogue: url, state: async () => url }, new ManualClock(), undefined, seconds);
  const output = await upstream.send({ operation: 'brands', target: '/api/Marken' }).then(
    () => 'answered',
    ({ code, message }) => `${code}: ${message}`,
  );
  server.closeAllConnections();
  server.close();
  await upstream.close();
  return output;
}

test('the shop waits a few seconds for the marketplace, or as many as configured', async () => {
  const never = new Promise<void>(() => {});
  const late = /^unavailable: the catalogue service has not answered within (\d+) ms$/;
  const usual = outcomeOf(never);
  const short = outcomeOf(never, 0.3);
  // A caller with a longer timeout still waits when the others have given up.
  const patient = outcomeOf(
    Promise.all([usual, short]).then(() => {}),
    600,
  );
  expect(await outcomeOf(Promise.resolve(), 600)).toBe('answered');
  // By the timeout of the answer, or on a busy machine by that of connecting and answering together.
  expect(['1500', '2500']).toContain(late.exec(await usual)?.[1]);
  expect(['300', '600']).toContain(late.exec(await short)?.[1]);
  expect(await patient).toBe('answered');
});

test('the first call of the state service starts it, and calls wait for it no longer than for an answer', async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const start = Promise.withResolvers<string>();
  let starts = 0;
  const state = () => {
    starts += 1;
    return start.promise;
  };
  // A high limit, so that only the call with a timeout of its own ends early.
  const upstream = createUpstream({ catalogue: url, state }, new ManualClock(), undefined, 60);
  const count = (timeoutMs?: number) =>
    upstream.send({ operation: 'cartCount', target: '/api/Warenkorb/count' }, { timeoutMs }).then(
      () => 'answered',
      ({ code, message }) => `${code}: ${message}`,
    );
  await upstream.send({ operation: 'brands', target: '/api/Marken' });
  expect(starts).toBe(0);
  const patient = count();
  expect(await count(20)).toBe('unavailable: the state service has not answered within 20 ms');
  expect(starts).toBe(2);
  start.resolve(url);
  expect([await patient, await count(), starts]).toEqual(['answered', 'answered', 2]);
  await upstream.close();
  server.close();
});

describe('a call', () => {
  let server: Server;
  let upstream: Upstream;
  let sent: IncomingMessage | undefined;
  let answer: (response: ServerResponse) => void = () => {};
  beforeAll(async () => {
    server = createServer((message, response) => {
      sent = message;
      message.resume();
      response.setHeader('content-type', 'application/json');
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // A high limit, so that a busy machine is no failure.
    upstream = createUpstream({ catalogue: url, state: async () => url }, new ManualClock(), 'the word', 60);
  });
  afterAll(async () => {
    await upstream.close();
    server.close();
  });
  const offers = { operation: 'offers', target: '/api/Angebote' } as const;
  const manufacturers = { operation: 'manufacturers', target: '/api/vehicle/manufacturers' } as const;
  const refusal = (status: number, body = '{}') => {
    answer = (response) => response.writeHead(status).end(body);
    return upstream.send(manufacturers).catch((error) => error);
  };

  test('has the given headers, and the secret only where the contract asks for it', async () => {
    answer = (response) => response.end('{}');
    await upstream.send(offers, { session: 'sid', isSigned: true, requestId: 'R-1', idempotencyKey: 'key-1234' });
    expect(sent?.headers).toMatchObject({
      trust: 'the word',
      accept: 'application/json',
      'x-session': 'sid',
      'x-session-signed': '1',
      'x-request-id': 'R-1',
      'idempotency-key': 'key-1234',
    });
    expect(sent?.headers).not.toHaveProperty('content-type');
    await upstream.send(manufacturers, { isSigned: true });
    for (const name of ['trust', 'x-session', 'x-session-signed', 'x-request-id', 'idempotency-key'])
      expect(sent?.headers).not.toHaveProperty(name);
    await upstream.send(manufacturers, { session: 'sid' });
    expect([sent?.headers['x-session'], sent?.headers['x-session-signed']]).toEqual(['sid', undefined]);
    await upstream.send({ operation: 'cartAdd', target: '/api/Warenkorb/Hinzufuegen/1' }, { body: { quantity: 1 } });
    expect([sent?.method, sent?.headers['content-type']]).toEqual(['POST', 'application/json']);
  });

  test.each([
    [503, '{}', 'unavailable'],
    [429, '{}', 'unavailable'],
    [500, '{"code":"not_found"}', 'upstream'],
    [404, '{"code":"not_found"}', 'not_found'],
    [409, '{"code":"too_few","pieces":2}', 'too_few'],
    [404, '{"code":"toString"}', 'upstream'],
    [404, '{}', 'upstream'],
    [404, 'no JSON', 'upstream'],
    [302, '{}', 'upstream'],
  ])('that is answered %d with %s fails as %s', async (status, body, code) => {
    const error = await refusal(status, body);
    expect(error).toMatchObject({ code });
    if (code === 'too_few') expect(error.facts).toEqual({ pieces: 2 });
  });

  test('refuses answers that break the contract: another type, a cookie, more than eight megabytes', async () => {
    const answers: [(response: ServerResponse) => void, string | null][] = [
      [(response) => response.setHeader('content-type', 'text/html').end('{}'), 'upstream'],
      [(response) => response.setHeader('set-cookie', 'a=1').end('{}'), 'upstream'],
      [(response) => response.end(Buffer.alloc(8 * 1024 * 1024 + 1, ' ')), 'upstream'],
      [(response) => response.end(Buffer.alloc(8 * 1024 * 1024, ' ')), null],
    ];
    for (const [index, [reply, code]] of answers.entries()) {
      answer = reply;
      const result = await upstream.send(manufacturers).then(
        () => null,
        (error) => error.code,
      );
      expect([index, result]).toEqual([index, code]);
    }
  });

  test('returns catalogue, session and lifetime of an answer', async () => {
    answer = (response) =>
      response
        .setHeader('x-catalogue-generation', 'g7')
        .setHeader('x-session', 'new')
        .setHeader('cache-control', 'public, max-age=60, stale-while-revalidate=30')
        .end('{}');
    expect(await upstream.send(offers)).toMatchObject({ generation: 'g7', session: 'new', shownFor: 90_000 });
    answer = (response) => response.setHeader('cache-control', 'public, max-age=60').end('{}');
    expect(await upstream.send(offers)).toMatchObject({ generation: null, session: null, shownFor: undefined });
  });
});
