import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { ProblemError } from '../../contract/problem.js';
import { SessionTurns } from './session-turns.js';

/** Writes that a test ends, and the names of those that began, ended or failed, in their order. */
function openTurns() {
  const clock = new ManualClock();
  const turns = new SessionTurns();
  const events: string[] = [];
  const open = new Map<string, PromiseWithResolvers<void>>();
  const write = (sid: string | null, name: string): Promise<unknown> =>
    turns
      .run(sid, clock, () => {
        events.push(`begin ${name}`);
        const end = Promise.withResolvers<void>();
        open.set(name, end);
        return end.promise;
      })
      .then(
        () => events.push(`end ${name}`),
        (error: Error) => events.push(`${name}: ${error.message}`),
      );
  const settle = () => clock.advance(0);
  return {
    clock,
    write,
    async end(name: string, error?: Error): Promise<void> {
      if (error) open.get(name)?.reject(error);
      else open.get(name)?.resolve();
      await settle();
    },
    async seen(): Promise<string[]> {
      await settle();
      return events.splice(0);
    },
  };
}

test('writes of a session take turns; other sessions and writes without one do not wait', async () => {
  const { write, end, seen } = openTurns();
  for (const [sid, name] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
    [null, 'x'],
    [null, 'y'],
  ] as const)
    void write(sid, name);
  expect(await seen()).toEqual(['begin a1', 'begin b1', 'begin x', 'begin y']);
  await end('a1');
  expect((await seen()).toSorted()).toEqual(['begin a2', 'end a1']);
  await end('a2');
  void write('a', 'a3');
  expect(await seen()).toEqual(['end a2', 'begin a3']);
});

test('eight writes wait behind one that is stuck, and all others are refused', async () => {
  const { clock, write, end, seen } = openTurns();
  const late = 'too many writes of this session wait';
  for (let at = 0; at <= 10; at += 1) void write('a', `a${at}`);
  await clock.advance(999);
  expect(await seen()).toEqual(['begin a0']);
  await clock.advance(1);
  expect(await seen()).toEqual([`a9: ${late}`, `a10: ${late}`]);
  void write('a', 'a11');
  expect(await seen()).toEqual([`a11: ${late}`]);
  await end('a0');
  expect((await seen()).toSorted()).toEqual(['begin a1', 'end a0']);
  // One has begun, and the new one is not stuck yet, so more may wait.
  for (const name of ['a12', 'a13']) void write('a', name);
  expect(await seen()).toEqual([]);
});

test('a write that fails for want of the store fails those behind it; any other failure is its own', async () => {
  const { write, end, seen } = openTurns();
  for (const name of ['a0', 'a1', 'a2']) void write('a', name);
  await end('a0', new ProblemError('gone', 'sold out'));
  expect((await seen()).toSorted()).toEqual(['a0: sold out', 'begin a0', 'begin a1']);
  void write('a', 'a3');
  await end('a1', new ProblemError('unavailable', 'no store'));
  expect((await seen()).toSorted()).toEqual(['a1: no store', 'a2: no store', 'a3: no store']);
  void write('a', 'a4');
  expect(await seen()).toEqual(['begin a4']);
});
