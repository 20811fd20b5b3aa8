import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type JsonServer, startJsonServer } from '../../../test/doubles/json-server.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { type Polled, poll } from './poll.js';

let server: JsonServer;
let followed: Polled<{ n: number }> | undefined;
const failures: string[] = [];
let clock: ManualClock;

/** Polls every ten milliseconds and keeps a value for a second. */
const start = (timeoutMs?: number): Polled<{ n: number }> =>
  poll({
    url: `${server.origin}/n`,
    schema: z.object({ n: z.number() }),
    everyMs: 10,
    retryAfterMs: 10,
    keepForMs: 1000,
    timeoutMs,
    clock,
    onFailed: (error) => failures.push((error as Error).message),
  });
/** Starts the next request and waits for its end. */
async function next(): Promise<void> {
  await clock.untilWaiting();
  await clock.advance(10);
  await clock.untilWaiting();
}
/** Polls until a request succeeds: on a busy machine the first may time out. */
async function answered(): Promise<void> {
  await clock.untilWaiting();
  while (followed?.value() === null) await next();
  expect(followed?.value()).toEqual({ n: 1 });
}

beforeEach(async () => {
  server = await startJsonServer({ '/n': { n: 1 } });
  failures.length = 0;
  clock = new ManualClock();
});
afterEach(async () => {
  followed?.stop();
  await server.stop();
});

describe('data of an external service', () => {
  test('are renewed in the background', async () => {
    followed = start();
    await followed.begun;
    expect(followed.value()).toEqual({ n: 1 });
    server.responses['/n'] = { n: 2 };
    await next();
    expect(followed.value()).toEqual({ n: 2 });
  });

  test.each(['failing', 'rubbish', 'slow'] as const)(
    'stays as it was while its server is %s, and ends when it is too old',
    async (state) => {
      followed = start(400);
      await answered();
      failures.length = 0;
      server.state = state;
      await next();
      await next();
      expect(failures).toHaveLength(2);
      clock.jump(979);
      expect(followed.value()).toEqual({ n: 1 });
      clock.jump(1);
      expect(followed.value()).toBeNull();
      server.state = 'well';
      await answered();
      expect(failures.join()).not.toContain('CANARY');
    },
  );

  test('are requested at another interval after a failure, and not after the stop', async () => {
    const startAt = (everyMs: number, retryAfterMs: number) =>
      poll({
        url: `${server.origin}/n`,
        schema: z.object({ n: z.number() }),
        everyMs,
        retryAfterMs,
        keepForMs: 1000,
        clock,
        onFailed: (error) => failures.push((error as Error).message),
      });
    server.state = 'failing';
    followed = startAt(3_600_000, 5);
    await clock.untilWaiting();
    await clock.advance(4);
    expect(failures).toHaveLength(1);
    await clock.advance(1);
    await clock.untilWaiting();
    expect(failures).toHaveLength(2);
    server.state = 'well';
    await clock.advance(5);
    await clock.untilWaiting();
    expect(followed.value()).toEqual({ n: 1 });
    await clock.advance(3_599_999);
    followed.stop();
    expect([server.asked.length, clock.waiting]).toEqual([3, 0]);
    server.state = 'slow';
    const hanging = startAt(5, 5);
    await until('it is asked', () => server.asked.length > 3);
    hanging.stop();
    failures.length = 0;
    await server.stop();
    await hanging.begun;
    expect([failures, hanging.value(), clock.waiting]).toEqual([[], null, 0]);
    server = await startJsonServer({});
  });

  test('are limited in length, and never come from another host', async () => {
    const other = await startJsonServer({ '/n': { n: 7 } });
    const leading = createServer((_, response) => {
      response.writeHead(302, { location: `${other.origin}/n` }).end();
    });
    await new Promise<void>((resolve) => leading.listen(0, '127.0.0.1', resolve));
    const at = (url: string, maxLength?: number) =>
      poll({
        url,
        schema: z.object({ n: z.number() }),
        everyMs: 60_000,
        retryAfterMs: 60_000,
        keepForMs: 1000,
        clock,
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
