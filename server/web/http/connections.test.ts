import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { boundConnections, connectionLimit, type SlowestReader } from './connections.js';

let server: Server;
let lines: unknown[];
let closed: string[];
let clock: ManualClock;
async function start(most: number, handle: RequestListener, slowest?: SlowestReader): Promise<number> {
  server = createServer();
  lines = [];
  closed = [];
  clock = new ManualClock();
  const metrics = { connectionClosed: (reason: string) => void closed.push(reason) };
  boundConnections(server, handle, {
    most,
    log: { warn: (line: unknown) => void lines.push(line) },
    metrics,
    slowest,
    clock,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const sockets: Socket[] = [];
function open(port: number, text = ''): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  sockets.push(socket);
  return socket;
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});
/** Resolves when the connection is closed. */
const end = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
/** Returns the server's answer once it closes the connection. */
async function all(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await end(socket);
  return text;
}
const get = (more = ''): string => `GET / HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const ok: RequestListener = (_message, response) => void response.end('ok');

test('above the limit the newest connections are closed and counted, after idle ones', async () => {
  const port = await start(4, ok);
  // Three connections have their answer. The server closes them when others arrive.
  const idle = [open(port, get()), open(port, get()), open(port, get())];
  await Promise.all(idle.map((socket) => once(socket, 'data')));
  const busy = [open(port, 'GET'), open(port, 'GET'), open(port, 'GET'), open(port, 'GET')];
  await Promise.all(idle.map(end));
  await Promise.all(busy.map((socket) => (socket.connecting ? once(socket, 'connect') : null)));
  for (let refused = 0; refused < 2; refused += 1) expect(await all(open(port, get()))).toBe('');
  await clock.advance(1000);
  // One line for all of them.
  expect(lines).toEqual([{ count: closed.filter((reason) => reason === 'limit').length, most: 4 }]);
  expect(closed.length).toBeGreaterThan(1);
});

test('a body that no form has ends the connection with the answer, and an announced one is not even sent', async () => {
  const port = await start(10, (message, response) => {
    message.resume();
    response.writeHead(413).end();
  });
  expect(await all(open(port, get('Content-Length: 1073741824\r\n')))).toMatch(
    /^HTTP\/1.1 413[\s\S]*connection: close/i,
  );
  const answer = await all(open(port, get('Content-Length: 1073741824\r\nExpect: 100-continue\r\n')));
  expect(answer).toMatch(/^HTTP\/1.1 413/);
});

test('small announced bodies are requested, and unknown expectations ignored', async () => {
  const port = await start(10, ok);
  const close = 'Connection: close\r\n';
  expect(await all(open(port, get(`${close}Expect: a-pony\r\n`)))).toMatch(/^HTTP\/1.1 200/);
  const post = `POST / HTTP/1.1\r\nHost: a\r\n${close}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
  const socket = open(port, post);
  await once(socket, 'data');
  socket.write('ab');
  expect(await all(socket)).toMatch(/HTTP\/1.1 200|^$/);
});

test('a client that does not read its answer is disconnected', async () => {
  const large = Buffer.alloc(32 * 1024 * 1024);
  const respond: RequestListener = ({ url }, response) => void response.end(url === '/' ? large : 'small');
  const port = await start(10, respond, { leastMs: 100, bytesPerSecond: 1e9 });
  const reader = open(port, get());
  reader.pause();
  const [connection] = (await once(server, 'connection')) as [Socket];
  await clock.untilWaiting();
  await clock.advance(99);
  expect(connection.destroyed).toBe(false);
  await clock.advance(60_000);
  await end(connection);
  expect(closed).toEqual(['slow']);
  // The server keeps a client that reads.
  const small = open(port, 'GET /small HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await all(small)).toContain('small');
  expect(closed).toEqual(['slow']);
});

test('the limit leaves open files for everything else', () => {
  const limits = (files: number | string) => () =>
    `Max cpu time unlimited\nMax open files            ${files}                 1048576\n`;
  expect(connectionLimit(limits(1024))).toBe(724);
  expect(connectionLimit(limits(200))).toBe(100);
  expect(connectionLimit(limits('unlimited'))).toBe(Number.POSITIVE_INFINITY);
  expect(
    connectionLimit(() => {
      throw new Error('no such file');
    }),
  ).toBe(Number.POSITIVE_INFINITY);
});
