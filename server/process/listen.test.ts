import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { createLog } from '../web/http/log.js';
import { Listener } from './listen.js';

let listener: Listener;
let clock: ManualClock;
const lines: Record<string, unknown>[] = [];
const closed: string[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  listener.server.closeAllConnections();
  await listener.close();
  lines.length = 0;
  closed.length = 0;
});

/** A listening server whose limits, as the listener has set them, can be lowered for a test. */
async function start(
  handle: RequestListener,
  lower: (server: Server) => void,
  requestSeconds?: number,
): Promise<number> {
  clock = new ManualClock();
  listener = new Listener({
    clock,
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    metrics: { connectionClosed: (reason) => void closed.push(reason) },
    most: 200,
    requestSeconds,
  });
  lower(listener.server);
  const address = await listener.listen({ host: '127.0.0.1', port: 0, variable: 'PORT' }, handle);
  return Number(new URL(address).port);
}
/** The server's answer to a text before it closes the connection. */
async function answerTo(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}
const limitsOf = ({ headersTimeout, requestTimeout, keepAliveTimeout }: Server) => ({
  headersTimeout,
  requestTimeout,
  keepAliveTimeout,
});

test('a request has five seconds for its headers and ten in all, an idle connection has 75', async () => {
  await start(
    () => {},
    () => {},
  );
  expect(limitsOf(listener.server)).toEqual({ headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 75_000 });
});

test('a port for uploads gives a request more time, but not its headers', async () => {
  await start(
    () => {},
    () => {},
    600,
  );
  expect(limitsOf(listener.server)).toEqual({
    headersTimeout: 5000,
    requestTimeout: 600_000,
    keepAliveTimeout: 75_000,
  });
});

test('the listener closes a connection with incomplete headers and calls no handler', async () => {
  const asked: string[] = [];
  const port = await start(
    ({ url = '' }) => void asked.push(url),
    (server) => {
      server.headersTimeout = 20;
    },
  );
  expect(await answerTo(port, 'GET /slow HTTP/1.1\r\nHost: a\r\nX-Half')).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(asked).toEqual([]);
});

test('the listener closes a connection with an incomplete body', async () => {
  let received = '';
  const port = await start(
    (message) =>
      message
        .on('data', (chunk) => {
          received += chunk;
        })
        .on('error', () => {}),
    (server) => {
      server.requestTimeout = 20;
      server.headersTimeout = 20;
    },
  );
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n';
  expect(await answerTo(port, `${head}half`)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect('half').toContain(received);
});

test.runIf(process.platform === 'linux')(
  'only a port with several sockets may be shared, and not with another shop',
  async () => {
    const open = async (port: number, reusePort: boolean): Promise<string> => {
      const other = createServer();
      try {
        await once(other.listen({ host: '127.0.0.1', port, reusePort }), 'listening');
        return 'open';
      } catch (error) {
        return String((error as NodeJS.ErrnoException).code);
      } finally {
        other.close();
      }
    };
    const place = { host: '127.0.0.1', port: 0, variable: 'PORT' } as const;
    expect(await open(await start(ok, unchanged), true)).toBe('EADDRINUSE');
    await listener.close();
    const options = { clock, log: createLog('info'), metrics: { connectionClosed: unchanged }, most: 200 };
    listener = new Listener(options);
    const port = Number(new URL(await listener.listen({ ...place, sockets: 3 }, ok)).port);
    expect([await open(port, true), await open(port, false)]).toEqual(['open', 'EADDRINUSE']);
    const second = new Listener(options);
    const taken = `Port ${port} is taken: choose another one with PORT.`;
    await expect(second.listen({ ...place, port, sockets: 3 }, ok)).rejects.toThrow(taken);
  },
);

test('an address of another machine is named with the variable that chooses it', async () => {
  await start(ok, unchanged);
  const options = { clock, log: createLog('info'), metrics: { connectionClosed: unchanged }, most: 200 };
  const other = new Listener(options);
  for (const [variable, host] of [
    ['PORT', 'HOST'],
    ['METRICS_PORT', 'METRICS_HOST'],
  ] as const)
    await expect(other.listen({ host: '192.0.2.1', port: 0, variable }, ok)).rejects.toThrow(
      `192.0.2.1 is no address of this machine: choose another one with ${host}.`,
    );
});

test.runIf(Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1')))(
  'an address of IPv6 is written in brackets',
  async () => {
    await start(ok, unchanged);
    await listener.close();
    const options = { clock, log: createLog('info'), metrics: { connectionClosed: unchanged }, most: 200 };
    listener = new Listener(options);
    expect(await listener.listen({ host: '::1', port: 0, variable: 'PORT' }, ok)).toMatch(/^http:\/\/\[::1\]:\d+$/);
  },
);

const ok: RequestListener = (message, response) => void response.end(message.url);
const unchanged = (): void => {};

test('230 idle connections make room for new ones', async () => {
  const port = await start(ok, unchanged);
  const ask = async (path: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    // Idle connections are looked for ten times a second.
    await clock.advance(101);
    return socket;
  };
  for (let index = 0; index < 230; index += 1) await ask('/idle');
  const served: boolean[] = [];
  for (let index = 0; index < 50; index += 1) served.push((await ask('/other')).bytesRead > 0);
  expect(served).toEqual(Array(50).fill(true));
  expect(closed).toEqual([]);
});

test.each([
  ['another version', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n', 505, 'http_version'],
  ['no version', 'GET /\r\n\r\n', 400, 'http_version'],
  ['an unknown version', 'GET / HTTP/1.2\r\nHost: a\r\n\r\n', 400, 'HPE_INVALID_VERSION'],
  ['a byte that no address has', 'GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'HPE_INVALID_URL'],
  ['a coding alone', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n', 501, 'transfer_coding'],
  [
    'identity',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n',
    501,
    'transfer_coding',
  ],
  [
    'two codings',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    501,
    'transfer_coding',
  ],
])(
  'the listener refuses %s with an id, safe headers and one log line, and calls no handler',
  async (_name, text, status, errorCode) => {
    const asked: string[] = [];
    const port = await start(({ url = '' }) => void asked.push(url), unchanged);
    const answer = await answerTo(port, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.match(/^HTTP/gm)).toHaveLength(1);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    const id = /x-request-id: (\S+)/i.exec(answer)?.[1];
    expect(lines).toEqual([expect.objectContaining({ reqId: id, route: 'broken', status, errorCode })]);
    expect(asked).toEqual([]);
  },
);

test('the listener passes on a body in chunks and a request without Host', async () => {
  const port = await start(ok, unchanged);
  const chunked = 'POST /chunks HTTP/1.1\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n0\r\n\r\n';
  expect(await answerTo(port, chunked)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\/chunks/);
});
