import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutbound, type OutboundRequest, openNet, openNetAndLoopback } from './outbound.js';

/** Two servers, which are two origins. Each answers with what it was sent, and redirects from `/to?ADDRESS`. */
const servers: Server[] = [];
let [one, other] = ['', ''];
const asked: string[] = [];
beforeAll(async () => {
  const start = async (): Promise<string> => {
    const server = createServer(async (message, response) => {
      const url = message.url ?? '';
      asked.push(url);
      const [path, location] = url.split('?');
      const status = /^\/to(\d*)$/.exec(path ?? '')?.[1];
      if (status !== undefined)
        return void response.writeHead(Number(status) || 302, { location: decodeURIComponent(location ?? '') }).end();
      const { authorization, accept } = message.headers;
      const body = Buffer.concat(await message.toArray()).toString();
      response.end(JSON.stringify({ method: message.method, authorization, accept, body }));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  [one, other] = [await start(), await start()];
});
beforeEach(() => {
  asked.length = 0;
});
const outbound = createOutbound(openNetAndLoopback, 1000);
afterAll(async () => {
  await outbound.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const { signal } = new AbortController();
async function ask(address: string, options: Partial<OutboundRequest> = {}) {
  const { statusCode, body } = await outbound.request(address, { signal, ...options });
  const text = await body.text();
  return { statusCode, ...(text ? JSON.parse(text) : {}) };
}
const to = (base: string, target: string) => `${base}/to?${encodeURIComponent(target)}`;

test('only the origin of the address gets the secret, wherever it redirects', async () => {
  const options = { headers: { authorization: 'Bearer secret', accept: 'text/csv' }, maxRedirects: 3 };
  const whole = { statusCode: 200, authorization: 'Bearer secret', accept: 'text/csv' };
  expect(await ask(`${one}/a`, options)).toMatchObject(whole);
  expect(await ask(to(one, '/a'), options)).toMatchObject(whole);
  const elsewhere = await ask(to(one, `${other}/a`), options);
  expect([elsewhere.authorization, elsewhere.accept]).toEqual([undefined, 'text/csv']);
});

test('so many redirects are followed as allowed, and none by default', async () => {
  expect((await ask(to(one, '/a'))).statusCode).toBe(302);
  for (const status of [301, 303, 307, 308])
    expect((await ask(`${one}/to${status}?/a`, { maxRedirects: 1 })).statusCode).toBe(200);
  const twice = to(one, to('', '/a'));
  expect((await ask(twice, { maxRedirects: 2 })).statusCode).toBe(200);
  asked.length = 0;
  await expect(ask(twice, { maxRedirects: 1 })).rejects.toMatchObject({ code: 'redirects' });
  expect(asked).toHaveLength(2);
});

test('a message is sent with its body', async () => {
  expect(await ask(`${one}/a`, { method: 'POST', body: '{}' })).toMatchObject({ method: 'POST', body: '{}' });
});

test('no call leaves for a refused address, a name with a password, or a plain one where TLS is needed', async () => {
  const strict = createOutbound(openNet, 1000);
  const codeOf = (address: string, by = outbound, options: Partial<OutboundRequest> = {}) =>
    by.request(address, { signal, ...options }).catch(({ code, message }) => code ?? message);
  const named = one.replace('//', '//user:word@');
  expect([await codeOf(`${one}/a`, strict), await codeOf(named), await codeOf('ftp://a.example/')]).toEqual([
    'address',
    'address',
    'address',
  ]);
  expect([await codeOf('https://127.0.0.1/', strict), await codeOf('https://localhost/', strict)]).toEqual([
    'host',
    'host',
  ]);
  const check = ({ host }: URL) => {
    if (host !== new URL(one).host) throw new Error('not allowed');
  };
  expect(await codeOf(to(one, `${other}/a`), outbound, { check, maxRedirects: 1 })).toBe('not allowed');
  expect(asked).toEqual([`/to?${encodeURIComponent(`${other}/a`)}`]);
  await strict.close();
});
