import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { firstPage } from './first-page.js';

const server = createServer();
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
const request = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

test('the wait ends with the first answer, not with its request', async () => {
  const ended: string[] = [];
  const waiting = firstPage(server, new ManualClock()).then(() => ended.push('wait'));
  const asked = once(server, 'request');
  const answered = request().then((response) => response.text());
  const [, response] = (await asked) as [unknown, ServerResponse];
  expect(ended).toEqual([]);
  response.end('page');
  expect(await answered).toBe('page');
  await waiting;
});

test('the wait ends by itself if nobody asks', async () => {
  const clock = new ManualClock();
  const waiting = firstPage(server, clock);
  await clock.advance(250);
  await waiting;
});
