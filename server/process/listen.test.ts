import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { Listener } from './listen.js';

let listener: Listener;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  listener.server.closeAllConnections();
  await listener.close();
});

/** A listening server whose limits, as the listener has set them, can be lowered for a test. */
async function start(
  handle: RequestListener,
  lower: (server: Server) => void,
  requestSeconds?: number,
): Promise<number> {
  const server = createServer({ connectionsCheckingInterval: 10 }, handle);
  listener = new Listener(server, requestSeconds);
  lower(server);
  const address = await listener.listen({ host: '127.0.0.1', port: 0, variable: 'PORT' });
  return Number(new URL(address).port);
}
/** What the server says to a text before it closes the connection. */
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

test('a request has five seconds for its headers and ten for all of it, an idle connection 75', async () => {
  await start(
    () => {},
    () => {},
  );
  expect(limitsOf(listener.server)).toEqual({ headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 75_000 });
});

test('uploads have the seconds that they are given, and no more for their headers', async () => {
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

test('half of the headers is answered by nobody, and the connection closed', async () => {
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

test('half of a body closes the connection', async () => {
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
