import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createUpstream } from './upstream.js';

/** What becomes of a call that is answered so many milliseconds late. */
async function after(late: number, seconds?: number): Promise<string> {
  const server = createServer((_, response) => {
    wait(late).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream = createUpstream({ catalogue: url, state: url }, undefined, seconds);
  const said = await upstream.description().then(
    () => 'answered',
    ({ code }) => String(code),
  );
  server.closeAllConnections();
  server.close();
  await upstream.close();
  return said;
}

test('the shop waits a few seconds for the marketplace, or as many as it is told', async () => {
  expect(await Promise.all([after(0), after(3500), after(3500, 30), after(3500, 0.3)])).toEqual([
    'answered',
    'unavailable',
    'answered',
    'unavailable',
  ]);
});
