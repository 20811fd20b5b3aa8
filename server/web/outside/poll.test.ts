import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type JsonServer, startJsonServer } from '../../../test/doubles/json-server.js';
import { type Polled, poll } from './poll.js';

let server: JsonServer;
let followed: Polled<{ n: number }> | undefined;
const failures: string[] = [];
let now = 0;

/** Asks every ten milliseconds; what is kept ends after a second of a clock that the test moves. */
const start = (timeoutMs?: number): Polled<{ n: number }> =>
  poll({
    url: `${server.origin}/n`,
    schema: z.object({ n: z.number() }),
    every: 10,
    retryAfter: 10,
    keepFor: 1000,
    timeoutMs,
    now: () => now,
    onFailed: (error) => failures.push((error as Error).message),
  });
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

beforeEach(async () => {
  server = await startJsonServer({ '/n': { n: 1 } });
  failures.length = 0;
  now = 0;
});
afterEach(async () => {
  followed?.stop();
  await server.stop();
});

describe('data of somebody else', () => {
  test('is renewed without being asked for', async () => {
    followed = start();
    await followed.begun;
    expect(followed.value()).toEqual({ n: 1 });
    server.responses['/n'] = { n: 2 };
    await until(() => followed?.value()?.n === 2);
  });

  test.each(['failing', 'rubbish', 'slow'] as const)(
    'stays as it was while its server is %s, and ends when it is too old',
    async (state) => {
      followed = start(400);
      // On a busy machine the first response may be too late, and the next one is not.
      await until(() => followed?.value()?.n === 1);
      failures.length = 0;
      server.state = state;
      await until(() => failures.length > 1);
      expect(followed.value()).toEqual({ n: 1 });
      now = 1000;
      expect(followed.value()).toBeNull();
      server.state = 'well';
      await until(() => followed?.value()?.n === 1);
      expect(failures.join()).not.toContain('CANARY');
    },
  );

  test('is asked for again at another pace after a failure, and no more once stopped', async () => {
    const startAt = (every: number, retryAfter: number) =>
      poll({
        url: `${server.origin}/n`,
        schema: z.object({ n: z.number() }),
        every,
        retryAfter,
        keepFor: 1000,
        onFailed: (error) => failures.push((error as Error).message),
      });
    server.state = 'failing';
    followed = startAt(3_600_000, 5);
    await until(() => failures.length > 1);
    server.state = 'well';
    await until(() => followed?.value()?.n === 1);
    followed.stop();
    const asked = server.asked.length;
    server.state = 'slow';
    const hanging = startAt(5, 5);
    await until(() => server.asked.length > asked);
    hanging.stop();
    failures.length = 0;
    await server.stop();
    await hanging.begun;
    expect([failures, hanging.value()]).toEqual([[], null]);
    server = await startJsonServer({});
  });

  test('is never longer than it is meant to be, and never somebody else’s', async () => {
    const other = await startJsonServer({ '/n': { n: 7 } });
    const leading = createServer((_, response) => {
      response.writeHead(302, { location: `${other.origin}/n` }).end();
    });
    await new Promise<void>((resolve) => leading.listen(0, '127.0.0.1', resolve));
    const at = (url: string, maxLength?: number) =>
      poll({
        url,
        schema: z.object({ n: z.number() }),
        every: 60_000,
        retryAfter: 60_000,
        keepFor: 1000,
        maxLength,
        onFailed: (error) => failures.push((error as Error).message),
      });
    const { port } = leading.address() as AddressInfo;
    const polls = [at(`http://127.0.0.1:${port}/`), at(`${server.origin}/n`, 6), at(`${server.origin}/n`, 7)];
    await Promise.all(polls.map(({ begun }) => begun));
    expect(polls.map((each) => each.value()?.n ?? null)).toEqual([null, null, 1]);
    expect([failures.length, other.asked]).toEqual([2, []]);
    expect(failures).toContain('the answer is too large');
    for (const each of polls) each.stop();
    leading.close();
    await other.stop();
  });

  test('is nothing before the first answer, and of another shape never', async () => {
    server.responses['/n'] = { n: 'CANARY' };
    followed = start();
    expect(followed.value()).toBeNull();
    await followed.begun;
    expect(followed.value()).toBeNull();
    expect(failures[0]).toBe('the answer does not fit at n');
  });
});
