import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import type { Timer } from '../../clock/clock.js';
import { countInFlight, untilIdle } from '../program/in-flight-requests.js';
import { runInTurn, runSearch } from './run-search.js';

let room: TestService;
beforeAll(async () => {
  room = await startTestService('state');
});
afterAll(() => room.stop());

let steadyMs = 0;
/** A clock that only steps and waits advance. */
class StepClock extends ManualClock {
  override steady(): number {
    return steadyMs;
  }
  override after(delayMs: number, work: () => void): Timer {
    const turn = setImmediate(() => {
      steadyMs += delayMs;
      work();
    });
    return { cancel: () => clearImmediate(turn) };
  }
}
const clock = new StepClock();

/** A search of a number of steps, each longer than a slice, with a counter. */
function searchOf(steps: number) {
  const made = { steps: 0 };
  function* search(): Generator<void, void> {
    for (; made.steps < steps; made.steps++) {
      steadyMs += 3;
      yield;
    }
  }
  return { made, search: search() };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await nextTurn();
};
const unlimited = { leftMs: Number.POSITIVE_INFINITY, waitMs: Number.POSITIVE_INFINITY, clock };

test('a search pauses while a call is open, and goes on after the last answer', async () => {
  const { made, search } = searchOf(8);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const result = runSearch(search, { ...unlimited }, 1);
  await turns(3);
  const calls = Promise.allSettled([countInFlight(first.promise), countInFlight(second.promise)]);
  await turns(2);
  const stopped = made.steps;
  await turns(50);
  first.resolve();
  await turns(50);
  const stood = made.steps;
  second.reject(new Error('a call that fails is over, too'));
  await calls;
  expect(stopped).toBeGreaterThan(0);
  expect(stood).toBe(stopped);
  expect([await result, made.steps]).toEqual([true, 8]);
});

test('a search that has waited long enough continues in slices beside an open call', async () => {
  const { made, search } = searchOf(3);
  const call = Promise.withResolvers<void>();
  const open = countInFlight(call.promise);
  const allowance = { ...unlimited, waitMs: 20 };
  const isEnded = await runSearch(search, allowance, 1);
  call.resolve();
  await open;
  expect([isEnded, made.steps, allowance.waitMs <= 0]).toEqual([true, 3, true]);
});

test('a search leaves the rest of the CPU time to the searches after it', async () => {
  function* endless(): Generator<void, void> {
    for (;;) {
      steadyMs += 3;
      yield;
    }
  }
  const allowance = { ...unlimited, leftMs: 1000 };
  expect(await runSearch(endless(), allowance, 0.01)).toBe(false);
  expect(allowance.leftMs).toBeGreaterThan(500);
  expect(allowance.leftMs).toBeLessThanOrEqual(990);
});

test('a search ignores calls that wait for their own search, until that search ends', async () => {
  const response = async () => {
    const ended = await runInTurn(() => runSearch(searchOf(2).search, { ...unlimited }, 1));
    let isIdle = false;
    const idle = untilIdle(Number.POSITIVE_INFINITY, clock).then(() => {
      isIdle = true;
    });
    await turns(2);
    return { ended, isIdle, idle };
  };
  const responses = await Promise.all([countInFlight(response()), countInFlight(response())]);
  expect(responses.map(({ ended, isIdle }) => [ended, isIdle])).toEqual([
    [true, false],
    [true, false],
  ]);
  await Promise.all(responses.map(({ idle }) => idle));
});

test('sixteen searches may wait; the next one is refused, and a failing one does not block the others', async () => {
  const first = Promise.withResolvers<number>();
  let begun = 0;
  const inLine = Array.from({ length: 16 }, (_, at) =>
    runInTurn(async () => {
      begun += 1;
      if (at === 1) throw new Error('a search that fails');
      return at === 0 ? first.promise : at;
    }),
  );
  expect(inLine).not.toContain(null);
  expect(runInTurn(async () => 16)).toBeNull();
  await turns(5);
  expect(begun).toBe(1);
  first.resolve(0);
  const ended = await Promise.allSettled(inLine);
  expect(ended.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  expect(await runInTurn(async () => 17)).toBe(17);
});

test('a call is open from its headers until its response', async () => {
  const body = JSON.stringify({ quantity: 1 });
  const socket = connect(room.service.port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.write(
    `POST /api/Warenkorb/Hinzufuegen/${ids.offerOf(ids.firstDisc, 'A')} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  expect(String(await once(socket, 'data'))).toContain('100 Continue');
  let isIdle = false;
  const idle = untilIdle(Number.POSITIVE_INFINITY, clock).then(() => {
    isIdle = true;
  });
  expect((await room.call('/api/Warenkorb')).status).toBe(200);
  expect(isIdle).toBe(false);
  socket.write(body);
  const [response] = await once(socket, 'data');
  expect(response).toContain('200 OK');
  await idle;
});
