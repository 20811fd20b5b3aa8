import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { Gate } from './gate.js';

/** Enters the gate and returns the outcome. */
async function outcomeOf(entering: () => Promise<void> | undefined): Promise<'at once' | 'waits' | 'refused'> {
  try {
    return entering() === undefined ? 'at once' : 'waits';
  } catch (error) {
    expect(error).toMatchObject({ code: 'busy', status: 503 });
    return 'refused';
  }
}

test('work takes a slot at once, then waits, then is refused at once; a returned slot goes to the longest waiting work', async () => {
  const clock = new ManualClock();
  const gate = new Gate({ slots: { least: 2, most: 2 }, patienceMs: 25, clock });
  expect([gate.enter('person'), gate.enter('person')]).toEqual([undefined, undefined]);
  const order: string[] = [];
  // The gate assumes 5 ms between two freed slots: the fifth in the queue waits 25 ms, the sixth 30 ms.
  const waiting = ['a', 'b', 'c', 'd', 'e'].map((name) => gate.enter('person')?.then(() => order.push(name)));
  expect(waiting.every(Boolean)).toBe(true);
  expect(await outcomeOf(() => gate.enter('person'))).toBe('refused');
  expect({ busy: gate.busy, waiting: gate.waiting }).toEqual({ busy: 2, waiting: 5 });
  for (let index = 0; index < 5; index += 1) {
    await clock.advance(5);
    gate.leave(10);
  }
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
  gate.leave(10);
  gate.leave(10);
  expect({ busy: gate.busy, isFree: gate.isFree }).toEqual({ busy: 0, isFree: true });
});

test('one long turn of the event loop causes no refusals, a slow shop does', async () => {
  const clock = new ManualClock();
  const gate = new Gate({ slots: { least: 8, most: 8 }, patienceMs: 250, clock });
  const fill = (): void => {
    while (gate.busy < 8 || gate.waiting < 40) void gate.enter('person');
  };
  const finish = async (count: number, gap: number): Promise<void> => {
    for (let done = 0; done < count; done += 1) {
      await clock.advance(gap);
      gate.leave(12);
      fill();
    }
  };
  fill();
  await finish(200, 1.5);
  await finish(1, 400);
  expect(gate.isFull()).toBe(false);
  await finish(100, 1.5);
  await expect(finish(150, 10)).rejects.toThrow('no slot was free in time');
});

test("persons go before crawlers and renewals, which wait a quarter of a person's time", async () => {
  const gate = new Gate({ slots: { least: 1, most: 1 }, patienceMs: 40, clock: new ManualClock() });
  void gate.enter('person');
  const order: string[] = [];
  const enter = (urgency: 'person' | 'crawler' | 'background'): Promise<unknown> | undefined =>
    gate.enter(urgency)?.then(() => order.push(urgency));
  const waiting = [enter('crawler'), enter('background'), enter('person')];
  expect(await outcomeOf(() => gate.enter('crawler'))).toBe('refused');
  expect([gate.isFull('crawler'), gate.isFull('background'), gate.isFull('person')]).toEqual([true, true, false]);
  for (const _ of waiting) gate.leave(1);
  await Promise.all(waiting);
  expect(order).toEqual(['person', 'crawler', 'background']);
});

test('the slot of a client that left goes to the next one', async () => {
  const gate = new Gate({ slots: { least: 1, most: 1 }, patienceMs: 250, clock: new ManualClock() });
  void gate.enter('person');
  let hasGone = false;
  void gate.enter('person', () => hasGone);
  const next = gate.enter('person');
  hasGone = true;
  gate.leave(1);
  await next;
  expect({ busy: gate.busy, waiting: gate.waiting }).toEqual({ busy: 1, waiting: 0 });
});

test('a slot is returned after success and failure of the work', async () => {
  const gate = new Gate({ slots: { least: 1, most: 1 }, patienceMs: 250, clock: new ManualClock() });
  await expect(gate.run('person', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate.run('person', async () => 'yes')).resolves.toBe('yes');
  expect(gate.busy).toBe(0);
});

/** Keeps all slots busy with work of a duration. @returns slots at the end */
async function limitAfter(tookMs: (busy: number) => number): Promise<number> {
  const clock = new ManualClock();
  const gate = new Gate({ slots: { least: 4, most: 24 }, patienceMs: 250, clock });
  void gate.enter('person');
  gate.leave(tookMs(1));
  while (gate.isFree) void gate.enter('person');
  for (let index = 0; index < 2000; index += 1) {
    await clock.advance(1);
    gate.leave(tookMs(gate.busy));
    while (gate.isFree) void gate.enter('person');
  }
  return gate.limit;
}

test('the gate adds slots while parallel work is not slower, and removes slots while work only queues', async () => {
  expect(await limitAfter(() => 10)).toBe(24);
  // A single processor does all work, one piece after the other.
  const inside = await limitAfter((busy) => 2 * busy);
  expect(inside).toBeGreaterThanOrEqual(4);
  expect(inside).toBeLessThanOrEqual(8);
});

test('a gate with little work keeps its number of slots', async () => {
  const clock = new ManualClock();
  const gate = new Gate({ slots: { least: 4, most: 24 }, patienceMs: 250, clock });
  const { limit } = gate;
  for (let index = 0; index < 200; index += 1) {
    void gate.enter('person');
    await clock.advance(10);
    gate.leave(10);
  }
  expect(gate.limit).toBe(limit);
});
