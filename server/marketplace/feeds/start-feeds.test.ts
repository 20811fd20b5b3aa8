import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedOutbound } from './start-feeds.js';

const asked: (string | undefined)[] = [];
const server = createServer(({ url }, response) => {
  asked.push(url);
  response.end('a');
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

test('feeds reach this machine only where the operator allows it', async () => {
  const address = (scheme: string) => `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`;
  const { signal } = new AbortController();
  const [strict, open] = [feedOutbound(false), feedOutbound(true)];
  for (const scheme of ['http', 'https'])
    await expect(strict.request(address(scheme), { signal })).rejects.toMatchObject({ name: 'OutboundError' });
  expect(asked).toEqual([]);
  const { statusCode, body } = await open.request(address('http'), { signal });
  await body.dump();
  expect([statusCode, asked]).toEqual([200, ['/feed.csv']]);
  await Promise.all([strict.close(), open.close()]);
});
